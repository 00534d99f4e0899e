import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { compose } from './compose.ts'
import { type Config, readConfig } from './platform/config.ts'
import { createLog } from './platform/log.ts'

const log = createLog({ logLevel: 'silent' })

let dataDir: string
beforeEach(() => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'millrace-compose-')), 'data')
})

function config(...flags: string[]): Config {
  const read = readConfig(['--data-dir', dataDir, ...flags], {})
  if (read === 'help') throw new Error('help')
  return read
}

describe('opening a data folder', () => {
  test('creates it so that no other user can read it', async () => {
    const composed = await compose(config(), log)
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    const modes = readdirSync(dataDir).map((name) => [name, statSync(join(dataDir, name)).mode & 0o077])
    expect(modes.map(([name]) => name)).toEqual(expect.arrayContaining(['admin-token', 'millrace.db', 'secret-key']))
    expect(modes.filter(([, others]) => others !== 0)).toEqual([])
    await composed.close()
  })

  test('keeps the existing token, key and database', async () => {
    const read = (name: string) => readFileSync(join(dataDir, name), 'utf8')
    await (await compose(config(), log)).close()
    const before = ['admin-token', 'secret-key'].map(read)
    const composed = await compose(config(), log)
    expect(['admin-token', 'secret-key'].map(read)).toEqual(before)
    const caller = await composed.services.auth.callerOf({ apiKey: before[0]!.trim() })
    expect(caller.role).toBe('admin')
    await composed.close()
  })

  test('creates no token with --auth none, and no key file if a key is set', async () => {
    const key = Buffer.alloc(32, 1)
    const composed = await compose({ ...config('--auth', 'none'), secretKey: key }, log)
    expect(readdirSync(dataDir)).not.toContain('admin-token')
    expect(readdirSync(dataDir)).not.toContain('secret-key')
    await composed.close()
  })
})

describe.skipIf(process.platform === 'win32')('a data folder that other users may read', () => {
  const modeOf = (path: string) => (statSync(path).mode & 0o7777).toString(8)

  /** A folder as it is after a copy from a backup. */
  async function restored(): Promise<string[]> {
    await (await compose(config(), log)).close()
    const files = readdirSync(dataDir)
    expect(files).toEqual(expect.arrayContaining(['admin-token', 'millrace.db', 'secret-key']))
    for (const name of files) chmodSync(join(dataDir, name), 0o644)
    for (const name of FOLDERS) {
      mkdirSync(join(dataDir, name), { mode: 0o755 })
      chmodSync(join(dataDir, name), 0o755)
      writeFileSync(join(dataDir, name, 'inside'), '')
      chmodSync(join(dataDir, name, 'inside'), 0o644)
    }
    chmodSync(dataDir, 0o755)
    return files
  }

  const FOLDERS = ['backups', 'files']

  test('is restricted at the start, with its files and folders, and each change is logged', async () => {
    const files = await restored()
    const logged: unknown[] = []
    const noting = { ...log, info: (facts: object, message: string) => void logged.push({ ...facts, message }) }
    const composed = await compose(config(), noting)
    expect(['', ...FOLDERS].map((name) => modeOf(join(dataDir, name)))).toEqual(['700', '700', '700'])
    const names = readdirSync(dataDir).filter((name) => !FOLDERS.includes(name))
    expect(names).toEqual(expect.arrayContaining(files))
    expect(names.filter((name) => modeOf(join(dataDir, name)) !== '600')).toEqual([])
    // Files in these folders stay as they are: only the owner can enter the folders.
    expect(FOLDERS.map((name) => modeOf(join(dataDir, name, 'inside')))).toEqual(['644', '644'])
    const message = 'removed the access of other users to this path'
    expect(logged).toEqual(
      expect.arrayContaining([
        ...['.', ...FOLDERS].map((name) => ({ path: join(dataDir, name), had: '755', message })),
        ...['secret-key', 'admin-token', 'millrace.db'].map((name) => ({
          path: join(dataDir, name),
          had: '644',
          message,
        })),
      ]),
    )
    await composed.close()
  })

  test('a database elsewhere is restricted, its folder is not', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'millrace-elsewhere-'))
    chmodSync(elsewhere, 0o755)
    const database = join(elsewhere, 'other.db')
    await (await compose(config('--database', database), log)).close()
    chmodSync(database, 0o666)
    await (await compose(config('--database', database), log)).close()
    expect([modeOf(database), modeOf(elsewhere)]).toEqual(['600', '755'])
  })

  test('logs a warning if it is shared on purpose', async () => {
    mkdirSync(dataDir)
    chmodSync(dataDir, 0o1777)
    const warnings: unknown[] = []
    const noting = { ...log, warn: (facts: Record<string, unknown>) => void warnings.push(facts.path) }
    await (await compose(config(), noting)).close()
    expect([modeOf(dataDir), warnings]).toEqual(['1777', [dataDir]])
  })

  test.skipIf(process.platform !== 'linux')('logs a warning for a path that cannot be restricted', async () => {
    mkdirSync(dataDir, { mode: 0o700 })
    const path = join(dataDir, 'files')
    // Other users have access to this folder of the process, and the kernel does not let root change that either.
    symlinkSync('/proc/self/task', path)
    const warnings: unknown[] = []
    const noting = { ...log, warn: (facts: object, message: string) => void warnings.push({ ...facts, message }) }
    await (await compose(config(), noting)).close()
    const message = 'other users have access to this path, and it could not be restricted'
    expect(warnings).toEqual([{ path, mode: '555', err: expect.objectContaining({ code: 'EPERM' }), message }])
  })
})

describe('a start that fails', () => {
  test('reports that another process uses the folder, and leaves it unchanged', async () => {
    const first = await compose(config(), log)
    await expect(compose(config(), log)).rejects.toThrow(
      `The data folder ${dataDir} is in use by process ${process.pid}`,
    )
    await first.services.store.ping()
    await first.close()
    await (await compose(config(), log)).close()
  })

  test.each<[string, string[], RegExp]>([
    ['because a nodes folder does not exist', ['--nodes', '/nowhere/at/all'], /\/nowhere\/at\/all/],
    ['because the database cannot be opened', ['--database', '/dev/null/x.db'], /./],
  ])('%s: closes everything it opened', async (_, flags, message) => {
    await expect(compose(config(...flags), log)).rejects.toThrow(message)
    await (await compose(config(), log)).close()
  })

  test('because the key file is invalid: reports it and leaves the file unchanged', async () => {
    await (await compose(config(), log)).close()
    writeFileSync(join(dataDir, 'secret-key'), 'nonsense')
    await expect(compose(config(), log)).rejects.toThrow(/secret-key must contain a key of 32 bytes/)
    expect(readFileSync(join(dataDir, 'secret-key'), 'utf8')).toBe('nonsense')
  })
})
