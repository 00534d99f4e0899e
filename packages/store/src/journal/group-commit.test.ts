import { beforeEach, expect, test } from 'vitest'
import type { Change, JournalWriter, Refusal } from './changes.ts'
import { GroupCommit } from './group-commit.ts'
import { Turns } from './turns.ts'

/** Writes when it is told to. */
class HandWriter implements JournalWriter {
  isOneEach = false
  readonly batches: string[][] = []
  #finish: ((answer: Refusal[] | Error) => void) | undefined

  start(): void {}

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

  /** Ends the batch that is under way, and lets things happen. */
  async finish(answer: Refusal[] | Error = []): Promise<void> {
    this.#finish?.(answer)
    await turnOfTheLoop()
  }

  async close(): Promise<void> {}
}

const turnOfTheLoop = () => new Promise((resolve) => setImmediate(resolve))

function change(id: string, size = 1): Change {
  return { kind: 'append', id, length: 1, entry: { count: 1, text: 'x'.repeat(size), values: [] }, head: undefined }
}

let writer: HandWriter
let turns: Turns
let commits: GroupCommit
let answers: string[]

beforeEach(() => {
  writer = new HandWriter()
  turns = new Turns()
  commits = new GroupCommit(writer, turns)
  answers = []
})

function write(id: string, size?: number): void {
  commits.write(change(id, size)).then(
    () => answers.push(id),
    (error: Error) => answers.push(`${id}: ${error.message}`),
  )
}

test('what arrives in one turn of the event loop is one batch, answered when it is written', async () => {
  for (const id of 'abc') write(id)
  await Promise.resolve()
  write('d')
  await turnOfTheLoop()
  expect(writer.batches).toStrictEqual([['a', 'b', 'c', 'd']])
  expect(answers).toStrictEqual([])
  await writer.finish()
  expect(answers).toStrictEqual(['a', 'b', 'c', 'd'])
})

test('what arrives while a batch is under way is the next batch', async () => {
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

test('what is refused is rejected with its reason, and nothing else is', async () => {
  for (const id of 'abc') write(id)
  await turnOfTheLoop()
  await writer.finish([{ at: 1, why: 'wrong length' }])
  expect(answers.sort()).toStrictEqual(['a', 'b: wrong length', 'c'])
})

test('a batch that fails rejects all of it, and the next one is written', async () => {
  for (const id of 'ab') write(id)
  await turnOfTheLoop()
  write('c')
  await writer.finish(new Error('disk gone'))
  await turnOfTheLoop()
  await writer.finish()
  expect(answers).toStrictEqual(['a: disk gone', 'b: disk gone', 'c'])
})

test('a batch is bounded, in changes and in size', async () => {
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

test('where a batch may hold one change of an execution, the others follow in their order', async () => {
  writer.isOneEach = true
  for (const id of 'abacba') write(id)
  for (let round = 0; round < 4; round++) {
    await turnOfTheLoop()
    await writer.finish()
  }
  expect(writer.batches).toStrictEqual([['a', 'b', 'c'], ['a', 'b'], ['a']])
})

test('a batch waits for its turn, and takes along what arrives meanwhile', async () => {
  let leave = () => {}
  void turns.take(() => new Promise<void>((resolve) => (leave = resolve)))
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

test('in a busy thread the first half of those who write again is handed over while the others are at work', async () => {
  const ids = Array.from({ length: 40 }, (_, n) => `${n}`)
  const again = ids.map((id) => commits.write(change(id)).then(() => commits.write(change(id))))
  await turnOfTheLoop()
  for (const end = performance.now() + 50; performance.now() < end; );
  await writer.finish()
  expect(writer.batches.map((batch) => batch.length)).toStrictEqual([40, 20])
  await writer.finish()
  await turnOfTheLoop()
  await writer.finish()
  await Promise.all(again)
  expect(writer.batches.flat().sort()).toStrictEqual([...ids, ...ids].sort())
})

test('what was asked for before the end is written, and nothing after it', async () => {
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
