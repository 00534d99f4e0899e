/** The child executions that the steps of a state refer to. */
import type { ExecutionState, Step } from './state.ts'

/** Notes with this prefix before an execution id name the executions that a step's tools started. */
export const CHILD_NOTE = 'child:'

/** The executions that tools of a step started and that the step waits for. */
export function notedChildren({ notes }: Pick<Step, 'notes'>): string[] {
  const keys = Object.keys(notes).filter((key) => key.startsWith(CHILD_NOTE))
  return keys.map((key) => key.slice(CHILD_NOTE.length))
}

/** Executions started by steps that were cancelled or failed: no step will consume their results. */
export function abandonedChildren({ steps }: Pick<ExecutionState, 'steps'>): string[] {
  return steps.filter(isAbandoning).flatMap(childrenOf)
}

/** True if a step was cancelled or failed. */
function isAbandoning({ status }: Step): boolean {
  return status === 'cancelled' || status === 'failed'
}

/** The execution that a step waits for, and those that its tools started. */
export function childrenOf(step: Pick<Step, 'child' | 'notes'>): string[] {
  return step.child === undefined ? notedChildren(step) : [step.child, ...notedChildren(step)]
}
