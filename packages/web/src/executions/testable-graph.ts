/** The part of a workflow that the test of one node may run. Pure. */
import { type Catalogue, type Graph, isDisabled, passOver, withDisabled } from '@millrace/model'
import { typeOf } from '../graph/node-look.ts'

/**
 * The workflow without its disabled nodes. Triggers count as enabled: a test fires none of them, and the nodes behind
 * them must be testable. A node that still never runs is tested alone.
 */
export function testableGraph(graph: Graph, node: string, catalogue: Catalogue): Graph {
  const nodes = graph.nodes.map((one) =>
    isDisabled(one) && typeOf(one, catalogue.types)?.category === 'triggers' ? withDisabled(one, false) : one,
  )
  const running = passOver({ ...graph, nodes }, catalogue).graph
  if (running.nodes.some(({ id }) => id === node)) return running
  return { nodes: graph.nodes.filter(({ id }) => id === node), edges: [] }
}
