/** Two services on one Postgres database: one works, the other waits and takes over. */
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { dirname } from 'node:path'
import { type PostgresServer, startPostgres } from '@millrace/store/testing/postgres-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { freshFolder, killAll, type Program, run, start, startStandby } from './program.ts'
import { drawing } from './support/drawing.ts'
import { startRecorder } from './support/recorder.ts'
import { caller, endOf, paying, tokenIn } from './support/standby-calls.ts'

/** Generous: a takeover takes a quarter of a second after a crash. */
const TAKEOVER_MS = 20_000
const WAITS = 'This service is a standby and waits for the database.'
const KEY = { MILLRACE_SECRET_KEY: '07'.repeat(32) }

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

const readiness = async ({ origin }: Program) => {
  const response = await fetch(`${origin}/readyz`)
  return [response.status, await response.json()]
}

/** What `/readyz` of a standby responds while a service uses the database. */
const holds = ({ process: { pid } }: Program) => ({
  success: false,
  error: WAITS,
  code: 'NOT_READY',
  details: [{ code: 'STANDBY', message: expect.stringMatching(` ${pid}\\.$`), path: '' }],
})

test('a standby is alive and not ready, names the service that works, and ends on SIGTERM', async () => {
  const database = await server.freshDatabase()
  const first = await start(['--port', '0', '--data-dir', folder(), '--database', database], KEY)
  expect(await (await fetch(`${first.origin}/readyz`)).json()).toMatchObject({ status: 'ready' })
  const second = await startStandby(['--port', '0', '--data-dir', folder(), '--database', database], KEY)

  const alive = await fetch(`${second.origin}/livez`)
  expect([alive.status, await alive.json()]).toEqual([200, { status: 'alive' }])
  const ready = await fetch(`${second.origin}/readyz`)
  expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await ready.json()).toEqual(holds(first))
  for (const path of ['/health', '/api/v1/health', '/api/v1/workflows', '/']) {
    const refused = await fetch(second.origin + path)
    expect([path, refused.status, refused.headers.get('retry-after')]).toEqual([path, 503, '1'])
    expect(await refused.json()).toEqual({ success: false, error: WAITS, code: 'NOT_READY' })
  }
  expect((await fetch(`${first.origin}/health`)).status).toBe(200)
  expect(await second.stop()).toMatchObject({ code: 0 })
  expect(await first.stop()).toMatchObject({ code: 0 })
})

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'a standby takes over within seconds when the service ends by %s',
  async (signal) => {
    const database = await server.freshDatabase()
    const dataDir = folder()
    // Both use one folder, as on one machine.
    const flags = ['--port', '0', '--data-dir', dataDir, '--database', database]
    const first = await start(['--standby', ...flags])
    const second = await startStandby(flags)
    expect(await readiness(second)).toEqual([503, holds(first)])
    const early = caller(first.origin, tokenIn(dataDir))
    const waits = drawing('waiting', [{ id: 'wait', type: 'delay', config: { seconds: 1 } }], '')
    expect((await early('POST', '/workflows', waits)).status).toBe(201)
    const interrupted = await early('POST', '/workflows/waiting/execute', {})

    const ended = await first.stop(signal)
    expect([ended.code, ended.signal]).toEqual(signal === 'SIGTERM' ? [0, null] : [null, 'SIGKILL'])
    const endedAt = performance.now()
    await second.active
    expect(performance.now() - endedAt).toBeLessThan(TAKEOVER_MS)
    expect(await readiness(second)).toEqual([200, expect.objectContaining({ status: 'ready' })])
    const late = caller(second.origin, tokenIn(dataDir))
    const next = await late('POST', '/workflows/waiting/execute', {})
    for (const { body } of [interrupted, next])
      expect((await endOf(late, body.data.execution_id)).status).toBe('completed')

    const restarted = await startStandby(flags)
    expect(await readiness(restarted)).toEqual([503, holds(second)])
  },
)

test('a standby takes over from a service that lost its database connection, which then ends', async () => {
  await using recorder = await startRecorder(() => 100)
  const database = await server.freshDatabase()
  await using line = await startLine(database)
  const dataDir = folder()
  const flags = ['--port', '0', '--egress-allow', '127.0.0.1']
  const first = await start([...flags, '--data-dir', dataDir, '--database', line.url], KEY)
  const second = await startStandby([...flags, '--data-dir', folder(), '--database', database], KEY)
  const token = tokenIn(dataDir)
  const early = caller(first.origin, token)
  expect((await early('POST', '/workflows', paying(recorder.origin))).status).toBe(201)
  const { body } = await early('POST', '/workflows/paying/execute', {})
  const id = body.data.execution_id
  expect((await endOf(early, id)).status).toBe('completed')

  line.cut()
  await second.active
  const late = caller(second.origin, token)
  expect((await late('GET', `/pipelines/${id}`)).body.status).toBe('completed')
  const again = await late('POST', '/workflows/paying/execute', {})
  expect((await endOf(late, again.body.data.execution_id)).status).toBe('completed')

  line.restore()
  const { code, stderr } = await first.ended
  expect(code).toBe(1)
  expect(stderr).toContain('This service stops: only one may use a database.')
  expect(recorder.calls.get(id)?.length).toBe(1)
})

test('a standby does not start on SQLite, nor without the key of the other service', async () => {
  const onFile = await run(['--standby', '--port', '0', '--data-dir', folder()])
  expect(onFile.code).toBe(1)
  expect(onFile.stderr).toBe(
    'millrace: --standby requires --database postgres://…; a SQLite file belongs to one machine and one service.\n',
  )
  const database = await server.freshDatabase()
  await start(['--port', '0', '--data-dir', folder(), '--database', database])
  const keyless = await run(['--standby', '--port', '0', '--data-dir', folder(), '--database', database])
  expect(keyless.code).toBe(1)
  expect(keyless.stderr).toContain('A standby needs the secret key of the service that it replaces')
})

/** A TCP line to the database that can be cut. */
async function startLine(database: string) {
  const target = new URL(database)
  const { port, hostname } = target
  const sockets = new Set<Socket>()
  let isCut = false
  const proxy = createServer((client) => {
    if (isCut) return void client.destroy()
    const upstream = connect(Number(port), hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    }
    client.pipe(upstream).pipe(client)
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  target.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const cut = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: target.href,
    cut,
    restore: () => {
      isCut = false
    },
    async [Symbol.asyncDispose]() {
      cut()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}
