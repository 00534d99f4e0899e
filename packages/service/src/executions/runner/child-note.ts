/**
 * A workflow that a tool of a step runs is an execution of its own, which nothing in the history of the step would tell.
 * So the step notes it before it is started.
 */
import { CHILD_NOTE, type ExecutionEvent, type Task } from '@millrace/engine'

/** Durable when it resolves. */
export function noteChild({ note }: Pick<Task, 'note'>, id: string): Promise<void> {
  return note(`${CHILD_NOTE}${id}`, true)
}

/** The execution that an event says a step waits for, as a step or for one of its tools. */
export function childIn(event: ExecutionEvent): string | undefined {
  if (event.type === 'step-waits') return event.child
  if (event.type !== 'step-noted' || !event.key.startsWith(CHILD_NOTE)) return undefined
  return event.key.slice(CHILD_NOTE.length)
}
