/** What a written request is, and the checks on what came of it. A check says what is wrong, or nothing. */
import { configOf, type Graph, nodeTypeIdOf, parseHandle, sameJson, titleOf, type WorkflowNode } from '@millrace/model'
import type { GraphName } from './graphs.ts'

/** What an assistant made of a request: its text, and the graph after its commands. */
export interface Outcome {
  readonly before: Graph
  readonly after: Graph
  /** The text outside of the commands. */
  readonly says: string
  /** The commands as they were sent. */
  readonly commands: string
}

export type Check = (outcome: Outcome) => string | undefined

export interface Request {
  readonly say: string
  /** The workflow it is said to; an empty one unless given. */
  readonly on?: GraphName
  /** What was said before in the same conversation; the commands of those replies were applied. */
  readonly before?: readonly string[]
  readonly expect: readonly Check[]
  /** The parts of the request. With clauses the scorer is strict: see `missOf` in score.ts. */
  readonly clauses?: readonly Clause[]
  /** Checks that every edit must pass, also one that leaves a clause out. */
  readonly always?: readonly Check[]
}

/** One part of a request that an assistant may do or leave out. */
export interface Clause {
  readonly expect: readonly Check[]
  /** Words of this clause that the reply must contain if it leaves the clause out. */
  readonly leftOut?: RegExp
}

/** Nodes by id, by type, or by label in quotes. */
function nodesLike({ nodes }: Graph, selector: string): WorkflowNode[] {
  if (selector.startsWith('"')) return nodes.filter((node) => `"${titleOf(node)}"` === selector)
  const byId = nodes.filter((node) => node.id === selector)
  return byId.length > 0 ? byId : nodes.filter((node) => nodeTypeIdOf(node) === selector)
}

/** What settings must be: a value, a pattern, or a list of words that all occur. */
export type Settings = Readonly<Record<string, unknown>>

function fitsSetting(value: unknown, wanted: unknown): boolean {
  if (wanted instanceof RegExp) return wanted.test(typeof value === 'string' ? value : JSON.stringify(value ?? null))
  return sameJson(value, wanted)
}

/** There is a node like this, with these settings. */
export function has(selector: string, settings: Settings = {}): Check {
  return ({ after }) => {
    const found = nodesLike(after, selector)
    if (found.length === 0) return `has no ${selector}`
    const isSet = (node: WorkflowNode) =>
      Object.entries(settings).every(([key, wanted]) => fitsSetting(configOf(node)[key], wanted))
    if (found.some(isSet)) return undefined
    const wanted = Object.entries(settings).map(([key, value]) => `${key} ${String(value)}`)
    return `no ${selector} has ${wanted.join(', ')}: ${JSON.stringify(found.map(configOf))}`
  }
}

/** There are just so many nodes like this. */
export function count(selector: string, number: number): Check {
  return ({ after }) => {
    const found = nodesLike(after, selector).length
    return found === number ? undefined : `has ${found} of ${selector}, not ${number}`
  }
}

/** There are so many nodes in all. */
export function size(number: number): Check {
  return ({ after }) => (after.nodes.length === number ? undefined : `has ${after.nodes.length} nodes, not ${number}`)
}

/** `text_input -> chat_model:message`: a connection leads from one to the other; ports may be left out. */
export function wired(path: string): Check {
  const ends = path.split('->').map((end) => end.trim())
  return ({ after }) => {
    for (let at = 1; at < ends.length; at++) {
      if (!hasEdge(after, ends[at - 1] ?? '', ends[at] ?? '')) return `${ends[at - 1]} does not lead to ${ends[at]}`
    }
    return undefined
  }
}

/** No connection leads from one to the other. */
export function notWired(path: string): Check {
  const [from = '', to = ''] = path.split('->').map((end) => end.trim())
  return ({ after }) => (hasEdge(after, from, to) ? `${from} leads to ${to}` : undefined)
}

function hasEdge(graph: Graph, from: string, to: string): boolean {
  const [source = '', sourcePort] = splitEnd(from)
  const [target = '', targetPort] = splitEnd(to)
  const sources = new Set(nodesLike(graph, source).map((node) => node.id))
  const targets = new Set(nodesLike(graph, target).map((node) => node.id))
  return graph.edges.some(
    (edge) =>
      sources.has(edge.source) &&
      targets.has(edge.target) &&
      (sourcePort === undefined || parseHandle(edge.sourceHandle ?? '', edge.source, 'output') === sourcePort) &&
      (targetPort === undefined || parseHandle(edge.targetHandle ?? '', edge.target, 'input') === targetPort),
  )
}

function splitEnd(end: string): [string, string | undefined] {
  const at = end.lastIndexOf(':')
  return at < 0 ? [end, undefined] : [end.slice(0, at), end.slice(at + 1)]
}

/** From one node a way leads to another, over any nodes between. */
export function leads(path: string): Check {
  const [from = '', to = ''] = path.split('->').map((end) => end.trim())
  return ({ after }) => {
    const reached = new Set(nodesLike(after, from).map((node) => node.id))
    for (const id of reached) for (const edge of after.edges) if (edge.source === id) reached.add(edge.target)
    return nodesLike(after, to).some((node) => reached.has(node.id)) ? undefined : `no way leads from ${from} to ${to}`
  }
}

/** No node is like this. */
export function gone(selector: string): Check {
  return ({ after }) => (nodesLike(after, selector).length > 0 ? `still has ${selector}` : undefined)
}

/** A node has this label. */
export function called(selector: string, label: string): Check {
  return ({ after }) => {
    const labels = nodesLike(after, selector).map(titleOf)
    return labels.includes(label) ? undefined : `${selector} is called ${labels.join(', ') || 'nothing'}, not ${label}`
  }
}

/** One of these is so. */
export function either(...checks: readonly Check[]): Check {
  return (outcome) => {
    const wrong = checks.map((check) => check(outcome))
    return wrong.includes(undefined) ? undefined : wrong.join('; and ')
  }
}

/** The answer says this. */
export function says(pattern: RegExp): Check {
  return ({ says: text }) => (pattern.test(text) ? undefined : `does not say ${pattern}: ${text.slice(0, 300)}`)
}

/** One of the commands is this. */
export function commands(pattern: RegExp): Check {
  return ({ commands: text }) => (pattern.test(text) ? undefined : `does not command ${pattern}: ${text || 'nothing'}`)
}

/** Nothing was changed. */
export const unchanged: Check = ({ before, after, commands: text }) =>
  before === after || sameJson(before, after) ? undefined : `changes the workflow: ${text}`

/** What a request permits to change: added node types, edited and removed nodes, and `a -> b` for connections. */
export interface Changes {
  readonly adds?: readonly string[]
  readonly edits?: readonly string[]
  readonly removes?: readonly string[]
  readonly edges?: readonly string[]
}

/** Nothing else changed. Positions do not count, nor do connections of added and removed nodes. */
export function changesOnly({ adds = [], edits = [], removes = [], edges = [] }: Changes): Check {
  return ({ before, after }) => {
    const named = (selectors: readonly string[]) =>
      new Set(selectors.flatMap((selector) => nodesLike(before, selector).map(({ id }) => id)))
    const [editable, removable] = [named(edits), named(removes)]
    const old = new Map(before.nodes.map((node) => [node.id, node]))
    const left = new Map(after.nodes.map((node) => [node.id, node]))
    const lost = before.nodes.find(({ id }) => !left.has(id) && !removable.has(id))
    if (lost) return `removes ${lost.id}`
    const added = after.nodes.find((node) => !old.has(node.id) && !adds.includes(nodeTypeIdOf(node) ?? ''))
    if (added) return `adds ${added.id}`
    const edited = after.nodes.find((node) => {
      const was = old.get(node.id)
      return was !== undefined && !editable.has(node.id) && !sameJson(was.data, node.data)
    })
    if (edited) return `edits ${edited.id}`
    const free = edges.map((pair) => pair.split('->').map((end) => named([end.trim()])))
    const fixed = (graph: Graph) =>
      graph.edges
        .filter(({ source, target }) => old.has(source) && old.has(target) && left.has(source) && left.has(target))
        .filter(({ source, target }) => !free.some(([from, to]) => from?.has(source) && to?.has(target)))
        .map((edge) => `${edge.source} ${edge.sourceHandle} -> ${edge.target} ${edge.targetHandle}`)
        .sort()
    return sameJson(fixed(before), fixed(after)) ? undefined : `rewires ${fixed(after).join(', ')}`
  }
}
