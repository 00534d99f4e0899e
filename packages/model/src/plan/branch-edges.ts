/** The type of the value that edges carry, from branches as well. */
import { passedInput } from '../node-ports.ts'
import { DEFAULT_DATA_TYPE } from '../ports/data-types.ts'
import type { ResolvedEdge, ResolvedNode } from '../validate/resolved-graph.ts'

/** The data type of the value on an edge. A branch passes on the type of its node's only source. */
export function sentType({ source, sourcePort, targetPort }: ResolvedEdge): string {
  if (sourcePort === undefined) return DEFAULT_DATA_TYPE
  if (sourcePort.carries === undefined || targetPort?.dataType === 'trigger') return sourcePort.dataType
  return carriedType(source) ?? sourcePort.carries
}

/** The type of the value that the branches of a node carry; undefined if it is not known. */
export function carriedType(gateway: ResolvedNode): string | undefined {
  const seen = new Set<ResolvedNode>()
  let node = gateway
  while (!seen.has(node)) {
    seen.add(node)
    const input = node.type && passedInput(node.type)
    const [only, ...others] = (input === undefined ? undefined : node.arriving.get(input)) ?? []
    if (only?.sourcePort === undefined || others.length > 0) return undefined
    if (only.sourcePort.carries === undefined) return only.sourcePort.dataType
    node = only.source
  }
  return undefined
}
