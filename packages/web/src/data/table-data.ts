/** A list as a table: one row per item, one column per key. Pure. */
import { isObject } from '@millrace/model'
import type { PathStep } from './expression-path.ts'

export interface TableData {
  /** Undefined for the only column of a list of plain values. */
  readonly columns: readonly (string | undefined)[]
  /** Positions of the shown items in the list. */
  readonly rows: readonly number[]
}

/** Items that are inspected for column names. */
const SAMPLE = 200
const MAX_COLUMNS = 60

/** True if a value is best shown as a table: a list with at least one object. */
export function isTabular(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0 && value.slice(0, SAMPLE).every(isObject)
}

/** The table of a list; with a query only the items that contain it. */
export function tableData(items: readonly unknown[], query = ''): TableData {
  const keys = new Set<string>()
  for (const item of items.slice(0, SAMPLE)) if (isObject(item)) for (const key of Object.keys(item)) keys.add(key)
  const columns = keys.size === 0 ? [undefined] : [...keys].slice(0, MAX_COLUMNS)
  const wanted = query.trim().toLowerCase()
  const rows = [...items.keys()].filter(
    (at) =>
      wanted === '' || columns.some((column) => cellText(cellOf(items[at], column)).toLowerCase().includes(wanted)),
  )
  return { columns, rows }
}

export function cellOf(item: unknown, column: string | undefined): unknown {
  if (column === undefined) return item
  return isObject(item) && Object.hasOwn(item, column) ? item[column] : undefined
}

/** The steps from the list to a cell. */
export function stepsToCell(row: number, column: string | undefined): PathStep[] {
  return column === undefined ? [row] : [row, column]
}

/** A cell in one line. */
export function cellText(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
