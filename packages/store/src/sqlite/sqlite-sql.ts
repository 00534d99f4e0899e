/**
 * `Sql` on `node:sqlite`: one connection, on the calling thread. Every call runs synchronously and returns a settled
 * promise, so a read costs as much as SQLite and one turn of the microtask queue.
 *
 * Checkpoints run every 40 MB instead of 4: under load they took a third of the time of the journal.
 *
 * `synchronous = FULL` makes commits durable: in WAL mode a commit is flushed to disk before it is acknowledged.
 */
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { refuseUnstorable, type Sql, type SqlValue, type Statement } from '../sql.ts'
import { makePrivateFile } from './private-file.ts'
import { readInThread } from './read-in-thread.ts'
import { sameFileGuard } from './same-file.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { sqliteError } from './sqlite-unavailable.ts'

/** Lists are built from parts, so the number of different statements is large but finite. */
const CACHED_STATEMENTS = 256

const SETTINGS = `
  PRAGMA busy_timeout = 5000;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
  PRAGMA trusted_schema = OFF;
  PRAGMA cache_size = -32000;
  PRAGMA journal_size_limit = 67108864;
  PRAGMA wal_autocheckpoint = 10000;
`

/** A statement with plain `?` and the parameter of each: `$2 … $1 … $2` is [1, 0, 1]. */
interface Prepared {
  readonly statement: StatementSync
  readonly order: readonly number[]
  readonly isInOrder: boolean
}

export class SqliteSql implements Sql {
  readonly dialect = sqliteDialect
  /** The raw connection, for the journal, which prepares its own statements. */
  readonly database: DatabaseSync
  /** Throws if the file was removed or replaced. */
  readonly checkFile: () => void
  readonly #prepared = new Map<string, Prepared>()

  constructor(database: DatabaseSync, checkFile: () => void) {
    this.database = database
    this.checkFile = checkFile
  }

  async all<Row>(text: string, params: readonly SqlValue[]): Promise<Row[]> {
    return this.#attempt(() => {
      const prepared = this.#prepare(text)
      return prepared.statement.all(...valuesFor(prepared, params)) as Row[]
    })
  }

  rows<Row>(text: string, params: readonly SqlValue[]): Promise<Row[]> {
    return this.all(text, params)
  }

  async get<Row>(text: string, params: readonly SqlValue[]): Promise<Row | undefined> {
    return this.#attempt(() => {
      const prepared = this.#prepare(text)
      return prepared.statement.get(...valuesFor(prepared, params)) as Row | undefined
    })
  }

  async getLarge<Row>(text: string, params: readonly SqlValue[]): Promise<Row | undefined> {
    const file = this.database.location()
    if (file === null) return this.get(text, params)
    this.checkFile()
    const { plain, order } = withPlainParameters(text)
    const [row] = await readInThread(
      file,
      plain,
      order.map((parameter) => params[parameter] ?? null),
    )
    return row as Row | undefined
  }

  async run(text: string, params: readonly SqlValue[]): Promise<number> {
    this.checkFile()
    return this.#attempt(() => this.#run(text, params))
  }

  async transaction(statements: readonly Statement[]): Promise<boolean> {
    this.checkFile()
    return this.#attempt(() => this.#transaction(statements))
  }

  #transaction(statements: readonly Statement[]): boolean {
    this.#run('BEGIN IMMEDIATE', [])
    try {
      for (const { text, params = [], mustChange } of statements) {
        if (this.#run(text, params) === 0 && mustChange) {
          this.#run('ROLLBACK', [])
          return false
        }
      }
      this.#run('COMMIT', [])
      return true
    } catch (error) {
      // SQLite rolls back automatically after some errors, such as a full disk.
      if (this.database.isTransaction) this.#run('ROLLBACK', [])
      throw error
    }
  }

  #attempt<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw sqliteError(error)
    }
  }

  /** Copies the log to the file as far as no reader uses it, so that the log starts over. */
  checkpoint(): void {
    this.#run('PRAGMA wal_checkpoint(PASSIVE)', [])
  }

  /**
   * Copies the whole log to the file. Only connections that have a deleted log open can still read it, so this is the
   * last chance to keep acknowledged writes.
   */
  saveLog(): void {
    try {
      this.database.exec('PRAGMA wal_checkpoint(FULL)')
    } catch {
      // Nothing more can be done; writes are rejected anyway.
    }
  }

  async close(): Promise<void> {
    this.#prepared.clear()
    if (this.database.isOpen) this.database.close()
  }

  #run(text: string, params: readonly SqlValue[]): number {
    const prepared = this.#prepare(text)
    return Number(prepared.statement.run(...valuesFor(prepared, params)).changes)
  }

  #prepare(text: string): Prepared {
    const known = this.#prepared.get(text)
    if (known !== undefined) return known
    if (!this.database.isOpen) throw new Error('The database is closed.')
    const { plain, order } = withPlainParameters(text)
    const prepared = {
      statement: this.database.prepare(plain),
      order,
      isInOrder: order.every((parameter, at) => parameter === at),
    }
    for (const oldest of this.#prepared.keys()) {
      if (this.#prepared.size < CACHED_STATEMENTS) break
      this.#prepared.delete(oldest)
    }
    this.#prepared.set(text, prepared)
    return prepared
  }
}

/** Not `?1`: only newer releases of Node 24 accept numbered parameters by position. */
function withPlainParameters(text: string): { readonly plain: string; readonly order: readonly number[] } {
  const order: number[] = []
  const plain = text.replaceAll(/\$(\d+)/g, (_, number: string) => {
    order.push(Number(number) - 1)
    return '?'
  })
  return { plain, order }
}

function valuesFor(prepared: Prepared, params: readonly SqlValue[]): readonly SqlValue[] {
  refuseUnstorable(params)
  return prepared.isInOrder ? params : prepared.order.map((parameter) => params[parameter] ?? null)
}

/** Opens or creates the database file; ':memory:' is a private database. */
export function openSqlite(file: string): SqliteSql {
  if (file !== ':memory:') makePrivateFile(file)
  const database = new DatabaseSync(file)
  try {
    database.exec(SETTINGS)
  } catch (error) {
    database.close()
    throw new Error(`${file} cannot be used as a database: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    })
  }
  return new SqliteSql(database, sameFileGuard(file))
}
