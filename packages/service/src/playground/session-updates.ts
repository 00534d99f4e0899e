/**
 * Publishes the events of sessions. Loss-free: a follower subscribes, reads what it has missed, then what was
 * published meanwhile; the number of the last change is enough to continue after an interruption or an overrun. Pieces
 * of a text that is still being written are not stored: the whole text follows.
 */
import type { SessionStatus } from '@millrace/model'
import type { SessionStore, StoredMessage } from '@millrace/store'
import type { Delta } from '../executions/streams/partial-output.ts'
import { Broadcast, OVERRUN } from '../platform/broadcast.ts'
import type { SessionNews } from './playground-port.ts'

/** The messages and status of one step of a session. */
export interface SessionChange {
  readonly sessionId: string
  readonly messages: readonly StoredMessage[]
  /** The status and the number of the last change. */
  readonly status: SessionStatus
  readonly change: number
  readonly isNewStatus: boolean
}

type News = SessionNews | 'gone'

/** Small, because messages can be long. */
const PAGE = 50

export class SessionUpdates {
  readonly #news = new Broadcast<News>()
  readonly #store: Pick<SessionStore, 'get' | 'changedSince'>
  /** Unfinished texts of a session, for late followers. */
  readonly #drafts: (sessionId: string) => readonly Delta[]

  constructor(store: Pick<SessionStore, 'get' | 'changedSince'>, drafts: (sessionId: string) => readonly Delta[]) {
    this.#store = store
    this.#drafts = drafts
  }

  publish({ sessionId, messages, status, change, isNewStatus }: SessionChange): void {
    for (const message of messages.toSorted((a, b) => a.change - b.change)) {
      this.#news.publish(sessionId, { event: 'message', change: message.change, message })
    }
    if (isNewStatus) this.#news.publish(sessionId, { event: 'status', change, status })
  }

  say(sessionId: string, delta: Delta): void {
    this.#news.publish(sessionId, delta)
  }

  /** The session was deleted. */
  end(sessionId: string): void {
    this.#news.publish(sessionId, 'gone')
  }

  /** Ends the streams of sessions that were deleted with their workflow. */
  async endGone(): Promise<void> {
    for (const id of this.#news.topics) if ((await this.#store.get(id)) === undefined) this.end(id)
  }

  async *follow(id: string, { after, signal }: { after: number; signal: AbortSignal }): AsyncIterable<SessionNews> {
    using heard = this.#news.subscribe(id, { signal, merge: joined })
    const session = await this.#store.get(id)
    // Deleted before this subscription.
    if (session === undefined) return
    // Send everything for a change number that was never assigned.
    let last = after > session.lastChange ? 0 : after
    for await (const news of this.#past(id, last)) {
      if (signal.aborted) return
      last = Math.max(last, news.event === 'delta' ? 0 : news.change)
      yield news
    }
    const drafts = this.#drafts(id)
    // The drafts contain all deltas published so far.
    heard.discard((news) => news !== 'gone' && news.event === 'delta')
    yield* drafts
    for await (const news of heard) {
      if (news === OVERRUN || news === 'gone') return
      if (news.event === 'delta') yield news
      else if (news.change > last) {
        last = news.change
        yield news
      }
    }
  }

  async *#past(id: string, from: number): AsyncIterable<SessionNews> {
    const session = await this.#store.get(id)
    if (session === undefined) return
    const { lastChange, status } = session
    for (let last = from; ; ) {
      const page = await this.#store.changedSince(id, last, PAGE)
      // Later events are already buffered and are sent after this status.
      const past = page.filter(({ change }) => change <= lastChange)
      for (const message of past) yield { event: 'message', change: message.change, message }
      last = page.at(-1)?.change ?? last
      if (past.length < PAGE) break
    }
    // Always send the status: a follower that was cut off right before it would not receive it again.
    yield { event: 'status', change: lastChange, status }
  }
}

/** Joins two pieces of a text that follow each other. */
function joined(last: News, news: News): News | undefined {
  if (news === 'gone' || last === 'gone') return undefined
  if (news.event !== 'delta' || last.event !== 'delta' || last.job !== news.job) return undefined
  if (last.executionId !== news.executionId || last.from + last.text.length !== news.from) return undefined
  return { ...last, text: last.text + news.text }
}
