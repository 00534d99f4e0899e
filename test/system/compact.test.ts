/** `millrace compact` that takes long or is killed: what a service, and the next start, see of it. */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openStore } from '@millrace/store'
import { afterEach, expect, test, vi } from 'vitest'
import { freshFolder, killAll, launch, run, start } from './program.ts'
import { CrashService } from './support/crash-service.ts'

const folders: string[] = []
afterEach(() => {
  killAll()
  // Each is as large as the database.
  for (const folder of folders.splice(0)) rmSync(dirname(folder), { recursive: true, force: true })
})

const VALUES = 40
const VALUE = 'x'.repeat(1_000_000)

/** A service on a database that takes a while to copy, a third of it deleted. */
async function filledService(): Promise<CrashService> {
  const folder = freshFolder()
  folders.push(folder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'millrace.db')
  await (await openStore({ database: file })).close()
  const database = new DatabaseSync(file)
  database.exec('PRAGMA synchronous = OFF; BEGIN')
  const insert = database.prepare("INSERT INTO key_values (namespace, key, value) VALUES ('filling', ?, ?)")
  for (let n = -VALUES / 2; n < VALUES; n++) insert.run(String(n), JSON.stringify(`${n} ${VALUE}`))
  database.exec("DELETE FROM key_values WHERE key LIKE '-%'; COMMIT")
  database.close()
  return new CrashService(folder)
}

/** Whether another process holds the lock for writes. */
function isLocked(file: string): boolean {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec('BEGIN IMMEDIATE; ROLLBACK')
    return false
  } catch (error) {
    // SQLITE_BUSY, which has several forms.
    expect((error as { errcode: number }).errcode & 0xff).toBe(5)
    return true
  } finally {
    database.close()
  }
}

const walBytes = (file: string) => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0

type Moment = (file: string) => boolean
/** The copy is made: nothing of it is in the log yet. */
const copying: Moment = (file) => isLocked(file)
/** The copy is being written to the log. */
const logging: Moment = (file) => walBytes(file) > 10_000_000
/** The copy is committed, and the file has been cut or is about to be. */
const committed: Moment = (file) => walBytes(file) > 40_000_000 && !isLocked(file)

/** Whether all threads of a process are stopped, or it has ended. */
function isStopped(pid: number): boolean {
  try {
    const tasks = `/proc/${pid}/task`
    return readdirSync(tasks).every((task) => /\) [TZX] /.test(readFileSync(join(tasks, task, 'stat'), 'utf8')))
  } catch {
    return true
  }
}

/** Starts the command and stops the process at a moment; again if it continued before it stopped. */
async function stoppedCompaction(folder: string, moment: Moment): Promise<ReturnType<typeof launch>> {
  const file = join(folder, 'millrace.db')
  for (let attempts = 0; attempts < 20; attempts++) {
    const launched = launch(['compact', '--data-dir', folder], {})
    const { child, ended } = launched
    while (child.exitCode === null && !moment(file)) await new Promise(setImmediate)
    child.kill('SIGSTOP')
    await vi.waitUntil(() => isStopped(child.pid ?? 0), { timeout: 60_000 })
    if (child.exitCode === null && moment(file)) return launched
    child.kill('SIGCONT')
    expect(await ended).toMatchObject({ code: 0 })
  }
  return expect.fail('the compaction was always over before the moment came')
}

/** How many values are complete. */
async function keptValues(folder: string): Promise<number> {
  const store = await openStore({ database: join(folder, 'millrace.db') })
  const kept = await store.keyValues.list('filling')
  await store.close()
  return kept.filter(({ key, value }) => value === `${key} ${VALUE}`).length
}

const isLinux = process.platform === 'linux'

test.skipIf(!isLinux)(
  'rejects a write that has waited 5 seconds for a compaction, and takes those that wait when it ends',
  async () => {
    const { folder } = await filledService()
    // Without tokens, whose last use is a write as well.
    const { origin, stop } = await start(['--port', '0', '--data-dir', folder, '--auth', 'none'])
    const send = async (method: string, path: string, body?: object) => {
      const headers = { 'content-type': 'application/json' }
      return fetch(`${origin}/api/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    }
    expect((await send('POST', '/workflows', { name: 'saved' })).status).toBe(201)
    const { child, ended } = await stoppedCompaction(folder, copying)
    const begun = performance.now()
    const refused = await send('PUT', '/workflows/saved', { description: 'too late' })
    expect(performance.now() - begun).toBeGreaterThan(4_900)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await refused.json()).toMatchObject({ code: 'NOT_READY' })
    const waiting = send('PUT', '/workflows/saved', { description: 'in time' })
    // A read does not wait.
    expect(await (await send('GET', '/workflows/saved')).text()).not.toMatch(/too late|in time/)
    child.kill('SIGCONT')
    expect((await waiting).status).toBe(200)
    expect(await ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/^before: \d+ bytes\nafter:/) })
    expect(await (await send('GET', '/workflows/saved')).text()).toContain('in time')
    // The entry of the rejected write did not delay its reply: it waited with the next one.
    expect(await (await send('GET', '/audit?outcome=failed')).json()).toMatchObject({
      data: [{ action: 'workflow.changed' }],
    })
    await stop()
    expect(await keptValues(folder)).toBe(VALUES)
  },
)

test.skipIf(!isLinux)('loses nothing if a compaction is killed, in each of its phases and with a service', async () => {
  const service = await filledService()
  await service.start()
  expect((await service.call('POST', '/workflows', { name: 'saved' })).status).toBe(201)
  for (const [description, moment] of Object.entries({ copying, logging, committed })) {
    const { child, ended } = await stoppedCompaction(service.folder, moment)
    child.kill('SIGKILL')
    expect((await ended).signal).toBe('SIGKILL')
    // The operating system has released the lock, and the service continues.
    expect((await service.call('PUT', '/workflows/saved', { description })).status).toBe(200)
    expect(service.faultsInFile()).toEqual([])
  }
  await service.kill()
  expect(await keptValues(service.folder)).toBe(VALUES)
  expect(await run(['compact', '--data-dir', service.folder])).toMatchObject({ code: 0 })
  expect(await keptValues(service.folder)).toBe(VALUES)
  await service.start()
  expect((await service.call('GET', '/workflows/saved')).body.data.description).toBe('committed')
  await service.kill()
})
