import { afterEach, beforeEach, expect, test } from 'vitest'
import { interruptStore } from './interrupts.ts'
import { memoryStore } from './memories.ts'
import { migrate } from './migrate.ts'
import type { InterruptQuery, MessageQuery } from './playground-store.ts'
import { sessionStore } from './sessions.ts'
import type { Sql } from './sql.ts'
import { openSqlite, type SqliteSql } from './sqlite/sqlite-sql.ts'
import { plansOf } from './testing/query-plans.ts'

let sqlite: SqliteSql

beforeEach(async () => {
  sqlite = openSqlite(':memory:')
  await migrate(sqlite)
})

afterEach(() => sqlite.close())

/** The plan of some reads of sessions; fails if it scans or sorts. */
async function planOf(read: (sessions: ReturnType<typeof sessionStore>) => Promise<unknown>): Promise<string> {
  const lines = await plansOf(sqlite, (sql) => read(sessionStore(sql, sql.transaction)))
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.filter((line) => isWalk(line) || line.includes('TEMP B-TREE'))).toStrictEqual([])
  return lines.join('; ')
}

/** Subqueries such as `(subquery-1)` contain rows that were already found. */
function isWalk(line: string): boolean {
  return line.startsWith('SCAN') && !/^SCAN (\(|s\d)/.test(line)
}

test.each<[Omit<MessageQuery, 'limit'>, string]>([
  [{ since: 5 }, 'sqlite_autoindex_messages_1 (session=? AND number>?)'],
  [{ before: 5 }, 'sqlite_autoindex_messages_1 (session=? AND number<?)'],
  [{ latest: true }, 'sqlite_autoindex_messages_1 (session=? AND number<?)'],
  [{ sinceTime: 5 }, 'messages_by_time (session=? AND at>?)'],
])('reads the page of %o from a range of an index', async (query, index) => {
  expect(await planOf((sessions) => sessions.messages('a', { ...query, limit: 10 }))).toContain(index)
})

test('reads a session without scanning others', async () => {
  expect(await planOf((sessions) => sessions.list('w', { limit: 10, offset: 10 }))).toContain('sessions_by_workflow')
  expect(await planOf((sessions) => sessions.message('a', 'm'))).toContain('messages_by_id (session=? AND id=?)')
  expect(await planOf((sessions) => sessions.changedSince('a', 5, 10))).toContain(
    'messages_by_change (session=? AND change>?)',
  )
  expect(await planOf((sessions) => sessions.said('a', 5, 10))).toContain('messages_said')
  expect(await planOf((sessions) => sessions.turns(['a', 'b'], 10))).toContain('turns_by_session')
  expect(await planOf((sessions) => sessions.openTurns('a', 10))).toContain('turns_open')
  expect(await planOf((sessions) => sessions.prune({ inactiveBefore: 5, batch: 10 }))).toContain('sessions_by_activity')
  await planOf((sessions) => sessions.openTurn('a'))
  await planOf((sessions) => sessions.turnOf('e'))
  await planOf((sessions) => sessions.get('a'))
  await planOf((sessions) => sessions.count('w'))
})

const waitsFor = { id: 'u', name: 'Ulla' }

test.each<[Partial<InterruptQuery>, string]>([
  [{ status: 'pending' }, 'COVERING INDEX interrupts_by_status (status=?)'],
  [{ status: 'pending', type: 'text' }, 'COVERING INDEX interrupts_by_type (status=? AND type=?)'],
  [{ status: 'pending', workflowId: 'w' }, 'COVERING INDEX interrupts_by_workflow (workflow_id=? AND status=?)'],
  [
    { status: 'pending', workflowId: 'w', type: 'text' },
    'COVERING INDEX interrupts_by_workflow_and_type (workflow_id=? AND status=? AND type=?)',
  ],
])('reads an inbox of %o from a range of an index that contains the approvers', async (filter, index) => {
  for (const person of [{}, { waitsFor }]) {
    // So that the rest is counted, too.
    const query = { ...filter, ...person, order: 'desc', limit: 0, offset: 0 } as const
    const lines = await plansOf(sqlite, (sql) => interruptStore(sql).list(query))
    expect(lines.join('; ')).toContain(index)
    // For the page and the count.
    expect(lines.filter((line) => line.includes('COVERING INDEX interrupts_by'))).toHaveLength(2)
    expect(lines.filter(isWalk)).toStrictEqual([])
  }
})

test.each<[Partial<InterruptQuery>, string]>([
  [{ executionId: 'e' }, 'interrupts_by_root'],
  [{ executionId: 'e', status: 'pending', type: 'text', workflowId: 'w', sessionId: 's' }, 'interrupts_by_root'],
  [{ sessionId: 's' }, 'interrupts_by_session'],
  [{ sessionId: 's', status: 'pending', type: 'text', workflowId: 'w', waitsFor }, 'interrupts_by_session'],
])('finds questions of %o without scanning pending questions of others', async (filter, index) => {
  const query = { ...filter, order: 'asc', limit: 0, offset: 0 } as const
  const lines = await plansOf(sqlite, (sql) => interruptStore(sql).list(query))
  expect(lines.join('; ')).toContain(index)
  expect(lines.filter((line) => isWalk(line) || /by_(status|type|workflow)/.test(line))).toStrictEqual([])
})

test('reads a memory without scanning others', async () => {
  const read = (sql: Sql) =>
    memoryStore(sql, sql.transaction).remember({ kind: 'execution', id: 'e' }, 'k', { messages: [], max: 5 })
  const lines = await plansOf(sqlite, read)
  expect(lines.filter((line) => isWalk(line) || line.includes('TEMP B-TREE'))).toStrictEqual([])
})
