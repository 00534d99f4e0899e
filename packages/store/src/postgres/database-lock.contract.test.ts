import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { hostname as osHostname } from 'node:os'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Sql } from '../sql.ts'
import { type PostgresServer, startPostgres } from '../testing/postgres-server.ts'
import { lockDatabase } from './database-lock.ts'
import { openPostgres } from './postgres-sql.ts'

let server: PostgresServer
let database: string
let sql: Sql

beforeAll(async () => {
  server = await startPostgres()
})

afterAll(() => server.stop())

beforeEach(async () => {
  database = await server.freshDatabase()
  sql = openPostgres(database, { poolSize: 1, statementTimeoutMs: 0, connectTimeoutMs: 5_000, onLost: () => {} })
})

afterEach(() => sql.close())

const atOnce = (taken: Error[] = []) => ({ timeoutMs: 0, onTaken: (error: Error) => void taken.push(error) })

/** Closes the connections of all services that hold or want the lock, as a restart of the server would. */
async function cutLocks(): Promise<void> {
  await sql.all(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'millrace %'`, [])
}

test('rejects a locked database and names the holder', async () => {
  const lock = await lockDatabase(database, atOnce())
  await expect(lockDatabase(database, atOnce())).rejects.toThrow(
    new RegExp(`in use by another service \\(millrace .* ${process.pid}\\)`),
  )
  await lock.release()
  await (await lockDatabase(database, atOnce())).release()
})

test('locks another database of the same server', async () => {
  const one = await lockDatabase(database, atOnce())
  const other = await lockDatabase(await server.freshDatabase(), atOnce())
  await Promise.all([one.release(), other.release()])
})

test('waits for the lock until the holder releases it', async () => {
  const first = await lockDatabase(database, atOnce())
  const second = lockDatabase(database, { ...atOnce(), timeoutMs: 20_000 })
  await first.release()
  await (await second).release()
})

test('hands over to a standby, which confirms it before the holder leaves', async () => {
  const seen: string[] = []
  const first = await lockDatabase(database, atOnce())
  expect(await first.handOver()).toBe(false)
  const onWait = (_: string | undefined, isLeaving: boolean) => void seen.push(isLeaving ? 'leaving' : 'stays')
  const standby = lockDatabase(database, { ...atOnce(), timeoutMs: Infinity, isStandby: true, onWait })
  await expect.poll(() => seen.length).toBeGreaterThan(1)
  expect(new Set(seen)).toEqual(new Set(['stays']))
  expect(await first.handOver()).toBe(true)
  expect(seen.at(-1)).toBe('leaving')
  await first.release()
  const second = await standby
  // It does not count as a standby any more, and nothing is left of the one that ended.
  expect(await second.handOver()).toBe(false)
  await second.release()
  await expect.poll(holderPids).toEqual([])
})

test('a standby whose connection broke is one again', async () => {
  const first = await lockDatabase(database, atOnce())
  const waits: boolean[] = []
  const onWait = (_: string | undefined, isLeaving: boolean) => void waits.push(isLeaving)
  const standby = lockDatabase(database, { ...atOnce(), timeoutMs: Infinity, isStandby: true, onWait })
  const isWaiting = () => sql.all(`SELECT pid FROM pg_locks WHERE classid = ${0x4d_69_6c_6d} AND granted`, [])
  await expect.poll(isWaiting).toHaveLength(1)
  const [{ pid } = { pid: 0 }] = (await isWaiting()) as { pid: number }[]
  await sql.all(`SELECT pg_terminate_backend(${pid})`, [])
  await expect.poll(async () => (await isWaiting()).some((row) => (row as { pid: number }).pid !== pid)).toBe(true)
  expect(await first.handOver()).toBe(true)
  await first.release()
  await (await standby).release()
})

test('takes the lock again after its connection broke', async () => {
  const taken: Error[] = []
  const lock = await lockDatabase(database, atOnce(taken))
  const lost = await holderPid()
  await cutLocks()
  await untilRegained(lost)
  expect(taken).toEqual([])
  await lock.release()
  await (await lockDatabase(database, atOnce())).release()
})

/** Between service and server. `before` is awaited before what a client sent is passed on. */
async function startProxy(before: (bytes: Buffer) => Promise<void> | undefined = () => undefined) {
  const { hostname, port } = new URL(database)
  const pairs: { client: Socket; upstream: Socket }[] = []
  const proxy = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    pairs.push({ client, upstream })
    let sent = Promise.resolve()
    const pass = async (bytes: Buffer) => {
      await before(bytes)
      upstream.write(bytes)
    }
    client
      .on('data', (bytes) => {
        sent = sent.then(() => pass(bytes))
      })
      .on('error', () => {})
    upstream.on('data', (bytes) => client.destroyed || client.write(bytes)).on('error', () => {})
    upstream.on('close', () => client.destroy())
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const url = new URL(database)
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
  return {
    url: url.href,
    pairs,
    close() {
      for (const { client, upstream } of pairs) for (const socket of [client, upstream]) socket.destroy()
      proxy.close()
    },
  }
}

test('a standby knows that the holder leaves when that ends while it is asked for', async () => {
  const first = await lockDatabase(database, atOnce())
  let mayEnd = false
  const proxy = await startProxy((bytes) => {
    // The attempt to take the lock has failed already.
    if (!mayEnd || !bytes.includes('pg_stat_activity')) return undefined
    mayEnd = false
    return first.release()
  })
  const waits: boolean[] = []
  const onWait = (_: string | undefined, isLeaving: boolean) => void waits.push(isLeaving)
  const standby = lockDatabase(proxy.url, { ...atOnce(), timeoutMs: Infinity, isStandby: true, onWait })
  await expect.poll(() => waits.length).toBeGreaterThan(1)
  expect(await first.handOver()).toBe(true)
  mayEnd = true
  const second = await standby
  expect(mayEnd).toBe(false)
  expect(waits.slice(waits.indexOf(true))).not.toContain(false)
  await second.release()
  proxy.close()
})

test('waits for its own broken connection that the server has not noticed yet', async () => {
  const taken: Error[] = []
  // Breaks the client's side of a connection and keeps the server's side open.
  const { url, pairs, close } = await startProxy()
  const lock = await lockDatabase(url, atOnce(taken))
  const lost = await holderPid()
  pairs[0]?.client.destroy()
  // The service has tried again at least once while its old connection still held the lock.
  await expect.poll(() => pairs.length).toBeGreaterThanOrEqual(3)
  expect(taken).toEqual([])
  pairs[0]?.upstream.destroy()
  await untilRegained(lost)
  expect(taken).toEqual([])
  await lock.release()
  close()
})

test('notifies a holder that lost the lock to another service', async () => {
  const taken: Error[] = []
  const lock = await lockDatabase(database, atOnce(taken))
  // Another service, first in the queue when the connection breaks.
  const other = new pg.Client({ connectionString: database })
  await other.connect()
  const others = other.query('SELECT pg_advisory_lock(1298754668, 1)')
  await expect.poll(() => sql.all('SELECT 1 FROM pg_locks WHERE NOT granted', [])).toHaveLength(1)
  await cutLocks()
  await others
  await expect.poll(() => taken.length).toBe(1)
  expect(taken[0]?.message).toContain('This service stops')
  await lock.release()
  await other.end()
})

test('opens no further connections for a store while another service holds the lock', async () => {
  const store = openPostgres(database, {
    poolSize: 1,
    statementTimeoutMs: 0,
    connectTimeoutMs: 5_000,
    onLost: () => {},
  })
  const own = await lockDatabase(database, atOnce())
  expect(await store.all('SELECT 1 AS one', [])).toEqual([{ one: 1 }])
  await own.release()
  const other = new pg.Client({ connectionString: database, application_name: 'millrace elsewhere 1' })
  await other.connect()
  await other.query('SELECT pg_advisory_lock(1298754668, 1)')
  // The connection of the pool breaks, as after a lost network.
  await other.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'millrace' AND datname = current_database()`)
  const used = () =>
    store.all('SELECT 1 AS one', []).then(
      () => 'used',
      (error: Error) => error.message,
    )
  await expect.poll(used).toContain('in use by another service (millrace elsewhere 1)')
  await other.end()
  await expect.poll(used).toBe('used')
  await store.close()
})

test('a standby waits on one connection, names the holder, and can be stopped', async () => {
  const lock = await lockDatabase(database, atOnce())
  const holders: (string | undefined)[] = []
  const stop = new AbortController()
  const waiting = lockDatabase(database, {
    ...atOnce(),
    timeoutMs: Number.POSITIVE_INFINITY,
    signal: stop.signal,
    onWait: (holder) => void holders.push(holder),
  })
  await expect.poll(() => holders.length).toBeGreaterThanOrEqual(2)
  expect(new Set(holders)).toEqual(new Set([`millrace ${osHostname()} ${process.pid}`]))
  const connections = `SELECT 1 FROM pg_stat_activity WHERE application_name LIKE 'millrace %' AND datname = current_database()`
  expect(await sql.all(connections, [])).toHaveLength(2)
  stop.abort()
  await expect(waiting).rejects.toThrow('aborted')
  await lock.release()
})

test('a standby keeps waiting while the server is away', async () => {
  const lock = await lockDatabase(database, atOnce())
  const holders: (string | undefined)[] = []
  const waiting = lockDatabase(database, {
    ...atOnce(),
    timeoutMs: Number.POSITIVE_INFINITY,
    onWait: (holder) => void holders.push(holder),
  })
  await expect.poll(() => holders.length).toBeGreaterThanOrEqual(1)
  await cutLocks()
  await expect.poll(() => holders.at(-1)).toBeDefined()
  await lock.release()
  await (await waiting).release()
})

const shared = (taken: Error[] = []) => ({ ...atOnce(taken), mode: 'shared' as const })

test('processes of a cluster share a database, and exclude a service with the embedded engine', async () => {
  const [one, other] = await Promise.all([lockDatabase(database, shared()), lockDatabase(database, shared())])
  await expect(lockDatabase(database, atOnce())).rejects.toThrow(
    /in use by a process of a cluster \(millrace .*\)\. A service with the embedded engine does not share a database\./,
  )
  await one.release()
  await expect(lockDatabase(database, atOnce())).rejects.toThrow('Stop the cluster')
  await other.release()
  await (await lockDatabase(database, atOnce())).release()
})

test('a service with the embedded engine excludes processes of a cluster', async () => {
  const lock = await lockDatabase(database, atOnce())
  await expect(lockDatabase(database, shared())).rejects.toThrow(
    /in use by another service \(millrace .*\)\. It runs the embedded engine, .* start all processes with --engine restate\./,
  )
  await lock.release()
  await (await lockDatabase(database, shared())).release()
})

test('processes of a cluster take the shared lock again after their connections broke', async () => {
  const taken: Error[] = []
  const locks = await Promise.all([lockDatabase(database, shared(taken)), lockDatabase(database, shared(taken))])
  const lost = await holderPids()
  await cutLocks()
  await expect.poll(async () => (await holderPids()).filter((pid) => !lost.includes(pid))).toHaveLength(locks.length)
  expect(taken).toEqual([])
  await Promise.all(locks.map((lock) => lock.release()))
})

test('notifies a process of a cluster when a service with the embedded engine took the database', async () => {
  const taken: Error[] = []
  const lock = await lockDatabase(database, shared(taken))
  const other = new pg.Client({ connectionString: database, application_name: 'millrace elsewhere 1' })
  await other.connect()
  const others = other.query('SELECT pg_advisory_lock(1298754668, 1)')
  await expect.poll(() => sql.all('SELECT 1 FROM pg_locks WHERE NOT granted', [])).toHaveLength(1)
  await sql.all(`SELECT pg_terminate_backend(${await holderPid()})`, [])
  await others
  await expect.poll(() => taken.length).toBe(1)
  expect(taken[0]?.message).toContain('a service with the embedded engine does not share a database')
  await lock.release()
  await other.end()
})

test('a store of a cluster opens connections while other processes share the lock', async () => {
  const settings = { poolSize: 1, statementTimeoutMs: 0, connectTimeoutMs: 5_000, onLost: () => {} }
  const other = new pg.Client({ connectionString: database, application_name: 'millrace elsewhere 1' })
  await other.connect()
  await other.query('SELECT pg_advisory_lock_shared(1298754668, 1)')
  const inCluster = openPostgres(database, { ...settings, isShared: true })
  expect(await inCluster.all('SELECT 1 AS one', [])).toEqual([{ one: 1 }])
  const alone = openPostgres(database, settings)
  await expect(alone.all('SELECT 1 AS one', [])).rejects.toThrow('in use by a process of a cluster')
  await Promise.all([inCluster.close(), alone.close(), other.end()])
})

test('rejects if the server does not answer', async () => {
  await expect(lockDatabase('postgres://nobody@127.0.0.1:1/nothing', atOnce())).rejects.toThrow(
    'The Postgres database does not answer: connect ECONNREFUSED',
  )
})

async function holderPid(): Promise<unknown> {
  return (await holderPids())[0]
}

/** The server's processes of the connections that hold the lock. Does not take the lock, which a service could be about to. */
async function holderPids(): Promise<unknown[]> {
  const rows = await sql.all<{ pid: number }>(
    `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = 1298754668
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [],
  )
  return rows.map(({ pid }) => pid)
}

/** Resolves when another connection than the given one holds the lock. */
async function untilRegained(lost: unknown): Promise<void> {
  await expect.poll(async () => [undefined, lost].includes(await holderPid())).toBe(false)
}
