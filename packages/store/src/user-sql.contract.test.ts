import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type LookupFunction, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NodeFailure } from '@millrace/model'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type PostgresServer, startPostgres } from './testing/postgres-server.ts'
import { connectUserSql, type NetworkPolicy, type UserSqlConnection, type UserStatement } from './user-sql.ts'

const OPEN: NetworkPolicy = {
  checkHost: () => {},
  lookupFor: () => (_, options, callback) =>
    options.all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4),
}
const denied = new NodeFailure('EGRESS_DENIED', 'no')

let server: PostgresServer
let folder: string
const opened: UserSqlConnection[] = []

beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-user-sql-'))
})
afterEach(() => {
  for (const connection of opened.splice(0)) connection.end()
  rmSync(folder, { recursive: true, force: true })
})

function connect(address: string, policy = OPEN): UserSqlConnection {
  const connection = connectUserSql(address, policy)
  opened.push(connection)
  return connection
}

function statement(text: string, rest: Partial<UserStatement> = {}): UserStatement {
  return { text, values: [], readOnly: true, maxRows: 100, timeoutMs: 20_000, ...rest }
}

/** Runs one statement on a connection of its own, as after a failure. */
async function once(address: string, text: string, rest: Partial<UserStatement> = {}) {
  const connection = connect(address)
  try {
    return await connection.run(statement(text, rest))
  } finally {
    connection.end()
  }
}

const BACKENDS = {
  postgres: { fresh: () => server.freshDatabase(), mark: (n: number) => `$${n}` },
  sqlite: { fresh: async () => `sqlite:${join(folder, 'user.db')}`, mark: () => '?' },
}

test('creates SQLite files that only their owner may read', async () => {
  await once(`sqlite:${join(folder, 'user.db')}`, 'CREATE TABLE t (n INTEGER)', { readOnly: false })
  const modes = readdirSync(folder).map((name) => (statSync(join(folder, name)).mode & 0o777).toString(8))
  expect(new Set(modes)).toEqual(new Set(['600']))
})

describe.each(Object.entries(BACKENDS))('%s', (_, { fresh, mark }) => {
  let address: string

  beforeEach(async () => {
    address = await fresh()
    await once(address, 'CREATE TABLE t (n INTEGER, s TEXT)', { readOnly: false })
    await once(address, `INSERT INTO t VALUES (1, 'one'), (2, 'two'), (3, NULL)`, { readOnly: false })
  })

  test('returns rows as objects with their count', async () => {
    expect(await once(address, 'SELECT n, s FROM t ORDER BY n')).toEqual({
      rows: [
        { n: 1, s: 'one' },
        { n: 2, s: 'two' },
        { n: 3, s: null },
      ],
      count: 3,
    })
  })

  test('counts changed rows', async () => {
    expect(await once(address, `UPDATE t SET s = 'x' WHERE n < 3`, { readOnly: false })).toEqual({ rows: [], count: 2 })
    expect((await once(address, `SELECT s FROM t WHERE n = 1`)).rows).toEqual([{ s: 'x' }])
  })

  test('completes a change with RETURNING even if it returns fewer rows than changed', async () => {
    const change = { readOnly: false, maxRows: 1 }
    expect(await once(address, 'DELETE FROM t RETURNING n', change)).toMatchObject({ rows: [{ n: 1 }] })
    expect((await once(address, 'SELECT n FROM t')).count).toBe(0)
  })

  test('binds values, also those that contain SQL', async () => {
    const hostile = `x'; DROP TABLE t; --`
    const values = [7, hostile]
    await once(address, `INSERT INTO t VALUES (${mark(1)}, ${mark(2)})`, { readOnly: false, values })
    expect(await once(address, `SELECT n FROM t WHERE s = ${mark(1)}`, { values: [hostile] })).toMatchObject({
      rows: [{ n: 7 }],
    })
  })

  test('binds booleans, null and structures', async () => {
    const text = `SELECT CAST(${mark(1)} AS INTEGER) AS b, CAST(${mark(2)} AS TEXT) AS n, CAST(${mark(3)} AS TEXT) AS j`
    const b = mark(1) === '?' ? true : 1
    expect((await once(address, text, { values: [b, null, { a: [1] }] })).rows).toEqual([
      { b: 1, n: null, j: '{"a":[1]}' },
    ])
  })

  test('returns integers beyond the safe range as text', async () => {
    const { rows } = await once(address, 'SELECT CAST(9007199254740993 AS BIGINT) AS big, CAST(42 AS BIGINT) AS small')
    expect(rows).toEqual([{ big: '9007199254740993', small: 42 }])
  })

  test('reads no more rows than requested', async () => {
    expect(await once(address, 'SELECT n FROM t ORDER BY n', { maxRows: 2 })).toEqual({
      rows: [{ n: 1 }, { n: 2 }],
      count: 2,
    })
    const connection = connect(address)
    await connection.run(statement('SELECT n FROM t', { maxRows: 1 }))
    expect((await connection.run(statement('SELECT n FROM t'))).count).toBe(3)
  })

  test.each([
    'INSERT INTO t (n) VALUES (9)',
    'DELETE FROM t',
    'DROP TABLE t',
    'CREATE TABLE u (n INTEGER)',
    'UPDATE t SET n = 0',
  ])('makes the database reject %j on a read-only connection', async (text) => {
    await expect(once(address, text)).rejects.toMatchObject({ code: 'READ_ONLY', retryable: false })
    expect((await once(address, 'SELECT n FROM t')).count).toBe(3)
  })

  test('fails with the reason of the database if it rejects a statement', async () => {
    await expect(once(address, 'SELEC 1')).rejects.toMatchObject({
      code: 'SQL_FAILED',
      retryable: false,
      message: expect.stringContaining('syntax error'),
    })
    await expect(once(address, 'SELECT x FROM nowhere')).rejects.toMatchObject({ code: 'SQL_FAILED' })
  })

  test('aborts an endless statement when its connection is ended', async () => {
    const connection = connect(address)
    const endless = 'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r'
    const running = connection.run(statement(endless))
    connection.end()
    await expect(running).rejects.toThrow()
    expect(connection.isBroken).toBe(true)
    expect((await once(address, 'SELECT n FROM t')).count).toBe(3)
  })

  test('rejects a result that is too large, in many rows or in one', async () => {
    const rows = 'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 90000) SELECT n, '
    const padding = mark(1) === '?' ? `printf('%1000d', n)` : `lpad(n::text, 1000, ' ')`
    await expect(once(address, `${rows} ${padding} AS s FROM r`, { maxRows: 100_000 })).rejects.toMatchObject({
      code: 'RESULT_TOO_LARGE',
    })
    const huge = mark(1) === '?' ? `SELECT printf('%9000000d', 1)` : `SELECT repeat('x', 100000000)`
    await expect(once(address, huge)).rejects.toMatchObject({
      code: expect.stringMatching(/RESULT_TOO_LARGE|SQL_FAILED/),
    })
  })
})

describe('user SQL on Postgres servers', () => {
  test('makes the server reject more than one statement', async () => {
    const address = await server.freshDatabase()
    await expect(once(address, 'SELECT 1; SELECT 2')).rejects.toMatchObject({ code: 'SQL_FAILED' })
    await expect(once(address, 'COMMIT; CREATE TABLE u (n INTEGER)')).rejects.toMatchObject({ code: 'SQL_FAILED' })
  })

  test.each([
    'SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE',
    'SET TRANSACTION READ WRITE',
    'COMMIT',
    'ROLLBACK',
  ])('stays read-only after %j', async (text) => {
    const connection = connect(await server.freshDatabase())
    await connection.run(statement(text)).catch(() => {})
    if (connection.isBroken) return
    await expect(connection.run(statement('CREATE TABLE u (n INTEGER)'))).rejects.toMatchObject({ code: 'READ_ONLY' })
  })

  test('resets the session after each statement', async () => {
    const connection = connect(await server.freshDatabase())
    await connection.run(statement(`SET search_path = 'elsewhere'`, { readOnly: false }))
    await connection.run(statement('CREATE TEMP TABLE mine (n INTEGER)', { readOnly: false }))
    expect((await connection.run(statement('SHOW search_path'))).rows).toEqual([{ search_path: '"$user", public' }])
    await expect(connection.run(statement('SELECT * FROM mine'))).rejects.toMatchObject({ code: 'SQL_FAILED' })
  })

  test('returns times as the server prints them, JSON as JSON, lists as lists', async () => {
    const text = `SELECT TIMESTAMP '2024-01-02 03:04:05' AS t, DATE '2024-01-02' AS d, '{"a":1}'::jsonb AS j,
      ARRAY[1,2] AS l, 1.10::numeric AS n, '\\x00ff'::bytea AS b, 'NaN'::float8 AS x`
    expect((await once(await server.freshDatabase(), text)).rows).toEqual([
      { t: '2024-01-02 03:04:05', d: '2024-01-02', j: { a: 1 }, l: [1, 2], n: '1.10', b: '\\x00ff', x: null },
    ])
  })

  test('binds a list', async () => {
    const text = 'SELECT n FROM generate_series(1, 5) AS n WHERE n = ANY($1)'
    expect((await once(await server.freshDatabase(), text, { values: [[2, 4]] })).count).toBe(2)
  })

  test('makes the server abort a statement that takes too long', async () => {
    const slow = once(await server.freshDatabase(), 'SELECT pg_sleep(30)', { timeoutMs: 200 })
    await expect(slow).rejects.toMatchObject({ code: 'TIMED_OUT', retryable: true })
    const writing = once(await server.freshDatabase(), 'SELECT pg_sleep(30)', { timeoutMs: 200, readOnly: false })
    await expect(writing).rejects.toMatchObject({ code: 'TIMED_OUT', retryable: false })
  })

  test('reports a wrong password and a missing database without the password', async () => {
    const address = new URL(await server.freshDatabase())
    address.password = 'hidden'
    const failure = await once(address.href, 'SELECT 1').catch((error: NodeFailure) => error)
    expect(failure).toMatchObject({ code: 'SQL_FAILED', retryable: false })
    expect((failure as Error).message).not.toContain('hidden')
    address.password = ''
    await expect(once(address.href, 'SELECT 1')).rejects.toThrow()
  })

  test.each([
    'postgres://',
    'postgres://host',
    'postgres://u@/d',
    'postgres:///d?host=/var/run/postgresql',
    'postgres://u@h/d?sslmode=x',
  ])('rejects the connection string %s', (address) => {
    expect(() => connectUserSql(address, OPEN)).toThrow(expect.objectContaining({ code: 'INVALID_CONNECTION' }))
  })

  test('checks the address and the resolved addresses of a name with the network policy', async () => {
    const asked: string[] = []
    const noAddress: NetworkPolicy = {
      ...OPEN,
      checkHost: (host, port) => {
        asked.push(`${host} ${port}`)
        throw denied
      },
    }
    for (const host of ['127.0.0.1:6000', '2130706433', '[::1]']) {
      expect(() => connectUserSql(`postgres://u@${host}/d`, noAddress)).toThrow('no')
    }
    expect(asked).toEqual(['127.0.0.1 6000', '127.0.0.1 5432', '::1 5432'])
    const refuse: LookupFunction = (_, __, callback) => callback(denied, '')
    const noName: NetworkPolicy = { ...OPEN, lookupFor: () => refuse }
    const connection = connect('postgres://u@name.example/d', noName)
    await expect(connection.run(statement('SELECT 1'))).rejects.toBe(denied)
  })

  test('fails with a retryable error if the server is missing, hangs up or is not Postgres', async () => {
    const failure = { code: 'UPSTREAM_FAILED', retryable: true }
    await expect(once('postgres://u@127.0.0.1:1/d', 'SELECT 1')).rejects.toMatchObject(failure)
    for (const answer of ['', 'HTTP/1.1 400 Bad Request\r\n\r\n']) {
      const wild = createServer((socket) => socket.on('error', () => {}).once('data', () => socket.end(answer)))
      const port = await listening(wild)
      await expect(once(`postgres://u@127.0.0.1:${port}/d`, 'SELECT 1')).rejects.toMatchObject(failure)
      wild.close()
    }
  })

  test('marks an idle connection as broken when the server ends it', async () => {
    const address = await server.freshDatabase()
    const connection = connect(address)
    await connection.run(statement('SELECT 1'))
    await once(
      address,
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    )
    await expect.poll(() => connection.isBroken).toBe(true)
  })
})

function listening(wild: Server): Promise<number> {
  return new Promise((resolve) => {
    wild.listen(0, '127.0.0.1', () => {
      const address = wild.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
}

describe('user SQL on SQLite files', () => {
  const file = () => `sqlite:${join(folder, 'user.db')}`

  test('does not create a missing file on a read-only connection', async () => {
    await expect(once(file(), 'SELECT 1')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND', retryable: false })
    expect(readdirSync(folder)).toEqual([])
  })

  test.each([
    ...['ATTACH ? AS other', 'VACUUM INTO ?', `ATTACH 'file:/tmp/x?mode=rwc' AS other`, 'PRAGMA writable_schema = ON'],
    ...[
      'PRAGMA journal_mode = WAL',
      'PRAGMA temp_store_directory = "/tmp"',
      'PRAGMA hard_heap_limit = 0',
      `SELECT load_extension('x')`,
    ],
    ...[`SELECT writefile('x', 'y')`, `SELECT readfile('/etc/passwd')`, `SELECT edit('x')`, 'PRAGMA database_list'],
  ])('prevents access to other files by %s', async (text) => {
    const other = join(folder, 'other.db')
    await once(file(), 'CREATE TABLE t (n INTEGER)', { readOnly: false })
    for (const readOnly of [true, false]) {
      const values = text.includes('?') && !text.includes('mode=') ? [other] : []
      await expect(once(file(), text, { values, readOnly })).rejects.toMatchObject({
        code: expect.stringMatching(/^(SQL_FAILED|READ_ONLY)$/),
      })
    }
    expect(existsSync(other)).toBe(false)
  })

  test('allows PRAGMAs that describe tables', async () => {
    await once(file(), 'CREATE TABLE t (n INTEGER)', { readOnly: false })
    expect((await once(file(), 'PRAGMA table_info(t)')).rows).toMatchObject([{ name: 'n', type: 'INTEGER' }])
  })

  test('returns bytes as base64', async () => {
    await once(file(), 'CREATE TABLE t (n INTEGER)', { readOnly: false })
    expect((await once(file(), `SELECT x'00ff' AS b`)).rows).toEqual([{ b: 'AP8=' }])
  })

  test('ends a child process whose parent is gone', async () => {
    await once(file(), 'CREATE TABLE t (n INTEGER)', { readOnly: false })
    const endless = 'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r'
    await expect(once(file(), endless, { timeoutMs: 1 })).rejects.toThrow()
  })

  test('limits the memory of the database process', async () => {
    await once(file(), 'CREATE TABLE t (n INTEGER)', { readOnly: false })
    const greedy = `WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 400)
      SELECT length(group_concat(printf('%1000000d', n), '')) FROM r`
    await expect(once(file(), greedy)).rejects.toMatchObject({
      code: expect.stringMatching(/OUT_OF_MEMORY|SQL_FAILED/),
    })
  })

  test('rejects a file that is not a database', async () => {
    writeFileSync(join(folder, 'user.db'), 'just text, and enough of it to be looked at'.repeat(50))
    await expect(once(file(), 'SELECT * FROM t')).rejects.toMatchObject({ code: 'SQL_FAILED' })
  })

  test('reuses a process for several statements', async () => {
    const connection = connect(file())
    await connection.run(statement('CREATE TABLE t (n INTEGER)', { readOnly: false }))
    for (let n = 0; n < 5; n++) {
      await connection.run(statement('INSERT INTO t VALUES (?)', { readOnly: false, values: [n] }))
    }
    expect((await connection.run(statement('SELECT n FROM t'))).count).toBe(5)
    await expect(connection.run(statement('nonsense'))).rejects.toMatchObject({ code: 'SQL_FAILED' })
    expect((await connection.run(statement('SELECT n FROM t'))).count).toBe(5)
  })
})
