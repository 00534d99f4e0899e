/** Publishes asked and closed questions to the subscribers of the inbox. */
import type { QuestionRow, Written } from '@millrace/engine'
import { questionRow } from '@millrace/engine'
import { changedQuestions } from '../executions/streams/changed-questions.ts'
import { Broadcast, type OVERRUN } from '../platform/broadcast.ts'

/** The only topic: all subscribers share one stream of changes. */
const ALL = ''

export class InboxChanges {
  readonly #changes = new Broadcast<QuestionRow>()

  /** Returns at once if there are no subscribers or no events about questions. */
  publish({ record, events, state }: Written): void {
    if (!this.isWatched) return
    for (const asked of changedQuestions({ events, state })) {
      this.#changes.publish(ALL, questionRow(record, state, asked))
    }
  }

  get isWatched(): boolean {
    return this.#changes.has(ALL)
  }

  /** Publishes a question that was read from the database. */
  publishRow(row: QuestionRow): void {
    this.#changes.publish(ALL, row)
  }

  /** Makes the subscribers read the inbox again. */
  miss(): void {
    this.#changes.miss(ALL)
  }

  /** Every change from now on; OVERRUN in place of changes dropped for a slow reader. */
  follow(signal: AbortSignal): AsyncIterable<QuestionRow | typeof OVERRUN> {
    return this.#changes.follow(ALL, { signal, onOverrun: 'skip' })
  }
}
