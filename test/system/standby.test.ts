/** Two services on one Postgres database: one works, the other waits and takes over. */
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { type PostgresServer, startPostgres } from '@millrace/store/testing/postgres-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { freshFolder, killAll, type Program, run, start, startStandby } from './program.ts'
import { poll } from './support/crash-service.ts'
import { MAX_CONNECTIONS, startFailoverProxy } from './support/failover-proxy.ts'
import { startRecorder } from './support/recorder.ts'

const ANSWER_MS = 60_000
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

function paying(origin: string) {
  const data = { label: 'pay', config: { method: 'POST', url: `${origin}/work?n=1` } }
  const node = { id: 'pay', type: 'universalNode', position: { x: 0, y: 0 } }
  return {
    name: 'paying',
    nodes: [{ ...node, data: { ...data, metadata: { node_type_id: 'http_request' } } }],
    edges: [],
  }
}

function tokenIn(dataDir: string): string {
  return readFileSync(join(dataDir, 'admin-token'), 'utf8').trim()
}

/** Calls the API at an address with a token. */
function caller(origin: string, token: string) {
  return async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
  }
}

type Call = ReturnType<typeof caller>

/** Starts executions until it is stopped; remembers the answers. */
function startLoad(call: Call) {
  const answers: number[] = []
  const executions: string[] = []
  let isOver = false
  const one = async () => {
    while (!isOver) {
      const { status, body } = await call('POST', '/workflows/paying/execute', {})
      answers.push(status)
      if (status === 202) executions.push(body.data.execution_id)
    }
  }
  const callers = Array.from({ length: 4 }, one)
  return {
    answers,
    executions,
    more: (count: number) => {
      const enough = executions.length + count
      return poll(() => (executions.length >= enough ? true : undefined), ANSWER_MS)
    },
    async stop() {
      isOver = true
      await Promise.all(callers)
    },
  }
}

async function endOf(call: Call, id: string): Promise<{ status: string; error_code?: string }> {
  const over = await poll(async () => {
    const { body } = await call('GET', `/pipelines/${id}`)
    return ['completed', 'failed', 'cancelled'].includes(body.status) ? body : undefined
  }, ANSWER_MS)
  return over ?? { status: 'not over' }
}

async function portOf(): Promise<number> {
  const probe = createServer()
  await once(probe.listen(0, '127.0.0.1'), 'listening')
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

test('restarts of two services in turn behind a proxy under load refuse, lose and repeat nothing', async () => {
  await using recorder = await startRecorder(() => 100)
  const database = await server.freshDatabase()
  // Both use one folder, as on one machine.
  const shared = folder()
  const ports = [await portOf(), await portOf()]
  const flags = (at: number) => {
    const own = ['--port', String(ports[at]), '--data-dir', shared, '--database', database]
    return [...own, '--egress-allow', '127.0.0.1', '--log-level', 'warn']
  }
  let active: Program = await start(['--standby', ...flags(0)])
  let waiting = await startStandby(flags(1))
  await using proxy = await startFailoverProxy(ports)
  const call = caller(proxy.origin, tokenIn(shared))
  expect((await call('POST', '/workflows', paying(recorder.origin))).status).toBe(201)

  const load = startLoad(call)
  const takeOver = async (at: number, signal: 'SIGTERM' | 'SIGKILL') => {
    await load.more(20)
    const [{ code }] = await Promise.all([active.stop(signal), waiting.active])
    if (signal === 'SIGTERM') expect(code).toBe(0)
    active = waiting
    waiting = await startStandby(flags(at))
  }
  for (const at of [0, 1, 0]) await takeOver(at, 'SIGTERM')
  await load.more(10)
  expect(load.answers.filter((status) => status !== 202)).toEqual([])
  expect(proxy.retries()).toBeGreaterThan(0)
  const planned = load.executions.length
  // A kill may interrupt only executions that were started later.
  for (const id of load.executions.slice(0, planned)) await endOf(call, id)

  await takeOver(1, 'SIGKILL')
  await load.more(20)
  await load.stop()
  // Requests on connections that were open when the service was killed got no answer; nothing else was refused.
  const refused = load.answers.filter((status) => status !== 202)
  expect(refused.every((status) => status === 502)).toBe(true)
  expect(refused.length).toBeLessThanOrEqual(MAX_CONNECTIONS)

  const listed = await fetch(`${active.origin}/api/v1/executions?limit=1`, {
    headers: { authorization: `Bearer ${tokenIn(shared)}` },
  })
  const total = Number(listed.headers.get('x-total-count'))
  expect(total).toBeGreaterThanOrEqual(load.executions.length)
  expect(total).toBeLessThanOrEqual(load.executions.length + refused.length)
  for (const [at, id] of load.executions.entries()) {
    const { status, error_code } = await endOf(call, id)
    // A POST that the kill interrupted must not be sent again, so its execution fails.
    if (at < planned) expect(status, id).toBe('completed')
    else expect(status === 'completed' || error_code === 'INTERRUPTED_BY_CRASH', `${id}: ${status}`).toBe(true)
    expect(recorder.calls.get(id)?.length ?? 0, id).toBe(1)
  }
})

test('a standby is alive and not ready, names the service that works, and ends on SIGTERM', async () => {
  const database = await server.freshDatabase()
  const first = await start(['--port', '0', '--data-dir', folder(), '--database', database], KEY)
  expect(await (await fetch(`${first.origin}/readyz`)).json()).toMatchObject({ status: 'ready' })
  const second = await startStandby(['--port', '0', '--data-dir', folder(), '--database', database], KEY)

  const alive = await fetch(`${second.origin}/livez`)
  expect([alive.status, await alive.json()]).toEqual([200, { status: 'alive' }])
  const error = 'This service is a standby and waits for the database.'
  const ready = await fetch(`${second.origin}/readyz`)
  expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await ready.json()).toEqual({
    success: false,
    error,
    code: 'NOT_READY',
    details: [{ code: 'STANDBY', message: expect.stringMatching(` ${first.process.pid}\\.$`), path: '' }],
  })
  for (const path of ['/health', '/api/v1/health', '/api/v1/workflows', '/']) {
    const refused = await fetch(second.origin + path)
    expect([path, refused.status, refused.headers.get('retry-after')]).toEqual([path, 503, '1'])
    expect(await refused.json()).toEqual({ success: false, error, code: 'NOT_READY' })
  }
  expect((await fetch(`${first.origin}/health`)).status).toBe(200)
  expect(await second.stop()).toMatchObject({ code: 0 })
  expect(await first.stop()).toMatchObject({ code: 0 })
})

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
