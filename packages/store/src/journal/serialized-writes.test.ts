/** The writes of every store wait for the disk and for other writers on a thread, not on the main thread. */
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
  ['creating a token', () => store.tokens.create(sampleToken('a'))],
  ['creating a session', () => store.grants.create(sampleGrant('a'))],
  ['setting a value', () => store.keyValues.set('space', 'key', 1)],
])('%s leaves the main thread free while the file is locked', async (_, write) => {
  const other = new DatabaseSync(join(folder, 'a.db'))
  other.exec('BEGIN IMMEDIATE')
  let isDone = false
  const writing = Promise.resolve(write()).then(() => {
    isDone = true
  })
  // If the main thread waited for the lock it could not release it, and the write would fail after SQLite's timeout.
  for (let turns = 0; turns < 100; turns++) await turn()
  expect(isDone).toBe(false)
  other.close()
  await writing
  expect(isDone).toBe(true)
})
