/** Rows of tables for spreadsheets. */

/** Spreadsheets execute cells that begin with one of these characters, and names are chosen by callers. */
const FORMULA = /^[=+\-@\t\r]/

export function csvRow(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

function cellOf(text: string): string {
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}
