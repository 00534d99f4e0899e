/** Publishes created, started and ended executions to the watchers of the list. */
import type { Written } from '@millrace/engine'
import { executionTriggerOf, listedText } from '@millrace/model'
import type { ExecutionListItem } from '@millrace/store'
import { Broadcast, type OVERRUN } from '../../platform/broadcast.ts'

/** Events that change the list row of an execution. */
const CHANGES = new Set(['started', 'queued', 'released', 'finished'])

/** The only topic: all watchers share one stream of changes. */
const ALL = ''

export type ListedExecution = ExecutionListItem

export class ListChanges {
  readonly #changes = new Broadcast<ListedExecution>()

  /** Returns at once without watchers, and skips the events that do not change the list. */
  publish({ record, events, state }: Written): void {
    if (!this.#changes.has(ALL) || !events.some(({ type }) => CHANGES.has(type))) return
    const { id, workflowId, createdAt, isUnlisted } = record
    if (isUnlisted) return
    const { status, updatedAt, failure } = state
    const { about, parent } = record
    this.#changes.publish(ALL, {
      id,
      workflowId,
      createdAt,
      status,
      updatedAt,
      trigger: executionTriggerOf(about, parent),
      ...(about.startedBy === undefined ? {} : { startedBy: about.startedBy }),
      ...(failure === undefined ? {} : { error: listedText(failure.message) }),
    })
  }

  /** Every change from now on; OVERRUN in place of changes dropped for a slow reader. */
  follow(signal: AbortSignal): AsyncIterable<ListedExecution | typeof OVERRUN> {
    return this.#changes.follow(ALL, { signal, onOverrun: 'skip' })
  }
}
