/**
 * A workflow that runs as a tool of a step is a separate execution that the step's history would not mention.
 * So the step records it in a note before the start.
 */
import { CHILD_NOTE, type ExecutionEvent, type Task } from '@millrace/engine'

/** Durable when it resolves. */
export function noteChild({ note }: Pick<Task, 'note'>, id: string): Promise<void> {
  return note(`${CHILD_NOTE}${id}`, true)
}

/** The child execution that an event records, of a step or of one of its tools. */
export function childIn(event: ExecutionEvent): string | undefined {
  if (event.type === 'step-waits') return event.child
  if (event.type !== 'step-noted' || !event.key.startsWith(CHILD_NOTE)) return undefined
  return event.key.slice(CHILD_NOTE.length)
}
