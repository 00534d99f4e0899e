/**
 * Publishes the events of sessions. Loss-free: a follower subscribes, reads what it has missed, then what was
 * published meanwhile; the number of the last change is enough to continue after an interruption or an overrun. Pieces
 * of a text that is still being written are not stored: the whole text follows.
 */
import type { SessionStatus } from '@millrace/model'
import type { SessionStore, StoredMessage } from '@millrace/store'
import type { Delta } from '../executions/streams/partial-output.ts'
import { Broadcast, OVERRUN, type Subscription } from '../platform/broadcast.ts'
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

/** Unfinished texts of sessions. */
export interface SessionTexts {
  /** Those of a session, for late followers. */
  ofSession(sessionId: string): readonly Delta[]
  /** Registers a follower, until the returned function is called. */
  want(sessionId: string): () => void
}

/** Other processes that change sessions and follow them. */
export interface SessionPeers {
  changed(sessionId: string): void
  deleted(sessionId: string): void
  someDeleted(): void
}

export class SessionUpdates {
  readonly #news = new Broadcast<News>()
  readonly #store: Pick<SessionStore, 'get' | 'changedSince'>
  readonly #texts: SessionTexts
  #peers: SessionPeers | undefined
  /** With peers: the number of the last change that the followers of a session know. */
  readonly #known = new Map<string, number>()
  /** Sessions that changed before their followers knew anything, or while they are read. */
  readonly #changed = new Set<string>()
  readonly #reading = new Set<string>()

  constructor(store: Pick<SessionStore, 'get' | 'changedSince'>, texts: SessionTexts) {
    this.#store = store
    this.#texts = texts
  }

  /** From now on, notifies other processes of changes. */
  connect(peers: SessionPeers): void {
    this.#peers = peers
  }

  /** The sessions that are followed. */
  get topics(): readonly string[] {
    return this.#news.topics
  }

  publish(change: SessionChange): void {
    if (this.#peers === undefined) return this.#publish(change)
    this.#peers.changed(change.sessionId)
    const known = this.#known.get(change.sessionId)
    const first = Math.min(change.change, ...change.messages.map((message) => message.change))
    // Another process has changed the session as well: followers get all changes in order.
    if (known === undefined || first > known + 1) void this.catchUp(change.sessionId).catch(() => {})
    else {
      this.#known.set(change.sessionId, Math.max(known, change.change))
      this.#publish(change)
    }
  }

  /** Publishes changes of a session that are in the database and have not been published; ends a deleted one. */
  async catchUp(id: string): Promise<void> {
    if (!this.#news.has(id)) return void this.#known.delete(id)
    this.#changed.add(id)
    if (this.#reading.has(id) || !this.#known.has(id)) return
    this.#reading.add(id)
    try {
      while (this.#changed.delete(id)) await this.#publishStored(id)
    } finally {
      this.#reading.delete(id)
    }
  }

  async #publishStored(id: string): Promise<void> {
    const session = await this.#store.get(id)
    if (session === undefined) return this.#news.publish(id, 'gone')
    const { status, lastChange } = session
    for (let known = this.#known.get(id) ?? 0; known < lastChange; ) {
      const page = await this.#store.changedSince(id, known, PAGE)
      const messages = page.filter(({ change }) => change <= lastChange)
      known = messages.length < PAGE ? lastChange : (messages.at(-1)?.change ?? lastChange)
      this.#publish({ sessionId: id, messages, status, change: known, isNewStatus: known === lastChange })
      this.#known.set(id, known)
    }
  }

  #publish({ sessionId, messages, status, change, isNewStatus }: SessionChange): void {
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
    this.#peers?.deleted(sessionId)
  }

  /** Ends the streams of sessions that were deleted with their workflow. */
  async endGone(): Promise<void> {
    this.#peers?.someDeleted()
    for (const id of this.#news.topics) if ((await this.#store.get(id)) === undefined) this.end(id)
  }

  async *follow(id: string, { after, signal }: { after: number; signal: AbortSignal }): AsyncIterable<SessionNews> {
    const heard = this.#news.subscribe(id, { signal, merge: joined })
    const release = this.#texts.want(id)
    try {
      yield* this.#followFrom(heard, { id, after, signal })
    } finally {
      release()
      heard[Symbol.dispose]()
      if (!this.#news.has(id)) this.#known.delete(id)
    }
  }

  async *#followFrom(
    heard: Subscription<News>,
    { id, after, signal }: { id: string; after: number; signal: AbortSignal },
  ): AsyncIterable<SessionNews> {
    const session = await this.#store.get(id)
    // Deleted before this subscription.
    if (session === undefined) return
    this.#knows(id, session.lastChange)
    // Send everything for a change number that was never assigned.
    let last = after > session.lastChange ? 0 : after
    let lastStatus = -1
    const isNew = (news: Exclude<SessionNews, Delta>) => {
      // Changes that are read together end with a status that has the number of the last message.
      if (news.event === 'message' ? news.change <= last : news.change <= lastStatus || news.change < last) return false
      last = news.change
      if (news.event === 'status') lastStatus = last
      return true
    }
    for await (const news of this.#past(id, last)) {
      if (signal.aborted) return
      if (news.event !== 'delta') isNew(news)
      yield news
    }
    const drafts = this.#texts.ofSession(id)
    // The drafts contain all deltas published so far.
    heard.discard((news) => news !== 'gone' && news.event === 'delta')
    yield* drafts
    for await (const news of heard) {
      if (news === OVERRUN || news === 'gone') return
      if (news.event === 'delta' || isNew(news)) yield news
    }
  }

  /** The first follower of a session has read it. */
  #knows(id: string, lastChange: number): void {
    if (this.#peers === undefined || this.#known.has(id)) return
    this.#known.set(id, lastChange)
    if (this.#changed.has(id)) void this.catchUp(id).catch(() => {})
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
