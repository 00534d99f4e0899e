/** Failures that only the journal in a SQLite file must survive: a kill, a full disk, a second connection. */
import { rmSync, statSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { migrate } from '../migrate.ts'
import { Mutex } from '../mutex.ts'
import { openStore } from '../open-store.ts'
import { openSqlite } from '../sqlite/sqlite-sql.ts'
import { startChild } from '../testing/child.ts'
import { makeExecution, sampleRecord, sampleSummary, started, step } from '../testing/execution-samples.ts'
import { sampleSave, upTo } from '../testing/sample-records.ts'
import { storeFile } from '../testing/store-file.ts'
import { FileWriter } from './file-writer.ts'
import { InlineWriter } from './inline-writer.ts'
import { openJournal } from './open-journal.ts'
import { ThreadWriter } from './thread-writer.ts'
import type { WritePolicy } from './write-policy.ts'

const stored = storeFile()
const { open } = stored

test('keeps every acknowledged event and leaves no gap in a history after kill -9 while appending', async () => {
  const promised = new Map<string, number>()
  const note = (message: unknown) => {
    const { id, length } = message as { id: string; length: number }
    promised.set(id, length)
  }
  for (const messages of [1, 30, 500, 1000, 3000]) {
    const child = startChild('endless-appender.ts', stored.file)
    for (let n = 0; n < messages; n++) note(await child.next())
    for (const message of await child.kill()) note(message)

    const database = new DatabaseSync(stored.file)
    expect(database.prepare('PRAGMA integrity_check').all()).toMatchObject([{ integrity_check: 'ok' }])
    expect(database.prepare('PRAGMA foreign_key_check').all()).toStrictEqual([])
    database.close()

    const store = await openStore({ database: stored.file })
    const { items, total } = await store.executions.list({ limit: 1_000_000, offset: 0 })
    expect(items).toHaveLength(total)
    const listed = new Set(items.map(({ id }) => id))
    for (const [id, length] of promised) {
      if (length === 25 && !listed.has(id)) {
        // The execution had finished and was pruned.
        promised.delete(id)
        continue
      }
      const events = (await store.journal.load(id))?.events ?? []
      expect(events.length).toBeGreaterThanOrEqual(length)
      expect(events.slice(1).map((event) => ('node' in event ? event.node : -1))).toStrictEqual(upTo(events.length - 1))
    }
    await store.close()
  }
  expect(promised.size).toBeGreaterThan(100)
})

test('rejects only what does not fit on a full disk, and accepts writes after a removal', async () => {
  const sql = openSqlite(stored.file)
  stored.closeLater(sql)
  await migrate(sql)
  const writer = new InlineWriter(sql)
  const journal = openJournal({ sql, writer, writeLock: new Mutex() })
  const ids = upTo(20).map((n) => `e${n}`)
  await Promise.all(ids.map((id) => journal.create(sampleRecord(id), [started(1)], sampleSummary('running'))))
  const pages = sql.database.prepare('PRAGMA page_count').get()?.page_count
  sql.database.exec(`PRAGMA max_page_count = ${Number(pages) + 10}`)

  // One change of the batch is far too large, the others fit.
  const large = journal.append('e1', 1, [{ type: 'logged', at: 1, level: 'info', message: 'x'.repeat(1_000_000) }])
  const small = ids.slice(1).map((id) => journal.append(id, 1, [step(1)]))
  await expect(large).rejects.toThrow('full')
  await Promise.all(small)
  for (const id of ids) expect((await journal.load(id))?.events).toHaveLength(id === 'e1' ? 1 : 2)

  // Now nothing fits.
  const lengths = new Map(ids.map((id) => [id, id === 'e1' ? 1 : 2]))
  let refused = 0
  for (let round = 0; refused < 100; round++) {
    await Promise.all(
      [...lengths].map(async ([id, length]) => {
        try {
          await journal.append(id, length, [step(round, { text: 'y'.repeat(500) })])
          lengths.set(id, length + 1)
        } catch {
          refused += 1
        }
      }),
    )
  }
  for (const [id, length] of lengths) expect((await journal.load(id))?.events).toHaveLength(length)

  sql.database.exec(`PRAGMA max_page_count = ${Number(pages) + 100}`)
  await Promise.all([...lengths].map(([id, length]) => journal.append(id, length, [step(1)])))
})

test('reads the plan of executions that are loaded at once only once', async () => {
  const store = await open()
  for (const id of ['a', 'b']) await makeExecution(store, { id })
  const [a, b] = await Promise.all([store.journal.load('a'), store.journal.load('b')])
  expect(a?.record.plan).toEqual(sampleRecord('a').plan)
  expect(b?.record.plan).toBe(a?.record.plan)
})

test('writes documents and the journal at the same time without conflicts', async () => {
  const store = await open()
  const append = async (id: string) => {
    for (const n of upTo(10)) await makeExecution(store, { id: `${id} ${n}`, steps: 20 })
  }
  const save = async () => {
    for (const n of upTo(100)) {
      await store.workflows.create(sampleSave(`${n}`, { document: 'x'.repeat(20_000) }))
      await store.keyValues.set('space', `${n}`, n)
    }
  }
  const sweep = async () => {
    for (const _ of upTo(30)) {
      await store.executions.compact({ batch: 20 })
      await store.executions.prune({ finishedBefore: 0, keepPerWorkflow: 50, batch: 10 })
    }
  }
  await Promise.all([...upTo(20).map((n) => append(`${n}`)), save(), sweep()])
  expect((await store.workflows.list({ sort: 'name', order: 'asc', limit: 1, offset: 0 })).total).toBe(100)
  while ((await store.executions.prune({ finishedBefore: 0, keepPerWorkflow: 50, batch: 10 })) > 0);
  const { items, total } = await store.executions.list({ limit: 100, offset: 0 })
  expect(items).toHaveLength(50)
  expect(total).toBe(50)
  for (const { id } of items) expect((await store.journal.load(id))?.events).toHaveLength(21)
})

test('makes an append wait while another connection holds the file, and rejects it after the timeout', async () => {
  const store = await open()
  await makeExecution(store, { id: 'a', status: 'running' })
  const other = new DatabaseSync(stored.file)
  other.exec('BEGIN IMMEDIATE')
  const soon = store.journal.append('a', 1, [step(1)])
  await new Promise((resolve) => setTimeout(resolve, 100))
  other.exec('COMMIT')
  await soon
  other.exec('BEGIN IMMEDIATE')
  await expect(store.journal.append('a', 2, [step(2)])).rejects.toThrow('locked')
  other.exec('COMMIT')
  other.close()
  await store.journal.append('a', 2, [step(2)])
  expect((await store.journal.load('a'))?.events).toHaveLength(3)
})

/** Always writes on the main thread if possible. */
const ALWAYS_MAIN_THREAD: WritePolicy = { targetFor: () => 'main thread', note: () => {}, failed: () => {} }

async function openOnMainThread() {
  await (await openStore({ database: stored.file })).close()
  const sql = openSqlite(stored.file)
  const journal = openJournal({ sql, writer: new FileWriter(stored.file, ALWAYS_MAIN_THREAD), writeLock: new Mutex() })
  stored.closeLater(sql, journal)
  return journal
}

test('does not block the main thread while another connection holds the file, and writes on the thread', async () => {
  const journal = await openOnMainThread()
  await journal.create(sampleRecord('a'), [started(1)], sampleSummary('running'))
  const other = new DatabaseSync(stored.file)
  other.exec('BEGIN IMMEDIATE')
  const soon = journal.append('a', 1, [step(1)])
  // If the main thread waited for the lock, it could not release it.
  await new Promise((resolve) => setTimeout(resolve, 100))
  other.exec('COMMIT')
  await soon
  other.exec('BEGIN IMMEDIATE')
  await expect(journal.append('a', 2, [step(2)])).rejects.toThrow('database is locked')
  other.exec('COMMIT')
  other.close()
  await journal.append('a', 2, [step(2)])
  expect((await journal.load('a'))?.events).toHaveLength(3)
})

test('rejects changes that the main thread cannot write one by one, with the errors of the thread', async () => {
  const journal = await openOnMainThread()
  const ids = upTo(5).map((n) => `e${n}`)
  await Promise.all(ids.map((id) => journal.create(sampleRecord(id), [started(1)], sampleSummary('running'))))
  const answers = await Promise.allSettled(ids.map((id, at) => journal.append(id, at === 2 ? 7 : 1, [step(1)])))
  expect(answers.map(({ status }) => status)).toStrictEqual(ids.map((_, at) => (at === 2 ? 'rejected' : 'fulfilled')))
  expect(answers[2]).toMatchObject({ reason: { message: 'execution e3 has 1 events, not 7' } })
  rmSync(stored.file)
  await expect(journal.append('e1', 2, [step(2)])).rejects.toThrow('was removed, replaced')
})

test('rewrites the log from its start after a checkpoint, so that it does not grow', async () => {
  await (await openStore({ database: stored.file })).close()
  const sql = openSqlite(stored.file)
  let batches = 0
  const policy: WritePolicy = {
    ...ALWAYS_MAIN_THREAD,
    targetFor: () => (++batches % 20 === 0 ? 'thread with checkpoint' : 'main thread'),
  }
  const journal = openJournal({ sql, writer: new FileWriter(stored.file, policy), writeLock: new Mutex() })
  stored.closeLater(sql, journal)
  await journal.create(sampleRecord('a'), [started(1)], sampleSummary('running'))
  const sizes: number[] = []
  for (const n of upTo(200)) {
    await journal.append('a', n, [step(n)])
    if (n % 50 === 0) sizes.push(statSync(`${stored.file}-wal`).size)
  }
  // A log that grew would have four times the size at the end.
  expect(sizes.at(-1)).toBeLessThan(2 * (sizes[0] ?? 0))
})

test('rejects the call if the thread cannot start, and starts another thread for the next call', async () => {
  const writer = new ThreadWriter(stored.file)
  stored.closeLater(writer)
  const summary = { kind: 'summary', id: 'missing', summary: sampleSummary('running') } as const
  writeFileSync(stored.file, 'this is not a database '.repeat(100))
  await expect(writer.commit([summary])).rejects.toThrow('cannot be used as a database')
  rmSync(stored.file)
  await (await openStore({ database: stored.file })).close()
  expect(await writer.commit([summary])).toMatchObject({ done: [] })
})

test('finds the answer of the thread without a turn of the event loop', async () => {
  await (await openStore({ database: stored.file })).close()
  const writer = new ThreadWriter(stored.file)
  stored.closeLater(writer)
  const summary = { kind: 'summary', id: 'missing', summary: sampleSummary('running') } as const
  await writer.commit([summary])
  let hasTurned = false
  setImmediate(() => (hasTurned = true))
  let isDone = false
  void writer.commit([summary]).then(() => (isDone = true))
  const end = performance.now() + 10_000
  while (!isDone && performance.now() < end) {
    writer.poll()
    await Promise.resolve()
  }
  expect({ isDone, hasTurned }).toStrictEqual({ isDone: true, hasTurned: false })
  expect(await writer.commit([summary])).toMatchObject({ done: [] })
})

test('sees the writes of another store on the same file', async () => {
  const [first, second] = [await open(), await open()]
  await makeExecution(first, { id: 'a', status: 'running' })
  await second.journal.append('a', 1, [step(1)])
  await expect(first.journal.append('a', 1, [step(2)])).rejects.toThrow()
  await first.journal.append('a', 2, [step(2)])
  expect((await second.journal.load('a'))?.events).toHaveLength(3)
})
