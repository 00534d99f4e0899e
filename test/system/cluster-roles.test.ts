/** The processes of a cluster by role, and executions that Restate stopped driving. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { guardedFolder } from '@millrace/cluster/testing/guarded-process'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from './program.ts'
import { type Cluster, startCluster } from './support/cluster/cluster.ts'
import { pauseInvocationOf } from './support/cluster/get-stuck.ts'
import { freeLayout } from './support/cluster/layout.ts'
import type { Member } from './support/cluster/member.ts'
import { poll } from './support/crash-service.ts'
import { drawing } from './support/drawing.ts'
import { startRecorder } from './support/recorder.ts'

const WAIT_MS = 60_000

let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster({ layout: await freeLayout(1, 1), flags: ['--egress-allow', '127.0.0.1'] })
})
afterAll(() => cluster[Symbol.asyncDispose]())

const only = (members: readonly Member[]): Member => {
  const [member] = members
  if (member === undefined) throw new Error('no process')
  return member
}

/** A request to the API process; returns its status and its body. */
async function call(path: string, body?: unknown): Promise<{ status: number; body: Reply }> {
  const response = await fetch(`${only(cluster.apis).origin}/api/v1${path}`, {
    headers: { authorization: `Bearer ${cluster.token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Reply }
}

interface Reply {
  readonly status?: string
  readonly stuck?: { readonly since: string; readonly reason: string }
  readonly data?: Reply & { readonly id?: string; readonly execution_id?: string; readonly find: Reply[]['find'] }
  readonly id?: string
}

const readiness = async ({ origin }: Member) => {
  const response = await fetch(`${origin}/readyz`)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

/** Of a workflow that needs a worker: one of quick steps would end in the API process. */
async function startExecution(): Promise<string> {
  const data = { label: 'a', config: { seconds: 0 }, metadata: { node_type_id: 'delay' } }
  const nodes = [{ id: 'a', type: 'universalNode', position: { x: 0, y: 0 }, data }]
  const { body: stored } = await call('/workflows', { name: 'Trial', nodes, edges: [] })
  const { status, body } = await call(`/workflows/${stored.data?.id}/execute`, {})
  expect(status).toBe(202)
  return body.data?.execution_id ?? ''
}

const completed = (id: string) =>
  poll(async () => ((await call(`/pipelines/${id}`)).body.status === 'completed' ? true : undefined), WAIT_MS)

describe('the processes of a cluster', () => {
  test('report their role, and a worker serves nothing but health checks', async () => {
    const [api, worker] = [only(cluster.apis), only(cluster.workers)]
    const state = { status: 'ready', engine: 'restate', database: 'available', restate: 'reachable' }
    expect((await readiness(api)).body).toEqual({ ...state, role: 'api' })
    await poll(async () => {
      const { body } = await readiness(worker)
      return body.registration === 'registered' || undefined
    }, WAIT_MS)
    expect((await readiness(worker)).body).toEqual({ ...state, role: 'worker', registration: 'registered' })
    for (const path of ['/api/v1/workflows', '/', '/openapi.json', '/hooks/x']) {
      expect((await fetch(worker.origin + path)).status, path).toBe(404)
    }
    for (const path of ['/livez', '/readyz', '/health']) expect((await fetch(worker.origin + path)).status).toBe(200)
    expect((await call('/system/config')).body.data).toMatchObject({ features: { cluster: true } })
  })

  test('send e-mail from a worker, with a credential that the API process has stored', async () => {
    const recipients: string[] = []
    const mail = new SMTPServer({
      ...{ authOptional: true, disabledCommands: ['STARTTLS'], logger: false },
      onData(stream, { envelope }, done) {
        recipients.push(...envelope.rcptTo.map(({ address }) => address))
        stream.resume()
        stream.on('end', () => done())
      },
    })
    await new Promise<void>((listening) => mail.listen(0, '127.0.0.1', listening))
    try {
      const { port } = mail.server.address() as AddressInfo
      const values = { host: '127.0.0.1', port: String(port), secure: 'none' }
      expect((await call('/credentials', { name: 'mail', type: 'smtp', values })).status).toBe(201)
      const message = { from: 'shop@example.test', to: ['ada@example.test'], subject: 'Hello', text: 'Hello' }
      const data = { label: 'a', config: { credential: 'mail', ...message }, metadata: { node_type_id: 'send_email' } }
      const nodes = [{ id: 'a', type: 'universalNode', position: { x: 0, y: 0 }, data }]
      const { body: stored } = await call('/workflows', { name: 'Mail', nodes, edges: [] })
      const { body } = await call(`/workflows/${stored.data?.id}/execute`, {})
      await completed(body.data?.execution_id ?? '')
      expect(recipients).toEqual(['ada@example.test'])
    } finally {
      await new Promise<void>((closed) => mail.close(closed))
    }
  })

  test('refuse a process with another secret key, and a service with the embedded engine', async () => {
    const folder = join(guardedFolder('other'), 'data')
    const { database, restate } = cluster
    const shared = ['--port', '0', '--data-dir', folder, '--database', database]
    const flags = ['--engine', 'restate', '--restate-ingress', restate.ingress, '--restate-admin', restate.admin]
    const other = await run([...shared, ...flags, '--role', 'api'], { MILLRACE_SECRET_KEY: 'a'.repeat(64) })
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('MILLRACE_SECRET_KEY differs')])
    const embedded = await run(shared)
    expect([embedded.code, embedded.stderr]).toEqual([1, expect.stringContaining('in use by')])
  })
})

/** The execution as the API shows it when Restate has paused it. */
async function getStuck(id: string): Promise<Reply['stuck']> {
  await pauseInvocationOf(cluster, id)
  return poll(async () => (await call(`/pipelines/${id}`)).body.stuck, WAIT_MS)
}

test('an execution that Restate paused is shown as stuck, and continues after resume or when a worker is back', async () => {
  const worker = only(cluster.workers)
  expect(await worker.stop()).toMatchObject({ code: 0 })
  const id = await startExecution()
  const stuck = await getStuck(id)
  expect(stuck).toMatchObject({ since: expect.any(String), reason: expect.stringMatching(/./) })
  expect((await call(`/pipelines/${id}/status`)).body.data?.stuck).toEqual(stuck)
  const listed = (await call('/executions')).body.data?.find((item) => item.id === id)
  expect(listed?.stuck).toEqual(stuck)

  expect((await call(`/pipelines/${id}/resume`, {})).status).toBe(202)
  expect((await call(`/pipelines/${id}`)).body.stuck).toBeUndefined()
  const other = await startExecution()
  await getStuck(other)
  await worker.start()
  for (const one of [id, other]) expect(await completed(one)).toBe(true)
  expect((await call(`/pipelines/${other}`)).body.stuck).toBeUndefined()
})

test('an execution that got stuck three times stays stuck when a worker is back, and can be cancelled', async () => {
  const worker = only(cluster.workers)
  await worker.stop()
  const id = await startExecution()
  for (let times = 1; times < 3; times++) {
    await getStuck(id)
    await call(`/pipelines/${id}/resume`, {})
  }
  await getStuck(id)
  const other = await startExecution()
  await worker.start()
  expect(await completed(other)).toBe(true)
  expect((await call(`/pipelines/${id}`)).body.stuck).toBeDefined()
  expect((await call(`/executions/${id}/cancel`, {})).status).toBe(200)
  expect((await call(`/pipelines/${id}`)).body.status).toBe('cancelled')
})

test('without Restate the API is ready and accepts executions, which run when it is back', async () => {
  await cluster.restate.kill()
  const api = only(cluster.apis)
  await poll(async () => ((await readiness(api)).body.restate === 'unreachable' ? true : undefined), WAIT_MS)
  expect((await readiness(api)).status).toBe(200)
  const id = await startExecution()
  await cluster.restate.restart()
  expect(await completed(id)).toBe(true)
})

test('a worker that is stopped during steps logs nothing above info', async () => {
  const worker = only(cluster.workers)
  await using recorder = await startRecorder(() => 500)
  const config = { url: `${recorder.origin}/work?n=1` }
  const nodes = ['get', 'again'].map((id) => ({ id, type: 'http_request', config }))
  const { body: stored } = await call('/workflows', drawing('stopped', nodes, 'get.json -> again.body'))
  const started = async () => (await call(`/workflows/${stored.data?.id}/execute`, {})).body.data?.execution_id ?? ''
  const ids = await Promise.all([started(), started(), started()])
  await expect.poll(() => ids.every((id) => recorder.calls.has(id))).toBe(true)
  const before = worker.output.length
  expect(await worker.stop()).toMatchObject({ code: 0 })
  const lines = worker.output.slice(before).trim().split('\n')
  expect(lines.length).toBeGreaterThanOrEqual(2)
  expect(lines.filter((line) => JSON.parse(line).level > 30)).toEqual([])
  await worker.start()
  for (const id of ids) expect(await completed(id)).toBe(true)
})

test('the secret key of a cluster is changed by three restarts, while its processes have different settings', async () => {
  const [api, worker] = [only(cluster.apis), only(cluster.workers)]
  const seen: unknown[] = []
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization)
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const shop = (name: string, token: string) => ({
    name,
    type: 'bearer',
    hosts: [new URL(url).origin],
    values: { token },
  })
  /** Runs a workflow on the worker that sends the token of a credential. */
  const sends = async (credential: string) => {
    const nodes = [{ id: 'get', type: 'http_request', config: { url, credential } }]
    const { body: stored } = await call('/workflows', drawing('calls', nodes, ''))
    const { body } = await call(`/workflows/${stored.data?.id}/execute`, {})
    const id = body.data?.execution_id ?? ''
    const isDone = await completed(id)
    expect(isDone, JSON.stringify((await call(`/pipelines/${id}`)).body)).toBe(true)
    return seen.at(-1)
  }
  const old = readFileSync(join(cluster.folder, 'secret-key'), 'utf8').trim()
  const next = 'c'.repeat(64)
  try {
    expect((await call('/credentials', shop('first', 'old-token'))).status).toBe(201)
    const accepting = { MILLRACE_SECRET_KEY: old, MILLRACE_SECRET_KEY_PREVIOUS: next }
    await Promise.all([api.restart(accepting), worker.restart(accepting)])
    expect(await sends('first')).toBe('Bearer old-token')

    const encrypting = { MILLRACE_SECRET_KEY: next, MILLRACE_SECRET_KEY_PREVIOUS: old }
    await api.restart(encrypting)
    // The API process encrypts with the new key, and the worker has not been restarted with it yet.
    expect((await call('/credentials', shop('second', 'new-token'))).status).toBe(201)
    expect(await sends('second')).toBe('Bearer new-token')
    await worker.restart(encrypting)
    const rotated = await run(['rotate-key'], { MILLRACE_URL: api.origin, MILLRACE_TOKEN: cluster.token })
    expect(rotated).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Encrypted with the new key: [1-9]/) })

    const final = { MILLRACE_SECRET_KEY: next }
    await Promise.all([api.restart(final), worker.restart(final)])
    expect([await sends('first'), await sends('second')]).toEqual(['Bearer old-token', 'Bearer new-token'])
  } finally {
    server.close()
  }
})
