/**
 * Positions for all nodes. Connected nodes are laid out in layers, one group below the other; unconnected nodes are placed
 * in rows below them. Nodes never overlap, and the layout is deterministic.
 */
import type { Catalogue } from '../catalogue.ts'
import type { Point } from '../geometry.ts'
import { LOOP_BACK } from '../validate/resolved-graph.ts'
import type { Graph } from '../workflow/workflow.ts'
import { portIdsOf } from './find.ts'
import { layoutByGroup } from './group-layout.ts'
import { type Layers, layersOf } from './layers.ts'
import { sizeOf } from './node-size.ts'

export type LayoutDirection = 'horizontal' | 'vertical'

/** Space between layers, between neighbours in a layer, and between groups. */
const LAYER_GAP = 100
const NODE_GAP = 50
const GROUP_GAP = 120
const LOOSE_IN_A_ROW = 5
const PASSES = 3

/** A box relative to the flow: `along` is its length in the direction of the flow, `across` its width. */
interface Box {
  readonly along: number
  readonly across: number
}

interface Spot {
  along: number
  across: number
}

/** The graph with a new position for every node; groups keep their nodes. */
export function laidOut(graph: Graph, direction: LayoutDirection, catalogue: Catalogue): Graph {
  return layoutByGroup(graph, catalogue, (flat) => flatLayout(flat, direction, catalogue))
}

function flatLayout(graph: Graph, direction: LayoutDirection, catalogue: Catalogue): Graph {
  const places = placesFor(graph, direction, catalogue)
  return {
    ...graph,
    nodes: graph.nodes.map((node, at) => ({
      ...node,
      position: { ...node.position, ...(places[at] ?? { x: 0, y: 0 }) },
    })),
  }
}

function placesFor(graph: Graph, direction: LayoutDirection, catalogue: Catalogue): Point[] {
  const boxes = graph.nodes.map((node): Box => {
    const { width, height } = sizeOf(node, catalogue)
    return direction === 'horizontal' ? { along: width, across: height } : { along: height, across: width }
  })
  const spots: Spot[] = boxes.map(() => ({ along: 0, across: 0 }))
  const { groups, loose } = groupsOf(graph)
  let across = 0
  for (const group of groups) across = placeGroup(group, { boxes, spots, across }) + GROUP_GAP
  placeLoose(loose, { boxes, spots, across })
  return spots.map((spot) => {
    const [along, beside] = [Math.round(spot.along), Math.round(spot.across)]
    return direction === 'horizontal' ? { x: along, y: beside } : { x: beside, y: along }
  })
}

interface Group {
  readonly members: readonly number[]
  /** Indexes into `members`. Loop-back edges are omitted: they are drawn against the flow. */
  readonly edges: readonly (readonly [number, number])[]
}

interface Canvas {
  readonly boxes: readonly Box[]
  readonly spots: readonly Spot[]
  /** The start of this group, across the flow. */
  readonly across: number
}

/** Splits the graph into connected groups, in the order of the document. */
function groupsOf({ nodes, edges }: Graph): { groups: Group[]; loose: number[] } {
  const byId = new Map(nodes.map((node, at) => [node.id, at]))
  const pairs = edges.flatMap((edge) => {
    const [from, to] = [byId.get(edge.source), byId.get(edge.target)]
    if (from === undefined || to === undefined || from === to) return []
    return [{ from, to, isBack: portIdsOf(edge).target === LOOP_BACK }]
  })
  const leader = Int32Array.from(nodes, (_, at) => at)
  const leaderOf = (node: number): number => {
    let at = node
    while (leader[at] !== at) at = leader[at] = leader[leader[at] ?? at] ?? at
    return at
  }
  for (const { from, to } of pairs) {
    const [a, b] = [leaderOf(from), leaderOf(to)]
    leader[Math.max(a, b)] = Math.min(a, b)
  }
  const all = [...Map.groupBy(leader.keys(), leaderOf).values()]
  const placeIn = new Map(all.flatMap((members) => members.map((node, at) => [node, at] as const)))
  const edgesIn = Map.groupBy(
    pairs.filter((pair) => !pair.isBack),
    (pair) => leaderOf(pair.from),
  )
  const groups = all
    .filter((members) => members.length > 1)
    .map((members) => ({
      members,
      edges: (edgesIn.get(leaderOf(members[0] ?? 0)) ?? []).map(
        ({ from, to }) => [placeIn.get(from) ?? 0, placeIn.get(to) ?? 0] as const,
      ),
    }))
  return { groups, loose: all.filter((members) => members.length === 1).flat() }
}

/** Places one group and returns its end, across the flow. */
function placeGroup({ members, edges }: Group, { boxes, spots, across }: Canvas): number {
  const found = layersOf(members.length, edges)
  const sizes = members.map((member) => boxes[member] ?? { along: 0, across: 0 })
  const middles = middlesOf(found, sizes)
  const top = middles.reduce(
    (least, middle, at) => Math.min(least, middle - (sizes[at]?.across ?? 0) / 2),
    Number.POSITIVE_INFINITY,
  )
  let along = 0
  let end = across
  for (const layer of found.layers) {
    const longest = layer.reduce((most, at) => Math.max(most, sizes[at]?.along ?? 0), 0)
    for (const at of layer) {
      const spot = spots[members[at] ?? 0]
      const size = sizes[at]
      if (spot === undefined || size === undefined) continue
      spot.along = along
      spot.across = across + (middles[at] ?? 0) - size.across / 2 - top
      end = Math.max(end, spot.across + size.across)
    }
    along += longest + LAYER_GAP
  }
  return end
}

/** The centre of each node across the flow: near the centre of its neighbours, in the order of its layer. */
function middlesOf({ layers, next, previous }: Layers, sizes: readonly Box[]): Float64Array {
  const middles = new Float64Array(sizes.length)
  for (let pass = 0; pass < PASSES; pass++) {
    const isForward = pass % 2 === 0
    for (const layer of isForward ? layers : layers.toReversed()) {
      alignLayer(layer, { middles, sizes, neighbours: isForward ? previous : next })
    }
  }
  return middles
}

interface Alignment {
  readonly middles: Float64Array
  readonly sizes: readonly Box[]
  readonly neighbours: readonly (readonly number[])[]
}

function alignLayer(layer: readonly number[], { middles, sizes, neighbours }: Alignment): void {
  let end = Number.NEGATIVE_INFINITY
  let offset = 0
  const wishes = layer.map((at) => {
    const near = neighbours[at] ?? []
    if (near.length === 0) return middles[at] ?? 0
    return near.reduce((sum, one) => sum + (middles[one] ?? 0), 0) / near.length
  })
  for (const [place, at] of layer.entries()) {
    const half = (sizes[at]?.across ?? 0) / 2
    const wish = wishes[place] ?? 0
    const middle = Math.max(wish, end + half)
    middles[at] = middle
    end = middle + half + NODE_GAP
    offset += wish - middle
  }
  // Nodes are only pushed in one direction, so move the whole layer back by the average push.
  const back = offset / Math.max(1, layer.length)
  for (const at of layer) middles[at] = (middles[at] ?? 0) + back
}

function placeLoose(loose: readonly number[], { boxes, spots, across }: Canvas): void {
  let top = across
  for (let first = 0; first < loose.length; first += LOOSE_IN_A_ROW) {
    let along = 0
    let tallest = 0
    for (const node of loose.slice(first, first + LOOSE_IN_A_ROW)) {
      const [box, spot] = [boxes[node], spots[node]]
      if (box === undefined || spot === undefined) continue
      spot.along = along
      spot.across = top
      along += box.along + NODE_GAP
      tallest = Math.max(tallest, box.across)
    }
    top += tallest + NODE_GAP
  }
}
