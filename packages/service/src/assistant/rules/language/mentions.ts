/** Which nodes a wording speaks of anywhere in it: by words of their labels, their types and what these are called. */
import { titleOf, type WorkflowNode } from '@millrace/model'
import type { Draft } from '../draft.ts'
import { typeOf } from '../graph/ports.ts'
import { TYPE_WORDS } from './type-words.ts'
import { isNearly, wordsOf } from './words.ts'

const COMMON = new Set('node step block the a an of to for and or in on with text value data'.split(' '))

/** A word without the ending of a verb: "notifying" and "notify" are one. */
export function rootOf(word: string): string {
  const root = word.replace(/(?:ing|ed|er|or|ion|al|ment)$/, '')
  if (root.length >= 4) return root.replace(/(.)\1$/, '$1').replace(/[eiy]$/, '')
  return root.length >= 2 && /(?:ing|ed)$/.test(word) ? root : word.replace(/(?<=..)e$/, '')
}

function isSaid(word: string, words: readonly string[]): boolean {
  return words.some((one) => one === word || isNearly(one, word) || (word.length > 4 && rootOf(one) === rootOf(word)))
}

/** How much of what a node is called a wording says; 0 when nothing. */
export function saidOf(words: readonly string[], node: WorkflowNode, draft: Draft): number {
  const share = (name: string) => {
    const own = wordsOf(name).filter((word) => !COMMON.has(word))
    const hits = own.filter((word) => isSaid(word, words)).length
    return own.length === 0 || hits === 0 ? 0 : hits + hits / own.length
  }
  const type = typeOf(node, draft.catalogue)
  const names = type === undefined ? [] : [type.name, type.node_type_id, ...(TYPE_WORDS[type.node_type_id] ?? [])]
  const byType = names.map((name) => (share(name) >= wordsOf(name).length ? share(name) : 0))
  return Math.max(share(titleOf(node)) * 1.1, share(node.id), ...byType, 0)
}

const MOST_LOOKED_AT = 500

/** Of these nodes, those that the wording speaks of most; none where it speaks of none. */
export function mentioned(text: string, nodes: readonly WorkflowNode[], draft: Draft): readonly WorkflowNode[] {
  if (nodes.length > MOST_LOOKED_AT) return []
  const words = wordsOf(text)
  const scored = nodes.map((node) => ({ node, score: saidOf(words, node, draft) })).filter(({ score }) => score > 0)
  const best = scored.reduce((highest, { score }) => Math.max(highest, score), 0)
  return scored.filter(({ score }) => score === best).map(({ node }) => node)
}
