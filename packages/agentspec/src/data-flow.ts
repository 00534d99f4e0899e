/** Data edges of a flow: those it lists, or, where it lists none at all, one for every pair of the same name. */
import type { DataEdge, Flow } from './components.ts'
import { inputsOf, outputsOf, type Registry } from './ports.ts'

/** What `data_flow_connections: null` stands for: every output feeds every input of its title, its own node's too. */
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

/** How many edges `derivedDataEdges` would make, without making them. */
export function derivedEdgeCount(flow: Pick<Flow, 'nodes'>): number {
  const [givers, takers] = [new Map<string, number>(), new Map<string, number>()]
  const count = (map: Map<string, number>, title: string) => map.set(title, (map.get(title) ?? 0) + 1)
  for (const node of flow.nodes) {
    if (node.kind !== 'start') for (const { title } of inputsOf(node)) count(takers, title)
    if (node.kind !== 'end') for (const { title } of outputsOf(node)) count(givers, title)
  }
  return [...givers].reduce((sum, [title, number]) => sum + number * (takers.get(title) ?? 0), 0)
}

/** The data edges that are followed at run time. */
export function dataEdgesOf(flow: Flow, registry?: Registry): readonly DataEdge[] {
  return flow.dataFlow ?? derivedDataEdges(flow, registry)
}

interface Between {
  readonly from: string
  readonly output: string
  readonly to: string
  readonly input: string
}

/** A data edge whose id and name say what it connects. */
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
