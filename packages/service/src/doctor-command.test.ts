/** `millrace doctor` on real data folders, with the call of docs/how-to/command-line.md: what it finds, and that it changes nothing. */
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { contextOf, doctorCommand } from './doctor-command.ts'
import { portCheck } from './http/port-check.ts'
import { readArguments } from './platform/config.ts'
import type { Check } from './platform/doctor/check.ts'
import { databaseChecks } from './platform/doctor/database-checks.ts'
import { backupCheck, dataFolderCheck, spaceResult } from './platform/doctor/folder-checks.ts'
import { proxyCheck } from './platform/doctor/proxy-check.ts'
import { runningService } from './testing/running-service.ts'

const HOUR_MS = 3_600_000
const NOW = Date.parse('2026-11-17T12:00:00Z')
const OTHER_KEY = 'cd'.repeat(32)

/** A data folder with one encrypted value of every kind, written by a service. */
let first: string
let root: string
let dataDir: string

beforeAll(async () => {
  first = mkdtempSync(join(tmpdir(), 'millrace-doctor-'))
  await using service = await runningService([], { dataDir: first })
  await writeSecrets(service)
})
afterAll(() => rmSync(first, { recursive: true, force: true }))

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'millrace-doctor-'))
  dataDir = join(root, 'data')
  cpSync(first, dataDir, { recursive: true })
  chmodSync(dataDir, 0o700)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

async function writeSecrets({ call }: Pick<Awaited<ReturnType<typeof runningService>>, 'call'>): Promise<void> {
  const node = {
    id: 'call',
    position: { x: 0, y: 0 },
    data: {
      label: 'Call',
      config: { method: 'GET', url: 'https://example.com', auth: 'bearer', token: 'hidden' },
      metadata: { node_type_id: 'http_request' },
    },
  }
  const written = [
    await call('POST', '/workflows', { name: 'Secret', nodes: [node], edges: [] }),
    await call('POST', '/connections', { name: 'Own', provider: 'openai', apiKey: 'sk-hidden' }),
    await call('POST', '/credentials', {
      ...{ name: 'shop', type: 'bearer', hosts: ['shop.example'], values: { token: 'hidden' } },
    }),
    await call('POST', '/subscriptions', { events: ['execution.failed'], url: 'https://ops.example/x', name: 'Ops' }),
  ]
  expect(written.map(({ success }) => success)).toEqual([true, true, true, true])
}

interface Diagnosis {
  readonly code: number
  readonly lines: readonly string[]
}

async function run(flags: readonly string[] = [], env: Record<string, string> = {}): Promise<Diagnosis> {
  const lines: string[] = []
  const code = await doctorCommand.run(['--data-dir', dataDir, '--port', '0', ...flags], {
    env,
    print: (line) => lines.push(line),
    note: (line) => lines.push(line),
    now: () => NOW,
    interrupted: () => new AbortController().signal,
  })
  return { code, lines }
}

/** The checks by name, and the exit code. */
async function diagnose(flags: readonly string[] = [], env: Record<string, string> = {}) {
  const { code, lines } = await run(['--json', ...flags], env)
  const { ok, checks } = JSON.parse(lines.join('\n')) as { ok: boolean; checks: readonly Check[] }
  expect(code).toBe(ok ? 0 : 1)
  expect(ok).toBe(checks.every(({ status }) => status !== 'failed'))
  return { code, checks: Object.fromEntries(checks.map((check) => [check.name, check])) as Record<string, Check> }
}

const configOf = (flags: readonly string[] = [], env: Record<string, string> = {}) =>
  readArguments(['--data-dir', dataDir, ...flags], env, {}).config

/** Without the other checks: the one of the sandbox starts a process. */
async function databaseAndKey(env: Record<string, string> = {}) {
  const [database, key] = await databaseChecks(configOf([], env), contextOf)
  return { database, key }
}

/** Every path of the folder with mode, time and content. */
function contentOf(folder: string): readonly unknown[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => {
      const { mode, mtimeMs, size } = lstatSync(join(folder, name))
      const isFolder = lstatSync(join(folder, name)).isDirectory()
      const hash = isFolder
        ? ''
        : createHash('sha256')
            .update(readFileSync(join(folder, name)))
            .digest('hex')
      return [name, mode, mtimeMs, size, hash]
    })
}

test('a good data folder has one line for each check, all of them ok, and exit code 0', async () => {
  const { code, lines } = await run()
  expect(lines.map((line) => line.slice(0, 21).trim().split(/ {2,}/))).toEqual([
    ['ok', 'node'],
    ['ok', 'settings'],
    ['ok', 'data folder'],
    ['ok', 'disk space'],
    ['ok', 'database'],
    ['ok', 'secret key'],
    ['ok', 'port'],
    ['ok', 'sandbox'],
    ['ok', 'proxy'],
  ])
  expect(lines.join('\n')).toContain(`${dataDir}/secret-key decrypts the secrets.`)
  expect(code).toBe(0)
})

test('doctor changes nothing in a data folder', async () => {
  const before = contentOf(dataDir)
  await run()
  expect(contentOf(dataDir)).toEqual(before)
})

test('doctor changes nothing in a folder without key and database', async () => {
  for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name), { recursive: true })
  const { code, checks } = await diagnose()
  expect([checks.database?.status, checks['secret key']?.status, code]).toEqual(['warning', 'warning', 0])
  expect(readdirSync(dataDir)).toEqual([])
})

test('doctor reads the log of a crashed service and does not apply it', async () => {
  const crashed = join(root, 'crashed')
  await using service = await runningService([], { dataDir: join(root, 'live') })
  await writeSecrets(service)
  // A copy of the files of a running service is what a crash leaves.
  cpSync(service.dataDir, crashed, { recursive: true })
  chmodSync(crashed, 0o700)
  expect(existsSync(join(crashed, 'millrace.db-wal'))).toBe(true)
  const before = contentOf(crashed)
  const { checks } = await diagnose(['--data-dir', crashed])
  expect(checks).toMatchObject({
    database: { status: 'ok' },
    'secret key': { status: 'ok', message: `${crashed}/secret-key decrypts the secrets.` },
  })
  expect(contentOf(crashed)).toEqual(before)
})

test('doctor works beside a running service, which it finds by its port', async () => {
  await using service = await runningService([], { dataDir: join(root, 'live') })
  const { port } = new URL(service.origin)
  const { code, checks } = await diagnose(['--data-dir', service.dataDir, '--port', port])
  expect(checks.port).toMatchObject({
    status: 'ok',
    message: `The service answers on port ${port} of 127.0.0.1 and is ready.`,
  })
  expect([checks.database?.status, code]).toEqual(['ok', 0])
})

test('a port of another program has failed, and a free one is ok', async () => {
  const other = createServer((_, response) => response.end('hello'))
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const config = configOf(['--port', String((other.address() as AddressInfo).port)])
  expect(await portCheck(config)).toMatchObject({
    status: 'failed',
    fix: 'Stop it, or choose another port with --port.',
  })
  await new Promise((resolve) => other.close(resolve))
  expect(await portCheck(config)).toMatchObject({ status: 'ok', message: expect.stringContaining('is free') })
})

test('a service that is not ready is a warning with its reason', async () => {
  await using service = await runningService([], { dataDir: join(root, 'live') })
  service.composed.leave()
  const { port } = new URL(service.origin)
  expect(await portCheck(configOf(['--port', port]))).toMatchObject({
    status: 'warning',
    message: `The service on port ${port} of 127.0.0.1 is not ready: The service is stopping.`,
  })
})

test('modes that give other users access are a warning with the command that corrects them', async () => {
  chmodSync(join(dataDir, 'secret-key'), 0o644)
  expect(await dataFolderCheck(configOf())).toEqual({
    name: 'data folder',
    status: 'warning',
    message: `Other users have access to ${dataDir}/secret-key.`,
    fix: `Run: chmod -R go= ${dataDir}`,
  })
})

test('a broken, a missing and a wrong key have failed', async () => {
  const file = join(dataDir, 'secret-key')
  writeFileSync(file, 'not a key')
  const { code, checks } = await diagnose()
  expect(checks['secret key']).toMatchObject({ status: 'failed', message: expect.stringContaining('32 bytes') })
  expect(code).toBe(1)
  rmSync(file)
  expect((await databaseAndKey()).key).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('is missing, and the database contains secrets'),
  })
  expect(existsSync(file)).toBe(false)
  writeFileSync(file, OTHER_KEY, { mode: 0o600 })
  expect((await databaseAndKey()).key).toMatchObject({
    status: 'failed',
    message: `${file} is not the key of this database: it decrypts none of its secrets.`,
  })
  const env = { MILLRACE_SECRET_KEY: readFileSync(join(first, 'secret-key'), 'utf8').trim() }
  expect((await databaseAndKey(env)).key).toMatchObject({ status: 'ok' })
})

test('secrets of an earlier key next to those of the current one are a warning', async () => {
  const database = new DatabaseSync(join(dataDir, 'millrace.db'))
  database.exec("UPDATE connections SET secret = x'01'")
  database.close()
  expect((await databaseAndKey()).key).toMatchObject({
    status: 'warning',
    message: `${dataDir}/secret-key decrypts only 3 of 4 secrets.`,
  })
})

test('a missing data folder has failed and is not created', async () => {
  rmSync(dataDir, { recursive: true })
  const { code, checks } = await diagnose()
  expect(checks['data folder']).toMatchObject({ status: 'failed', message: `${dataDir} does not exist.` })
  expect(code).toBe(1)
  expect(existsSync(dataDir)).toBe(false)
})

test('a database of a newer version and a damaged one have failed, an older one is a warning', async () => {
  const file = join(dataDir, 'millrace.db')
  const changed = (text: string) => {
    const database = new DatabaseSync(file)
    database.exec(text)
    database.close()
  }
  changed('DELETE FROM migrations WHERE number = (SELECT max(number) FROM migrations)')
  expect((await databaseAndKey()).database).toMatchObject({
    status: 'warning',
    message: expect.stringContaining('the next start updates it'),
  })
  changed("INSERT INTO migrations (number, name) VALUES (999, 'later')")
  expect((await databaseAndKey()).database).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('schema 999 of a newer version'),
  })
  writeFileSync(file, 'this is not a database '.repeat(100))
  expect((await databaseAndKey()).database).toMatchObject({ status: 'failed' })
})

test('an invalid setting has failed with its message, and a proxy is shown without its password', async () => {
  const invalid = await diagnose([], { HTTPS_PROXY: 'user:hidden@proxy' })
  expect(invalid.code).toBe(1)
  expect(invalid.checks.settings).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('HTTPS_PROXY must be the address of a proxy'),
  })
  const env = { HTTPS_PROXY: 'http://user:hidden@proxy.example:3128', NO_PROXY: 'intranet.example' }
  const proxy = await proxyCheck(configOf([], env))
  expect(proxy.message).toBe('Nodes call other servers by https through proxy.example:3128, except intranet.example.')
  expect(JSON.stringify([invalid, proxy])).not.toContain('hidden')
})

test('the newest backup of --backup-dir is ok for two intervals, and none is a warning', async () => {
  const backups = join(root, 'backups')
  const flags = ['--backup-dir', backups, '--backup-every-hours', '6']
  const check = () => backupCheck(configOf(flags), NOW)
  expect(backupCheck(configOf(), NOW)).toBeUndefined()
  expect(await check()).toMatchObject({ status: 'warning' })
  const at = (time: number) => join(backups, `millrace-${new Date(time).toISOString().replaceAll(':', '-')}`)
  mkdirSync(at(NOW - 12 * HOUR_MS), { recursive: true })
  expect(await check()).toMatchObject({ status: 'failed' })
  mkdirSync(at(NOW - 5 * HOUR_MS))
  const message = 'The newest backup is 5 hours old; one is due every 6 hours.'
  expect((await diagnose(flags)).checks.backup).toMatchObject({ status: 'ok', message })
})

test('less than 1 GiB of free space is a warning, and less than 100 MiB has failed', () => {
  const MIB = 1024 * 1024
  expect([1024, 1023, 100, 99].map((mib) => spaceResult(mib * MIB).status)).toEqual([
    ...['ok', 'warning', 'warning', 'failed'],
  ])
})
