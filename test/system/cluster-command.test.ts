/** `npm run cluster`, as a user starts and ends it. */
import { chmodSync, readdirSync } from 'node:fs'
import { type GuardedProcess, guardedFolder, spawnGuarded } from '@millrace/cluster/testing/guarded-process'
import { afterEach, expect, test } from 'vitest'
import { drawing } from './support/drawing.ts'
import { clientOf } from './support/http-client.ts'
import { processTree, stillRunning } from './support/processes.ts'

/** The API processes, the workers, Restate, HAProxy and Postgres. */
const PARTS = 7

let started: GuardedProcess | undefined
/** Ends the command if a test failed before it did so. npm and the script are one group. */
afterEach(async () => {
  if (started === undefined || (await stillRunning([started.pid])).length === 0) return
  process.kill(-started.pid, 'SIGTERM')
  await started.ended
})

const ENDS = [
  // A terminal sends the signal to the whole group.
  { end: 'Ctrl-C', signal: 'SIGINT', toGroup: true },
  { end: 'SIGTERM to npm', signal: 'SIGTERM', toGroup: false },
] as const

test.each(ENDS)(
  'npm run cluster runs a workflow on free ports, and $end leaves no process and no file',
  async (how) => {
    const temporary = guardedFolder('trial')
    // Postgres runs as another user if this process belongs to root.
    chmodSync(temporary, 0o711)
    const env = { HOME: process.env.HOME ?? '', TMPDIR: temporary }
    const npm = spawnGuarded('npm', ['run', 'cluster', '--', '--free-ports'], env)
    started = npm
    await npm.printed(/^Press Ctrl-C to stop/m)

    const shown = (name: string) => new RegExp(`^${name} +(\\S+)`, 'm').exec(npm.output())?.[1] ?? ''
    const ask = clientOf(`${shown('Editor and API')}/api/v1`, { authorization: `Bearer ${shown('Admin token')}` })
    // A step that waits needs a worker.
    const body = drawing('Trial', [{ id: 'wait', type: 'delay', config: { seconds: 0 } }], '')
    expect((await ask('POST', '/workflows', { body })).status).toBe(201)
    const launched = await ask('POST', '/workflows/trial/execute', { body: {} })
    const { data } = launched.body as { data: { execution_id: string } }
    const execution = async () => (await ask('GET', `/pipelines/${data.execution_id}`)).body
    await expect.poll(execution).toMatchObject({ status: 'completed' })

    const processes = await processTree(npm.pid)
    expect(processes.length).toBeGreaterThan(PARTS)
    process.kill(how.toGroup ? -npm.pid : npm.pid, how.signal)
    expect(await npm.ended).toEqual({ code: 0, signal: null })
    expect(npm.output()).toContain('Stopping …')
    await expect.poll(() => stillRunning(processes)).toEqual([])
    // Node.js keeps compiled modules there.
    const left = () => readdirSync(temporary).filter((name) => name !== 'node-compile-cache')
    await expect.poll(left).toEqual([])
  },
)
