/**
 * The change that turns one graph exactly into another, including the order of the lists. Commands do not touch unchanged
 * parts, so an object that is in both graphs was kept; the change lists the others with their positions.
 */
import { sameJson } from '../json.ts'
import type { Graph, WorkflowEdge, WorkflowNode } from '../workflow/workflow.ts'
import { refuse } from './edit-problem.ts'

export interface ListChange<T> {
  /** Items to remove: by index, with the id expected there. */
  readonly take: readonly { readonly at: number; readonly id: string }[]
  /** Items to insert: by their index afterwards, ascending. */
  readonly put: readonly { readonly at: number; readonly item: T }[]
}

export interface GraphChange {
  readonly nodes: ListChange<WorkflowNode>
  readonly edges: ListChange<WorkflowEdge>
  /** Other keys of the document: those to set, and those to delete. */
  readonly set: Readonly<Record<string, unknown>>
  readonly drop: readonly string[]
}

type Keyed = Readonly<Record<string, unknown>>

const LISTS = new Set(['nodes', 'edges'])

/** The change that turns `from` into `to`. */
export function changeBetween(from: Graph, to: Graph): GraphChange {
  const [before, after] = [keysOf(from), keysOf(to)]
  return {
    nodes: listChange(from.nodes, to.nodes),
    edges: listChange(from.edges, to.edges),
    set: Object.fromEntries(
      Object.entries(after).filter(([key, value]) => !Object.hasOwn(before, key) || before[key] !== value),
    ),
    drop: Object.keys(before).filter((key) => !Object.hasOwn(after, key)),
  }
}

/** Applies a change. Rejects a change that was made for another graph. */
export function changedGraph(graph: Graph, change: GraphChange): Graph {
  const rest = Object.entries(keysOf(graph)).filter(([key]) => !change.drop.includes(key))
  return {
    ...Object.fromEntries(rest),
    ...change.set,
    nodes: changedList(graph.nodes, change.nodes),
    edges: changedList(graph.edges, change.edges),
  }
}

export function isNoChange({ nodes, edges, set, drop }: GraphChange): boolean {
  const size = nodes.take.length + nodes.put.length + edges.take.length + edges.put.length
  return size + drop.length + Object.keys(set).length === 0
}

/** True if a change replaces parts of the graph only by parts with the same content. */
export function restoresSame({ nodes, edges, set, drop }: GraphChange, graph: Graph): boolean {
  const keys: Keyed = { ...graph }
  const isSameSet = Object.entries(set).every(([key, value]) => sameJson(keys[key], value))
  return drop.length === 0 && isSameSet && putsSame(nodes, graph.nodes) && putsSame(edges, graph.edges)
}

function putsSame<T>({ take, put }: ListChange<T>, list: readonly T[]): boolean {
  if (take.length !== put.length) return false
  const taken = new Set(take.map(({ at }) => at))
  return put.every(({ at, item }) => taken.has(at) && sameJson(list[at], item))
}

function keysOf(graph: Graph): Keyed {
  return Object.fromEntries(Object.entries(graph).filter(([key]) => !LISTS.has(key)))
}

function listChange<T extends { readonly id: string }>(from: readonly T[], to: readonly T[]): ListChange<T> {
  if (from === to) return { take: [], put: [] }
  const [left, right] = [new Set(from), new Set(to)]
  const kept = from.filter((item) => right.has(item))
  const alsoKept = to.filter((item) => left.has(item))
  const isInOrder = kept.length === alsoKept.length && kept.every((item, at) => item === alsoKept[at])
  // Items in a different order are removed and inserted as a whole.
  const stays = (item: T) => isInOrder && left.has(item) && right.has(item)
  return {
    take: from.flatMap((item, at) => (stays(item) ? [] : [{ at, id: item.id }])),
    put: to.flatMap((item, at) => (stays(item) ? [] : [{ at, item }])),
  }
}

function changedList<T extends { readonly id: string }>(
  list: readonly T[],
  { take, put }: ListChange<T>,
): readonly T[] {
  if (take.length === 0 && put.length === 0) return list
  const leaving = new Set<number>()
  for (const { at, id } of take) {
    if (list[at]?.id !== id) refuse('UNDO_UNAVAILABLE', 'The workflow was changed elsewhere since')
    leaving.add(at)
  }
  const staying = list.filter((_, at) => !leaving.has(at))
  const result: T[] = []
  let next = 0
  for (const { at, item } of put) {
    if (at - result.length > staying.length - next)
      refuse('UNDO_UNAVAILABLE', 'The workflow was changed elsewhere since')
    while (result.length < at) result.push(staying[next++] as T)
    result.push(item)
  }
  return result.concat(staying.slice(next))
}
