/** Reads the copies in Postgres of rows of SQLite. */
import type { DatabaseSync } from 'node:sqlite'
import type { Sql, SqlValue } from '../sql.ts'
import { columnAt, type Sides } from './compare.ts'
import type { Table } from './schema.ts'
import { batchesOf, type Row } from './source-rows.ts'

export function sidesToPostgres(source: DatabaseSync, target: Sql): Sides {
  return {
    sourceBatches: (table) => batchesOf(source, table),
    copiesOf: (table, rows) => copiesOf(target, table, rows),
    async countCopies({ name }) {
      return (await target.get<{ rows: number }>(`SELECT count(*) AS rows FROM "${name}"`, []))?.rows ?? 0
    },
  }
}

async function copiesOf(target: Sql, table: Table, rows: readonly Row[]): Promise<readonly Row[]> {
  const { name, columns, key } = table
  const types = key.map((column) => {
    const { kind } = columns[columnAt(table, column)] ?? {}
    return `"${column}" ${kind === 'number' ? 'bigint' : 'text'}`
  })
  const keys = rows.map((row) => Object.fromEntries(key.map((column) => [column, row[columnAt(table, column)]])))
  const found = await target.all<Readonly<Record<string, SqlValue>>>(
    `SELECT ${columns.map((column) => `t."${column.name}"`).join(', ')}
    FROM json_to_recordset($1::json) AS k (${types.join(', ')})
    JOIN "${name}" t ON ${key.map((column) => `t."${column}" = k."${column}"`).join(' AND ')}`,
    [JSON.stringify(keys)],
  )
  return found.map((row): Row => columns.map((column) => row[column.name] ?? null))
}
