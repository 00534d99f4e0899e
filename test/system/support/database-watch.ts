/** Detects changes of a database from outside the service. */
import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'

export interface DatabaseWatch {
  /** A number that changes with every commit of another connection. */
  version(): number
  /** What there is of workflows, versions, tokens and grants, in numbers; nothing that runs changes them by itself. */
  stock(): string
  /** A hash over every row of every table. */
  fingerprint(): string
  /** `ok`, or what is broken in the file. */
  integrity(): string
  close(): void
}

const STOCK = `SELECT
  (SELECT count(*) || ' ' || total(revision) || ' ' || total(updated_at) FROM workflows),
  (SELECT count(*) FROM workflow_versions),
  (SELECT count(*) FROM workflow_tags),
  (SELECT count(*) || ' ' || total(last_used_at) FROM tokens),
  (SELECT count(*) FROM grants)`

export function watchDatabase(file: string): DatabaseWatch {
  const database = new DatabaseSync(file, { readOnly: true })
  const version = database.prepare('PRAGMA data_version')
  const stock = database.prepare(STOCK)
  return {
    version: () => Number(version.get()?.data_version),
    stock: () => Object.values(stock.get() ?? {}).join(),
    fingerprint() {
      const hash = createHash('sha256')
      const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").all()
      for (const { name } of tables) {
        hash.update(`\n${name}`)
        for (const row of database.prepare(`SELECT * FROM "${name}"`).iterate()) {
          for (const value of Object.values(row)) hash.update(value instanceof Uint8Array ? value : `|${value}`)
        }
      }
      return hash.digest('hex')
    },
    integrity: () => String(database.prepare('PRAGMA integrity_check').get()?.integrity_check),
    close: () => database.close(),
  }
}
