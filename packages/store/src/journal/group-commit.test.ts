import { beforeEach, expect, test } from 'vitest'
import { Mutex } from '../mutex.ts'
import type { Change, JournalWriter, Refusal } from './changes.ts'
import { GroupCommit } from './group-commit.ts'

/** A writer whose batches finish when the test calls `finish`. */
class HandWriter implements JournalWriter {
  isOneEach = false
  readonly batches: string[][] = []
  /** Whether every batch is found to be finished when it is polled. */
  hasFinished = false
  #finish: ((answer: Refusal[] | Error) => void) | undefined

  start(): void {}

  poll(): void {
    if (this.hasFinished) this.#finish?.([])
  }

  commit(changes: readonly Change[]): Promise<readonly Refusal[]> {
    if (this.#finish !== undefined) throw new Error('two batches at once')
    this.batches.push(changes.map(({ id }) => id))
    return new Promise((resolve, reject) => {
      this.#finish = (answer) => {
        this.#finish = undefined
        if (answer instanceof Error) reject(answer)
        else resolve(answer)
      }
    })
  }

  /** Finishes the current batch and lets pending callbacks run. */
  async finish(answer: Refusal[] | Error = []): Promise<void> {
    this.#finish?.(answer)
    await turnOfTheLoop()
  }

  async close(): Promise<void> {}
}

const turnOfTheLoop = () => new Promise((resolve) => setImmediate(resolve))

function change(id: string, size = 1): Change {
  return { kind: 'append', id, length: 1, entry: { count: 1, text: 'x'.repeat(size), values: [] }, summary: undefined }
}

let writer: HandWriter
let writeLock: Mutex
let commits: GroupCommit
let answers: string[]

beforeEach(() => {
  writer = new HandWriter()
  writeLock = new Mutex()
  commits = new GroupCommit(writer, writeLock)
  answers = []
})

function write(id: string, size?: number): void {
  commits.write(change(id, size)).then(
    () => answers.push(id),
    (error: Error) => answers.push(`${id}: ${error.message}`),
  )
}

test('writes the changes of one event loop turn as one batch and resolves them when it is written', async () => {
  for (const id of 'abc') write(id)
  await Promise.resolve()
  write('d')
  await turnOfTheLoop()
  expect(writer.batches).toStrictEqual([['a', 'b', 'c', 'd']])
  expect(answers).toStrictEqual([])
  await writer.finish()
  expect(answers).toStrictEqual(['a', 'b', 'c', 'd'])
})

test('puts changes that arrive during a write into the next batch', async () => {
  write('a')
  await turnOfTheLoop()
  for (const id of 'bcd') {
    write(id)
    await turnOfTheLoop()
  }
  await writer.finish()
  expect(answers).toStrictEqual(['a'])
  await turnOfTheLoop()
  await writer.finish()
  expect(writer.batches).toStrictEqual([['a'], ['b', 'c', 'd']])
})

test('rejects only the refused changes, with their reason', async () => {
  for (const id of 'abc') write(id)
  await turnOfTheLoop()
  await writer.finish([{ at: 1, why: 'wrong length' }])
  expect(answers.sort()).toStrictEqual(['a', 'b: wrong length', 'c'])
})

test('rejects all changes of a batch that fails and writes the next batch', async () => {
  for (const id of 'ab') write(id)
  await turnOfTheLoop()
  write('c')
  await writer.finish(new Error('disk gone'))
  await turnOfTheLoop()
  await writer.finish()
  expect(answers).toStrictEqual(['a: disk gone', 'b: disk gone', 'c'])
})

test('limits a batch by its number of changes and its size', async () => {
  for (let n = 0; n < 4500; n++) write(`${n}`)
  for (let round = 0; round < 4; round++) {
    await turnOfTheLoop()
    await writer.finish()
  }
  expect(writer.batches.map((batch) => batch.length)).toStrictEqual([2000, 2000, 500])
  const tenMiB = 10 * 1024 * 1024
  for (const [id, size] of Object.entries({ a: 1, b: tenMiB, c: 1, d: 2 * tenMiB, e: 2 * tenMiB, f: 1 }))
    write(id, size)
  for (let round = 0; round < 5; round++) {
    await turnOfTheLoop()
    await writer.finish()
  }
  expect(writer.batches.slice(3)).toStrictEqual([['a', 'b', 'c'], ['d'], ['e'], ['f']])
})

test('writes further changes of one execution in later batches, in order, if a batch may hold only one', async () => {
  writer.isOneEach = true
  for (const id of 'abacba') write(id)
  for (let round = 0; round < 4; round++) {
    await turnOfTheLoop()
    await writer.finish()
  }
  expect(writer.batches).toStrictEqual([['a', 'b', 'c'], ['a', 'b'], ['a']])
})

test('waits for the write lock and includes changes that arrive meanwhile', async () => {
  let leave = () => {}
  void writeLock.run(() => new Promise<void>((resolve) => (leave = resolve)))
  write('a')
  await turnOfTheLoop()
  write('b')
  await turnOfTheLoop()
  expect(writer.batches).toStrictEqual([])
  leave()
  await turnOfTheLoop()
  expect(writer.batches).toStrictEqual([['a', 'b']])
  await writer.finish()
})

/** Keeps the thread busy for so long that its commits count as those of a busy thread. */
function work(): void {
  for (const end = performance.now() + 50; performance.now() < end; );
}

const sizes = () => writer.batches.map((batch) => batch.length)

test('writes half of the changes in flight in a busy thread while the other callers are still working', async () => {
  const ids = Array.from({ length: 40 }, (_, n) => `${n}`)
  const again = ids.map((id) => commits.write(change(id)).then(() => commits.write(change(id))))
  await turnOfTheLoop()
  work()
  await writer.finish()
  expect(sizes()).toStrictEqual([40, 20])
  await writer.finish()
  await turnOfTheLoop()
  await writer.finish()
  await Promise.all(again)
  expect(writer.batches.flat().sort()).toStrictEqual([...ids, ...ids].sort())
})

test('polls the writer in a busy thread, and starts a batch without waiting for the event loop', async () => {
  for (let n = 0; n < 40; n++) write(`a${n}`)
  await turnOfTheLoop()
  work()
  await writer.finish()
  writer.hasFinished = true
  for (let n = 0; n < 60; n++) {
    write(`b${n}`)
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  }
  expect(sizes()).toStrictEqual([40, 20, 20, 20])
  await writer.finish()
})

test('keeps waiting for half of the callers of a busy thread after a batch with few changes', async () => {
  for (let n = 0; n < 80; n++) write(`a${n}`)
  await turnOfTheLoop()
  work()
  await writer.finish()
  write('b')
  await turnOfTheLoop()
  work()
  await writer.finish()
  for (let n = 0; n < 39; n++) write(`c${n}`)
  expect(sizes()).toStrictEqual([80, 1, 38])
  await writer.finish()
})

test('writes changes that were submitted before close and rejects later ones', async () => {
  write('a')
  await turnOfTheLoop()
  write('b')
  const closed = commits.close()
  write('c')
  await writer.finish()
  await writer.finish()
  await closed
  expect(writer.batches).toStrictEqual([['a'], ['b']])
  expect(answers.sort()).toStrictEqual(['a', 'b', 'c: The database is closed.'])
})
