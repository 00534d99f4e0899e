/** The started program on a real Postgres: killed under load, and only ever one of them on a database. */
import { readdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { Random } from '@millrace/engine/testing/random'
import { type PostgresServer, startPostgres } from '@millrace/store/testing/postgres-server'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { freshFolder, killAll, run, start } from './program.ts'
import { crashLoop } from './support/crash-loop.ts'
import { CrashService } from './support/crash-service.ts'
import { ASKED, CALLS, emptyMemory, type Load, person, settle, TALK } from './support/people-load.ts'
import { askedAgain, verdict } from './support/people-verdict.ts'

const SEED = Number(process.env.CRASH_SEED ?? 1)

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

const folders: string[] = []
function folder(): string {
  const made = freshFolder()
  folders.push(made)
  return made
}
afterEach(() => {
  killAll()
  for (const made of folders.splice(0)) rmSync(dirname(made), { recursive: true, force: true })
})

test(`kills from seed ${SEED}: nothing promised is lost, nothing is stuck, nothing recorded runs again`, async () => {
  const summary = await crashLoop({ rounds: 4, seed: SEED, database: await server.freshDatabase() })
  expect(summary.violations).toEqual([])
  expect(summary.checked).toBeGreaterThan(0)
})

test(`people answer and talk through kills from seed ${SEED}: every promise holds`, async () => {
  const random = new Random(SEED)
  const service = new CrashService(folder(), ['--max-concurrent-executions', '20'], await server.freshDatabase())
  await service.start()
  for (const document of [ASKED, TALK, CALLS]) {
    expect((await service.call('POST', '/workflows', document)).status).toBe(201)
  }
  const memory = emptyMemory()
  for (const workflow of ['talk', 'calls', 'talk']) {
    const { body } = await service.call('POST', `/workflows/${workflow}/playground/sessions`)
    memory.said.set(body.data.id, [])
  }
  const load: Load = { service, memory, random, isOver: false }
  for (let round = 0; round < 4; round++) {
    load.isOver = false
    const people = Array.from({ length: 5 }, () => person(load))
    await new Promise((resolve) => setTimeout(resolve, 300 + random.below(500)))
    await service.kill()
    load.isOver = true
    await Promise.all(people)
    await service.start()
    expect(await askedAgain(service, memory)).toEqual([])
  }
  expect(await settle(load, 30_000), service.log).toEqual([])
  expect(await verdict(service, memory)).toEqual([])
  expect(memory.violations).toEqual([])
})

test('a second service on the same database does not start, and the first one keeps running', async () => {
  const database = await server.freshDatabase()
  const data = folder()
  const first = await start(['--port', '0', '--data-dir', data, '--database', database])
  expect(readdirSync(data)).toEqual(expect.arrayContaining(['admin-token', 'secret-key']))
  expect(readdirSync(data)).not.toContain('millrace.db')
  const second = await run(['--port', '0', '--data-dir', folder(), '--database', database])
  expect(second).toMatchObject({ code: 1 })
  expect(second.stderr).toMatch(/^millrace: The Postgres database is in use by another service \(millrace .+ \d+\)\./)
  expect((await fetch(`${first.origin}/api/v1/health`)).status).toBe(200)
  await first.stop('SIGKILL')
  const third = await start(['--port', '0', '--data-dir', folder(), '--database', database])
  expect(await third.stop()).toMatchObject({ code: 0 })
})

test('a service that loses the database to another ends at once', async () => {
  const database = await server.freshDatabase()
  const service = await start(['--port', '0', '--data-dir', folder(), '--database', database])
  const other = new pg.Client({ connectionString: database })
  await other.connect()
  const locks = await other.query(`SELECT classid, objid, pid FROM pg_locks WHERE locktype = 'advisory'`)
  const [{ classid, objid, pid }] = locks.rows
  const cutter = new pg.Client({ connectionString: database })
  await cutter.connect()
  // First in the queue when the connection of the service breaks.
  const taken = other.query('SELECT pg_advisory_lock($1, $2)', [classid, objid])
  await expect.poll(async () => (await cutter.query('SELECT 1 FROM pg_locks WHERE NOT granted')).rowCount).toBe(1)
  await cutter.query('SELECT pg_terminate_backend($1)', [pid])
  await taken
  const { code, stderr } = await service.ended
  expect(code).toBe(1)
  expect(stderr).toContain('This service stops')
  await Promise.all([other.end(), cutter.end()])
})
