import { once } from 'node:events'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openStore } from '../open-store.ts'
import type { Store } from '../store.ts'
import { type PostgresServer, startPostgres } from '../testing/postgres-server.ts'

let server: PostgresServer
let database: string
let one: Store
let other: Store

beforeAll(async () => {
  server = await startPostgres()
})

afterAll(() => server.stop())

beforeEach(async () => {
  database = await server.freshDatabase()
  one = await openStore({ database, cluster: true })
  other = await openStore({ database, cluster: true })
})

afterEach(() => Promise.all([one.close(), other.close()]))

/** Work that records who does it, until it has to stop. */
function recordedWork() {
  const log: string[] = []
  const work = (name: string) => async (signal: AbortSignal) => {
    log.push(`${name} starts`)
    if (!signal.aborted) await once(signal, 'abort')
    log.push(`${name} stops`)
  }
  return { log, work }
}

async function query(text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

const LEADERS = `FROM pg_stat_activity WHERE application_name = 'millrace leader' AND datname = current_database()`

test('one process works at a time, and the other one takes over when it stops', async () => {
  const { log, work } = recordedWork()
  const first = one.cluster?.leader('work', work('one'))
  await expect.poll(() => log).toEqual(['one starts'])
  const second = other.cluster?.leader('work', work('other'))
  // The other process has tried at least once.
  await expect.poll(() => query(`SELECT 1 ${LEADERS} AND query LIKE '%try_advisory%'`)).toHaveLength(2)
  expect(log).toEqual(['one starts'])
  await first?.stop()
  await expect.poll(() => log).toEqual(['one starts', 'one stops', 'other starts'])
  await second?.stop()
})

test('another process takes over when the connection of the leader dies', async () => {
  const { log, work } = recordedWork()
  one.cluster?.leader('work', work('one'))
  await expect.poll(() => log).toEqual(['one starts'])
  await query(`SELECT pg_terminate_backend(pid) ${LEADERS}`)
  other.cluster?.leader('work', work('other'))
  await expect.poll(() => log.filter((line) => line.endsWith('starts')).length).toBe(2)
  expect(log.slice(0, 2)).toEqual(['one starts', 'one stops'])
})

test('a process that stops lets the other one work', async () => {
  const { log, work } = recordedWork()
  one.cluster?.leader('work', work('one'))
  await expect.poll(() => log).toEqual(['one starts'])
  other.cluster?.leader('work', work('other'))
  await one.close()
  await expect.poll(() => log).toEqual(['one starts', 'one stops', 'other starts'])
})

test('works of different names are independent', async () => {
  const { log, work } = recordedWork()
  one.cluster?.leader('a', work('one'))
  await expect.poll(() => log).toEqual(['one starts'])
  other.cluster?.leader('b', work('other'))
  await expect.poll(() => log).toEqual(['one starts', 'other starts'])
})

test('finished work is not repeated by another process; failed work is', async () => {
  const log: string[] = []
  one.cluster?.leader('once', async () => void log.push('one'))
  await expect.poll(() => log).toEqual(['one'])
  other.cluster?.leader('once', async () => void log.push('other'))
  let attempts = 0
  other.cluster?.leader('failing', async () => {
    attempts += 1
    if (attempts < 3) throw new Error('not yet')
    log.push('succeeded')
  })
  await expect.poll(() => log).toEqual(['one', 'succeeded'])
  expect(attempts).toBe(3)
  expect(() => other.cluster?.leader('failing', async () => {})).toThrow('already takes part in the work failing')
})
