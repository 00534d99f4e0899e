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
    const refusals = target === 'main thread' ? this.#commitOnMainThread(changes) : undefined
    if (refusals !== undefined) return refusals
    const { done, ms } = await this.#thread.commit(changes, target === 'thread with checkpoint')
    this.#policy.note(changes.length, ms)
    return done
  }

  /** Like `Sql.transaction`. */
  transaction(statements: readonly Statement[]): Promise<boolean> {
    return this.#thread.transaction(statements)
  }

  /** Like `Sql.all`, for a statement that writes. */
  all<Row>(text: string, params: readonly SqlValue[]): Promise<Row[]> {
    return this.#thread.all(text, params)
  }

  /** Like `Sql.run`. */
  run(text: string, params: readonly SqlValue[]): Promise<number> {
    return this.#thread.run(text, params)
  }

  async close(): Promise<void> {
    await this.#mainThread?.sql.close()
    await this.#thread.close()
  }

  /** Undefined if the batch could not be written, and nothing was: then the thread tries, and its result counts. */
  #commitOnMainThread(changes: readonly Change[]): readonly Refusal[] | undefined {
    if (this.#mainThread === undefined) return undefined
    const before = performance.eventLoopUtilization()
    // The thread cannot write a missing file either, so let this throw.
    this.#mainThread.sql.checkFile()
    try {
      return this.#mainThread.writer.commitTogether(changes)
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
    return { sql, writer: new SqliteWriter(sql.database) }
  } catch {
    void sql?.close()
    return undefined
  }
}
