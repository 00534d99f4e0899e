/** The rows of a map from names to values, such as headers, and the texts that can be pasted into it. Pure. */
import { isObject } from '@millrace/model'

export interface MapRow {
  readonly name: string
  readonly value: unknown
}

export function rowsOfMap(value: unknown): MapRow[] {
  return isObject(value) ? Object.entries(value).map(([name, one]) => ({ name, value: one })) : []
}

/** The map of the rows. Rows without a name are not stored yet; of equal names the last one counts. */
export function mapOfRows(rows: readonly MapRow[]): Record<string, unknown> {
  return Object.fromEntries(rows.filter(({ name }) => name !== '').map(({ name, value }) => [name, value]))
}

/** Names that more than one row has. */
export function repeatedNames(rows: readonly MapRow[]): ReadonlySet<string> {
  const names = rows.map(({ name }) => name).filter((name) => name !== '')
  return new Set(names.filter((name, at) => names.indexOf(name) !== at))
}

/** The rows as lines `name: value`. */
export function textOfRows(rows: readonly MapRow[]): string {
  return rows
    .filter(({ name }) => name !== '')
    .map(({ name, value }) => `${name}: ${typeof value === 'string' ? value : (JSON.stringify(value) ?? '')}`)
    .join('\n')
}

/**
 * The rows in a text: a JSON object, or lines `name: value` or `name=value`, also as arguments of curl (`-H 'name: value'`).
 * Undefined if the text is something else, such as a single value.
 */
export function rowsOfText(text: string): MapRow[] | undefined {
  const parsed = jsonOf(text)
  if (isObject(parsed)) {
    return Object.entries(parsed).map(([name, value]) => ({
      name,
      value: isObject(value) ? JSON.stringify(value) : String(value),
    }))
  }
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const rows = lines.map(rowOfLine)
  return rows.length > 0 && rows.every((row) => row !== undefined) ? rows : undefined
}

function rowOfLine(line: string): MapRow | undefined {
  const bare = line.trim().replace(/\\$/, '').trim()
  const [, quoted] =
    /^(?:-H|--header)\s+(?:'([^']*)'|"([^"]*)")$/.exec(bare)?.filter((part) => part !== undefined) ?? []
  const [, name, value] = /^([^\s:=]+)\s*[:=]\s*(.*)$/.exec(quoted ?? bare) ?? []
  return name === undefined ? undefined : { name, value: value ?? '' }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
