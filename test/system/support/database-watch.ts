/** Looks at a database from outside the service that uses it, to tell whether anything in it changed. */
import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'

export interface DatabaseWatch {
  /** Another number after every commit of somebody else, and only then. */
  version(): number
  /** A hash over every row of every table. */
  fingerprint(): string
  /** `ok`, or what is broken in the file. */
  integrity(): string
  close(): void
}

export function watchDatabase(file: string): DatabaseWatch {
  const database = new DatabaseSync(file, { readOnly: true })
  const version = database.prepare('PRAGMA data_version')
  return {
    version: () => Number(version.get()?.data_version),
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
