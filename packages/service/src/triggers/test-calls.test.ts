import { createHmac } from 'node:crypto'
import type { ListenForCall, ListenResult } from '@millrace/model'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type TestService, testService } from '../testing/test-service.ts'
import { createTestCalls } from './test-calls.ts'
import { drawn } from './testing/hooked-workflow.ts'

const SECRET = 'correct horse battery staple'
const ASKED: ListenForCall = { node_id: 'in', path: 'orders/new', method: 'POST', auth: 'none' }

let service: TestService
beforeEach(async () => {
  service = await testService()
})
afterEach(() => service[Symbol.asyncDispose]())

type Sent = { method?: 'GET' | 'POST'; headers?: Record<string, string>; payload?: string | object }

const call = (path: string, { method = 'POST', ...rest }: Sent = {}) =>
  service.app.inject({ method, url: `/api/v1/hooks-test/${path}`, ...rest })

/** Sends calls until one finds the listener, which opens the address a moment after its request. */
async function untilHeard(path: string, sent: Sent = {}) {
  return vi.waitUntil(
    async () => {
      const reply = await call(path, sent)
      return reply.statusCode === 404 ? undefined : reply
    },
    { timeout: 120_000 },
  )
}

function listen(asked: Partial<ListenForCall> = {}, role: 'editor' | 'operator' = 'editor') {
  const payload = { ...ASKED, ...asked }
  return service.app.inject({ method: 'POST', url: '/api/v1/hooks-test-calls', headers: service.as(role), payload })
}

test('captures one call as outputs of the node, without credentials, and starts nothing', async () => {
  const listening = listen()
  const headers = { authorization: 'Bearer hush', 'x-shop': 'north' }
  const reply = await untilHeard('orders/new/?page=2', { payload: { order: 7 }, headers })
  expect([reply.statusCode, reply.json()]).toMatchObject([200, { data: { captured: true } }])
  const { data } = (await listening).json<{ data: ListenResult }>()
  expect(data.call).toMatchObject({ body: { order: 7 }, query: { page: '2' }, method: 'POST' })
  expect(data.call?.headers).toMatchObject({ 'x-shop': 'north' })
  expect(data.call?.headers).not.toHaveProperty('authorization')
  expect((await service.services.store.executions.list({ limit: 1, offset: 0 })).total).toBe(0)
  // The address is closed again.
  expect((await call('orders/new')).statusCode).toBe(404)
})

test('is closed while no editor listens, and only writers may listen', async () => {
  expect((await call('orders/new')).json()).toMatchObject({ code: 'NOT_FOUND' })
  expect((await listen({}, 'operator')).statusCode).toBe(403)
  expect((await listen({ path: '../x' })).statusCode).toBe(422)
})

test.each(['token', 'hmac'] as const)('authenticates the caller as the node demands: %s', async (auth) => {
  const settings = { path: 'orders/new', auth, secret: SECRET }
  const saved = await service.app.inject({
    ...{ method: 'POST', url: '/api/v1/workflows', headers: service.as('editor') },
    payload: { name: 'Hooked', ...drawn(settings) },
  })
  const { id, nodes } = saved.json().data as { id: string; nodes: { data: { config: { secret: string } } }[] }
  const masked = nodes[0]?.data.config.secret ?? ''
  expect(masked).toContain('__secret__')
  const payload = '{"order":7}'
  const good = (secret: string) =>
    auth === 'token'
      ? { 'x-api-key': secret }
      : { 'x-signature': `sha256=${createHmac('sha256', secret).update(payload).digest('hex')}` }
  const json = { 'content-type': 'application/json' }
  // The stored secret of the node, by its placeholder; then one that is not saved yet.
  for (const [secret, expected] of [
    [masked, SECRET],
    ['not saved yet', 'not saved yet'],
  ] as const) {
    const listening = listen({ workflow_id: id, auth, secret })
    const refused = await untilHeard('orders/new', { payload, headers: { ...json, ...good('wrong') } })
    expect(refused.statusCode).toBe(401)
    expect((await call('orders/new', { payload, headers: { ...json, ...good(expected) } })).statusCode).toBe(200)
    expect((await listening).json().data.call.body).toEqual({ order: 7 })
  }
  // Without a secret no caller is accepted.
  const calls = own()
  const gone = new AbortController()
  const listening = calls.listen({ ...ASKED, auth }, 'ada', gone.signal)
  const codeOf = () => calls.call(callOf({ headers: good('') })).then(String, (error: { code: string }) => error.code)
  await vi.waitUntil(async () => (await codeOf()) !== 'NOT_FOUND', { timeout: 120_000 })
  expect(await codeOf()).toBe('UNAUTHORIZED')
  gone.abort()
  await listening
})

test('refuses another method, and a second listener at the same address', async () => {
  const listening = listen()
  expect((await untilHeard('orders/new', { method: 'GET' })).headers).toMatchObject({ allow: 'POST' })
  const second = await listen()
  expect([second.statusCode, second.json().code]).toEqual([409, 'ALREADY_EXISTS'])
  await call('orders/new', { payload: 'text', headers: { 'content-type': 'text/plain' } })
  expect((await listening).json().data.call).toMatchObject({ body: 'text', method: 'POST' })
})

const callOf = (change: object = {}) => ({
  ...{ path: 'orders/new', method: 'POST', headers: {}, search: '', readBody: async () => Buffer.from('') },
  ...{ gone: () => new AbortController().signal, ...change },
})

const own = (change: object = {}) =>
  createTestCalls({
    workflows: service.services.workflows,
    sealer: { openOrNone: () => ({}) },
    credentialSecret: async () => ({ secret: '', used: () => {} }),
    clock: service.clock,
    maxBodyBytes: 100,
    released: new AbortController().signal,
    ...change,
  })

test('ends when the listener disconnects', async () => {
  const calls = own()
  const gone = new AbortController()
  const listening = calls.listen(ASKED, 'ada', gone.signal)
  gone.abort()
  expect(await listening).toBeUndefined()
  await expect(calls.call(callOf())).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('keeps a call that comes between two requests of the same listener', async () => {
  const calls = own({ waitMs: 1 })
  const { signal } = new AbortController()
  expect(await calls.listen(ASKED, 'ada', signal)).toBeUndefined()
  await expect(calls.listen(ASKED, 'bob', signal)).rejects.toMatchObject({ code: 'ALREADY_EXISTS' })
  await calls.call(callOf({ search: '?n=1' }))
  await expect(calls.call(callOf())).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await calls.listen(ASKED, 'ada', signal)).toMatchObject({ query: { n: '1' }, body: null })
})

test('closes the address some time after the last request, and limits the number of listeners', async () => {
  const calls = own({ waitMs: 1, graceMs: 1 })
  const { signal } = new AbortController()
  await calls.listen(ASKED, 'ada', signal)
  await vi.waitUntil(
    () =>
      calls.call(callOf()).then(
        () => false,
        (error: Error) => error.message.includes('No editor'),
      ),
    { timeout: 120_000 },
  )
  const many = own({ waitMs: 100_000 })
  const gone = new AbortController()
  const waiting = Array.from({ length: 50 }, (_, at) => many.listen({ ...ASKED, path: `p${at}` }, 'ada', gone.signal))
  await expect(many.listen(ASKED, 'ada', gone.signal)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  gone.abort()
  await Promise.all(waiting)
})

test('lists the next five times of a schedule in its time zone, or the problem', async () => {
  const next = async (query: Record<string, string>) => {
    const url = `/api/v1/schedules/next?${new URLSearchParams(query)}`
    return (await service.app.inject({ url, headers: service.as('viewer') })).json()
  }
  service.clock.advance(Date.parse('2026-03-27T12:00:00Z') - service.clock.now())
  // Summer time starts on 29 March in Berlin.
  expect((await next({ cron: '0 9 * * *', timezone: 'Europe/Berlin' })).data.times).toEqual([
    ...['2026-03-28T08:00:00.000Z', '2026-03-29T07:00:00.000Z', '2026-03-30T07:00:00.000Z'],
    ...['2026-03-31T07:00:00.000Z', '2026-04-01T07:00:00.000Z'],
  ])
  expect((await next({ cron: '*/15 * * * *' })).data.times[0]).toBe('2026-03-27T12:15:00.000Z')
  expect((await next({ cron: '0 0 30 2 *' })).data).toEqual({ times: [] })
  expect((await next({ cron: '61 * * * *' })).data).toMatchObject({ times: [], problem: expect.any(String) })
  expect((await next({ cron: '0 9 * * *', timezone: 'Mars/Base' })).data.problem).toContain('time zone')
  expect((await next({ cron: '' })).code).toBe('VALIDATION_ERROR')
})
