/** Writes of every store wait for the disk, and for other writers, in a thread: the main thread goes on meanwhile. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStore } from '../open-store.ts'
import type { Store } from '../store.ts'
import { sampleGrant, sampleSave, sampleToken } from '../testing/sample-records.ts'

let folder: string
let store: Store

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-turns-'))
  store = await openStore({ database: join(folder, 'a.db') })
})

afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

test.each([
  ['saving a workflow', () => store.workflows.create(sampleSave('a'))],
  ['making a token', () => store.tokens.create(sampleToken('a'))],
  ['opening a session', () => store.grants.create(sampleGrant('a'))],
  ['keeping a value', () => store.keyValues.set('space', 'key', 1)],
])('%s leaves the main thread free while the file is locked', async (_, write) => {
  const other = new DatabaseSync(join(folder, 'a.db'))
  other.exec('BEGIN IMMEDIATE')
  let isDone = false
  const writing = Promise.resolve(write()).then(() => {
    isDone = true
  })
  // If the main thread waited for the lock, it could not give it up: the write would fail after the time-out of SQLite.
  for (let turns = 0; turns < 100; turns++) await turn()
  expect(isDone).toBe(false)
  other.close()
  await writing
  expect(isDone).toBe(true)
})
