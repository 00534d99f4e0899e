/** Backups of a real Postgres, and restores into it. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isPostgres, openStore } from '@millrace/store'
import { type PostgresServer, startPostgres } from '@millrace/store/testing/postgres-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compose } from '../compose.ts'
import { FakeClock } from '../testing/fake-clock.ts'
import { type LoggedLine, logInto, testService } from '../testing/test-service.ts'
import { writeBackup } from './backup.ts'
import { backupCommand } from './backup-command.ts'
import { readArguments, readConfig } from './config.ts'
import { restoreBackup } from './restore.ts'
import { ScheduledBackups } from './scheduled-backups.ts'

let server: PostgresServer
let root: string
beforeAll(async () => {
  server = await startPostgres()
  root = mkdtempSync(join(tmpdir(), 'millrace-restore-'))
})
afterAll(async () => {
  await server.stop()
  rmSync(root, { recursive: true, force: true })
})

test('a backup is restored to an empty Postgres database, and not to another', async () => {
  const source = { dataDir: join(root, 'data'), database: join(root, 'data', 'millrace.db'), secretKey: undefined }
  const store = await openStore({ database: source.database })
  await store.keyValues.set('some', 'key', 'value')
  await store.close()
  writeFileSync(join(source.dataDir, 'secret-key'), 'ab'.repeat(32))
  const backup = join(root, 'one.db')
  await writeBackup(source, { target: backup, withKey: true, now: 0 })

  const database = await server.freshDatabase()
  const dataDir = join(root, 'restored')
  const { reports } = await restoreBackup({ backup, dataDir, database, withoutKey: false })
  expect(reports.find(({ table }) => table === 'key_values')).toMatchObject({ targetRows: 1, difference: undefined })
  expect(readdirSync(dataDir)).toEqual(['secret-key'])
  const restored = await openStore({ database })
  expect(await restored.keyValues.get('some', 'key')).toBe('value')
  await restored.close()

  const other = join(root, 'other')
  const refused = restoreBackup({ backup, dataDir: other, database, withoutKey: false })
  await expect(refused).rejects.toThrow('is not empty')
  expect(readdirSync(root)).not.toContain('other')
})

test('a cluster does not start on a database that was restored with --paused', async () => {
  const dataDir = join(root, 'paused-source')
  const store = await openStore({ database: join(dataDir, 'millrace.db') })
  await store.close()
  const backup = join(root, 'paused.db')
  const source = { dataDir, database: join(dataDir, 'millrace.db'), secretKey: undefined }
  await writeBackup(source, { target: backup, now: 0 })
  const database = await server.freshDatabase()
  const to = join(root, 'paused')
  await restoreBackup({ backup, dataDir: to, database, withoutKey: true, paused: true })
  const restate = [
    '--engine',
    'restate',
    '--restate-ingress',
    'http://127.0.0.1:1',
    '--restate-admin',
    'http://127.0.0.1:1',
  ]
  const settings = { MILLRACE_DATABASE: database, MILLRACE_SECRET_KEY: 'ab'.repeat(32) }
  const config = readConfig(['--data-dir', to, ...restate], settings)
  if (config === 'help') throw new Error('--help is not supported in tests')
  await expect(compose(config, logInto([]))).rejects.toThrow('The database was restored with --paused.')
})

test('a scheduled backup of a Postgres database in use has its files, and is restored to SQLite and to Postgres', async () => {
  const dataDir = join(root, 'service')
  const folder = join(root, 'backups')
  mkdirSync(join(dataDir, 'files'), { recursive: true })
  writeFileSync(join(dataDir, 'files', 'a.txt'), 'kept')
  const database = await server.freshDatabase()
  const store = await openStore({ database })
  await store.keyValues.set('some', 'key', 'välue')
  const { config } = readArguments(['--data-dir', dataDir, '--database', database, '--backup-dir', folder], {}, {})
  const lines: LoggedLine[] = []
  await new ScheduledBackups({ config, clock: new FakeClock(), log: logInto(lines) }, folder).look()
  await store.close()
  expect(lines.map(({ message }) => message)).toEqual(['backup written'])
  const [name = ''] = readdirSync(folder)
  const backup = join(folder, name, 'millrace.db')

  for (const target of [join(root, 'one', 'millrace.db'), await server.freshDatabase()]) {
    const to = join(root, isPostgres(target) ? 'two' : 'one')
    await restoreBackup({ backup, dataDir: to, database: target, withoutKey: false })
    expect(readFileSync(join(to, 'files', 'a.txt'), 'utf8')).toBe('kept')
    const restored = await openStore({ database: target })
    expect(await restored.keyValues.get('some', 'key')).toBe('välue')
    await restored.close()
  }
})

test('a Postgres database in use is backed up by the command and by the route, in the same format', async () => {
  const database = await server.freshDatabase()
  await using service = await testService({ flags: ['--database', database] })
  const { app, services, config } = service
  await services.store.keyValues.set('some', 'key', 'välue')
  const byCommand = join(root, 'by-command.db')
  const context = {
    ...{ env: { MILLRACE_DATABASE: database, MILLRACE_DATA_DIR: config.dataDir }, print: () => {}, note: () => {} },
    ...{ now: () => 0, interrupted: () => new AbortController().signal },
  }
  expect(await backupCommand.run([byCommand], context)).toBe(0)
  const request = { method: 'POST', url: '/api/v1/system/backup', payload: { name: 'by-route.db' } } as const
  const reply = await app.inject({ ...request, headers: service.as('admin') })
  expect(reply.statusCode).toBe(201)
  for (const [name, backup] of Object.entries({ byCommand, byRoute: reply.json().data.file as string })) {
    const dataDir = join(root, name)
    await restoreBackup({ backup, dataDir, database: join(dataDir, 'millrace.db'), withoutKey: false })
    const restored = await openStore({ database: join(dataDir, 'millrace.db') })
    expect([name, await restored.keyValues.get('some', 'key')]).toEqual([name, 'välue'])
    await restored.close()
  }
})
