/** Tells whoever watches the list of executions that one was made, began to run, or ended. */
import type { Written } from '@millrace/engine'
import type { ExecutionHead } from '@millrace/store'
import { NewsFeed } from '../../platform/news-feed.ts'

/** Events that change what the list shows of an execution. */
const CHANGES = new Set(['started', 'queued', 'released', 'finished'])

export type ListedExecution = Pick<ExecutionHead, 'id' | 'workflowId' | 'status' | 'createdAt' | 'updatedAt'>

export class ListFeed {
  readonly #news = new NewsFeed<ListedExecution>()

  /** Costs next to nothing when nobody watches, and little for the many events that change nothing here. */
  publish({ record, events, state }: Written): void {
    if (!this.#news.isFollowed || !events.some(({ type }) => CHANGES.has(type))) return
    const { id, workflowId, createdAt, isUnlisted } = record
    if (isUnlisted) return
    const { status, updatedAt } = state
    this.#news.tell({ id, workflowId, createdAt, status, updatedAt })
  }

  /** Every change from now on; `missed` instead of what a slow reader could not be told. */
  follow(signal: AbortSignal): AsyncIterable<ListedExecution | 'missed'> {
    return this.#news.follow(signal)
  }
}
