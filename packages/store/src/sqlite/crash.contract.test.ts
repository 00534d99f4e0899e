import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStore } from '../open-store.ts'
import { startChild } from '../testing/child.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-crash-'))
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

test('opens an undamaged file with every acknowledged write after kill -9 while writing', async () => {
  const file = join(folder, 'store.db')
  const promised = new Map<string, number>()
  const note = (message: unknown) => {
    const { id, revision } = message as { id: string; revision: number }
    promised.set(id, revision)
  }
  for (const writes of [1, 2, 25, 60, 141]) {
    const child = startChild('endless-writer.ts', file)
    for (let n = 0; n < writes; n++) note(await child.next())
    for (const message of await child.kill()) note(message)

    const database = new DatabaseSync(file)
    expect(database.prepare('PRAGMA integrity_check').all()).toMatchObject([{ integrity_check: 'ok' }])
    expect(database.prepare('PRAGMA foreign_key_check').all()).toStrictEqual([])
    // With rank 1, the check compares the search index with the workflows.
    database.exec(`INSERT INTO workflow_search (workflow_search, rank) VALUES ('integrity-check', 1)`)
    database.close()

    const store = await openStore({ database: file })
    for (const [id, revision] of promised) {
      const stored = await store.workflows.get(id)
      // One more write may have been finished than was acknowledged.
      expect(stored?.revision).toBeGreaterThanOrEqual(revision)
      expect(stored?.document.startsWith(`${stored.revision} xxx`)).toBe(true)
      expect((await store.workflows.versions(id, { limit: 9, offset: 0 })).total).toBe(stored?.revision)
    }
    await store.close()
  }
  expect(promised.size).toBeGreaterThan(100)
})

test('keeps every acknowledged write of a draft after kill -9 while writing', async () => {
  const file = join(folder, 'store.db')
  let promised = 0
  for (const writes of [1, 2, 30, 75]) {
    const child = startChild('endless-drafter.ts', file)
    for (let n = 0; n < writes; n++) promised = Number(await child.next())
    for (const message of await child.kill()) promised = Number(message)
    const store = await openStore({ database: file })
    const draft = await store.drafts.get('a', 'ada')
    expect(draft?.revision).toBeGreaterThanOrEqual(promised)
    expect(draft?.document.startsWith(`${draft.revision} xxx`)).toBe(true)
    await store.close()
  }
  expect(promised).toBeGreaterThan(100)
})
