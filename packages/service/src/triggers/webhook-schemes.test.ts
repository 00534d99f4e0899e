/** Calls as GitLab, Slack, Stripe and senders of Standard Webhooks make them. */
import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.ts'
import { drawn } from './testing/hooked-workflow.ts'
import { schemeOf, WINDOW_S } from './webhook-schemes.ts'

const SECRET = `whsec_${Buffer.from('correct horse battery staple').toString('base64')}`
const BODY = '{ "order" : 7 }'

let service: TestService
beforeEach(async () => {
  service = await testService()
})
afterEach(() => service[Symbol.asyncDispose]())

async function saveHook(auth: string, secret = SECRET) {
  const answer = await service.app.inject({
    ...{ method: 'POST', url: '/api/v1/workflows', headers: service.as('editor') },
    payload: { name: 'Hooked', ...drawn({ path: 'x', auth, secret, respond: 'finished' }) },
  })
  expect(answer.statusCode).toBe(201)
}

const call = (headers: Readonly<Record<string, string>>, payload = BODY) =>
  service.app.inject({
    ...{ method: 'POST', url: '/api/v1/hooks/x', payload },
    headers: { 'content-type': 'application/json', ...headers },
  })

const hex = (text: string, secret = SECRET) => createHmac('sha256', secret).update(text).digest('hex')

interface Said {
  readonly secret?: string
  readonly time?: number
  readonly id?: string
}

/** The headers of a sender at `time`, in seconds. */
const SENDERS: Readonly<Record<string, (said: Required<Said>) => Record<string, string>>> = {
  slack: ({ secret, time }) => ({
    'x-slack-request-timestamp': String(time),
    'x-slack-signature': `v0=${hex(`v0:${time}:${BODY}`, secret)}`,
  }),
  stripe: ({ secret, time }) => ({ 'stripe-signature': `t=${time},v1=${hex(`${time}.${BODY}`, secret)},v0=old` }),
  standard: ({ secret, time, id }) => ({
    'webhook-id': id,
    'webhook-timestamp': String(time),
    'webhook-signature': new Webhook(secret).sign(id, new Date(time * 1000), BODY),
  }),
}

const headersOf = (auth: string, said: Said = {}) =>
  SENDERS[auth]!({ secret: SECRET, time: Math.floor(service.clock.now() / 1000), id: 'msg_1', ...said })

const OTHER = `whsec_${Buffer.from('another secret').toString('base64')}`

describe.each(Object.keys(SENDERS))('%s', (auth) => {
  test('accepts a call that is signed with the secret', async () => {
    await saveHook(auth)
    const answer = await call(headersOf(auth))
    expect([answer.statusCode, answer.json().data.outputs]).toEqual([200, { answer: { order: 7 } }])
  })

  test('rejects another secret, another body, a missing signature and the secret as a token', async () => {
    await saveHook(auth)
    const good = headersOf(auth)
    const statuses = [
      await call(headersOf(auth, { secret: OTHER })),
      await call(good, '{ "order" : 8 }'),
      await call({}),
      await call({ 'x-api-key': SECRET, authorization: `Bearer ${SECRET}` }),
      ...(await Promise.all(Object.keys(good).map((name) => call({ ...good, [name]: '' })))),
    ].map(({ statusCode }) => statusCode)
    expect(new Set(statuses)).toEqual(new Set([401]))
  })

  test('rejects a call that was signed more than five minutes before or after', async () => {
    await saveHook(auth)
    const now = Math.floor(service.clock.now() / 1000)
    expect(WINDOW_S).toBe(300)
    const statusAt = async (time: number, id: string) => (await call(headersOf(auth, { time, id }))).statusCode
    expect(await statusAt(now - 300, 'a')).toBe(200)
    expect(await statusAt(now + 300, 'b')).toBe(200)
    expect(await statusAt(now - 301, 'c')).toBe(401)
    expect(await statusAt(now + 301, 'd')).toBe(401)
    // The time is part of what is signed.
    const old = headersOf(auth, { time: now - 400 })
    const moved = Object.entries(old).map(([name, text]) => [name, text.replace(String(now - 400), String(now))])
    expect((await call(Object.fromEntries(moved))).statusCode).toBe(401)
  })

  test('shows no signature to readers of the execution', async () => {
    await saveHook(auth)
    const { execution_id } = (await call(headersOf(auth))).json().data
    const detail = await service.app.inject({ url: `/api/v1/pipelines/${execution_id}`, headers: service.as('viewer') })
    const signature = Object.entries(headersOf(auth)).find(([name]) => name.endsWith('signature'))![1]
    expect(detail.body).toContain('"content-type"')
    expect(detail.body).not.toContain(signature)
  })
})

test('gitlab accepts the secret in its own header only', async () => {
  await saveHook('gitlab')
  const statusWith = async (headers: Record<string, string>) => (await call(headers)).statusCode
  expect(await statusWith({ 'x-gitlab-token': SECRET })).toBe(200)
  expect(await statusWith({ 'x-gitlab-token': 'wrong' })).toBe(401)
  expect(await statusWith({ 'x-api-key': SECRET })).toBe(401)
})

test('a call of Standard Webhooks that is sent again starts nothing new', async () => {
  await saveHook('standard')
  const ids = []
  for (const id of ['msg_1', 'msg_1', 'msg_2'])
    ids.push((await call(headersOf('standard', { id }))).json().data.execution_id)
  expect(ids[1]).toBe(ids[0])
  expect(ids[2]).not.toBe(ids[0])
})

test('while a secret is replaced, one of several signatures is enough', async () => {
  await saveHook('standard')
  const [good, other] = [headersOf('standard'), headersOf('standard', { secret: OTHER })]
  const both = `${other['webhook-signature']} ${good['webhook-signature']}`
  expect((await call({ ...good, 'webhook-signature': both })).statusCode).toBe(200)
})

test('stripe: one of several signatures is enough', async () => {
  await saveHook('stripe')
  const time = Math.floor(service.clock.now() / 1000)
  const signature = `t=${time},v1=${hex(`${time}.${BODY}`, OTHER)},v1=${hex(`${time}.${BODY}`)}`
  expect((await call({ 'stripe-signature': signature })).statusCode).toBe(200)
})

test('a secret of Standard Webhooks without a key accepts no caller', async () => {
  await saveHook('standard', 'whsec_')
  const time = String(Math.floor(service.clock.now() / 1000))
  const signed = createHmac('sha256', '').update(`a.${time}.${BODY}`).digest('base64')
  const headers = { 'webhook-id': 'a', 'webhook-timestamp': time, 'webhook-signature': `v1,${signed}` }
  expect((await call(headers)).statusCode).toBe(401)
})

test('a kind of authentication that is not known accepts no caller', () => {
  expect([schemeOf('none'), schemeOf('constructor'), schemeOf('')]).toEqual([undefined, undefined, undefined])
})
