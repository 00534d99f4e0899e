/** Finds where the paths of a level fork and where they join again. */
import type { CanvasEdge, CanvasNode } from './canvas.ts'
import type { Level } from './canvas-level.ts'
import type { Roles } from './control-flow.ts'

export interface Fork {
  /** Undefined: the beginning of the level. */
  readonly from: CanvasNode | undefined
  /** The branch of its node behind which the fork is. */
  readonly way?: string
  readonly to: CanvasNode
  /** The connected components between fork and join; at least two. */
  readonly branches: readonly (readonly CanvasNode[])[]
}

/** The branch of its source that an edge belongs to, if the source has a choice. */
export function wayOf({ source, kind, sourcePort, behind }: CanvasEdge, roles: Roles): string | undefined {
  if (roles.branchesOf(source) === undefined) return undefined
  return behind ?? (kind === 'trigger' ? sourcePort : undefined)
}

/** The last untried fork of a level, so that inner forks come before outer ones. */
export function lastFork({ nodes, edges }: Level, roles: Roles, tried: Set<string>): Fork | undefined {
  const graph = newGraph(nodes, edges, roles)
  const order = orderOf(graph)
  if (order === undefined) return undefined
  const meeting = meetingPoints(graph, order)
  for (const at of order.toReversed()) {
    const { node, way } = graph.ways.get(at) ?? { node: nodes[at - 1], way: undefined }
    const to = nodes[(meeting[at] ?? graph.exit) - 1]
    const key = JSON.stringify([node?.id, way])
    if (at === graph.exit || tried.has(key)) continue
    tried.add(key)
    if ((graph.next[at]?.length ?? 0) < 2 || to === undefined) continue
    const parts = branchesBetween(graph, at, meeting[at] ?? graph.exit)
    const branches = parts.map((part) => part.flatMap((one) => nodes[one - 1] ?? [])).filter((part) => part.length > 0)
    if (branches.length > 1) return { from: node, to, branches, ...(way === undefined ? {} : { way }) }
  }
  return undefined
}

/** Nodes by number: 0 is the entry, then the nodes, then the exit, then the branches of choices. */
interface Graph {
  readonly next: readonly number[][]
  readonly before: readonly number[][]
  readonly exit: number
  readonly ways: ReadonlyMap<number, { readonly node: CanvasNode; readonly way: string }>
}

function newGraph(nodes: readonly CanvasNode[], edges: Level['edges'], roles: Roles): Graph {
  const number = new Map(nodes.map((node, at) => [node, at + 1]))
  const exit = nodes.length + 1
  const next = Array.from({ length: exit + 1 }, () => new Set<number>())
  const before = Array.from({ length: exit + 1 }, () => new Set<number>())
  const join = (from: number, to: number) => {
    next[from]?.add(to)
    before[to]?.add(from)
  }
  const ways = new Map<number, { node: CanvasNode; way: string }>()
  const known = new Map<string, number>()
  const behind = (from: number, node: CanvasNode, way: string): number => {
    const key = JSON.stringify([from, way])
    const found = known.get(key)
    if (found !== undefined) return found
    const made = next.push(new Set()) - 1
    before.push(new Set())
    known.set(key, made)
    ways.set(made, { node, way })
    join(from, made)
    return made
  }
  for (const edge of edges) {
    const [from, to] = [number.get(edge.source), number.get(edge.target)]
    if (from === undefined || to === undefined || from === to) continue
    const way = wayOf(edge, roles)
    join(way === undefined ? from : behind(from, edge.source, way), to)
  }
  for (let at = 1; at < exit; at++) {
    if (before[at]?.size === 0) join(0, at)
    if (next[at]?.size === 0) join(at, exit)
  }
  const lists = (sets: readonly Set<number>[]) => sets.map((set) => [...set])
  return { next: lists(next), before: lists(before), exit, ways }
}

function orderOf({ next, before }: Graph): number[] | undefined {
  const waiting = before.map((list) => list.length)
  const order: number[] = []
  const ready = [0]
  for (let at = ready.pop(); at !== undefined; at = ready.pop()) {
    order.push(at)
    for (const to of next[at] ?? []) {
      waiting[to] = (waiting[to] ?? 0) - 1
      if (waiting[to] === 0) ready.push(to)
    }
  }
  return order.length === next.length ? order : undefined
}

/** For every node the first node on all paths from it: post-dominators. */
function meetingPoints({ next, exit }: Graph, order: readonly number[]): number[] {
  const rank = new Map(order.map((at, place) => [at, place]))
  const meeting: number[] = []
  meeting[exit] = exit
  const common = (a: number, b: number): number => {
    let [one, other] = [a, b]
    while (one !== other) {
      if ((rank.get(one) ?? 0) < (rank.get(other) ?? 0)) one = meeting[one] ?? exit
      else other = meeting[other] ?? exit
    }
    return one
  }
  for (const at of order.toReversed()) {
    if (at !== exit) meeting[at] = (next[at] ?? []).reduce((a, b) => common(a, b))
  }
  return meeting
}

/** The nodes between two nodes, as connected components. */
function branchesBetween({ next, before }: Graph, from: number, to: number): number[][] {
  const within = new Set<number>()
  const work = [...(next[from] ?? [])]
  for (let at = work.pop(); at !== undefined; at = work.pop()) {
    if (at === to || within.has(at)) continue
    within.add(at)
    for (const one of next[at] ?? []) work.push(one)
  }
  const parts: number[][] = []
  const seen = new Set<number>()
  for (const first of [...within].sort((a, b) => a - b)) {
    if (seen.has(first)) continue
    const part: number[] = []
    const open = [first]
    seen.add(first)
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      part.push(at)
      for (const other of [...(next[at] ?? []), ...(before[at] ?? [])]) {
        if (!within.has(other) || seen.has(other)) continue
        seen.add(other)
        open.push(other)
      }
    }
    parts.push(part.sort((a, b) => a - b))
  }
  return parts
}
