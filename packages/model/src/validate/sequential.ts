/** Which workflows run as sequential plans: flows of Agent Spec that go back to a node without a loop. */
import { cyclesIn } from '../graph/cycles.ts'
import { graphIndex } from '../graph/graph-index.ts'
import type { NodeType } from '../node-type.ts'
import { isAnnotation, isUsedAsTool, LOOP_BACK, type ResolvedGraph, type ResolvedNode } from './resolved-graph.ts'

/** Most steps of a workflow that runs as a sequential plan and was started without a limit. */
export const MAX_WALK_STEPS = 1000

/** What a node of Agent Spec is there; undefined for a native type, also if it is exported as one. */
export function componentOf(type: NodeType | undefined): string | undefined {
  const id = type?.node_type_id ?? ''
  return id.startsWith('agentspec.') ? id.slice('agentspec.'.length) : undefined
}

/**
 * The node that a sequential plan begins with; undefined for a workflow that is not one. It has cycles, all its nodes
 * are of Agent Spec, one of them is the start, and an order leads to all others.
 */
export function walkStart({ nodes, edges }: ResolvedGraph): ResolvedNode | undefined {
  const steps = nodes.filter((one) => !isAnnotation(one) && !isUsedAsTool(one))
  const starts = steps.filter(({ type }) => componentOf(type) === 'start_node')
  const [start] = starts
  if (start === undefined || starts.length > 1) return undefined
  if (!steps.every((one) => one === start || isOrdered(one))) return undefined
  const forward = edges.filter(({ targetPortId }) => targetPortId !== LOOP_BACK)
  const index = graphIndex(
    nodes.length,
    forward.map(({ source, target }) => [source.at, target.at] as const),
  )
  for (const _ of cyclesIn(index)) return start
  return undefined
}

function isOrdered({ type, arriving }: ResolvedNode): boolean {
  return componentOf(type) !== undefined && (arriving.get('trigger')?.length ?? 0) > 0
}
