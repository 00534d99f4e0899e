/** CSV texts. The libraries are loaded when first needed: most starts of the service never are asked for one. */
import { isObject, NodeFailure } from '@millrace/model'
import { asText } from '../running/as-text.ts'
import { badInput, badSetting, kindOf } from '../running/input-values.ts'
import { withEscapes } from '../text/written-escapes.ts'

/** The character between two values. */
export function delimiterOf({ delimiter = ',' }: { delimiter?: string }): string {
  const meant = withEscapes(delimiter)
  if (/["\r\n]/.test(meant)) throw badSetting('delimiter', 'cannot be a quote or a line break')
  return meant
}

/** The lines of a text, cut into values. Empty lines are no lines. */
export async function recordsIn(text: string, delimiter: string): Promise<string[][]> {
  const { parse } = await import('csv-parse/sync')
  try {
    return parse(text, { delimiter, bom: true, skip_empty_lines: true })
  } catch (error) {
    throw new NodeFailure('BAD_CSV', `The text is no CSV: ${error instanceof Error ? error.message : String(error)}`)
  }
}

export async function writtenRecords(records: readonly (readonly string[])[], delimiter: string): Promise<string> {
  const { stringify } = await import('csv-stringify/sync')
  return stringify(
    records.map((record) => [...record]),
    { delimiter },
  )
}

/** The names themselves, with a number behind one that was there before. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  // Where to go on for each name: counting from the start would take as long as there are names, for each of them.
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

/** Every key of every row, in the order in which they first come; undefined if the rows are lists. */
export function columnsOf(rows: readonly unknown[]): string[] | undefined {
  if (!rows.some(isObject)) return undefined
  return [...new Set(rows.filter(isObject).flatMap((row) => Object.keys(row)))]
}

/** The values of a row in the order of the columns. */
export function recordOf(row: unknown, at: number, columns: readonly string[] | undefined): string[] {
  if (Array.isArray(row)) return row.map(asText)
  if (isObject(row)) return (columns ?? []).map((name) => asText(Object.hasOwn(row, name) ? row[name] : undefined))
  throw badInput('rows', `has ${kindOf(row)} at position ${at}, where a row is expected`)
}
