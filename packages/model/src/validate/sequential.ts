/** Detects workflows that run as sequential plans: Agent Spec flows that go back to a node without a loop. */
import { cyclesIn } from '../graph/cycles.ts'
import { graphIndex } from '../graph/graph-index.ts'
import type { NodeType } from '../node-type.ts'
import { isAnnotation, isUsedAsTool, LOOP_BACK, type ResolvedGraph, type ResolvedNode } from './resolved-graph.ts'

/** The step limit of a sequential plan that was started without one. */
export const MAX_WALK_STEPS = 1000

/** The Agent Spec component of a node type; undefined for a native type, also if it is exported as one. */
export function componentOf(type: NodeType | undefined): string | undefined {
  const id = type?.node_type_id ?? ''
  return id.startsWith('agentspec.') ? id.slice('agentspec.'.length) : undefined
}

/**
 * The first node of a sequential plan; undefined for other workflows. A workflow is sequential if it has cycles, all its
 * nodes are of Agent Spec, exactly one is the start, and order edges lead to all others.
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
