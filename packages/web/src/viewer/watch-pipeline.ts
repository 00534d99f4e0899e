/**
 * Watches one execution: a store that is kept up to date until `stop`. Updates arrive as Server-Sent Events, which
 * resume after an interruption; if the service or a proxy does not stream, the detail is polled.
 *
 * Job data is only in the detail. It is reloaded after updates, but at intervals of at least ten times its load time.
 */
import type { ApiError, Interrupt, WatchPipelineEvent } from '@millrace/client'
import {
  isExecutionOver,
  type LogEntry,
  type PipelineDetail,
  type PipelineUpdate,
  type TextDelta,
} from '@millrace/model'
import { asApiError } from '../api/api-error.ts'
import type { Client } from '../api/client.ts'
import { watchEvents } from '../api/event-stream.ts'
import { wholePage } from '../api/pages.ts'
import { createStore, type Store } from '../ui/store.ts'
import { type PipelineState, withDelta, withDetail, withMoreJobs, withUpdates } from './pipeline-state.ts'
import { checkForStuck } from './stuck-checks.ts'

export type Connection = 'loading' | 'live' | 'polling' | 'over'

export interface Watched {
  readonly pipeline: PipelineState | undefined
  readonly logs: readonly LogEntry[]
  readonly questions: readonly Interrupt[]
  readonly connection: Connection
  /** Why nothing can be shown; cleared by the next success. */
  readonly error: ApiError | undefined
}

/** True while the service cannot be reached: what is shown may be outdated. */
export function isOutOfReach({ error }: Watched): boolean {
  return error?.code === 'NETWORK_ERROR'
}

export interface PipelineWatch {
  readonly store: Store<Watched>
  /** Reloads everything. */
  readonly refresh: () => void
  /** Loads more of the jobs that the detail lacks. */
  readonly loadMoreJobs: () => Promise<void>
  readonly stop: () => void
}

/** Page size of jobs. */
const JOBS_AT_ONCE = 1000
const POLL_MS = 3000
const GATHER_MS = 60
const REFRESH_MS = 1200
const MAX_FAILURES = 3
const POLLS_BEFORE_STREAM = 3

const NOTHING: Watched = { pipeline: undefined, logs: [], questions: [], connection: 'loading', error: undefined }

/** Watches an execution until it is stopped. */
export function watchPipeline(client: Client, id: string): PipelineWatch {
  const watcher = new Watcher(client, id)
  void watcher.follow()
  return {
    store: watcher.store,
    refresh: () => watcher.refresh(),
    loadMoreJobs: () => watcher.loadMoreJobs(),
    stop: () => watcher.stop(),
  }
}

class Watcher {
  readonly store = createStore<Watched>(NOTHING)
  readonly #client: Client
  readonly #id: string
  readonly #end = new AbortController()
  readonly #timers = new Set<ReturnType<typeof setTimeout>>()
  /** Updates that are newer than the last detail; applied again after each detail, so that no detail reverts them. */
  #recent: PipelineUpdate[] = []
  #waiting: (PipelineUpdate | TextDelta)[] = []
  /** The log as streamed from its beginning. */
  #streamed: readonly LogEntry[] = []
  #lastId: string | undefined
  #reads = 0
  #newestRead = 0
  /** Offset of the next page of jobs. */
  #jobOffset = 0
  #refreshAt = 0
  #isRefreshPlanned = false

  constructor(client: Client, id: string) {
    this.#client = client
    this.#id = id
  }

  get #isStopped(): boolean {
    return this.#end.signal.aborted
  }

  stop(): void {
    this.#end.abort()
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
  }

  async loadMoreJobs(): Promise<void> {
    try {
      const args = { id: this.#id, limit: JOBS_AT_ONCE, offset: this.#jobOffset }
      const { items: jobs } = await wholePage(this.#client.listJobs, args, { signal: this.#end.signal })
      this.#jobOffset += JOBS_AT_ONCE
      this.store.set((watched) => ({ ...watched, pipeline: watched.pipeline && withMoreJobs(watched.pipeline, jobs) }))
    } catch (error) {
      if (!this.#isStopped) this.store.set({ error: asApiError(error) })
    }
  }

  refresh(): void {
    void this.#readDetail()
    void this.#readQuestions()
    if (this.store.get().connection !== 'live') void this.#readLogs()
  }

  async follow(): Promise<void> {
    const detail = await this.#readDetail()
    if (this.#isStopped || (detail === undefined && isFinal(this.store.get().error))) return
    if (detail === undefined) await this.#streamOrPoll()
    else if (!isExecutionOver(detail.status)) {
      void this.#readLogs()
      void this.#readQuestions()
      await this.#checkingForStuck(() => this.#streamOrPoll())
      if (this.#isStopped) return
      this.#gather()
      await this.#readDetail()
    }
    if (this.#isStopped) return
    await Promise.all([this.#readLogs(), this.#readQuestions()])
    this.store.set({ connection: 'over' })
  }

  async #checkingForStuck(follow: () => Promise<void>): Promise<void> {
    const over = new AbortController()
    void checkForStuck(this.#client, {
      id: this.#id,
      isStuck: () => this.store.get().pipeline?.detail.stuck !== undefined,
      onChange: () => void this.#readDetail(),
      signal: AbortSignal.any([over.signal, this.#end.signal]),
    })
    await follow().finally(() => over.abort())
  }

  /** Runs until the execution is over. Throws if the stream does not stay open. */
  async #stream(): Promise<void> {
    let failures = 0
    const cut = new AbortController()
    await watchEvents((options) => this.#client.watchPipeline({ id: this.#id }, options), {
      signal: AbortSignal.any([cut.signal, this.#end.signal]),
      // Resumes after the last event, so that nothing is lost or repeated.
      lastEventId: this.#lastId,
      onEvent: (event) => this.#onEvent(event),
      onConnection: (isUp) => {
        failures = isUp ? 0 : failures + 1
        if (isUp) {
          this.store.set({ connection: 'live' })
          // The error of the interruption is shown until a detail is read again.
          if (this.store.get().error !== undefined) void this.#readDetail()
        } else if (failures >= MAX_FAILURES) cut.abort()
        else void this.#readDetail()
      },
    })
    if (cut.signal.aborted) throw new Error('The stream does not stay up')
  }

  /**
   * Runs until the execution is over. Polls while the stream does not stay open, and retries the stream from time to
   * time.
   */
  async #streamOrPoll(): Promise<void> {
    while (!this.#isStopped) {
      const isOver = await this.#stream().then(
        () => true,
        () => this.#poll(),
      )
      if (isOver) return
    }
  }

  /** True if the execution is over or does not exist; false when the stream should be retried. */
  async #poll(): Promise<boolean> {
    for (let round = 0; !this.#isStopped; round++) {
      this.store.set({ connection: 'polling' })
      const detail = await this.#readDetail()
      if (detail === undefined ? isFinal(this.store.get().error) : isExecutionOver(detail.status)) return true
      // A service that responds again may also stream again.
      if (detail !== undefined && round >= POLLS_BEFORE_STREAM) return false
      void this.#readLogs()
      if (waitsForPeople(this.store.get())) void this.#readQuestions()
      await new Promise<void>((resolve) => {
        this.#end.signal.addEventListener('abort', () => resolve(), { once: true })
        this.#later(resolve, POLL_MS)
      })
    }
    return true
  }

  #onEvent({ event, data, id }: WatchPipelineEvent): void {
    if (id !== undefined) this.#lastId = id
    if ((event !== 'delta' && event !== 'update') || this.#isStopped) return
    if (this.#waiting.length === 0) this.#later(() => this.#gather(), GATHER_MS)
    this.#waiting.push(data)
  }

  /** Applies all pending updates at once, so that a burst is rendered once. */
  #gather(): void {
    const news = this.#waiting
    this.#waiting = []
    if (news.length === 0) return
    const updates = news.filter((one): one is PipelineUpdate => 'seq' in one)
    this.#recent.push(...updates)
    this.#streamed = [...this.#streamed, ...updates.flatMap((update) => update.logs)]
    const before = this.store.get().pipeline?.detail
    this.store.set((watched) => {
      let pipeline = watched.pipeline && withUpdates(watched.pipeline, updates)
      for (const one of news) if (!('seq' in one) && pipeline !== undefined) pipeline = withDelta(pipeline, one)
      const logs = this.#streamed.length > watched.logs.length ? this.#streamed : watched.logs
      return { ...watched, pipeline, logs }
    })
    if (this.store.get().pipeline?.detail !== before) this.#refreshSoon()
  }

  /** Schedules one reload of the detail for any number of changes. */
  #refreshSoon(): void {
    if (this.#isRefreshPlanned) return
    this.#isRefreshPlanned = true
    this.#later(
      async () => {
        this.#isRefreshPlanned = false
        await this.#readDetail()
        if (waitsForPeople(this.store.get())) void this.#readQuestions()
      },
      Math.max(0, this.#refreshAt - performance.now()),
    )
  }

  async #readDetail(): Promise<PipelineDetail | undefined> {
    const number = ++this.#reads
    const begun = performance.now()
    this.#refreshAt = begun + REFRESH_MS
    try {
      const detail = await this.#client.getPipeline({ id: this.#id }, { signal: this.#end.signal })
      this.#refreshAt = Math.max(this.#refreshAt, performance.now() + 10 * (performance.now() - begun))
      // Responses may arrive out of order; ignore outdated ones.
      if (number < this.#newestRead) return detail
      this.#newestRead = number
      this.#recent = this.#recent.filter((update) => Date.parse(update.at) >= Date.parse(detail.updated))
      this.store.set((watched) => ({
        ...watched,
        error: undefined,
        pipeline: withUpdates(withDetail(watched.pipeline, detail), this.#recent),
      }))
      return detail
    } catch (error) {
      if (!this.#isStopped) this.store.set({ error: asApiError(error) })
      return undefined
    }
  }

  /** The log is optional: after an error it is loaded with the next update. */
  async #readLogs(): Promise<void> {
    const options = { signal: this.#end.signal }
    const logs = await this.#client.getExecutionLogs({ id: this.#id }, options).catch(() => undefined)
    if (logs !== undefined && logs.length >= this.store.get().logs.length) this.store.set({ logs })
  }

  /** Services without questions have none. */
  async #readQuestions(): Promise<void> {
    const args = { id: this.#id, status: 'pending', limit: 100 } as const
    const options = { signal: this.#end.signal }
    const page = await this.#client.listPipelineInterrupts(args, options).catch(() => undefined)
    if (page !== undefined) this.store.set({ questions: page.items })
  }

  #later(run: () => void, ms: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      run()
    }, ms)
    this.#timers.add(timer)
  }
}

/** Retrying does not help if the execution does not exist or is forbidden. */
function isFinal(error: ApiError | undefined): boolean {
  return error !== undefined && error.status >= 400 && error.status < 500 && error.status !== 429
}

function waitsForPeople({ pipeline, questions }: Watched): boolean {
  return questions.length > 0 || (pipeline?.detail.job_status_summary.interrupted ?? 0) > 0
}
