/** The checks of `millrace doctor` on a real Postgres. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '@millrace/store'
import { type PostgresServer, startPostgres } from '@millrace/store/testing/postgres-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contextOf } from './doctor-command.ts'
import { connectionContext } from './models/connections.ts'
import { databaseChecks } from './platform/doctor/database-checks.ts'
import { createVault } from './platform/secrets.ts'

let server: PostgresServer
let dataDir: string
beforeAll(async () => {
  server = await startPostgres()
  dataDir = mkdtempSync(join(tmpdir(), 'millrace-doctor-'))
})
afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const KEY = Buffer.alloc(32, 7)

test('doctor opens a Postgres database beside its service, and creates no tables in an empty one', async () => {
  const database = await server.freshDatabase()
  const source = { dataDir, database, secretKey: undefined, secretKeyPrevious: [] }
  writeFileSync(join(dataDir, 'secret-key'), KEY.toString('hex'))
  const empty = await databaseChecks(source, contextOf)
  expect(empty).toMatchObject([
    { status: 'warning', message: expect.stringContaining('has schema 0') },
    { status: 'ok' },
  ])
  expect(await databaseChecks(source, contextOf)).toEqual(empty)
  const store = await openStore({ database })
  await store.connections.create({
    ...{ id: 'c1', name: 'own', provider: 'openai', baseUrl: null, hint: 'led' },
    secret: createVault(KEY, { bytes: (count) => Buffer.alloc(count) }).seal('hidden', connectionContext('c1')),
    ...{ createdAt: 1, updatedAt: 1, createdBy: 'test' },
  })
  expect(await databaseChecks(source, contextOf)).toMatchObject([
    { status: 'ok', message: expect.stringContaining('The Postgres database opens') },
    { status: 'ok', message: expect.stringContaining('decrypts the secrets') },
  ])
  const other = await databaseChecks({ ...source, secretKey: Buffer.alloc(32) }, contextOf)
  expect(other[1]).toMatchObject({ status: 'failed', message: expect.stringContaining('MILLRACE_SECRET_KEY is not') })
  await store.close()
})

test('a Postgres server that does not answer has failed, without the password of its address', async () => {
  const source = {
    dataDir,
    database: 'postgres://user:hidden@127.0.0.1:1/none',
    secretKey: undefined,
    secretKeyPrevious: [],
  }
  const [database] = await databaseChecks(source, contextOf)
  expect(database).toMatchObject({ status: 'failed', message: expect.stringContaining('does not answer') })
  expect(JSON.stringify(database)).not.toContain('hidden')
})
