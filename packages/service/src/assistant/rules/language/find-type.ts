/** Which node type a wording means. */
import type { Catalogue, NodeType } from '@millrace/model'
import { TYPE_WORDS } from './type-words.ts'
import { findWords, slipsBetween, wordsOf } from './words.ts'

interface Name {
  readonly words: readonly string[]
  readonly type: NodeType
  /** A name of its own counts more than a word that people use for it, and that more than a tag. */
  readonly weight: number
}

const indexes = new WeakMap<Catalogue, readonly Name[]>()

function namesOf(catalogue: Catalogue): readonly Name[] {
  const known = indexes.get(catalogue)
  if (known !== undefined) return known
  const names: Name[] = []
  for (const type of catalogue.types.values()) {
    const add = (text: string, weight: number) => names.push({ words: wordsOf(text), type, weight })
    add(type.node_type_id, 4)
    add(type.name, 4)
    for (const text of TYPE_WORDS[type.node_type_id] ?? []) add(text, 3)
    // Types of Agent Spec double ours; they are taken when they are named, not by what they are about.
    if (!type.formats.includes('millrace') || type.node_type_id.includes('.')) continue
    for (const tag of type.tags) add(tag, 1)
  }
  indexes.set(catalogue, names)
  return names
}

export interface FoundType {
  readonly type: NodeType
  readonly start: number
  readonly end: number
  readonly score: number
}

/** The type that a wording names best, if it names one. `isLoose` also takes tags. */
export function typeIn(text: string, catalogue: Catalogue, isLoose = false): FoundType | undefined {
  const exact = catalogue.types.get(text.trim())
  const words = wordsOf(text)
  if (exact !== undefined) return { type: exact, start: 0, end: words.length, score: 100 }
  let best: FoundType | undefined
  for (const { words: wanted, type, weight } of namesOf(catalogue)) {
    if (weight === 1 && !isLoose) continue
    const found = findWords(words, wanted)
    if (found === undefined) continue
    const score = wanted.length * 10 + weight - found.slips * 4 - found.start * 0.1
    if (best === undefined || score > best.score) best = { type, start: found.start, end: found.end, score }
  }
  return best
}

/** Types that come near to a wording, for a hint. */
export function typesNear(text: string, catalogue: Catalogue, most = 3, least = 1): NodeType[] {
  const words = wordsOf(text).filter((word) => word.length > 2 && !NOTHING.has(word))
  const scored = new Map<NodeType, number>()
  for (const { words: names, type, weight } of namesOf(catalogue)) {
    if (type.node_type_id.includes('.') || weight === 1) continue
    let score = 0
    for (const word of words) {
      for (const name of names) {
        if (name === word) score += 3
        else if (word.length > 3 && name.length > 3 && slipsBetween(word, name) <= Math.floor(word.length / 3))
          score += 1
      }
    }
    if (score > (scored.get(type) ?? 0)) scored.set(type, score)
  }
  return [...scored.entries()]
    .filter(([, score]) => score >= least)
    .sort((a, b) => b[1] - a[1])
    .slice(0, most)
    .map(([type]) => type)
}

/** Types that have to do with a purpose, best first: by names, words, tags and description. */
export function typesFor(purpose: string, catalogue: Catalogue, most = 6): NodeType[] {
  const words = wordsOf(purpose).filter((word) => word.length > 2 && !NOTHING.has(word))
  const scored = new Map<NodeType, number>()
  for (const { words: names, type, weight } of namesOf(catalogue)) {
    const hits = words.filter((word) => names.includes(word)).length
    if (hits > 0) scored.set(type, Math.max(scored.get(type) ?? 0, hits * (2 + weight)))
  }
  for (const type of catalogue.types.values()) {
    const said = new Set(wordsOf(type.description))
    const hits = words.filter((word) => said.has(word)).length
    if (hits > 0) scored.set(type, (scored.get(type) ?? 0) + hits)
  }
  const rank = (type: NodeType) => (scored.get(type) ?? 0) - (type.node_type_id.includes('.') ? 2 : 0)
  return [...scored.keys()].sort((a, b) => rank(b) - rank(a)).slice(0, most)
}

const NOTHING = new Set(
  'the and for with from into can use what which node type step have that this how you there any work working get want need some call something'
    .split(' ')
    .filter((word) => word !== 'call'),
)
