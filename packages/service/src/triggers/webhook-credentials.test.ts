/** Webhooks whose secret is in a credential, so that their workflows contain none. */
import { createHmac } from 'node:crypto'
import type { CapturedCall } from '@millrace/model'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type TestService, testService } from '../testing/test-service.ts'
import { drawn, type Settings } from './testing/hooked-workflow.ts'

const SECRET = 'correct horse battery staple'
const HOOK = { path: 'orders', auth: 'token', credential: 'shop' } as const

let service: TestService
beforeEach(async () => {
  service = await testService()
})
afterEach(() => service[Symbol.asyncDispose]())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const api = async (method: Method, path: string, payload?: object) =>
  service.app.inject({
    ...{ method, url: `/api/v1${path}`, headers: service.as('admin') },
    ...(payload === undefined ? {} : { payload }),
  })

function store(values: Readonly<Record<string, string>> = { secret: SECRET }, type = 'webhook', project = '') {
  const hosts = type === 'bearer' ? { hosts: ['api.example'] } : {}
  return api('POST', `/credentials${project && `?project=${project}`}`, { name: 'shop', type, values, ...hosts })
}

const save = async (settings: Settings = HOOK, name = 'Hooked') =>
  (await api('POST', '/workflows', { name, ...drawn(settings) })).json()

const call = (headers: Readonly<Record<string, string>>, path = 'hooks/orders') =>
  service.app.inject({ method: 'POST', url: `/api/v1/${path}`, headers, payload: { order: 7 } })
const statusWith = async (secret: string) => (await call({ 'x-api-key': secret })).statusCode

test('accept the secret of the credential, which is not in the workflow', async () => {
  expect((await store()).statusCode).toBe(201)
  const { data } = await save()
  expect([await statusWith(SECRET), await statusWith('wrong'), await statusWith('')]).toEqual([202, 401, 401])
  const exported = JSON.stringify((await api('GET', `/workflows/${data.id}/export`)).json())
  expect(exported).toContain('"credential":"shop"')
  expect(exported).not.toContain(SECRET)
  expect(exported).not.toContain('__secret__')
  expect((await api('GET', '/credentials/shop/workflows')).json().data).toMatchObject([{ id: data.id }])
  await vi.waitFor(async () =>
    expect((await api('GET', '/credentials/shop')).json().data).toMatchObject({ lastUsedAt: expect.any(String) }),
  )
})

test('check signatures with it, and a new secret counts at once', async () => {
  await store()
  await save({ ...HOOK, auth: 'hmac' })
  const signature = (secret: string) =>
    `sha256=${createHmac('sha256', secret)
      .update(JSON.stringify({ order: 7 }))
      .digest('hex')}`
  const statusOf = async (secret: string) => (await call({ 'x-signature': signature(secret) })).statusCode
  expect([await statusOf(SECRET), await statusOf('next')]).toEqual([202, 401])
  const next = { name: 'shop', type: 'webhook', values: { secret: 'next' } }
  expect((await api('PUT', '/credentials/shop', next)).statusCode).toBe(200)
  expect([await statusOf(SECRET), await statusOf('next')]).toEqual([401, 202])
})

test('reject every call without a credential that fits, and log it once', async () => {
  const { data } = await save()
  const problems = async () => JSON.stringify((await api('POST', '/workflows/validate', data)).json())
  expect(await problems()).toContain('UNKNOWN_CREDENTIAL')
  expect([await statusWith(''), await statusWith(SECRET), await statusWith('undefined')]).toEqual([401, 401, 401])
  const warnings = service.lines.filter(({ message }) => message.startsWith('a webhook rejects every call'))
  expect(warnings).toHaveLength(1)
  await store({ token: SECRET }, 'bearer')
  expect(await problems()).toContain('WRONG_CREDENTIAL')
  expect(await statusWith(SECRET)).toBe(401)
  await api('DELETE', '/credentials/shop')
  await api('POST', '/projects', { name: 'Sales' })
  expect((await store(undefined, 'webhook', 'sales')).statusCode).toBe(201)
  expect(await statusWith(SECRET)).toBe(401)
  await store()
  expect(await statusWith(SECRET)).toBe(202)
})

test('can be run by callers who may only run workflows', async () => {
  await store()
  const { data } = await save()
  const started = await service.app.inject({
    ...{ method: 'POST', url: `/api/v1/workflows/${data.id}/execute`, headers: service.as('operator') },
    payload: { inputs: { in: { body: { order: 8 } } } },
  })
  expect(started.statusCode).toBe(202)
})

test('authenticate callers of the test address with it', async () => {
  await store()
  const { data } = await save()
  const asked = {
    workflow_id: data.id,
    node_id: 'in',
    path: 'orders',
    method: 'POST',
    auth: 'token',
    credential: 'shop',
  }
  const listening = api('POST', '/hooks-test-calls', asked)
  const heard = (secret: string) =>
    vi.waitUntil(
      async () => {
        const { statusCode } = await call({ 'x-api-key': secret }, 'hooks-test/orders')
        return statusCode === 404 ? undefined : statusCode
      },
      { timeout: 120_000 },
    )
  expect([await heard('wrong'), await heard(SECRET)]).toEqual([401, 200])
  expect((await listening).json<{ data: { call: CapturedCall } }>().data.call.body).toEqual({ order: 7 })
})
