/**
 * Tells whoever follows a session what happens in it. Loss-free as the feeds of executions are: a follower first hears
 * what is new and keeps it, then reads what it has missed, then goes on with what it kept; the number of the last change
 * is enough to come back. Pieces of a text that is still being written are fleeting: the whole of it follows.
 */
import type { SessionStatus } from '@millrace/model'
import type { SessionStore, StoredMessage } from '@millrace/store'
import type { Delta } from '../executions/streams/partial-output.ts'
import { Listeners } from '../platform/listeners.ts'
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

/** A follower that falls further behind is let go; it can come back and name what it saw last. */
const MAX_KEPT = 1000
/** Each of them may be long. */
const PAGE = 50

export class SessionFeed {
  readonly #listeners = new Listeners<News>()
  readonly #store: Pick<SessionStore, 'get' | 'changedSince'>
  /** What is being written in a session just now, for those who come in the middle of it. */
  readonly #drafts: (sessionId: string) => readonly Delta[]

  constructor(store: Pick<SessionStore, 'get' | 'changedSince'>, drafts: (sessionId: string) => readonly Delta[]) {
    this.#store = store
    this.#drafts = drafts
  }

  publish({ sessionId, messages, status, change, isNewStatus }: SessionChange): void {
    for (const message of messages.toSorted((a, b) => a.change - b.change)) {
      this.#tell(sessionId, { event: 'message', change: message.change, message })
    }
    if (isNewStatus) this.#tell(sessionId, { event: 'status', change, status })
  }

  say(sessionId: string, delta: Delta): void {
    this.#tell(sessionId, delta)
  }

  /** The session was deleted. */
  end(sessionId: string): void {
    this.#tell(sessionId, 'gone')
  }

  /** Sessions may have gone with their workflow: those who follow them hear of it. */
  async endGone(): Promise<void> {
    for (const id of this.#listeners.ids) if ((await this.#store.get(id)) === undefined) this.end(id)
  }

  async *follow(id: string, { after, signal }: { after: number; signal: AbortSignal }): AsyncIterable<SessionNews> {
    const kept: News[] = []
    let wake = () => {}
    let isOverrun = false
    const stop = this.#listeners.add(id, (news) => {
      if (isOverrun || joined(kept, news)) return
      if (kept.length < MAX_KEPT) kept.push(news)
      else isOverrun = true
      wake()
    })
    const aborted = () => wake()
    signal.addEventListener('abort', aborted)
    try {
      const session = await this.#store.get(id)
      // It went before anybody listened.
      if (session === undefined) return
      // A number that was never given out says nothing about what was seen.
      let last = after > session.lastChange ? 0 : after
      for await (const news of this.#past(id, last)) {
        if (signal.aborted) return
        last = Math.max(last, news.event === 'delta' ? 0 : news.change)
        yield news
      }
      const drafts = this.#drafts(id)
      // What was heard of them so far is in them.
      kept.splice(0, kept.length, ...kept.filter((news) => news === 'gone' || news.event !== 'delta'))
      yield* drafts
      while (!signal.aborted && !isOverrun) {
        const news = kept.shift()
        if (news === 'gone') return
        if (news === undefined)
          await new Promise<void>((resolve) => {
            wake = resolve
            if (signal.aborted) resolve()
          })
        else if (news.event === 'delta') yield news
        else if (news.change > last) {
          last = news.change
          yield news
        }
      }
    } finally {
      stop()
      signal.removeEventListener('abort', aborted)
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

  #tell(sessionId: string, news: News): void {
    this.#listeners.tell(sessionId, news)
  }
}

/** Adds a piece of text to the one that waits to be told before it, if they belong together. */
function joined(kept: News[], news: News): boolean {
  const last = kept.at(-1)
  if (news === 'gone' || last === undefined || last === 'gone') return false
  if (news.event !== 'delta' || last.event !== 'delta' || last.job !== news.job) return false
  if (last.executionId !== news.executionId || last.from + last.text.length !== news.from) return false
  kept[kept.length - 1] = { ...last, text: last.text + news.text }
  return true
}
