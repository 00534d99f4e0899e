/** CSV parsing and writing. The libraries are loaded on first use, because most processes never need them. */
import { isObject, NodeFailure } from '@millrace/model'
import { asText } from '../running/as-text.ts'
import { badInput, badSetting, kindOf } from '../running/input-values.ts'
import { withEscapes } from '../text/escapes.ts'

/** The character between values. */
export function delimiterOf({ delimiter = ',' }: { delimiter?: string }): string {
  const meant = withEscapes(delimiter)
  if (/["\r\n]/.test(meant)) throw badSetting('delimiter', 'must not be a quote or a line break')
  return meant
}

/** The rows of a text, split into values. Empty lines are skipped. */
export async function recordsIn(text: string, delimiter: string): Promise<string[][]> {
  const { parse } = await import('csv-parse/sync')
  try {
    return parse(text, { delimiter, bom: true, skip_empty_lines: true })
  } catch (error) {
    throw new NodeFailure(
      'BAD_CSV',
      `The text is not valid CSV: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

export async function writtenRecords(records: readonly (readonly string[])[], delimiter: string): Promise<string> {
  const { stringify } = await import('csv-stringify/sync')
  return stringify(
    records.map((record) => [...record]),
    { delimiter },
  )
}

/** The names, with a number appended to duplicates. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  // The next number to try for each name; counting from 2 again would take quadratic time.
  const next = new Map<string, number>()
  return names.map((name) => {
    let unique = name
    let number = next.get(name) ?? 2
    while (taken.has(unique)) unique = `${name}_${number++}`
    next.set(name, number)
    taken.add(unique)
    return unique
  })
}

/** All keys of all rows, in order of first appearance; undefined if the rows are lists. */
export function columnsOf(rows: readonly unknown[]): string[] | undefined {
  if (!rows.some(isObject)) return undefined
  return [...new Set(rows.filter(isObject).flatMap((row) => Object.keys(row)))]
}

/** The values of a row in the order of the columns. */
export function recordOf(row: unknown, at: number, columns: readonly string[] | undefined): string[] {
  if (Array.isArray(row)) return row.map(asText)
  if (isObject(row)) return (columns ?? []).map((name) => asText(Object.hasOwn(row, name) ? row[name] : undefined))
  throw badInput('rows', `must contain rows (got ${kindOf(row)} at index ${at})`)
}
