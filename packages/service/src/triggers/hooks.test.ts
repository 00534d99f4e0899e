import { createHmac } from 'node:crypto'
import { LargeJson, nextTurn, type PipelineDetail } from '@millrace/model'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { releaseMemory } from '../platform/release-memory.ts'
import { type TestService, testService } from '../testing/test-service.ts'
import { createHooks } from './hooks.ts'
import { drawn, type Settings } from './testing/hooked-workflow.ts'

const SECRET = 'correct horse battery staple'
const HOOKS = '/api/v1/hooks'

let service: TestService
beforeEach(async () => {
  service = await testService()
})
afterEach(() => service[Symbol.asyncDispose]())

async function save(settings: Settings, name = 'Hooked') {
  const answer = await service.app.inject({
    method: 'POST',
    url: '/api/v1/workflows',
    headers: service.as('editor'),
    payload: { name, ...drawn(settings) },
  })
  expect(answer.statusCode).toBe(201)
  return answer.json<{ data: { id: string; nodes: unknown[] }; message: string }>()
}

interface Sent {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
  readonly headers?: Record<string, string>
  readonly payload?: string | object | Buffer
}

async function call(path: string, { method = 'POST', headers = {}, payload }: Sent = {}) {
  return service.app.inject({ method, url: `${HOOKS}/${path}`, headers, ...(payload === undefined ? {} : { payload }) })
}

const total = async () => (await service.services.store.executions.list({ limit: 1, offset: 0 })).total

/** The outputs of the webhook node. */
async function handedOn(id: string) {
  const answer = await service.app.inject({ url: `/api/v1/pipelines/${id}`, headers: service.as('viewer') })
  const { jobs } = answer.json<PipelineDetail>()
  return jobs.find((job) => job.node_id === 'in')?.output_data as Record<string, unknown>
}

/** No webhook of these tests names a credential. */
const credentialSecret = async () => ({ secret: '', used: () => {} })
const finished = { path: 'orders/new', respond: 'finished' }

describe('a call', () => {
  test('starts an execution and returns its id', async () => {
    await save({ path: 'orders/new' })
    const answer = await call('orders/new', { payload: { order: 7 } })
    expect(answer.statusCode).toBe(202)
    expect(answer.json()).toEqual({
      success: true,
      data: { execution_id: expect.any(String) },
      message: 'Execution started',
    })
    const head = await service.services.executions.head(answer.json().data.execution_id)
    expect(head.workflowId).toBe((await service.services.workflows.get('hooked')).id)
  })

  test('waits for the outputs if the node is set to', async () => {
    await save(finished)
    const answer = await call('orders/new?from=shop', { payload: { order: 7 } })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      success: true,
      data: { execution_id: expect.any(String), status: 'completed', outputs: { answer: { order: 7 } } },
      message: 'Execution finished',
    })
  })

  test('returns large outputs without parsing them', async () => {
    await save(finished)
    const rows = Array.from({ length: 12_000 }, (_, at) => ({ at, name: `row "${at}"` }))
    const looks = vi.spyOn(LargeJson.prototype, 'value', 'get')
    const answer = await call('orders/new', { payload: rows })
    expect(answer.json()).toMatchObject({ data: { status: 'completed', outputs: { answer: rows } } })
    expect(looks).not.toHaveBeenCalled()
    looks.mockRestore()
  })

  test('gets the execution id when the execution outlasts the wait', async () => {
    await save({ ...finished, seconds: 3600 })
    const { services } = service
    const sealer = { openOrNone: () => ({}) }
    const hooks = createHooks({
      ...services,
      sealer,
      credentialSecret,
      maxBodyBytes: 1024,
      waitMs: 50,
    })
    const sent = { path: 'orders/new', method: 'POST', headers: {}, search: '', readBody: async () => Buffer.alloc(0) }
    const given = await hooks.call({ ...sent, gone: () => new AbortController().signal })
    expect(given).toEqual({ execution_id: expect.any(String) })
    const left = await services.hooks.call({ ...sent, gone: () => AbortSignal.abort() })
    expect(left).toEqual({ execution_id: expect.any(String) })
    expect(services.completions.waited).toBe(0)
  })

  test('gets the execution id when the service stops while it waits', async () => {
    await save({ ...finished, seconds: 3600 })
    const { services } = service
    const released = new AbortController()
    const hooks = createHooks({
      ...services,
      sealer: { openOrNone: () => ({}) },
      credentialSecret,
      maxBodyBytes: 1024,
      released: released.signal,
    })
    const sent = { path: 'orders/new', method: 'POST', headers: {}, search: '', readBody: async () => Buffer.alloc(0) }
    const stopLater = () => {
      void nextTurn().then(() => released.abort())
      return new AbortController().signal
    }
    expect(await hooks.call({ ...sent, gone: stopLater })).toEqual({ execution_id: expect.any(String) })
    expect(await hooks.call({ ...sent, gone: stopLater })).toEqual({ execution_id: expect.any(String) })
    expect(services.completions.waited).toBe(0)
  })

  test('is not kept in memory after its response', async () => {
    await save(finished)
    const { services } = service
    const stops: WeakRef<() => void>[] = []
    const released = new AbortController()
    const hooks = createHooks({
      ...services,
      sealer: { openOrNone: () => ({}) },
      credentialSecret,
      completions: {
        wait(id) {
          const ending = services.completions.wait(id)
          stops.push(new WeakRef(ending.stop))
          return ending
        },
      },
      maxBodyBytes: 1024,
      released: released.signal,
    })
    const sent = { path: 'orders/new', method: 'POST', headers: {}, search: '', readBody: async () => Buffer.alloc(0) }
    for (let at = 0; at < 5; at++) await hooks.call({ ...sent, gone: () => new AbortController().signal })
    // A weak reference is strong until the end of the turn in which it was made or read.
    await nextTurn()
    releaseMemory()
    expect(stops.filter((stop) => stop.deref() !== undefined)).toHaveLength(0)
    // The signal of the service lives as long as the service.
    expect(released.signal.aborted).toBe(false)
  })

  test('outputs method, query, body and headers without credentials', async () => {
    await save({ ...finished, method: 'PUT', auth: 'token', secret: SECRET })
    const answer = await call('orders/new/?a=1&a=2&b=%20x&__proto__=y', {
      method: 'PUT',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${SECRET}`,
        cookie: `session=${SECRET}`,
        'x-api-key': SECRET,
        'x-signature': SECRET,
        'x-hub-signature-256': SECRET,
        'x-gitlab-token': SECRET,
        'proxy-authorization': SECRET,
        'x-event': 'push',
      },
      payload: '{"n":1}',
    })
    const given = await handedOn(answer.json().data.execution_id)
    expect(given).toMatchObject({ body: { n: 1 }, method: 'PUT', query: { a: ['1', '2'], b: ' x' } })
    expect(Object.keys(given.headers as object).sort()).toEqual([
      'content-length',
      'content-type',
      'host',
      'user-agent',
      'x-event',
    ])
  })

  test.each([
    ['application/json; charset=utf-8', '[1,null]', [1, null]],
    ['application/cloudevents+json', '{"a":1}', { a: 1 }],
    ['application/x-www-form-urlencoded', 'a=1&b=x+y&b=z', { a: '1', b: ['x y', 'z'] }],
    ['text/plain', 'hello', 'hello'],
    ['text/xml', '<a/>', '<a/>'],
  ])('parses %s', async (type, payload, expected) => {
    await save(finished)
    const answer = await call('orders/new', { headers: { 'content-type': type }, payload })
    expect(answer.json().data.outputs).toEqual({ answer: expected })
  })

  test('outputs null for an empty body', async () => {
    await save({ ...finished, method: 'ANY' })
    for (const method of ['GET', 'DELETE', 'POST'] as const) {
      expect((await call('orders/new', { method })).json().data.outputs).toEqual({ answer: null })
    }
  })

  test.each([
    ['application/json', '{"a":', 400],
    ['application/json', '{"__proto__":1}', 400],
    ['application/octet-stream', 'x', 415],
    ['text/plain', Buffer.from([0xff, 0xfe]), 400],
  ])('rejects malformed %s: %s', async (type, payload, status) => {
    await save({ path: 'x' })
    expect((await call('x', { headers: { 'content-type': type }, payload })).statusCode).toBe(status)
    expect(await total()).toBe(0)
  })

  test('rejects a call of an invalid workflow without revealing its problems', async () => {
    await save({ path: 'x', seconds: -1 })
    const answer = await call('x')
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      {
        success: false,
        error: 'The workflow of this webhook cannot run as it is saved.',
        code: 'VALIDATION_ERROR',
      },
    ])
  })
})

describe('which webhook', () => {
  test('an unknown path is 404, another method 405 with the allowed ones, and neither starts anything', async () => {
    await save({ path: 'x', method: 'PUT' })
    expect((await call('y')).statusCode).toBe(404)
    expect((await call('x/y')).statusCode).toBe(404)
    expect((await call('')).statusCode).toBe(404)
    expect((await call('%00')).statusCode).toBe(400)
    const wrong = await call('x', { method: 'POST' })
    expect([wrong.statusCode, wrong.headers.allow, wrong.json().code]).toEqual([405, 'PUT', 'METHOD_NOT_ALLOWED'])
    expect(await total()).toBe(0)
  })

  test('HEAD starts nothing, and OPTIONS returns the allowed methods', async () => {
    await save({ path: 'x', method: 'ANY' })
    expect((await call('x', { method: 'HEAD' })).statusCode).toBe(405)
    expect((await call('x', { method: 'OPTIONS' })).headers.allow).toContain('POST')
    expect(await total()).toBe(0)
  })

  test('the first workflow keeps a path; saving a second one with it warns', async () => {
    await save({ path: 'x' }, 'First')
    const second = await save({ path: 'x' }, 'Second')
    expect(second.message).toBe('Workflow created. The webhook path "x" belongs to the workflow "first".')
    const { execution_id } = (await call('x')).json().data
    const first = await service.services.workflows.get('first')
    expect((await service.services.executions.head(execution_id)).workflowId).toBe(first.id)
  })

  test('one workflow can have several webhooks at a path with different methods', async () => {
    const hook = (id: string, method: string) => ({
      id,
      data: { config: { path: 'x', method }, metadata: { node_type_id: 'webhook_trigger' } },
    })
    const payload = { name: 'Both', nodes: [hook('get', 'GET'), hook('put', 'PUT')], edges: [] }
    await service.app.inject({ method: 'POST', url: '/api/v1/workflows', headers: service.as('editor'), payload })
    for (const method of ['GET', 'PUT'] as const) expect((await call('x', { method })).statusCode).toBe(202)
    const other = await call('x', { method: 'POST' })
    expect([other.statusCode, String(other.headers.allow)]).toEqual([405, expect.stringMatching(/GET.*PUT/)])
  })

  test('without authentication accepts every caller, pages of other origins included', async () => {
    await save({ path: 'x', auth: 'none' })
    const headers = { origin: 'https://elsewhere.example', 'content-type': 'text/plain' }
    expect((await call('x', { headers, payload: 'hello' })).statusCode).toBe(202)
  })
})

describe('a secret', () => {
  const sign = (body: string, secret = SECRET) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  const unauthorized = { success: false, error: 'A valid credential is needed.', code: 'UNAUTHORIZED' }

  test('token: accepts a bearer token or an API key header', async () => {
    await save({ path: 'x', auth: 'token', secret: SECRET })
    for (const headers of [{ authorization: `Bearer ${SECRET}` }, { 'x-api-key': SECRET }]) {
      expect((await call('x', { headers })).statusCode).toBe(202)
    }
  })

  test('hmac: accepts the signature of the raw bytes in either header', async () => {
    await save({ path: 'x', auth: 'hmac', secret: SECRET })
    const payload = '{ "a" : 1 }'
    for (const name of ['x-signature', 'x-hub-signature-256']) {
      const headers = { 'content-type': 'application/json', [name]: sign(payload) }
      expect((await call('x', { headers, payload })).statusCode).toBe(202)
    }
    expect((await call('x', { headers: { 'x-signature': sign('') } })).statusCode).toBe(202)
  })

  const bad: [string, 'token' | 'hmac', Record<string, string>][] = [
    ['nothing', 'token', {}],
    ['another token', 'token', { authorization: 'Bearer wrong' }],
    ['another scheme', 'token', { authorization: `Basic ${SECRET}` }],
    ['an empty key', 'token', { 'x-api-key': '' }],
    ['what stands in the document', 'token', { 'x-api-key': '__secret__:aple' }],
    ['no signature', 'hmac', {}],
    ['the secret itself', 'hmac', { 'x-signature': SECRET, authorization: `Bearer ${SECRET}` }],
    ['a signature with another secret', 'hmac', { 'x-signature': sign('body', 'wrong') }],
    ['a signature of another body', 'hmac', { 'x-signature': sign('Body') }],
    ['a signature without its kind', 'hmac', { 'x-signature': sign('body').slice(7) }],
    ['half a signature', 'hmac', { 'x-signature': sign('body').slice(0, 20) }],
  ]
  test.each(bad)('rejects %s for %s', async (_, auth, headers) => {
    await save({ path: 'x', auth, secret: SECRET })
    const answer = await call('x', { headers: { 'content-type': 'text/plain', ...headers }, payload: 'body' })
    expect([answer.statusCode, answer.json()]).toEqual([401, unauthorized])
    expect(await total()).toBe(0)
  })

  test('rejects every caller while the secret is not set', async () => {
    await save({ path: 'x', auth: 'token' })
    await save({ path: 'y', auth: 'hmac' }, 'Other')
    expect((await call('x', { headers: { authorization: 'Bearer ' } })).statusCode).toBe(401)
    expect((await call('y', { headers: { 'x-signature': sign('', 'x') } })).statusCode).toBe(401)
  })

  test('never appears in a reply, a log line or the history', async () => {
    const saved = await save({ ...finished, auth: 'token', secret: SECRET })
    const good = await call('orders/new', { headers: { 'x-api-key': SECRET }, payload: { a: 1 } })
    const wrong = await call('orders/new', { headers: { 'x-api-key': 'wrong' } })
    const { execution_id } = good.json().data
    const detail = await service.app.inject({ url: `/api/v1/pipelines/${execution_id}`, headers: service.as('admin') })
    const history = await service.services.executions.known(execution_id)
    const rows = await service.services.store.triggers.ofWorkflow(saved.data.id)
    const seen = JSON.stringify([saved, good.body, wrong.body, detail.body, history.events, rows, service.lines])
    expect(seen).not.toContain(SECRET)
  })
})

describe('a body over the limit of webhooks', () => {
  const MIB = 2 ** 20
  const large = (bytes: number) => ({ headers: { 'content-type': 'text/plain' }, payload: 'x'.repeat(bytes) })

  test('is rejected with 413, up to the limit it is accepted', async () => {
    await save({ path: 'orders/new' })
    const [over, at] = [await call('orders/new', large(MIB + 1)), await call('orders/new', large(MIB))]
    expect([over.statusCode, over.json().code, over.json().error]).toEqual([
      413,
      'PAYLOAD_TOO_LARGE',
      'The body is larger than 1 MiB.',
    ])
    expect(at.statusCode).toBe(202)
    expect(await total()).toBe(1)
  })

  test('is rejected before the webhook is looked up', async () => {
    const { statusCode } = await call('there/is/none', large(MIB + 1))
    expect(statusCode).toBe(413)
  })

  test('has its own setting, lower than the limit of other bodies', async () => {
    await service[Symbol.asyncDispose]()
    service = await testService({ flags: ['--max-webhook-mib', '2', '--max-body-mib', '16'] })
    await save({ path: 'orders/new' })
    expect((await call('orders/new', large(2 * MIB))).statusCode).toBe(202)
    expect((await call('orders/new', large(2 * MIB + 1))).statusCode).toBe(413)
  })
})
