import { NodeFailure, Retryable, type SqlCall } from '@millrace/model'
import { expect, test } from 'vitest'
import { createEgress } from '../http/egress.ts'
import { type BoundStatement, createSql, type SqlConnection, type SqlLimits, type SqlResult } from './sql-effect.ts'

const files = {
  read: () => Promise.reject(new Error('not here')),
  write: () => Promise.reject(new Error('not here')),
  locate: async (name: string) => {
    if (name.startsWith('..')) throw new NodeFailure('FILE_FORBIDDEN', 'no')
    return `/data/files/${name}`
  },
}

interface Opened extends SqlConnection {
  readonly address: string
  readonly statements: BoundStatement[]
  isBroken: boolean
  answer(result: SqlResult): void
  fail(error: Error): void
}

/** An effect over connections whose answers the test gives by hand. */
function sqlOverHands(limits: Partial<SqlLimits> = {}) {
  const opened: Opened[] = []
  const connect = (address: string): SqlConnection => {
    let settle = Promise.withResolvers<SqlResult>()
    const connection: Opened = {
      address,
      statements: [],
      isBroken: false,
      run(statement) {
        connection.statements.push(statement)
        settle = Promise.withResolvers()
        return settle.promise
      },
      answer: (result) => settle.resolve(result),
      fail: (error) => settle.reject(error),
      end() {
        connection.isBroken = true
      },
    }
    opened.push(connection)
    return connection
  }
  const sql = createSql({ connect, egress: createEgress([]), files, limits })
  const run = (call: Partial<SqlCall> = {}, signal = new AbortController().signal) =>
    sql.run(
      { connection: 'postgres://u@h/d', query: 'q', parameters: [], readOnly: true, maxRows: 10, ...call },
      signal,
    )
  return { sql, run, opened }
}

const RESULT = { rows: [{ a: 1 }], count: 1 }
/** Lets everything that is ready happen. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('the parameters are bound and the rows are bounded', async () => {
  const { run, opened } = sqlOverHands({ maxRows: 50 })
  const result = run({ query: 'x = :a', parameters: { a: 1 }, readOnly: false, maxRows: 1_000_000 })
  await settled()
  opened[0]!.answer(RESULT)
  expect(await result).toEqual(RESULT)
  expect(opened[0]!.statements).toEqual([
    { text: 'x = $1', values: [1], readOnly: false, maxRows: 50, timeoutMs: 30_000 },
  ])
})

test('a file is named inside of the files folder, however it is written', async () => {
  const { run, opened } = sqlOverHands()
  for (const connection of ['sqlite:a/b.db', 'sqlite://a/b.db', 'sqlite:///a/b.db']) {
    const result = run({ connection })
    await settled()
    opened[0]!.answer(RESULT)
    await result
  }
  expect(opened.map(({ address }) => address)).toEqual(['sqlite:/data/files/a/b.db'])
  await expect(run({ connection: 'sqlite:../millrace.db' })).rejects.toMatchObject({ code: 'FILE_FORBIDDEN' })
})

test.each(['', 'mysql://h/d', 'postgres', 'file:/etc/passwd', '/data/millrace.db'])(
  '%j is no connection',
  async (connection) => {
    await expect(sqlOverHands().run({ connection })).rejects.toMatchObject({
      code: 'INVALID_CONNECTION',
      retryable: false,
    })
  },
)

test('a connection is used again, but not by two at once and not after a failure', async () => {
  const { run, opened } = sqlOverHands()
  const first = run()
  const second = run()
  await settled()
  expect(opened).toHaveLength(2)
  opened[0]!.answer(RESULT)
  opened[1]!.fail(new Retryable('gone', 'UPSTREAM_FAILED'))
  await first
  await expect(second).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' })
  expect(opened.map(({ isBroken }) => isBroken)).toEqual([false, true])
  const third = run()
  await settled()
  opened[0]!.answer(RESULT)
  await third
  expect(opened).toHaveLength(2)
  const elsewhere = run({ connection: 'postgres://other@h/d' })
  await settled()
  opened[2]!.answer(RESULT)
  await elsewhere
})

test('a kept connection that broke meanwhile is not used', async () => {
  const { run, opened } = sqlOverHands()
  const first = run()
  await settled()
  opened[0]!.answer(RESULT)
  await first
  opened[0]!.isBroken = true
  const second = run()
  await settled()
  opened[1]!.answer(RESULT)
  await second
})

test('more statements than may run wait for their turn, and those that give up leave it', async () => {
  const { run, opened } = sqlOverHands({ atOnce: 1 })
  const aborting = new AbortController()
  const first = run()
  const second = run({}, aborting.signal)
  const third = run()
  await settled()
  expect(opened).toHaveLength(1)
  aborting.abort(new Error('cancelled'))
  await expect(second).rejects.toThrow('cancelled')
  opened[0]!.answer(RESULT)
  await first
  await settled()
  opened[0]!.answer(RESULT)
  expect(await third).toEqual(RESULT)
})

test('a statement that takes too long ends its connection, and only a reading one may be tried again', async () => {
  for (const readOnly of [true, false]) {
    const { run, opened } = sqlOverHands({ timeoutMs: 10 })
    await expect(run({ readOnly })).rejects.toMatchObject({ code: 'TIMED_OUT', retryable: readOnly })
    expect(opened[0]!.isBroken).toBe(true)
  }
})

test('a step that is aborted ends its connection', async () => {
  const { run, opened } = sqlOverHands()
  const aborting = new AbortController()
  const result = run({}, aborting.signal)
  await settled()
  aborting.abort(new Error('cancelled'))
  await expect(result).rejects.toThrow('cancelled')
  expect(opened[0]!.isBroken).toBe(true)
})

test('an idle connection is ended after a while, and all are by closing', async () => {
  const { sql, run, opened } = sqlOverHands({ idleMs: 10 })
  const first = run()
  await settled()
  opened[0]!.answer(RESULT)
  await first
  await expect.poll(() => opened[0]!.isBroken).toBe(true)
  const second = run()
  await settled()
  sql.close()
  expect(opened[1]!.isBroken).toBe(true)
  opened[1]!.fail(new Retryable('gone', 'UPSTREAM_FAILED'))
  await expect(second).rejects.toThrow('gone')
})
