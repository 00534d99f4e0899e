/**
 * Writes a SQLite file: on a thread, or, if the write policy allows it, on a connection of the main thread. Callers hold
 * the write lock (see `Mutex`), so the two never write at the same time.
 *
 * Writes on the main thread must be short. They never wait for a lock (a file that another process is writing is left
 * to the thread), never run a checkpoint, and only contain small changes.
 */
import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import type { SqlValue, Statement } from '../sql.ts'
import { openSqlite, type SqliteSql } from '../sqlite/sqlite-sql.ts'
import type { Change, JournalWriter, Refusal } from './changes.ts'
import { SqliteWriter } from './sqlite-writer.ts'
import { ThreadWriter } from './thread-writer.ts'
import { MAX_UNFILED, mayBeUnfiled } from './unfiled.ts'
import { AdaptiveWritePolicy, type WritePolicy } from './write-policy.ts'

const SETTINGS = 'PRAGMA busy_timeout = 0; PRAGMA wal_autocheckpoint = 0; PRAGMA cache_size = -2000'

interface MainThreadWriter {
  readonly sql: SqliteSql
  readonly writer: SqliteWriter
}

export class FileWriter implements JournalWriter {
  readonly isOneEach = false
  readonly #thread: ThreadWriter
  readonly #policy: WritePolicy
  readonly #mainThread: MainThreadWriter | undefined
  /** The executions that are to be filed; at least one if that is unknown. */
  #unfiled = 0
  /** Milliseconds that the main thread spent on commits since the last call of `#use`. */
  #spentMs = 0
  #lastUse: EventLoopUtilization = performance.eventLoopUtilization()

  constructor(file: string, policy: WritePolicy = new AdaptiveWritePolicy()) {
    this.#policy = policy
    this.#thread = new ThreadWriter(file)
    this.#mainThread = open(file)
  }

  start(): void {
    this.#thread.start()
  }

  async commit(changes: readonly Change[]): Promise<readonly Refusal[]> {
    const target = this.#policy.targetFor(changes, this.#use())
    const refusals =
      target === 'main thread' && !this.#mustFile(changes) ? this.#commitOnMainThread(changes) : undefined
    if (refusals !== undefined) return refusals
    const { done, ms } = await this.#asked(this.#thread.commit(changes, target === 'thread with checkpoint'))
    this.#policy.note(changes.length, ms)
    return done
  }

  get hasUnfiled(): boolean {
    return this.#unfiled > 0
  }

  async file(): Promise<void> {
    if (this.hasUnfiled) await this.#asked(this.#thread.file())
  }

  poll(): void {
    this.#thread.poll()
  }

  /** Like `Sql.transaction`. */
  async transaction(statements: readonly Statement[]): Promise<boolean> {
    return (await this.#asked(this.#thread.transaction(statements))).done
  }

  /** Like `Sql.all`, for a statement that writes. */
  async all<Row>(text: string, params: readonly SqlValue[]): Promise<Row[]> {
    return (await this.#asked(this.#thread.all<Row>(text, params))).done
  }

  /** Like `Sql.run`. */
  async run(text: string, params: readonly SqlValue[]): Promise<number> {
    return (await this.#asked(this.#thread.run(text, params))).done
  }

  async close(): Promise<void> {
    await this.#mainThread?.sql.close()
    await this.#thread.close()
  }

  /** Filing takes as long as many commits, so it is left to the thread. */
  #mustFile(changes: readonly Change[]): boolean {
    return this.hasUnfiled && (!mayBeUnfiled(changes) || this.#unfiled + changes.length > MAX_UNFILED)
  }

  /** Notes what the thread left unfiled. */
  async #asked<T extends { readonly unfiled: number }>(answer: Promise<T>): Promise<T> {
    try {
      const answered = await answer
      this.#unfiled = answered.unfiled
      return answered
    } catch (error) {
      // It may have written before it failed.
      this.#unfiled = Math.max(1, this.#unfiled)
      throw error
    }
  }

  /** Undefined if the batch could not be written, and nothing was: then the thread tries, and its result counts. */
  #commitOnMainThread(changes: readonly Change[]): readonly Refusal[] | undefined {
    if (this.#mainThread === undefined) return undefined
    const before = performance.eventLoopUtilization()
    // The thread cannot write a missing file either, so let this throw.
    this.#mainThread.sql.checkFile()
    try {
      const refusals = this.#mainThread.writer.commitTogether(changes)
      this.#unfiled = this.#mainThread.writer.unfiled
      return refusals
    } catch {
      this.#policy.failed()
      return undefined
    } finally {
      const ms = performance.eventLoopUtilization(before).active
      this.#spentMs += ms
      this.#policy.note(changes.length, ms)
    }
  }

  /** The share of time since the last call that the main thread was busy with anything but commits. */
  #use(): number {
    const now = performance.eventLoopUtilization()
    const { active, idle } = performance.eventLoopUtilization(now, this.#lastUse)
    this.#lastUse = now
    const others = Math.max(0, active - this.#spentMs)
    this.#spentMs = 0
    return active + idle > 0 ? others / (active + idle) : 0
  }
}

/** The tables must exist. If opening fails, every batch goes to the thread, which reports the error. */
function open(file: string): MainThreadWriter | undefined {
  let sql: SqliteSql | undefined
  try {
    sql = openSqlite(file)
    sql.database.exec(SETTINGS)
    return { sql, writer: new SqliteWriter(sql.database, { filesLater: true }) }
  } catch {
    void sql?.close()
    return undefined
  }
}
