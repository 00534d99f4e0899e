/** Compares a copied table with its source, row by row, and computes a checksum of each side. */
import { createHash, type Hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Sql, SqlValue } from '../sql.ts'
import type { Table } from './schema.ts'
import { batchesOf, isCopied, type Row } from './source-rows.ts'

export interface TableReport {
  readonly table: string
  readonly sourceRows: number
  readonly targetRows: number
  readonly sourceChecksum: string
  readonly targetChecksum: string
  /** The first difference; undefined if the tables are equal. */
  readonly difference: string | undefined
}

export async function compareTable(source: DatabaseSync, target: Sql, table: Table): Promise<TableReport> {
  const hashes = { source: createHash('sha256'), target: createHash('sha256') }
  let sourceRows = 0
  let difference: string | undefined
  for (const { rows } of isCopied(table) ? batchesOf(source, table) : []) {
    sourceRows += rows.length
    const found = await targetRows(target, table, rows)
    for (const row of rows) {
      const own = found.get(keyOf(table, row))
      addTo(hashes.source, row)
      if (own !== undefined) addTo(hashes.target, own)
      difference ??= differenceOf(table, row, own)
    }
  }
  const counted = await target.get<{ rows: number }>(`SELECT count(*) AS rows FROM "${table.name}"`, [])
  const count = counted?.rows ?? 0
  if (count !== sourceRows) difference ??= `${table.name} has ${count} rows instead of ${sourceRows}`
  const [sourceChecksum, targetChecksum] = [hashes.source, hashes.target].map((hash) => hash.digest('hex').slice(0, 16))
  return {
    ...{ table: table.name, sourceRows, targetRows: count, difference },
    ...{ sourceChecksum: sourceChecksum ?? '', targetChecksum: targetChecksum ?? '' },
  }
}

/** The copies of some rows, by key. */
async function targetRows(target: Sql, table: Table, rows: readonly Row[]): Promise<ReadonlyMap<string, Row>> {
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
  const copies = found.map((row): Row => columns.map((column) => row[column.name] ?? null))
  return new Map(copies.map((row) => [keyOf(table, row), row]))
}

function columnAt({ columns }: Table, name: string): number {
  return columns.findIndex((column) => column.name === name)
}

function keyOf(table: Table, row: Row): string {
  return JSON.stringify(table.key.map((column) => row[columnAt(table, column)]))
}

function differenceOf(table: Table, row: Row, copy: Row | undefined): string | undefined {
  const named = () =>
    `${table.name} (${table.key.map((column) => `${column} ${row[columnAt(table, column)]}`).join(', ')})`
  if (copy === undefined) return `${named()} is missing`
  const column = table.columns.find((_, at) => !isSame(row[at] ?? null, copy[at] ?? null))
  return column && `${named()} has another ${column.name}`
}

function isSame(one: SqlValue, other: SqlValue): boolean {
  if (one instanceof Uint8Array && other instanceof Uint8Array) return Buffer.compare(one, other) === 0
  return one === other
}

/** With type and length, so that no two rows have the same bytes. */
function addTo(hash: Hash, row: Row): void {
  for (const value of row) {
    const kind = value instanceof Uint8Array ? 'b' : value === null ? 'z' : typeof value === 'number' ? 'n' : 't'
    const bytes = value instanceof Uint8Array ? value : Buffer.from(value === null ? '' : String(value))
    hash.update(`${kind}${bytes.length}:`).update(bytes)
  }
}
