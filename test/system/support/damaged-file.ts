/** Damage in a SQLite file as a bad disk leaves it. */
import { readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Overwrites a page that holds the root of an index, which an integrity check reads and a start does not. */
export function damageIndex(file: string): void {
  damage(file, ...indexPage(file))
}

function indexPage(file: string): [number, number] {
  using database = new DatabaseSync(file, { readOnly: true })
  const sql = "SELECT rootpage FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'workflows' LIMIT 1"
  const root = Number(database.prepare(sql).get()?.rootpage)
  const size = Number(database.prepare('PRAGMA page_size').get()?.page_size)
  return [(root - 1) * size + 16, root * size]
}

export function damage(file: string, from: number, to: number): void {
  const bytes = readFileSync(file)
  writeFileSync(file, bytes.fill(0xa5, from, to))
}
