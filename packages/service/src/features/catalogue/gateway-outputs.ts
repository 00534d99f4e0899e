import { branchesOf, branchPort, type NodePort, type NodeType } from '@millrace/model'

/**
 * The public editor draws a gateway with its branches and nothing else, so outputs that carry data could not be reached
 * there. A gateway that has such outputs lists its branches among them and may be drawn as an ordinary node: that editor
 * takes the first of the supported types, ours the type itself.
 */
export function withReachableOutputs(type: NodeType): NodeType {
  const at = type.outputs.findLastIndex(carriesData)
  if (type.type !== 'gateway' || at < 0) return type
  const known = new Set(type.outputs.map(({ id }) => id))
  const branches = branchesOf(type, {})
    .filter(({ name }) => !known.has(name))
    .map(branchPort)
  const outputs = [...type.outputs.slice(0, at + 1), ...branches, ...type.outputs.slice(at + 1)]
  return {
    ...type,
    supportedTypes: ['default', ...type.supportedTypes.filter((visual) => visual !== 'default')],
    outputs: outputs.map((port, displayOrder) => ({ ...port, displayOrder })),
  }
}

function carriesData({ dataType, exposedByDefault }: NodePort): boolean {
  return dataType !== 'trigger' && dataType !== 'tool' && exposedByDefault !== false
}
