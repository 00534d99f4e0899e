/** Flows that another editor exported from our node types. */
import { type Catalogue, EXTENSION_PREFIX, isFailurePort } from '@millrace/model'
import type { Flow, FlowNodeComponent } from '../components.ts'
import { saved } from './saved-metadata.ts'

/**
 * Removes `error` outputs that represent the error port of a type: other editors export every port as a property. Their
 * connections are kept and drawn as edges of that port.
 */
export function withoutFailureOutputs(flow: Flow, catalogue: Catalogue): Flow {
  const nodes = flow.nodes.map((node) => (isForeign(node, catalogue) ? withoutError(node) : node))
  return nodes.every((node, at) => node === flow.nodes[at]) ? flow : { ...flow, nodes }
}

/** True if another editor exported the component from a type with an error port. */
function isForeign({ metadata }: FlowNodeComponent, catalogue: Catalogue): boolean {
  const typeId = saved(metadata, 'node_type_id')
  if (typeof typeId !== 'string' || metadata?.[`${EXTENSION_PREFIX}node_type_id`] !== undefined) return false
  return catalogue.types.get(typeId)?.outputs.some(isFailurePort) === true
}

function withoutError(node: FlowNodeComponent): FlowNodeComponent {
  if (!node.outputs?.some(({ title }) => title === 'error')) return node
  return { ...node, outputs: node.outputs.filter(({ title }) => title !== 'error') }
}
