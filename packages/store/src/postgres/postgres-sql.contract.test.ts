import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openStore } from '../open-store.ts'
import type { Sql } from '../sql.ts'
import { type PostgresServer, startPostgres } from '../testing/postgres-server.ts'
import { sampleSave, upTo } from '../testing/sample-records.ts'
import { openPostgres } from './postgres-sql.ts'

const OPTIONS = { poolSize: 4, statementTimeoutMs: 10_000, connectTimeoutMs: 5_000, onLost: () => {} }

let server: PostgresServer
let database: string
let sql: Sql

beforeAll(async () => {
  server = await startPostgres()
})

afterAll(() => server.stop())

beforeEach(async () => {
  database = await server.freshDatabase()
  sql = openPostgres(database, OPTIONS)
})

afterEach(() => sql.close())

test('survives connections that the server closes', async () => {
  const lost: Error[] = []
  const store = await openStore({ database, onLost: (error) => lost.push(error) })
  await store.workflows.create(sampleSave('a'))
  await Promise.all(upTo(5).map(() => store.ping()))
  const cut = await sql.all(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    [],
  )
  expect(cut.length).toBeGreaterThan(0)
  await expect.poll(() => lost.length).toBe(cut.length)
  expect((await store.workflows.get('a'))?.id).toBe('a')
  await store.close()
})

test('rolls a transaction back if the server closes its connection', async () => {
  await sql.run('CREATE TABLE t (n INTEGER)', [])
  await expect(
    sql.transaction([
      { text: 'INSERT INTO t VALUES (1)' },
      { text: 'SELECT pg_terminate_backend(pg_backend_pid())' },
      { text: 'INSERT INTO t VALUES (2)' },
    ]),
    // Without COMMIT nothing was written, so this is safe to repeat.
  ).rejects.toMatchObject({ reason: 'offline', isTransient: true })
  expect(await sql.all('SELECT n FROM t', [])).toStrictEqual([])
})

test('distinguishes a write whose connection the server closed from a read', async () => {
  await sql.run('CREATE TABLE t (n INTEGER)', [])
  const end = 'pg_terminate_backend(pg_backend_pid())'
  const lost = { name: 'StoreUnavailable', reason: 'lost', isTransient: true }
  await expect(sql.run(`INSERT INTO t SELECT 1 FROM ${end}`, [])).rejects.toMatchObject(lost)
  await expect(sql.get(`WITH x AS (INSERT INTO t SELECT 1 FROM ${end}) SELECT 1`, [])).rejects.toMatchObject(lost)
  await expect(sql.get(`SELECT ${end}`, [])).rejects.toMatchObject({ reason: 'offline' })
  await expect(sql.all(`WITH x AS (SELECT ${end}) SELECT * FROM x`, [])).rejects.toMatchObject({ reason: 'offline' })
})

test('rejects a transaction whose connection is reset, without ending the process', async () => {
  await sql.run('CREATE TABLE t (n INTEGER)', [])
  const { port, hostname } = new URL(database)
  const sockets: Socket[] = []
  // Without a message of the server, like a network failure, which reaches the driver on another path.
  const wire = createServer((near) => {
    const far = connect(Number(port), hostname)
    near.pipe(far).pipe(near)
    for (const socket of [near, far]) socket.on('error', () => {})
    sockets.push(near)
  }).listen(0, '127.0.0.1')
  await once(wire, 'listening')
  const address = wire.address()
  const url = new URL(database)
  url.port = String(typeof address === 'object' && address?.port)
  const remote = openPostgres(url.href, OPTIONS)
  const transaction = remote.transaction([{ text: 'INSERT INTO t VALUES (1)' }, { text: 'SELECT pg_sleep(30)' }])
  const isAsleep = () => sql.all(`SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'`, [])
  await expect.poll(isAsleep).toHaveLength(1)
  for (const socket of sockets) socket.resetAndDestroy()
  await expect(transaction).rejects.toMatchObject({ reason: 'offline' })
  await expect(remote.get('SELECT 1 AS alive', [])).resolves.toStrictEqual({ alive: 1 })
  expect(await sql.all('SELECT n FROM t', [])).toStrictEqual([])
  await remote.close()
  wire.close()
})

test('rejects at once if the server has stopped', async () => {
  const mortal = await startPostgres()
  const store = await openStore({ database: await mortal.freshDatabase() })
  await store.ping()
  await mortal.stop()
  await expect(store.ping()).rejects.toThrow()
  await expect(store.workflows.create(sampleSave('a'))).rejects.toThrow()
  await store.close()
})

test('reports an unreachable server when the store is opened, without the password', async () => {
  const opening = openStore({ database: 'postgres://user:geheim@127.0.0.1:1/none' })
  await expect(opening).rejects.toThrow(/^The Postgres database does not answer: .*ECONNREFUSED/)
  await expect(opening).rejects.not.toThrow('geheim')
})

test('aborts a statement that takes too long', async () => {
  const impatient = openPostgres(database, { ...OPTIONS, statementTimeoutMs: 50 })
  await expect(impatient.all('SELECT pg_sleep(30)', [])).rejects.toMatchObject({
    reason: 'busy',
    cause: { message: expect.stringContaining('statement timeout') },
  })
  await impatient.close()
})

test('rejects a database that is not UTF-8', async () => {
  await sql.run(`CREATE DATABASE ascii ENCODING 'SQL_ASCII' LOCALE 'C' LOCALE_PROVIDER libc TEMPLATE template0`, [])
  await expect(openStore({ database: database.replace(/[^/]+$/, 'ascii') })).rejects.toThrow('SQL_ASCII')
})

test('uses the trigram index for a search', async () => {
  const store = await openStore({ database })
  await store.workflows.create(sampleSave('a'))
  await sql.run('SET enable_seqscan = off', [])
  const plan = await sql.all<Record<string, string>>(
    `EXPLAIN SELECT seq FROM workflows WHERE name_key LIKE $1 OR description_key LIKE $1`,
    ['%invoice%'],
  )
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('workflows_search')
  await store.close()
})

test('opens a store for a user who may not create the extension', async () => {
  await sql.run(`CREATE ROLE plain LOGIN PASSWORD 'plain'`, [])
  await sql.run('GRANT CREATE ON SCHEMA public TO plain', [])
  const url = new URL(database)
  url.username = 'plain'
  url.password = 'plain'
  const store = await openStore({ database: url.href })
  await store.workflows.create(sampleSave('a', { name: 'Invoices' }))
  expect((await store.workflows.list({ search: 'VOIC', sort: 'name', order: 'asc', limit: 1, offset: 0 })).total).toBe(
    1,
  )
  expect(await sql.all(`SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'`, [])).toStrictEqual([])
  await store.close()
})

test('throws StoreUnavailable for open and new connections when the server is gone', async () => {
  const own = await startPostgres()
  const away = openPostgres(await own.freshDatabase(), { ...OPTIONS, poolSize: 1 })
  await away.run('CREATE TABLE t (n INTEGER)', [])
  await own.stop()
  for (const ask of [
    () => away.get('SELECT 1 AS one', []),
    () => away.all('SELECT 1 AS one', []),
    () => away.run('INSERT INTO t VALUES (1)', []),
    () => away.transaction([{ text: 'INSERT INTO t VALUES (1)' }]),
  ]) {
    await expect(ask()).rejects.toMatchObject({ name: 'StoreUnavailable', reason: 'offline', isTransient: true })
  }
  await away.close()
})
