/** Detects changes of a database from outside the service. */
import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'

export interface DatabaseWatch {
  /**
   * A number that changes with every commit of another connection, except one that only adds to the audit log: refused
   * requests are recorded there.
   */
  version(): number
  /** What there is of workflows, versions, tokens and grants, in numbers; nothing that runs changes them by itself. */
  stock(): string
  /** A hash over every row of every table but the audit log. */
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

/** The audit log, the index of its search, and the last numbers of tables. */
const UNWATCHED = /^(audit(_search.*)?|sqlite_sequence)$/

export function watchDatabase(file: string): DatabaseWatch {
  const database = new DatabaseSync(file, { readOnly: true })
  const commits = database.prepare('PRAGMA data_version')
  const stock = database.prepare(STOCK)
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").all()
  const rowsOf = (names: readonly string[]) =>
    names.map((name) => database.prepare(`SELECT count(*) AS rows FROM "${name}"`).get()?.rows).join()
  const others = tables.map(({ name }) => String(name)).filter((name) => !UNWATCHED.test(name))
  const look = () => ({
    entries: rowsOf(['audit']),
    rest: `${Object.values(stock.get() ?? {}).join()} ${rowsOf(others)}`,
  })
  let seen = { commit: Number(commits.get()?.data_version), version: 0, ...look() }
  return {
    version() {
      const commit = Number(commits.get()?.data_version)
      if (commit === seen.commit) return seen.version
      const now = look()
      const isOnlyAudit = now.entries !== seen.entries && now.rest === seen.rest
      seen = { ...now, commit, version: isOnlyAudit ? seen.version : seen.version + 1 }
      return seen.version
    },
    stock: () => Object.values(stock.get() ?? {}).join(),
    fingerprint() {
      const hash = createHash('sha256')
      for (const name of others) {
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
