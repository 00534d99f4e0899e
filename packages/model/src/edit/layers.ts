/**
 * Layers of a graph: longest path from the sources, then the order inside each layer by the mean position of neighbours.
 * Works on numbers only, is linear in nodes and edges except for sorting, and is deterministic.
 */
import { type GraphIndex, graphIndex } from '../graph/graph-index.ts'

type Pair = readonly [from: number, to: number]

export interface Layers {
  /** Nodes by layer, in their order. */
  readonly layers: readonly (readonly number[])[]
  readonly next: GraphIndex['next']
  readonly previous: GraphIndex['next']
}

const SWEEPS = 4

/** The layers of a graph, ignoring edges that close a cycle. */
export function layersOf(size: number, edges: readonly Pair[]): Layers {
  const forward = withoutBackEdges(size, edges)
  const { next, arriving } = graphIndex(size, forward)
  const { next: previous } = graphIndex(
    size,
    forward.map(([from, to]) => [to, from] as const),
  )
  const layers = grouped(layerNumbers({ size, next, arriving }, previous))
  for (let sweep = 0; sweep < SWEEPS; sweep++) order(layers, sweep % 2 === 0 ? previous : next, sweep % 2 === 0)
  return { layers, next, previous }
}

/** Depth-first search with an explicit stack; an edge to a node on the current path closes a cycle. */
function withoutBackEdges(size: number, edges: readonly Pair[]): Pair[] {
  const leaving: { to: number; at: number }[][] = Array.from({ length: size }, () => [])
  for (const [at, [from, to]] of edges.entries()) leaving[from]?.push({ to, at })
  const state = new Uint8Array(size)
  const closes = new Uint8Array(edges.length)
  for (let root = 0; root < size; root++) {
    if (state[root] !== 0) continue
    state[root] = 1
    const walk = [{ node: root, next: 0 }]
    for (let top = walk.at(-1); top !== undefined; top = walk.at(-1)) {
      const edge = leaving[top.node]?.[top.next++]
      if (edge === undefined) {
        state[top.node] = 2
        walk.pop()
      } else if (state[edge.to] === 1) {
        closes[edge.at] = 1
      } else if (state[edge.to] === 0) {
        state[edge.to] = 1
        walk.push({ node: edge.to, next: 0 })
      }
    }
  }
  return edges.filter((_, at) => closes[at] === 0)
}

function layerNumbers({ size, next, arriving }: GraphIndex, previous: GraphIndex['next']): Int32Array {
  const layer = new Int32Array(size)
  const waiting = Uint32Array.from(arriving)
  const ready: number[] = []
  for (let node = 0; node < size; node++) if (waiting[node] === 0) ready.push(node)
  for (let at = 0; at < ready.length; at++) {
    const node = ready[at] ?? 0
    for (const to of next[node] ?? []) {
      layer[to] = Math.max(layer[to] ?? 0, (layer[node] ?? 0) + 1)
      waiting[to] = (waiting[to] ?? 0) - 1
      if (waiting[to] === 0) ready.push(to)
    }
  }
  // Place a source directly before the first node it feeds, not at the far left.
  for (let node = 0; node < size; node++) {
    if (previous[node]?.length !== 0 || next[node]?.length === 0) continue
    layer[node] = (next[node] ?? []).reduce((least, to) => Math.min(least, layer[to] ?? 0), size) - 1
  }
  return layer
}

function grouped(numbers: Int32Array): number[][] {
  const first = numbers.reduce((least, number) => Math.min(least, number), numbers.length)
  const layers: number[][] = []
  for (const [node, number] of numbers.entries()) {
    layers[number - first] ??= []
    layers[number - first]?.push(node)
  }
  return Array.from(layers, (layer) => layer ?? [])
}

/** Sorts every layer by the mean position of each node's neighbours; a node without neighbours keeps its position. */
function order(layers: number[][], neighbours: GraphIndex['next'], isDownward: boolean): void {
  const place = new Map<number, number>()
  const rank = (layer: readonly number[]) => {
    for (const [at, node] of layer.entries()) place.set(node, (at + 0.5) / layer.length)
  }
  for (const layer of layers) rank(layer)
  for (const layer of isDownward ? layers : layers.toReversed()) {
    const wish = new Map(layer.map((node) => [node, meanOf(neighbours[node] ?? [], place) ?? place.get(node) ?? 0]))
    layer.sort((a, b) => (wish.get(a) ?? 0) - (wish.get(b) ?? 0) || a - b)
    rank(layer)
  }
}

function meanOf(nodes: readonly number[], values: ReadonlyMap<number, number>): number | undefined {
  if (nodes.length === 0) return undefined
  return nodes.reduce((sum, node) => sum + (values.get(node) ?? 0), 0) / nodes.length
}
