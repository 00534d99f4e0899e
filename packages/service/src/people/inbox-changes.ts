/** Publishes asked and closed questions to the subscribers of the inbox. */
import type { QuestionRow, Written } from '@millrace/engine'
import { questionRow } from '@millrace/engine'
import { Broadcast, type OVERRUN } from '../platform/broadcast.ts'

/** Events that change a question. The end of an execution closes its open questions. */
const CHANGES = new Set(['step-asks', 'step-answered', 'step-unanswered', 'finished'])

/** The only topic: all subscribers share one stream of changes. */
const ALL = ''

export class InboxChanges {
  readonly #changes = new Broadcast<QuestionRow>()

  /** Returns at once if there are no subscribers or no events about questions. */
  publish({ record, events, state }: Written): void {
    if (!this.#changes.has(ALL) || state.questions.size === 0) return
    if (!events.some(({ type }) => CHANGES.has(type))) return
    const ids = new Set(events.flatMap((event) => ('id' in event ? [event.id] : [])))
    const isOver = state.finishedAt !== undefined
    for (const asked of state.questions.values()) {
      const isNews = ids.has(asked.id) || (isOver && asked.why === 'stopped' && asked.closedAt === state.finishedAt)
      if (isNews) this.#changes.publish(ALL, questionRow(record, state, asked))
    }
  }

  /** Every change from now on; OVERRUN in place of changes dropped for a slow reader. */
  follow(signal: AbortSignal): AsyncIterable<QuestionRow | typeof OVERRUN> {
    return this.#changes.follow(ALL, { signal, onOverrun: 'skip' })
  }
}
