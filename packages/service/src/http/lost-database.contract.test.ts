/** What a request is answered if its Postgres connection breaks: whether a balancer may repeat it. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { AuditAction } from '@millrace/model'
import { openStore, type Store } from '@millrace/store'
import { type PostgresServer, startPostgres } from '@millrace/store/testing/postgres-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { echo, node } from '../executions/testing/client.ts'
import { type TestService, testService } from '../testing/test-service.ts'

/** A way to the server that keeps the replies to a statement back, until the test breaks the connection. */
class Wire implements AsyncDisposable {
  readonly url: string
  readonly #server
  readonly #sockets = new Set<Socket>()
  /** Keeps the last statement of `sent` from the server. */
  isMute = false
  #wanted: string[] = []
  #found: (cut: () => void) => void = () => {}

  private constructor(url: string, server: ReturnType<typeof createServer>) {
    const way = new URL(url)
    way.port = String((server.address() as AddressInfo).port)
    this.url = way.href
    this.#server = server
    server.on('connection', (near) => this.#join(near, connect(Number(new URL(url).port), '127.0.0.1')))
  }

  static async to(url: string): Promise<Wire> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new Wire(url, server)
  }

  /**
   * Resolves when statements with these texts were sent in this order, with a function that breaks the connection of the
   * last one. An empty text is in every statement.
   */
  sent(...texts: string[]): Promise<() => void> {
    this.#wanted = texts
    return new Promise((resolve) => {
      this.#found = resolve
    })
  }

  #join(near: Socket, far: Socket): void {
    for (const socket of [near, far]) {
      this.#sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        this.#sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.on('data', (data) => {
      const [next] = this.#wanted
      if (next !== undefined && data.includes(next)) {
        this.#wanted.shift()
        if (this.#wanted.length === 0) {
          far.removeAllListeners('data')
          far.resume()
          this.#found(() => near.destroy())
          if (this.isMute) return
        }
      }
      far.write(data)
    })
    far.on('data', (data) => near.write(data))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

let server: PostgresServer
let wire: Wire
let service: TestService
/** Reads the same database on another way. */
let direct: Store

beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

beforeEach(async () => {
  const database = await server.migratedDatabase()
  wire = await Wire.to(database)
  service = await testService({ flags: ['--database', wire.url] })
  direct = await openStore({ database })
  expect((await call('POST', '/workflows', { name: 'flow', ...echo })).status).toBe(201)
})

afterEach(async () => {
  await direct.close()
  await service[Symbol.asyncDispose]()
  await wire[Symbol.asyncDispose]()
})

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

async function call(method: Method, path: string, payload?: object, more: Record<string, string> = {}) {
  const { statusCode, headers, json } = await service.app.inject({
    ...{ method, url: `/api/v1${path}`, headers: { ...service.as('admin'), ...more } },
    ...(payload === undefined ? {} : { payload }),
  })
  return { status: statusCode, retryAfter: headers['retry-after'], body: json() }
}

const executions = async () => (await direct.executions.list({ limit: 9, offset: 0 })).total
/** The outcomes of an action in the audit log, oldest first. */
const outcomesOf = async (action: AuditAction) => (await entriesOf(action)).map(({ outcome }) => outcome)
const entriesOf = async (action: AuditAction) =>
  (await direct.audit.list({ action, limit: 9, offset: 0 })).items.toReversed()
const description = async () => (await direct.workflows.get('flow'))?.description

const UNKNOWN = {
  status: 500,
  retryAfter: undefined,
  body: {
    success: false,
    error: 'The request may have taken effect; check before you repeat it.',
    code: 'OUTCOME_UNKNOWN',
  },
}
const NOT_PROCESSED = {
  status: 503,
  retryAfter: '5',
  body: { success: false, error: 'The database server does not answer.', code: 'NOT_READY' },
}

test('a start that was written, but not confirmed, has an unknown outcome', async () => {
  const sent = wire.sent('INSERT INTO executions (')
  const started = call('POST', '/workflows/flow/execute', {})
  const cut = await sent
  await expect.poll(executions).toBe(1)
  cut()
  expect(await started).toEqual(UNKNOWN)
})

test('a start with an Idempotency-Key that was not confirmed can be repeated, and runs once', async () => {
  const hook = { nodes: [node('hook', 'webhook_trigger', { path: 'orders', auth: 'none' })], edges: [] }
  expect((await call('POST', '/workflows', { name: 'hooked', ...hook })).status).toBe(201)
  const headers = { 'idempotency-key': 'order-17' }
  const sent = wire.sent('INSERT INTO executions (')
  const started = call('POST', '/hooks/orders', {}, headers)
  const cut = await sent
  await expect.poll(executions).toBe(1)
  cut()
  // The service finds the execution under the key.
  const { body, ...rest } = await started
  expect(rest).toMatchObject({ status: 202 })
  expect(await call('POST', '/hooks/orders', {}, headers)).toMatchObject({ status: 202, body: { data: body.data } })
  expect(await executions()).toBe(1)
  const status = async () => {
    service.clock.advance(1000)
    return (await direct.executions.get(String(body.data.execution_id)))?.status
  }
  await expect.poll(status).toBe('completed')
})

test('a start by MCP that was written, but not confirmed, has an unknown outcome', async () => {
  const params = { name: 'run_workflow', arguments: { workflow: 'flow' } }
  const sent = wire.sent('INSERT INTO executions (')
  const started = service.app.inject({
    ...{ method: 'POST', url: '/mcp', payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params } },
    headers: { ...service.as('admin'), accept: 'application/json, text/event-stream' },
  })
  const cut = await sent
  await expect.poll(executions).toBe(1)
  cut()
  expect((await started).body).toContain('"code":"OUTCOME_UNKNOWN"')
})

test('a save whose COMMIT was not confirmed has an unknown outcome', async () => {
  const sent = wire.sent('COMMIT')
  const saved = call('PUT', '/workflows/flow', { description: 'new' })
  const cut = await sent
  await expect.poll(description).toBe('new')
  cut()
  expect(await saved).toEqual(UNKNOWN)
  // The first is of the transaction: the save was made.
  await expect.poll(() => outcomesOf('workflow.changed')).toEqual(['done', 'unknown'])
  const requests = (await entriesOf('workflow.changed')).map(({ requestId }) => requestId)
  expect(new Set(requests).size).toBe(1)
})

test('a save whose COMMIT was not made has only an entry with an unknown outcome', async () => {
  const sent = wire.sent('COMMIT')
  wire.isMute = true
  const saved = call('PUT', '/workflows/flow', { description: 'new' })
  ;(await sent)()
  expect(await saved).toEqual(UNKNOWN)
  await expect.poll(() => outcomesOf('workflow.changed')).toEqual(['unknown'])
  expect(await description()).toBe('')
  const exported = await service.app.inject({
    url: '/api/v1/audit/export?outcome=unknown',
    headers: service.as('admin'),
  })
  expect(JSON.parse(exported.body)).toMatchObject({ action: 'workflow.changed', subject: { id: 'flow' } })
})

test('a sign-in by link that was not confirmed is recorded with an unknown outcome', async () => {
  const admin = { id: 'local', name: 'Admin', role: 'admin', via: 'session', tokenId: null, expiresAt: null } as const
  const { secret } = await service.services.auth.grants.create('link', admin)
  const sent = wire.sent('COMMIT')
  const opened = service.app.inject({ url: `/sign-in?code=${secret}` })
  ;(await sent)()
  expect((await opened).statusCode).toBe(500)
  await expect.poll(async () => (await outcomesOf('session.signed_in')).at(-1)).toBe('unknown')
})

test('a save whose connection broke before COMMIT was not processed', async () => {
  const sent = wire.sent('BEGIN')
  const saved = call('PUT', '/workflows/flow', { description: 'new' })
  ;(await sent)()
  expect(await saved).toEqual(NOT_PROCESSED)
  expect(await description()).toBe('')
  await expect.poll(() => outcomesOf('workflow.changed')).toEqual(['failed'])
})

test.each([
  ['GET', '/executions'],
  ['POST', '/workflows/flow/execute'],
] as const)(
  'a request whose connection broke during its first statement was not processed: %s',
  async (method, path) => {
    const sent = wire.sent('')
    const answered = call(method, path)
    ;(await sent)()
    expect(await answered).toEqual(NOT_PROCESSED)
    expect(await executions()).toBe(0)
  },
)

test('a request that has written before it loses the database has an unknown outcome', async () => {
  const sent = wire.sent('DELETE FROM workflows', 'COMMIT', '')
  const deleted = call('DELETE', '/workflows/flow')
  ;(await sent)()
  expect(await deleted).toEqual(UNKNOWN)
  expect(await direct.workflows.get('flow')).toBeUndefined()
  expect(await outcomesOf('workflow.deleted')).toEqual(['done'])
})

test('a start while the server is down was not processed', async () => {
  await server.kill()
  expect(await call('POST', '/workflows/flow/execute', {})).toEqual(NOT_PROCESSED)
  await server.restart()
  expect(await executions()).toBe(0)
  expect((await call('POST', '/workflows/flow/execute', {})).status).toBe(202)
})
