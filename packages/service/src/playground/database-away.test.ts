/** A turn whose message is stored but whose execution is not, because the database rejects writes. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Drawing, edge, node } from '../executions/testing/client.ts'
import { shout, Talk } from './testing/talk.ts'

/** A workflow that waits for a person. */
const ask: Drawing = {
  nodes: [node('in', 'chat_input'), node('ask', 'confirmation', { message: 'Go on?' })],
  edges: [edge('in:message', 'ask:message')],
}

vi.setConfig({ testTimeout: 120_000 })

let folder = ''
let talk: Talk
let other: DatabaseSync
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-away-'))
  const file = join(folder, 'a.db')
  talk = await Talk.open('--database', file)
  other = new DatabaseSync(file, { timeout: 5000 })
})
afterEach(async () => {
  other.close()
  await talk[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

test('a turn sent while the database is unavailable starts once, later', async () => {
  const { id, executionId } = await lockedTurn(shout)
  other.exec('COMMIT')
  await talk.until(id, 'idle')
  const said = (await talk.page(id)).data.map(({ role, content }) => [role, content])
  expect(said.filter(([role]) => role !== 'system')).toEqual([
    ['user', 'hello'],
    ['assistant', 'HELLO'],
  ])
  expect((await talk.session(id)).executions).toMatchObject([{ id: executionId, status: 'completed' }])
  expect(rowsOf(other, executionId)).toBe(1)
})

test('a turn that could not be started can be stopped, and the session stays usable', async () => {
  const { id } = await lockedTurn(ask)
  other.exec('COMMIT')
  expect((await talk.client.call('POST', `/sessions/${id}/stop`)).status).toBe(200)
  await talk.until(id, 'idle')
  expect((await talk.send(id, 'again')).status).toBe(200)
})

/** Sends a message and locks the database between the writes of message and execution; repeats if too late. */
async function lockedTurn(drawing: Drawing): Promise<{ readonly id: string; readonly executionId: string }> {
  for (let tries = 0; tries < 20; tries++) {
    const { id } = await talk.begin(drawing)
    const locked = lockAfterMessage(id)
    const sent = await talk.send(id, 'hello')
    expect(sent.body).toMatchObject({ success: true })
    if (await locked) {
      const executionId = String((await talk.session(id)).executions.at(-1)?.id)
      expect(rowsOf(other, executionId)).toBe(0)
      return { id, executionId }
    }
    await talk.client.call('POST', `/sessions/${id}/stop`)
    await talk.until(id, 'idle')
  }
  return expect.fail('the lock always came too late')
}

/** Locks the database when the message is published; false if the execution is already stored. */
async function lockAfterMessage(session: string): Promise<boolean> {
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
