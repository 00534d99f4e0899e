/** Taking away: nodes, and connections between them. */
import type { WorkflowNode } from '@millrace/model'
import type { Draft } from '../draft.ts'
import { nodesMeant } from '../language/find-node.ts'
import { written } from '../language/wording.ts'
import { isNearly, partsOf, wordsOf } from '../language/words.ts'
import { cannot, did, endOrWhy, type Intent } from '../outcome.ts'
import { removeFromList, unset } from './set-specially.ts'

const REMOVE =
  /^(?:remove|delete|erase|drop|discard|kill|get rid of|take (?:out|away)|throw (?:out|away)|eliminate|rm|del|cut(?: out)?|deleet|delte|remvoe)\s+(.+)$/i
const CONNECTION = /\b(?:plug|cable|cord|connections?|edges?|links?|wires?|lines?|arrows?)\b/i

/** `remove the connection between A and B`, `disconnect A from B`, `unplug A`. */
export const disconnect: Intent = (request, draft) => {
  const removed = REMOVE.exec(request)?.[1]
  const severed =
    /^(?:pull|break|sever|cut|open)\s+(?:the\s+)?(?:plug|wire|cable|cord|line|link|connection|edge)s?\s+(?=between|from)(.+)$/i.exec(
      request,
    )?.[1]
  if (severed !== undefined) return cutBetween(severed, draft)
  if (removed !== undefined && CONNECTION.test(removed))
    return cutBetween(removed.replace(/^.*?\b(?:connections?|edges?|links?|wires?|lines?|arrows?)\b\s*/i, ''), draft)
  const asked = /^(?:disconnect|unlink|unplug|detach|unhook|unwire|separate)\s+(.+)$/i.exec(request)?.[1]
  return asked === undefined ? false : cutBetween(asked, draft)
}

function cutBetween(text: string, draft: Draft): true {
  if (/^(?:everything|all(?: (?:of them|nodes|the nodes))?)$/i.test(text.trim())) {
    const { edges } = draft.graph
    if (edges.length === 0) return cannot(draft, 'There are no connections.')
    for (const edge of edges) draft.disconnect(edge)
    return did(draft, `I take all ${edges.length} connections away.`)
  }
  const said = text.replace(/^(?:between|from|of)\s+/i, '')
  const [, first, second] = /^(.+?)\s+(?:from|to|and|with|->)\s+(.+)$/i.exec(said) ?? []
  if (first === undefined || second === undefined) {
    const two = pairIn(said, draft)
    if (two !== undefined) return cutBetween(`${two[0]} and ${two[1]}`, draft)
    const end = endOrWhy(said, draft)?.nodes[0]
    if (end === undefined) return true
    const count = draft.graph.edges.filter((edge) => edge.source === end.id || edge.target === end.id).length
    if (count === 0) return cannot(draft, `${draft.name(end.id)} is not connected to anything.`)
    draft.try({ verb: 'disconnect', node: end.id })
    return did(draft, `I take all ${count} connections of ${draft.name(end.id)} away.`)
  }
  const [a, b] = [endOrWhy(first, draft)?.nodes[0], endOrWhy(second, draft)?.nodes[0]]
  if (a === undefined || b === undefined) return true
  const edges = draft.graph.edges.filter(
    (edge) => [edge.source, edge.target].includes(a.id) && [edge.source, edge.target].includes(b.id),
  )
  if (edges.length === 0) return cannot(draft, `${draft.name(a.id)} and ${draft.name(b.id)} are not connected.`)
  for (const edge of edges) draft.disconnect(edge)
  return did(draft, `I take the connection between ${draft.name(a.id)} and ${draft.name(b.id)} away.`)
}

/** `input model`: two nodes side by side. */
function pairIn(text: string, draft: Draft): readonly [string, string] | undefined {
  const words = text.split(/\s+/)
  for (let at = 1; at < words.length; at++) {
    const [a, b] = [words.slice(0, at), words.slice(at)].map((part) => nodesMeant(part.join(' '), draft).nodes)
    const [first, second] = [a?.[0], b?.[0]]
    if (a?.length === 1 && b?.length === 1 && first && second && first.id !== second.id) return [first.id, second.id]
  }
  return undefined
}

/** `delete the logger`, `remove both chat models`, `get rid of X and Y`. */
export const remove: Intent = (request, draft) => {
  const what = REMOVE.exec(request)?.[1] ?? typo(request)
  // "drop a logger in after the model" adds one.
  if (
    /\b(?:rows|items|entries|records|lines|elements|those|ones|duplicates)\b/i.test(request) &&
    /\b(?:where|whose|with|that|which|duplicates)\b/i.test(request)
  )
    return false
  if (/^cut\b.*\b(?:in|into|to|at|by)\b/i.test(request)) return false
  if (what === undefined || /^an?\s/i.test(what) || /\b(?:in )?(?:after|before|between|behind)\b/i.test(what))
    return false
  if (unset(request, draft) || removeFromList(request, draft)) return true
  const spared = /\b(?:but|except(?: for)?|besides|apart from|other than|save for)\s+(.+)$/i.exec(what)
  if (spared !== null) return removeOthers(spared[1] ?? '', draft)
  const nodes: WorkflowNode[] = []
  // Every part that is a node by itself goes; a label may hold an "and" as well.
  const several = partsOf(what)
  const isList = several.length > 1 && several.every((part) => nodesMeant(part, draft).nodes.length > 0)
  const parts = isList || nodesMeant(what, draft).nodes.length === 0 ? several : [what]
  for (const part of parts) {
    const meant = nodesMeant(part, draft)
    const isTail = / (?:from|in|of|to) /i.test(part) && meant.port === undefined && !/['⟦]/.test(part)
    if (meant.isByValue === true || isTail) {
      cannot(draft, `"${written(part, draft.held)}" is a value, not a node. Which node should go?`)
      continue
    }
    if (meant.nodes.length > 1 && meant.isPlural === true) nodes.push(...meant.nodes)
    else if (meant.nodes.length > 1 && isManyOf(part)) nodes.push(...meant.nodes)
    else nodes.push(...(endOrWhy(part, draft)?.nodes ?? []))
  }
  if (nodes.length === 0) return true
  const names = nodes.map((node) => draft.name(node.id))
  for (const node of nodes) draft.try({ verb: 'delete', node: node.id })
  return did(draft, `I remove ${names.join(', ')} with ${nodes.length === 1 ? 'its' : 'their'} connections.`)
}

/** `delete everything except the webhook`. */
function removeOthers(text: string, draft: Draft): true {
  const kept = new Set<string>()
  const parts = nodesMeant(text, draft).nodes.length === 1 ? [text] : partsOf(text)
  for (const part of parts) {
    const node = endOrWhy(part, draft)?.nodes[0]
    if (node === undefined) return true
    kept.add(node.id)
  }
  const gone = draft.graph.nodes.filter((node) => !kept.has(node.id))
  for (const node of gone) draft.try({ verb: 'delete', node: node.id })
  return did(draft, `I remove all ${gone.length} nodes but ${[...kept].map((id) => draft.name(id)).join(', ')}.`)
}

/** "the chat models": a plural without a number means all of them. */
function isManyOf(text: string): boolean {
  return /\w{3,}s$/i.test(text.trim()) && !/ss$/i.test(text.trim())
}

/** A slip in the verb itself. */
function typo(request: string): string | undefined {
  const [first = ''] = wordsOf(request)
  return ['remove', 'delete'].some((verb) => isNearly(first, verb))
    ? written(request.replace(/^\S+\s*/, ''), []) || undefined
    : undefined
}
