/**
 * Adapts node types so that the public editor draws every port. It draws a node as the first of its supported types, and
 * most of these omit ports, whose edges then disappear. Such a type gets `default`, which draws all ports, as the first
 * one; our own editor uses the type itself.
 */
import { branchesOf, branchPort, isObject, type NodePort, type NodeType } from '@millrace/model'

export function withAllPortsDrawn(given: NodeType): NodeType {
  const type = withBranchOutputs(given)
  if (drawsAllPorts(type)) return type
  return { ...type, supportedTypes: ['default', ...type.supportedTypes.filter((visual) => visual !== 'default')] }
}

/** The public editor draws a gateway with its branches only; as a default node it needs them as outputs. */
function withBranchOutputs(type: NodeType): NodeType {
  const at = type.outputs.findLastIndex(carriesData)
  if (type.type !== 'gateway' || at < 0) return type
  const known = new Set(type.outputs.map(({ id }) => id))
  const branches = branchesOf(type, {})
    .filter(({ name }) => !known.has(name))
    .map((branch) => branchPort(branch, type))
  const outputs = [...type.outputs.slice(0, at + 1), ...branches, ...type.outputs.slice(at + 1)]
  return { ...type, outputs: outputs.map((port, displayOrder) => ({ ...port, displayOrder })) }
}

/** Whether the type's own form draws every port; docs/contributing/open-points.md lists what each form omits. */
function drawsAllPorts(type: NodeType): boolean {
  switch (type.supportedTypes[0] ?? type.type) {
    case 'gateway':
      return !type.outputs.some(carriesData)
    case 'tool':
      return [...type.inputs, ...type.outputs].every(({ dataType }) => dataType === (type.portDataType ?? 'tool'))
    case 'terminal':
      return !hasDynamicPorts(type)
    case 'simple':
    case 'square':
      return (
        !hasDynamicPorts(type) && [type.inputs, type.outputs].every((ports) => ports.filter(carriesData).length <= 1)
      )
    default:
      return true
  }
}

function hasDynamicPorts({ configSchema: { properties } }: NodeType): boolean {
  return isObject(properties) && ('dynamicInputs' in properties || 'dynamicOutputs' in properties)
}

function carriesData({ dataType, exposedByDefault }: NodePort): boolean {
  return dataType !== 'trigger' && dataType !== 'tool' && exposedByDefault !== false
}
