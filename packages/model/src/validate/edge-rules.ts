/** Problems of an edge: missing ports, or incompatible data types. */
import { type Catalogue, portsFit } from '../catalogue.ts'
import { nameOf } from '../workflow/workflow.ts'
import { problem, type ValidationProblem } from './problem.ts'
import type { ResolvedEdge, ResolvedNode } from './resolved-graph.ts'

/** All problems of one edge. */
export function* edgeProblems(resolved: ResolvedEdge, catalogue: Catalogue): Iterable<ValidationProblem> {
  const { edge, source, target, sourcePort, targetPort, sourcePortId, targetPortId } = resolved
  yield* missingPort(resolved, source, 'output')
  yield* missingPort(resolved, target, 'input')
  if (sourcePort === undefined || targetPort === undefined) return
  if (portsFit(catalogue, sourcePort, targetPort)) return
  const values = {
    edge: edge.id,
    source: nameOf(source.node),
    output: sourcePortId,
    outputType: sourcePort.dataType,
    target: nameOf(target.node),
    input: targetPortId,
    inputType: targetPort.dataType,
  }
  yield problem('incompatiblePorts', values, { edgeId: edge.id, nodeId: target.node.id, portId: targetPortId })
}

function* missingPort(
  resolved: ResolvedEdge,
  end: ResolvedNode,
  side: 'input' | 'output',
): Iterable<ValidationProblem> {
  // The ports of an unknown type are not known; the unknown type is reported elsewhere.
  if (end.ports === undefined) return
  const [port, id] =
    side === 'output' ? [resolved.sourcePort, resolved.sourcePortId] : [resolved.targetPort, resolved.targetPortId]
  if (port !== undefined) return
  const values = { edge: resolved.edge.id, node: nameOf(end.node) }
  const place = { edgeId: resolved.edge.id, nodeId: end.node.id, portId: id }
  if (id === '') yield problem(side === 'output' ? 'unnamedOutput' : 'unnamedInput', values, place)
  else yield problem(side === 'output' ? 'unknownOutput' : 'unknownInput', { ...values, port: id }, place)
}
