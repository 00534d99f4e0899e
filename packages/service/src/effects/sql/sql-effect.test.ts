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

/** An effect with connections whose results the test provides. */
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
  const sql = createSql({ connect, egress: createEgress([]), limits })
  const run = (call: Partial<SqlCall> = {}, signal = new AbortController().signal) =>
    sql.run(
      { connection: 'postgres://u@h/d', query: 'q', parameters: [], readOnly: true, maxRows: 10, ...call },
      { signal, workflow: '', files: async () => files },
    )
  return { sql, run, opened }
}

const RESULT = { rows: [{ a: 1 }], count: 1 }
/** Runs everything that is pending. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('binds the parameters and limits the rows', async () => {
  const { run, opened } = sqlOverHands({ maxRows: 50 })
  const result = run({ query: 'x = :a', parameters: { a: 1 }, readOnly: false, maxRows: 1_000_000 })
  await settled()
  opened[0]!.answer(RESULT)
  expect(await result).toEqual(RESULT)
  expect(opened[0]!.statements).toEqual([
    { text: 'x = $1', values: [1], readOnly: false, maxRows: 50, timeoutMs: 30_000 },
  ])
})

test('resolves a file inside the files folder for every way to write it', async () => {
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
  'rejects the connection %j',
  async (connection) => {
    await expect(sqlOverHands().run({ connection })).rejects.toMatchObject({
      code: 'INVALID_CONNECTION',
      retryable: false,
    })
  },
)

test('reuses a connection, but not concurrently and not after a failure', async () => {
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

test('does not reuse an idle connection that broke', async () => {
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

test('queues statements over the limit, and removes aborted ones from the queue', async () => {
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

test('a statement over its time limit closes its connection and is retryable only if it reads', async () => {
  for (const readOnly of [true, false]) {
    const { run, opened } = sqlOverHands({ timeoutMs: 10 })
    await expect(run({ readOnly })).rejects.toMatchObject({ code: 'TIMED_OUT', retryable: readOnly })
    expect(opened[0]!.isBroken).toBe(true)
  }
})

test('aborting a step closes its connection', async () => {
  const { run, opened } = sqlOverHands()
  const aborting = new AbortController()
  const result = run({}, aborting.signal)
  await settled()
  aborting.abort(new Error('cancelled'))
  await expect(result).rejects.toThrow('cancelled')
  expect(opened[0]!.isBroken).toBe(true)
})

test('closes an idle connection after a while, and all connections on close', async () => {
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
