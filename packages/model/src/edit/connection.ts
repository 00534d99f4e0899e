/** Which ports may be connected: an output to an input of another node, with compatible types, and without a cycle. */
import { type Catalogue, portsFit } from '../catalogue.ts'
import { isCollection } from '../ports/data-types.ts'
import type { PortRef } from '../ports/handle.ts'
import { LOOP_BACK } from '../validate/resolved-graph.ts'
import { type Graph, nameOf } from '../workflow/workflow.ts'
import { type EditProblem, editProblem, refuse } from './edit-problem.ts'
import { nodeNamed, portIdsOf, portNamed, portsOfNode, typeOfNode } from './find.ts'
import { leadsTo } from './leads-to.ts'
import type { Ends } from './new-edge.ts'

/** The two ends of a valid connection; rejects an invalid one. */
export function endsOf(graph: Graph, from: PortRef, to: PortRef, catalogue: Catalogue): Ends {
  const [source, target] = [nodeNamed(graph, from.node), nodeNamed(graph, to.node)]
  if (source.id === target.id) refuse('INVALID_CONNECTION', `Node ${nameOf(source)} may not be connected with itself`)
  const sourcePort = portNamed(source, from.port, 'output', catalogue)
  const targetPort = portNamed(target, to.port, 'input', catalogue)
  if (!portsFit(catalogue, sourcePort, targetPort)) {
    const inputs = [...(portsOfNode(target, catalogue)?.inputs.values() ?? [])]
    const fitting = inputs.filter((port) => portsFit(catalogue, sourcePort, port)).map((port) => port.id)
    const hint = fitting.length > 0 ? `; it takes it at: ${fitting.slice(0, 8).join(', ')}` : ''
    const message =
      `Output "${sourcePort.id}" (${sourcePort.dataType}) does not go together with input ` +
      `"${targetPort.id}" (${targetPort.dataType}) of node ${nameOf(target)}${hint}`
    refuse('INVALID_CONNECTION', message)
  }
  if (targetPort.id !== LOOP_BACK && leadsTo(graph, target.id, source.id)) {
    const message = `Node ${nameOf(target)} already leads to ${nameOf(source)}; a loop must come back through a ${LOOP_BACK} input`
    refuse('CYCLE_DETECTED', message)
  }
  return { source, sourcePort, target, targetPort, targetCategory: typeOfNode(target, catalogue)?.category }
}

/** Warnings about a valid connection: a second source of a single value. */
export function connectionWarnings({ edges }: Graph, { target, targetPort }: Ends): EditProblem[] {
  const { dataType, id } = targetPort
  if (dataType === 'trigger' || dataType === 'tool' || id === LOOP_BACK || isCollection(dataType)) return []
  const others = edges.filter((edge) => edge.target === target.id && portIdsOf(edge).target === id)
  if (others.length === 0) return []
  const message = `Input "${id}" of node ${nameOf(target)} now has several sources and takes one value: the last that delivers counts`
  return [editProblem('INVALID_CONNECTION', message)]
}
