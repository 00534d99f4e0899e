/** A turn whose message is stored, and whose execution cannot be because the database takes nothing just then. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test, vi } from 'vitest'
import { shout, Talk } from './testing/talk.ts'

vi.setConfig({ testTimeout: 120_000 })

test('a turn starts once, later, if the database was away when it was sent', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-away-'))
  const file = join(folder, 'a.db')
  await using talk = await Talk.open('--database', file)
  const other = new DatabaseSync(file, { timeout: 5000 })
  // The lock has to be taken after the message is stored and before its execution is; if it came too late, once more.
  for (let tries = 0; ; tries++) {
    expect(tries).toBeLessThan(20)
    const { id } = await talk.begin(shout)
    const locked = lockAfterMessage(talk, id, other)
    const sent = await talk.send(id, 'hello')
    expect(sent.body).toMatchObject({ success: true })
    if (!(await locked)) {
      await talk.until(id, 'idle')
      continue
    }
    const executionId = String((await talk.session(id)).executions.at(-1)?.id)
    expect(rowsOf(other, executionId)).toBe(0)
    other.exec('COMMIT')
    await talk.until(id, 'idle')
    const said = (await talk.page(id)).data.map(({ role, content }) => [role, content])
    expect(said.filter(([role]) => role !== 'system')).toEqual([
      ['user', 'hello'],
      ['assistant', 'HELLO'],
    ])
    expect((await talk.session(id)).executions).toMatchObject([{ id: executionId, status: 'completed' }])
    expect(rowsOf(other, executionId)).toBe(1)
    break
  }
  other.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Locks the database when the message has been published; false if its execution was stored by then. */
async function lockAfterMessage(talk: Talk, session: string, other: DatabaseSync): Promise<boolean> {
  for await (const _ of talk.client.service.services.playground.follow(session, {
    after: 0,
    signal: new AbortController().signal,
  })) {
    other.exec('BEGIN IMMEDIATE')
    const turn = other.prepare('SELECT execution_id AS id FROM turns WHERE session_id = ?').get(session)
    if (turn !== undefined && rowsOf(other, String(turn.id)) === 0) return true
    other.exec('COMMIT')
    if (turn !== undefined) return false
  }
  return false
}

function rowsOf(database: DatabaseSync, execution: string): number {
  return Number(database.prepare('SELECT count(*) AS n FROM executions WHERE id = ?').get(execution)?.n)
}
