/** Publishes created, started and ended executions to the watchers of the list. */
import type { Written } from '@millrace/engine'
import { executionStarterOf, executionTriggerOf, listedText } from '@millrace/model'
import type { ExecutionListItem } from '@millrace/store'
import { Broadcast, type OVERRUN } from '../../platform/broadcast.ts'

/** Events that change the list row of an execution. */
const CHANGES = new Set(['started', 'queued', 'released', 'finished'])

/** The only topic: all watchers share one stream of changes. */
const ALL = ''

/** Whether events change the row of an execution in the list. */
export function changesList({ record, events }: Pick<Written, 'record' | 'events'>): boolean {
  return !record.isUnlisted && events.some(({ type }) => CHANGES.has(type))
}

export type ListedExecution = ExecutionListItem

export class ListChanges {
  readonly #changes = new Broadcast<ListedExecution>()

  /** Returns at once without watchers, and skips the events that do not change the list. */
  publish({ record, events, state }: Written): void {
    if (!this.isWatched || !changesList({ record, events })) return
    const { id, workflowId, createdAt } = record
    const { status, updatedAt, failure } = state
    const { about, parent } = record
    const starter = executionStarterOf(about, parent)
    this.#changes.publish(ALL, {
      id,
      workflowId,
      createdAt,
      status,
      updatedAt,
      trigger: executionTriggerOf(about, parent),
      ...(about.startedBy === undefined ? {} : { startedBy: about.startedBy }),
      ...(starter === undefined ? {} : { startedByKind: starter.kind, startedById: starter.id }),
      ...(about.revision === undefined ? {} : { revision: about.revision }),
      ...(failure === undefined ? {} : { error: listedText(failure.message) }),
    })
  }

  get isWatched(): boolean {
    return this.#changes.has(ALL)
  }

  /** Publishes a row that was read from the database. */
  publishItem(item: ListedExecution): void {
    this.#changes.publish(ALL, item)
  }

  /** Makes the watchers read the list again. */
  miss(): void {
    this.#changes.miss(ALL)
  }

  /** Every change from now on; OVERRUN in place of changes dropped for a slow reader. */
  follow(signal: AbortSignal): AsyncIterable<ListedExecution | typeof OVERRUN> {
    return this.#changes.follow(ALL, { signal, onOverrun: 'skip' })
  }
}
