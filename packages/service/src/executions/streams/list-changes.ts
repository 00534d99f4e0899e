/** Tells whoever watches the list of executions that one was made, began to run, or ended. */
import type { Written } from '@millrace/engine'
import type { ExecutionHead } from '@millrace/store'
import { Broadcast, type OVERRUN } from '../../platform/broadcast.ts'

/** Events that change what the list shows of an execution. */
const CHANGES = new Set(['started', 'queued', 'released', 'finished'])

/** There is one stream of changes. */
const ALL = ''

export type ListedExecution = Pick<ExecutionHead, 'id' | 'workflowId' | 'status' | 'createdAt' | 'updatedAt'>

export class ListChanges {
  readonly #changes = new Broadcast<ListedExecution>()

  /** Costs next to nothing when nobody watches, and little for the many events that change nothing here. */
  publish({ record, events, state }: Written): void {
    if (!this.#changes.has(ALL) || !events.some(({ type }) => CHANGES.has(type))) return
    const { id, workflowId, createdAt, isUnlisted } = record
    if (isUnlisted) return
    const { status, updatedAt } = state
    this.#changes.publish(ALL, { id, workflowId, createdAt, status, updatedAt })
  }

  /** Every change from now on; OVERRUN in place of those that a slow reader lost. */
  follow(signal: AbortSignal): AsyncIterable<ListedExecution | typeof OVERRUN> {
    return this.#changes.follow(ALL, { signal, onOverrun: 'skip' })
  }
}
