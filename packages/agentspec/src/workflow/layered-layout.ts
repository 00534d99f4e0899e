/** Places for nodes that come without one: layers from the start, the same for the same flow, as other clients lay them. */
import type { Point } from '@millrace/model'
import type { Flow } from '../components.ts'
import { dataEdgesOf } from '../data-flow.ts'

const LEFT = 100
const LAYER_STEP = 300
const MIDDLE = 100
const ROW_STEP = 150

/** A place for every node id. */
export function layeredLayout(flow: Flow): Map<string, Point> {
  const layers = layersOf(flow)
  let last = 0
  for (const layer of layers.values()) last = Math.max(last, layer + 1)
  const rows = Map.groupBy(flow.nodes, (node) => layers.get(node.id) ?? last)
  return new Map(
    [...rows].flatMap(([layer, nodes]) =>
      nodes.map((node, row) => {
        const y = MIDDLE + (row - (nodes.length - 1) / 2) * ROW_STEP
        return [node.id, { x: LEFT + LAYER_STEP * layer, y }] as const
      }),
    ),
  )
}

/** The longest way from the start to every node that can be reached; edges that close a cycle do not count. */
function layersOf(flow: Flow): Map<string, number> {
  const known = new Set(flow.nodes.map((node) => node.id))
  const next = new Map<string, Set<string>>()
  const add = (from: string, to: string) => {
    if (from === to || !known.has(from) || !known.has(to)) return
    const list = next.get(from) ?? new Set<string>()
    next.set(from, list.add(to))
  }
  for (const edge of flow.controlFlow) add(edge.fromNode, edge.toNode)
  for (const edge of flow.dataFlow ? dataEdgesOf(flow) : []) add(edge.sourceNode, edge.destinationNode)
  const { order, back } = walked(flow.startNode, next)
  const layer = new Map<string, number>(order.map((id) => [id, 0]))
  for (const id of order) {
    for (const to of next.get(id) ?? []) {
      if (!back.has(`${id}\n${to}`)) layer.set(to, Math.max(layer.get(to) ?? 0, (layer.get(id) ?? 0) + 1))
    }
  }
  return layer
}

/** A walk in depth: nodes in an order in which every edge but those of cycles leads forward. */
function walked(start: string, next: ReadonlyMap<string, ReadonlySet<string>>) {
  const state = new Map<string, 'open' | 'done'>()
  const back = new Set<string>()
  const order: string[] = []
  const stack: { id: string; rest: string[] }[] = [{ id: start, rest: [...(next.get(start) ?? [])] }]
  state.set(start, 'open')
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const to = top.rest.shift()
    if (to === undefined) {
      state.set(top.id, 'done')
      order.push(top.id)
      stack.pop()
    } else if (state.get(to) === 'open') back.add(`${top.id}\n${to}`)
    else if (state.get(to) === undefined) {
      state.set(to, 'open')
      stack.push({ id: to, rest: [...(next.get(to) ?? [])] })
    }
  }
  return { order: order.reverse(), back }
}
