/** Compares a copied table with its source, row by row, and computes a checksum of each side. */
import { createHash, type Hash } from 'node:crypto'
import type { SqlValue } from '../sql.ts'
import type { Table } from './schema.ts'
import { type Batch, isCopied, type Key, type Row } from './source-rows.ts'

export interface TableReport {
  readonly table: string
  readonly sourceRows: number
  readonly targetRows: number
  readonly sourceChecksum: string
  readonly targetChecksum: string
  /** The first difference; undefined if the tables are equal. */
  readonly difference: string | undefined
}

/** A copy and what it was copied from. All rows are in the form in which Postgres stores them. */
export interface Sides {
  sourceBatches(table: Table): AsyncIterable<Batch> | Iterable<Batch>
  /** The copies of some rows, in any order; a missing one is left out. */
  copiesOf(table: Table, rows: readonly Row[]): Promise<readonly Row[]>
  countCopies(table: Table): Promise<number>
}

export async function compareTable(sides: Sides, table: Table): Promise<TableReport> {
  const hashes = { source: createHash('sha256'), target: createHash('sha256') }
  let sourceRows = 0
  let difference: string | undefined
  for await (const { rows } of isCopied(table) ? sides.sourceBatches(table) : []) {
    sourceRows += rows.length
    const copies = await sides.copiesOf(table, rows)
    const found = new Map(copies.map((row) => [JSON.stringify(keyOf(table, row)), row]))
    for (const row of rows) {
      const own = found.get(JSON.stringify(keyOf(table, row)))
      addTo(hashes.source, row)
      if (own !== undefined) addTo(hashes.target, own)
      difference ??= differenceOf(table, row, own)
    }
  }
  const count = await sides.countCopies(table)
  if (count !== sourceRows) difference ??= `${table.name} has ${count} rows instead of ${sourceRows}`
  const [sourceChecksum, targetChecksum] = [hashes.source, hashes.target].map((hash) => hash.digest('hex').slice(0, 16))
  return {
    ...{ table: table.name, sourceRows, targetRows: count, difference },
    ...{ sourceChecksum: sourceChecksum ?? '', targetChecksum: targetChecksum ?? '' },
  }
}

/** The primary key of a row. */
export function keyOf(table: Table, row: Row): Key {
  return table.key.map((column) => row[columnAt(table, column)] as string | number)
}

export function columnAt({ columns }: Table, name: string): number {
  return columns.findIndex((column) => column.name === name)
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
