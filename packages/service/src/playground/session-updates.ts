/**
 * Publishes what happens in sessions. Loss-free: a follower subscribes, then reads what it has missed, then what was
 * published meanwhile; the number of the last change is enough to continue after an interruption or an overrun. Pieces
 * of a text that is still being written are not stored: the whole text follows.
 */
import type { SessionStatus } from '@millrace/model'
import type { SessionStore, StoredMessage } from '@millrace/store'
import type { Delta } from '../executions/streams/partial-output.ts'
import { Broadcast, OVERRUN } from '../platform/broadcast.ts'
import type { SessionNews } from './playground-port.ts'

/** What one step of a session brought. */
export interface SessionChange {
  readonly sessionId: string
  readonly messages: readonly StoredMessage[]
  /** The status, and the change of the session that it now has. */
  readonly status: SessionStatus
  readonly change: number
  readonly isNewStatus: boolean
}

type News = SessionNews | 'gone'

/** Each of them may be long. */
const PAGE = 50

export class SessionUpdates {
  readonly #news = new Broadcast<News>()
  readonly #store: Pick<SessionStore, 'get' | 'changedSince'>
  /** What is being written in a session just now, for those who come in the middle of it. */
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

  /** Sessions may have gone with their workflow: those who follow them hear of it. */
  async endGone(): Promise<void> {
    for (const id of this.#news.topics) if ((await this.#store.get(id)) === undefined) this.end(id)
  }

  async *follow(id: string, { after, signal }: { after: number; signal: AbortSignal }): AsyncIterable<SessionNews> {
    using heard = this.#news.subscribe(id, { signal, merge: joined })
    const session = await this.#store.get(id)
    // Deleted before this subscription.
    if (session === undefined) return
    // A number that was never given out says nothing about what was seen.
    let last = after > session.lastChange ? 0 : after
    for await (const news of this.#past(id, last)) {
      if (signal.aborted) return
      last = Math.max(last, news.event === 'delta' ? 0 : news.change)
      yield news
    }
    const drafts = this.#drafts(id)
    // The drafts contain the deltas that were published so far.
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
      // What has come since then is heard by now, and told after the status that it comes after.
      const past = page.filter(({ change }) => change <= lastChange)
      for (const message of past) yield { event: 'message', change: message.change, message }
      last = page.at(-1)?.change ?? last
      if (past.length < PAGE) break
    }
    // Always: whoever was cut off right before it would not hear of it again.
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
