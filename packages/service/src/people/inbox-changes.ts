/** Tells whoever watches an inbox that questions were asked or closed. */
import type { QuestionRow, Written } from '@millrace/engine'
import { questionRow } from '@millrace/engine'
import { NewsFeed } from '../platform/news-feed.ts'

/** Events that change a question. An end closes what is open. */
const CHANGES = new Set(['step-asks', 'step-answered', 'step-unanswered', 'finished'])

export class InboxFeed {
  readonly #news = new NewsFeed<QuestionRow>()

  /** Costs next to nothing when nobody watches or nothing was asked. */
  publish({ record, events, state }: Written): void {
    if (!this.#news.isFollowed || state.questions.size === 0) return
    if (!events.some(({ type }) => CHANGES.has(type))) return
    const ids = new Set(events.flatMap((event) => ('id' in event ? [event.id] : [])))
    const isOver = state.finishedAt !== undefined
    for (const asked of state.questions.values()) {
      const isNews = ids.has(asked.id) || (isOver && asked.why === 'stopped' && asked.closedAt === state.finishedAt)
      if (isNews) this.#news.tell(questionRow(record, state, asked))
    }
  }

  /** Every change from now on; `missed` instead of what a slow reader could not be told. */
  follow(signal: AbortSignal): AsyncIterable<QuestionRow | 'missed'> {
    return this.#news.follow(signal)
  }
}
