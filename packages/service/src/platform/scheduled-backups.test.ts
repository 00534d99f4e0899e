import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '@millrace/store'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Metrics } from '../metrics/metrics.ts'
import { FakeClock } from '../testing/fake-clock.ts'
import { type LoggedLine, logInto, testService } from '../testing/test-service.ts'
import { writeBackup } from './backup.ts'
import { readManifest, verifyFiles } from './backup-manifest.ts'
import { inBackupTurn } from './backup-turn.ts'
import type { EndedBackup, Observer } from './observer.ts'
import { ScheduledBackups } from './scheduled-backups.ts'

const HOUR_MS = 3_600_000

let root: string
let folder: string
let clock: FakeClock
let lines: LoggedLine[]
let ended: EndedBackup[]

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'millrace-scheduled-'))
  folder = join(root, 'backups')
  clock = new FakeClock()
  lines = []
  ended = []
  const store = await openStore({ database: join(root, 'millrace.db') })
  await store.close()
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function backups(database = join(root, 'millrace.db'), observer?: Observer): ScheduledBackups {
  const config = {
    database,
    dataDir: root,
    secretKey: undefined,
    backupDir: folder,
    backupEveryHours: 6,
    backupKeep: 2,
  }
  const observers = [observer ?? { backupEnded: (one: EndedBackup) => void ended.push(one) }]
  const observation = { seconds: () => 0, observers }
  return new ScheduledBackups({ config, clock, log: logInto(lines), observation }, folder)
}

test('a backup is written when the interval has passed, also after a restart, and only the newest are kept', async () => {
  await backups().look()
  const [first = ''] = readdirSync(folder)
  expect(first).toBe('millrace-2026-01-01T12-00-00.000Z')
  const target = join(folder, first, 'millrace.db')
  await verifyFiles(target, await readManifest(target))
  clock.advance(5 * HOUR_MS)
  await backups().look()
  expect(readdirSync(folder)).toEqual([first])
  writeFileSync(join(folder, 'mine.txt'), 'not a backup')
  for (let count = 0; count < 2; count++) {
    clock.advance(6 * HOUR_MS)
    await backups().look()
  }
  expect(readdirSync(folder).toSorted()).toEqual([
    'millrace-2026-01-01T23-00-00.000Z',
    'millrace-2026-01-02T05-00-00.000Z',
    'mine.txt',
  ])
  expect(ended.map(({ isWritten }) => isWritten)).toEqual([true, true, true])
})

test('a failed backup is logged and counted, leaves nothing, keeps earlier ones and is tried again later', async () => {
  await backups().look()
  const before = readdirSync(folder)
  clock.advance(6 * HOUR_MS)
  const failing = backups(join(root, 'missing.db'))
  await failing.look()
  await failing.look()
  expect(readdirSync(folder)).toEqual(before)
  expect(ended.map(({ isWritten }) => isWritten)).toEqual([true, false])
  expect(lines.filter(({ level }) => level === 'error').map(({ message }) => message)).toEqual([
    'the scheduled backup failed; it is tried again in 10 minutes',
  ])
  clock.advance(10 * 60_000 - 1)
  await failing.look()
  expect(ended).toHaveLength(2)
  clock.advance(1)
  await failing.look()
  expect(ended.map(({ isWritten }) => isWritten)).toEqual([true, false, false])
})

test('the rest of a backup whose process was killed is removed and never counts as a backup', async () => {
  const part = join(folder, 'millrace-2026-01-01T11-00-00.000Z.part')
  mkdirSync(part, { recursive: true })
  writeFileSync(join(part, 'millrace.db'), 'half')
  await backups().look()
  expect(existsSync(part)).toBe(false)
  expect(readdirSync(folder)).toEqual(['millrace-2026-01-01T12-00-00.000Z'])
})

test('a backup is a folder with the database, the files and the manifest, without the key', async () => {
  writeFileSync(join(root, 'secret-key'), 'ab'.repeat(32))
  mkdirSync(join(root, 'files'))
  writeFileSync(join(root, 'files', 'a.txt'), 'kept')
  await backups().look()
  const [name = ''] = readdirSync(folder)
  expect(readdirSync(join(folder, name)).toSorted()).toEqual([
    'millrace.db',
    'millrace.db.files',
    'millrace.db.manifest.json',
  ])
  const { key } = await readManifest(join(folder, name, 'millrace.db'))
  // The check identifies the key that a restore needs, and does not contain it.
  expect(key).toEqual({ is_included: false, check: expect.stringMatching(/^[0-9a-f]{16}$/) })
})

test('a backup waits until the one that is being written ends, also that of an admin', async () => {
  const {
    app,
    as,
    config,
    [Symbol.asyncDispose]: dispose,
  } = await testService({
    flags: ['--database', join(root, 'millrace.db')],
  })
  const written = Promise.withResolvers<void>()
  const first = inBackupTurn(() => written.promise)
  const scheduled = backups().look()
  const requested = app.inject({ method: 'POST', url: '/api/v1/system/backup', headers: as('admin') })
  // As long as each of them needs.
  const source = { dataDir: root, database: join(root, 'millrace.db'), secretKey: undefined }
  for (const name of ['one.db', 'two.db']) await writeBackup(source, { target: join(root, name), now: 0 })
  expect(readdirSync(folder)).toEqual([])
  expect(existsSync(join(config.dataDir, 'backups'))).toBe(false)
  written.resolve()
  await Promise.all([first, scheduled])
  expect((await requested).statusCode).toBe(201)
  expect(statSync(join(config.dataDir, 'backups')).mode & 0o777).toBe(0o700)
  expect(readdirSync(folder)).toHaveLength(1)
  await dispose()
})

test('the metrics count written and failed backups and have the time of the last one', async () => {
  const metrics = new Metrics({ version: '1', build: 'a' })
  await backups(undefined, metrics).look()
  const at = clock.now() / 1000
  clock.advance(6 * HOUR_MS)
  await backups(join(root, 'missing.db'), metrics).look()
  const samples = (await metrics.registry.metrics()).split('\n')
  expect(samples).toEqual(
    expect.arrayContaining([
      'millrace_backups_total{result="written"} 1',
      'millrace_backups_total{result="failed"} 1',
      `millrace_last_backup_timestamp_seconds{result="written"} ${at}`,
    ]),
  )
})
