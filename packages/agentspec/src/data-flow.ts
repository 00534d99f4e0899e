/** The data edges of a flow: the listed ones, or, if there is no list, one per pair of equal titles. */
import type { DataEdge, Flow } from './components.ts'
import { inputsOf, outputsOf, type Registry } from './ports.ts'

/**
 * The edges implied by `data_flow_connections: null`: every output feeds every input of the same title, including its
 * own node's.
 */
export function derivedDataEdges(flow: Pick<Flow, 'nodes'>, registry?: Registry): DataEdge[] {
  const takers = new Map<string, string[]>()
  for (const node of flow.nodes) {
    if (node.kind === 'start') continue
    for (const { title } of inputsOf(node, registry)) {
      const list = takers.get(title)
      if (list) list.push(node.id)
      else takers.set(title, [node.id])
    }
  }
  return flow.nodes.flatMap((node) => {
    if (node.kind === 'end') return []
    return outputsOf(node, registry).flatMap(({ title }) =>
      (takers.get(title) ?? []).map((to) => edgeBetween({ from: node.id, output: title, to, input: title })),
    )
  })
}

/** The number of edges that `derivedDataEdges` would create, without creating them. */
export function derivedEdgeCount(flow: Pick<Flow, 'nodes'>): number {
  const [givers, takers] = [new Map<string, number>(), new Map<string, number>()]
  const count = (map: Map<string, number>, title: string) => map.set(title, (map.get(title) ?? 0) + 1)
  for (const node of flow.nodes) {
    if (node.kind !== 'start') for (const { title } of inputsOf(node)) count(takers, title)
    if (node.kind !== 'end') for (const { title } of outputsOf(node)) count(givers, title)
  }
  return [...givers].reduce((sum, [title, number]) => sum + number * (takers.get(title) ?? 0), 0)
}

/** The data edges used at run time. */
export function dataEdgesOf(flow: Flow, registry?: Registry): readonly DataEdge[] {
  return flow.dataFlow ?? derivedDataEdges(flow, registry)
}

interface Between {
  readonly from: string
  readonly output: string
  readonly to: string
  readonly input: string
}

/** A data edge with an id and name derived from its ends. */
export function edgeBetween({ from, output, to, input }: Between): DataEdge {
  const name = `${from}_${output}_to_${to}_${input}`
  return {
    id: name,
    name,
    sourceNode: from,
    sourceOutput: output,
    destinationNode: to,
    destinationInput: input,
  }
}
