/** The flag that disables a node: it does not run, and values pass over it (`validate/disabled/pass-over.ts`). */
import { DISABLED_EXTENSION } from '../extensions.ts'
import { isObject } from '../json.ts'
import type { WorkflowNode } from './workflow.ts'

/** Whether a node is disabled. */
export function isDisabled(node: WorkflowNode): boolean {
  const value = node.data?.extensions?.[DISABLED_EXTENSION]
  return value === true || (isObject(value) && value.disabled !== false)
}

/** The nodes that are not disabled; the same list if all of them are enabled. */
export function enabledNodes<N extends WorkflowNode>(nodes: readonly N[]): readonly N[] {
  return nodes.some(isDisabled) ? nodes.filter((node) => !isDisabled(node)) : nodes
}

/** The node, disabled or enabled. */
export function withDisabled(node: WorkflowNode, disabled: boolean): WorkflowNode {
  const { [DISABLED_EXTENSION]: _, ...others } = node.data?.extensions ?? {}
  const { extensions: __, ...data } = node.data ?? {}
  const extensions = disabled ? { ...others, [DISABLED_EXTENSION]: { disabled: true } } : others
  return { ...node, data: Object.keys(extensions).length === 0 ? data : { ...data, extensions } }
}
