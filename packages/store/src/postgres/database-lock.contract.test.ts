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

test('takes the lock again after its connection broke', async () => {
  const taken: Error[] = []
  const lock = await lockDatabase(database, atOnce(taken))
  await cutLocks()
  await expect.poll(() => isHeld()).toBe(true)
  expect(taken).toEqual([])
  await lock.release()
  await (await lockDatabase(database, atOnce())).release()
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

test('rejects if the server does not answer', async () => {
  await expect(lockDatabase('postgres://nobody@127.0.0.1:1/nothing', atOnce())).rejects.toThrow(
    'The Postgres database does not answer: connect ECONNREFUSED',
  )
})

async function isHeld(): Promise<boolean> {
  try {
    await (await lockDatabase(database, atOnce())).release()
    return false
  } catch {
    return true
  }
}
