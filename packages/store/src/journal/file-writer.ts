/**
 * Writes a SQLite file: by way of a thread, or, when there is little to write and all is calm (see `Calm`), on a
 * connection of the main thread. Calls come one at a time (see `Turns`), so the two never write at the same time.
 *
 * What the main thread does here must be short. It waits for no lock: a file that somebody else is writing is left to
 * the thread. It makes no checkpoint. And it writes only what is small.
 */
import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import type { SqlValue, Statement } from '../sql.ts'
import { openSqlite, type SqliteSql } from '../sqlite/sqlite-sql.ts'
import { Calm, type Ways } from './calm.ts'
import type { Change, JournalWriter, Refusal } from './changes.ts'
import { SqliteWriter } from './sqlite-writer.ts'
import { ThreadWriter } from './thread-writer.ts'

const SETTINGS = 'PRAGMA busy_timeout = 0; PRAGMA wal_autocheckpoint = 0; PRAGMA cache_size = -2000'

interface Here {
  readonly sql: SqliteSql
  readonly writer: SqliteWriter
}

export class FileWriter implements JournalWriter {
  readonly isOneEach = false
  readonly #thread: ThreadWriter
  readonly #ways: Ways
  readonly #here: Here | undefined
  /** Milliseconds of the main thread that went into commits since it was last looked at. */
  #spentMs = 0
  #lastUse: EventLoopUtilization = performance.eventLoopUtilization()

  constructor(file: string, ways: Ways = new Calm()) {
    this.#ways = ways
    this.#thread = new ThreadWriter(file)
    this.#here = open(file)
  }

  start(): void {
    this.#thread.start()
  }

  async commit(changes: readonly Change[]): Promise<readonly Refusal[]> {
    const way = this.#ways.wayFor(changes, this.#use())
    const refusals = way === 'here' ? this.#commitHere(changes) : undefined
    if (refusals !== undefined) return refusals
    const { done, ms } = await this.#thread.commit(changes, way === 'thread, with checkpoint')
    this.#ways.note(changes.length, ms)
    return done
  }

  /** As `Sql.transaction`. */
  transaction(statements: readonly Statement[]): Promise<boolean> {
    return this.#thread.transaction(statements)
  }

  /** As `Sql.all`, for a statement that writes. */
  all<Row>(text: string, params: readonly SqlValue[]): Promise<Row[]> {
    return this.#thread.all(text, params)
  }

  /** As `Sql.run`. */
  run(text: string, params: readonly SqlValue[]): Promise<number> {
    return this.#thread.run(text, params)
  }

  async close(): Promise<void> {
    await this.#here?.sql.close()
    await this.#thread.close()
  }

  /** Undefined when it could not be done, and nothing was written: the thread tries next, and what it says counts. */
  #commitHere(changes: readonly Change[]): readonly Refusal[] | undefined {
    if (this.#here === undefined) return undefined
    const before = performance.eventLoopUtilization()
    // No other way leads to a file that is gone.
    this.#here.sql.checkFile()
    try {
      return this.#here.writer.commitTogether(changes)
    } catch {
      this.#ways.end()
      return undefined
    } finally {
      const ms = performance.eventLoopUtilization(before).active
      this.#spentMs += ms
      this.#ways.note(changes.length, ms)
    }
  }

  /** The part of its time since the last call that the main thread was in use for anything but commits. */
  #use(): number {
    const now = performance.eventLoopUtilization()
    const { active, idle } = performance.eventLoopUtilization(now, this.#lastUse)
    this.#lastUse = now
    const others = Math.max(0, active - this.#spentMs)
    this.#spentMs = 0
    return active + idle > 0 ? others / (active + idle) : 0
  }
}

/** The tables must be there. Should it fail, everything goes by the thread, which will say what is wrong. */
function open(file: string): Here | undefined {
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
