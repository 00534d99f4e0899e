/** Tells whoever watches an inbox that questions were asked or closed. Nothing is kept: a list is a request away. */
import type { QuestionRow, Written } from '@millrace/engine'
import { questionRow } from '@millrace/engine'

type Listener = (row: QuestionRow) => void

/** Events that change a question. An end closes what is open. */
const CHANGES = new Set(['step-asks', 'step-answered', 'step-unanswered', 'finished'])

/** What a watcher may fall behind by; then it is told to look at the list again. */
const MAX_KEPT = 1000

export class InboxFeed {
  readonly #listeners = new Set<Listener>()

  /** Costs next to nothing when nobody watches or nothing was asked. */
  publish({ record, events, state }: Written): void {
    if (this.#listeners.size === 0 || state.questions.size === 0) return
    if (!events.some(({ type }) => CHANGES.has(type))) return
    const ids = new Set(events.flatMap((event) => ('id' in event ? [event.id] : [])))
    const isOver = state.finishedAt !== undefined
    for (const asked of state.questions.values()) {
      const isNews = ids.has(asked.id) || (isOver && asked.why === 'stopped' && asked.closedAt === state.finishedAt)
      if (!isNews) continue
      const row = questionRow(record, state, asked)
      for (const listener of [...this.#listeners]) listener(row)
    }
  }

  /** Every change from now on; `missed` instead of what a slow reader could not be told. */
  async *follow(signal: AbortSignal): AsyncIterable<QuestionRow | 'missed'> {
    const kept: (QuestionRow | 'missed')[] = []
    let wake = () => {}
    const listener: Listener = (row) => {
      if (kept.length < MAX_KEPT) kept.push(row)
      else if (kept.at(-1) !== 'missed') kept.push('missed')
      wake()
    }
    const aborted = () => wake()
    this.#listeners.add(listener)
    signal.addEventListener('abort', aborted)
    try {
      while (!signal.aborted) {
        const next = kept.shift()
        if (next !== undefined) yield next
        else
          await new Promise<void>((resolve) => {
            wake = resolve
            if (signal.aborted) resolve()
          })
      }
    } finally {
      this.#listeners.delete(listener)
      signal.removeEventListener('abort', aborted)
    }
  }
}
