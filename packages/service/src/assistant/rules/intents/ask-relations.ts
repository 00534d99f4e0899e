/** Questions about how nodes hang together: what comes before, after and between, where a value comes from, when it runs. */
import { configOf, type WorkflowNode } from '@millrace/model'
import type { Draft } from '../draft.ts'
import { sourcePortOf, targetPortOf, typeOf } from '../graph/ports.ts'
import { nodesMeant } from '../language/find-node.ts'

const BETWEEN = /\bbetween\s+(.+?)\s+and\s+(.+?)\??$/i
const AFTER =
  /\b(?:after|behind|follows?|downstream of|fed by|depends? on|uses? the (?:output|result|value) of)\s+(.+?)\??$|^where (?:does|do)\s+(?:the (?:output|result|value|data) of\s+)?(.+?)(?:'s (?:output|result|value|data))?\s+(?:go|lead|end up)\b.*$|^(?:what|who|which nodes?) (?:does|do)\s+(.+?)\s+(?:feed|lead to|trigger|go to|connect to)\??$/i
const BEFORE =
  /\b(?:before|in front of|upstream of|feeds?(?: into)?|leads? to|triggers?|goes? into|flows? into|connected to|comes? into)\s+(.+?)\??$|^where (?:does|do)\s+(.+?)\s+(?:get|take|come|receive|have)\b.*$|^(?:what|who) (?:does|do)\s+(.+?)\s+(?:depend on|wait for|need|take)\??$/i
const WHEN = /^(?:when|how often|at what time|what time)\b.*\b(?:run|start|happen|fire|trigger|execute|scheduled?)/i

/** The answer to such a question; undefined where it is none. */
export function relation(request: string, draft: Draft): string | undefined {
  if (WHEN.test(request)) return whenItRuns(draft)
  if (!/^(?:what|which|who|where|is there|are there|tell me what|show me what)\b/i.test(request)) return undefined
  if (/\bnodes?\b.*\b(?:not connected|unconnected|disconnected|loose|without (?:a )?connections?)\b/i.test(request))
    return loose(draft)
  const between = BETWEEN.exec(request)
  if (between !== null) return betweenNodes([between[1] ?? '', between[2] ?? ''], draft)
  for (const [pattern, side] of [
    [AFTER, 'after'],
    [BEFORE, 'before'],
  ] as const) {
    const found = pattern.exec(request)
    const who = found?.slice(1).find((one) => one !== undefined)
    const nodes = who === undefined ? [] : nodesMeant(who, draft).nodes
    const [node] = nodes
    if (node !== undefined && nodes.length === 1) return neighbours(node, side, draft)
  }
  return undefined
}

function neighbours(node: WorkflowNode, side: 'before' | 'after', draft: Draft): string {
  draft.touch(node.id)
  const edges = side === 'after' ? draft.leaving(node.id) : draft.arriving(node.id)
  const name = draft.name(node.id)
  if (edges.length === 0) return side === 'after' ? `Nothing comes after ${name}.` : `Nothing comes before ${name}.`
  const lines = edges
    .slice(0, 30)
    .map((edge) =>
      side === 'after'
        ? `- ${draft.name(edge.target)}: \`${sourcePortOf(edge)}\` goes to its \`${targetPortOf(edge)}\``
        : `- ${draft.name(edge.source)}: its \`${sourcePortOf(edge)}\` comes in as \`${targetPortOf(edge)}\``,
    )
  return `${side === 'after' ? 'After' : 'Before'} ${name}:\n\n${lines.join('\n')}`
}

/** The nodes on all ways from one node to another. */
function betweenNodes([first = '', second = '']: readonly string[], draft: Draft): string | undefined {
  const [from, to] = [nodesMeant(first, draft).nodes, nodesMeant(second, draft).nodes]
  const [start, end] = [from[0], to[0]]
  if (start === undefined || end === undefined || from.length > 1 || to.length > 1) return undefined
  const inside = commonOf(reached(start.id, draft, 'after'), reached(end.id, draft, 'before'))
  const others = commonOf(reached(end.id, draft, 'after'), reached(start.id, draft, 'before'))
  const ids = [...inside, ...others].filter((id) => id !== start.id && id !== end.id)
  const names = `${draft.name(start.id)} and ${draft.name(end.id)}`
  if (ids.length === 0) return `There is nothing between ${names}.`
  return `Between ${names}: ${ids
    .slice(0, 30)
    .map((id) => draft.name(id))
    .join(', ')}.`
}

function commonOf(one: ReadonlySet<string>, other: ReadonlySet<string>): string[] {
  return [...one].filter((id) => other.has(id))
}

function reached(id: string, draft: Draft, side: 'before' | 'after'): ReadonlySet<string> {
  const next = new Map<string, string[]>()
  for (const { source, target } of draft.graph.edges) {
    const [from, to] = side === 'after' ? [source, target] : [target, source]
    next.set(from, [...(next.get(from) ?? []), to])
  }
  const seen = new Set([id])
  for (const one of seen) for (const other of next.get(one) ?? []) seen.add(other)
  return seen
}

function loose(draft: Draft): string {
  const joined = new Set(draft.graph.edges.flatMap(({ source, target }) => [source, target]))
  const alone = draft.graph.nodes.filter(({ id }) => !joined.has(id))
  if (alone.length === 0) return 'Every node is connected with some other.'
  return `Not connected: ${alone
    .slice(0, 30)
    .map(({ id }) => draft.name(id))
    .join(', ')}.`
}

function whenItRuns(draft: Draft): string {
  const starts = draft.graph.nodes.filter((node) => typeOf(node, draft.catalogue)?.category === 'triggers')
  const lines = starts.map((node) => {
    const { cron, path, timezone } = configOf(node)
    if (typeof cron === 'string')
      return `- ${draft.name(node.id)}: \`${cron}\`${typeof timezone === 'string' ? ` (${timezone})` : ''}`
    return typeof path === 'string'
      ? `- ${draft.name(node.id)}: when \`/hooks/${path}\` is called`
      : `- ${draft.name(node.id)}`
  })
  return lines.length === 0
    ? 'It has no trigger: it runs when somebody starts it.'
    : `It runs by:\n\n${lines.join('\n')}`
}
