/**
 * A SQLite file that receives the rows of a Postgres database. While it does, it has no triggers, because these would
 * treat copied rows as new ones, and checks no foreign keys; `finish` creates the triggers and checks the keys.
 */
import type { StatementSync } from 'node:sqlite'
import { migrate } from '../migrate.ts'
import { MIGRATIONS } from '../migrations.ts'
import type { SqlValue, Statement } from '../sql.ts'
import { readInThread } from '../sqlite/read-in-thread.ts'
import { sqliteDialect } from '../sqlite/sqlite-dialect.ts'
import { openSqlite, type SqliteSql } from '../sqlite/sqlite-sql.ts'
import { keyOf, type Sides } from './compare.ts'
import type { Snapshot } from './postgres-snapshot.ts'
import type { Column, Table } from './schema.ts'
import { type Batch, type BatchLimits, inPostgres, type Row } from './source-rows.ts'
import { COMPLETE, FINISH, INVALIDATE, readProgress, saveProgress, startProgress } from './unfinished.ts'

export interface CopyOptions {
  /** The file is thrown away if the process dies, so nothing has to be flushed until the end. */
  readonly isTemporary: boolean
  readonly limits?: BatchLimits | undefined
  readonly onBatch?: ((table: string, rows: number) => void) | undefined
}

/** Opens or continues a copy with the schema of the source. */
export async function openCopy(file: string, schema: number, options: CopyOptions): Promise<SqliteCopy> {
  const sql = openSqlite(file)
  try {
    if (options.isTemporary) sql.database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF')
    sql.database.exec('PRAGMA foreign_keys = OFF')
    await migrate(sql, MIGRATIONS.slice(0, schema))
    return new SqliteCopy({ file, sql, triggers: await triggersOf(schema), options })
  } catch (error) {
    await sql.close()
    throw error
  }
}

/** The triggers of a schema; not read from the copy, which may be without them since an earlier run. */
async function triggersOf(schema: number): Promise<readonly Trigger[]> {
  const model = openSqlite(':memory:')
  try {
    await migrate(model, MIGRATIONS.slice(0, schema))
    return await model.all<Trigger>(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`, [])
  } finally {
    await model.close()
  }
}

interface Trigger {
  readonly name: string
  readonly sql: string
}

interface Parts {
  readonly file: string
  readonly sql: SqliteSql
  readonly triggers: readonly Trigger[]
  readonly options: CopyOptions
}

export class SqliteCopy {
  readonly sql: SqliteSql
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.sql = parts.sql
    this.#parts = parts
  }

  /** Starts a copy, unless an earlier run began one of the same content. */
  async begin(tables: readonly Table[], fingerprint: string): Promise<'new' | 'continue' | 'start over'> {
    const progress = await readProgress(this.sql)
    if (progress?.source === fingerprint) return 'continue'
    await this.sql.transaction([
      ...this.#parts.triggers.map(({ name }): Statement => ({ text: `DROP TRIGGER IF EXISTS "${name}"` })),
      // Also the rows that migrations insert: the source has them.
      ...tables.map(({ name }): Statement => ({ text: `DELETE FROM "${name}"` })),
      { text: 'DELETE FROM sqlite_sequence' },
      ...startProgress(fingerprint),
    ])
    return progress === undefined ? 'new' : 'start over'
  }

  async copyTable(source: Snapshot, table: Table): Promise<void> {
    const saved = (await readProgress(this.sql))?.tables.get(table.name)
    if (saved === COMPLETE) return
    const { limits, onBatch } = this.#parts.options
    const insertion = this.#prepareInsertion(table)
    const after = saved === undefined ? undefined : (JSON.parse(saved) as Batch['last'])
    for await (const batch of source.batchesOf(table, { after, limits })) {
      this.#insert(insertion, table, batch)
      onBatch?.(table.name, batch.rows.length)
    }
    const last = await this.#lastNumber(source, table)
    await this.sql.transaction([...last, saveProgress(table.name, COMPLETE)])
  }

  sides(source: Snapshot): Sides {
    const { database } = this.sql
    const { limits } = this.#parts.options
    return {
      sourceBatches: (table) => source.batchesOf(table, { limits }),
      async copiesOf(table, rows) {
        const condition = table.key.map((column) => `"${column}" = ?`).join(' AND ')
        const names = table.columns.map(({ name }) => `"${name}"`).join(', ')
        const select = database.prepare(`SELECT ${names} FROM "${table.name}" WHERE ${condition}`)
        return rows.flatMap((row): Row[] => {
          const found = select.get(...keyOf(table, row))
          return found === undefined ? [] : [table.columns.map((column) => inPostgres(column, found[column.name]))]
        })
      },
      countCopies: async ({ name }) => Number(database.prepare(`SELECT count(*) AS n FROM "${name}"`).get()?.n),
    }
  }

  /** Makes it a database that a service can open, if it is equal to its source. Long statements run on a thread. */
  async finish(isEqual: boolean): Promise<void> {
    if (!isEqual) {
      await this.sql.transaction([INVALIDATE])
      return
    }
    const { file, triggers } = this.#parts
    const indexes = await this.sql.all<{ name: string }>(
      `SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE % USING fts5%'`,
      [],
    )
    for (const { name } of indexes) await readInThread(file, `INSERT INTO "${name}" ("${name}") VALUES ('rebuild')`)
    const [broken] = await readInThread(file, 'PRAGMA foreign_key_check')
    if (broken !== undefined)
      throw new Error(`The table ${String(broken.table)} refers to a missing row of ${String(broken.parent)}.`)
    await this.sql.transaction([...triggers.map(({ sql }): Statement => ({ text: sql })), FINISH])
  }

  async close(): Promise<void> {
    await this.sql.close()
  }

  /** Numbers continue after the largest that was ever assigned, in the tables that never use one again. */
  async #lastNumber(source: Snapshot, { name, identity }: Table): Promise<readonly Statement[]> {
    const own = await this.sql.get<{ sql: string }>('SELECT sql FROM sqlite_schema WHERE name = $1', [name])
    if (identity === undefined || !own?.sql.includes('AUTOINCREMENT')) return []
    const largest = await this.sql.get<{ num: number | null }>(`SELECT max("${identity}") AS num FROM "${name}"`, [])
    const last = Math.max(largest?.num ?? 0, await source.lastNumber({ name, identity }))
    return [
      { text: 'DELETE FROM sqlite_sequence WHERE name = $1', params: [name] },
      { text: 'INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)', params: [name, last] },
    ]
  }

  #prepareInsertion({ name, columns }: Table): StatementSync {
    const names = columns.map((column) => `"${column.name}"`).join(', ')
    return this.sql.database.prepare(`INSERT INTO "${name}" (${names}) VALUES (${columns.map(() => '?').join(', ')})`)
  }

  #insert(insertion: StatementSync, table: Table, { rows, last }: Batch): void {
    const { database } = this.sql
    const { text, params = [] } = saveProgress(table.name, JSON.stringify(last))
    database.exec('BEGIN IMMEDIATE')
    try {
      for (const row of rows) insertion.run(...row.map((value, at) => inSqlite(table.columns[at], value)))
      database.prepare(text.replaceAll(/\$\d/g, '?')).run(...params)
      database.exec('COMMIT')
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK')
      throw error
    }
  }
}

function inSqlite(column: Column | undefined, value: SqlValue): SqlValue {
  return column?.isLong && typeof value === 'string' ? sqliteDialect.longText(value) : value
}
