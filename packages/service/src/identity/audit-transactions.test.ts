/** If the audit log cannot be written, most changes are not made, and no action reports success. */
import { DatabaseSync } from 'node:sqlite'
import type { AuditAction } from '@millrace/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ALL_ACTIONS } from './testing/audited/all-actions.ts'
import { type AuditedAction, World } from './testing/audited/audited-action.ts'

let world: World
beforeAll(async () => {
  world = await World.open()
})
afterAll(() => world[Symbol.asyncDispose]())

const MESSAGE = 'The audit log is full.'

/** Runs a function while the database refuses entries of the audit log. */
async function withoutAuditLog<T>(run: () => Promise<T>): Promise<T> {
  change(`CREATE TRIGGER audit_is_full BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, '${MESSAGE}'); END`)
  try {
    return await run()
  } finally {
    change('DROP TRIGGER audit_is_full')
  }
}

function change(text: string): void {
  using database = new DatabaseSync(world.file, { timeout: 10_000 })
  database.exec(text)
}

/** All rows of all tables but the audit log and its index. */
function rows(): Record<string, unknown[]> {
  using database = new DatabaseSync(world.file, { readOnly: true, timeout: 10_000 })
  const tables = database.prepare("SELECT name FROM pragma_table_list WHERE type = 'table' AND schema = 'main'").all()
  const names = tables.map(({ name }) => String(name)).filter((name) => !/^(audit|sqlite_)/.test(name))
  return Object.fromEntries(names.map((name) => [name, database.prepare(`SELECT * FROM ${name}`).all().map(printed)]))
}

/** Written after a reply: they are not part of a change. */
const VOLATILE = ['last_used_at', 'last_seen_at', 'used_at']

function printed(row: Record<string, unknown>): string {
  return JSON.stringify(Object.entries(row).filter(([column]) => !VOLATILE.includes(column)))
}

/** Performs an action that the audit log refuses; returns whether it succeeded, and the tables that it changed. */
async function refused(prepare: AuditedAction): Promise<{ outcome: string; changed: string[] }> {
  const perform = await prepare(world)
  const before = rows()
  const outcome = await withoutAuditLog(() =>
    perform().then(
      () => 'succeeded',
      () => 'failed',
    ),
  )
  const after = rows()
  return { outcome, changed: Object.keys(after).filter((name) => String(after[name]) !== String(before[name])) }
}

/** Subjects whose entries are written in the transaction of the change. */
const WITH_THE_CHANGE = [
  ...['workflow', 'project', 'person', 'token', 'session', 'connection', 'credential', 'subscription'],
  ...['budget', 'price', 'audit'],
]
/** One-time links and codes are used up, also if the action fails. */
const USED_UP: Readonly<Record<string, string[]>> = {
  signIn: ['grants'],
  choosePassword: ['grants'],
  finishConnection: ['credential_authorizations'],
}
/** The service notices it while it runs a step. */
const isNoticed = ({ action }: { action: AuditAction }) => action === 'credential.connection_lost'

const isWithChange = ({ action }: { action: AuditAction }) =>
  WITH_THE_CHANGE.includes(action.slice(0, action.indexOf('.'))) && !isNoticed({ action })

test.each(ALL_ACTIONS.filter(isWithChange))(
  '$action of $operation changes nothing if its entry cannot be written',
  async ({ operation, prepare }) => {
    expect(await refused(prepare)).toEqual({ outcome: 'failed', changed: USED_UP[operation] ?? [] })
  },
)

test.each(ALL_ACTIONS.filter((one) => !isWithChange(one) && !isNoticed(one)))(
  '$action of $operation does not report success if its entry cannot be written',
  async ({ prepare }) => {
    expect((await refused(prepare)).outcome).toBe('failed')
  },
)
