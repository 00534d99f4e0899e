/** The child executions that the steps of a state refer to. */
import type { ExecutionState, Step } from './state.ts'

/** Notes with this prefix before an execution id name the executions that a step's tools started. */
export const CHILD_NOTE = 'child:'

/** The executions that tools of a step started and that the step waits for. */
export function notedChildren({ notes }: Pick<Step, 'notes'>): string[] {
  const keys = Object.keys(notes).filter((key) => key.startsWith(CHILD_NOTE))
  return keys.map((key) => key.slice(CHILD_NOTE.length))
}

/** Executions started by steps that were cancelled: no step will consume their results. */
export function abandonedChildren({ steps }: ExecutionState): string[] {
  return steps.flatMap((step) => {
    if (step.status !== 'cancelled') return []
    return step.child === undefined ? notedChildren(step) : [step.child, ...notedChildren(step)]
  })
}
