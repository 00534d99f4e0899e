import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { echo, node } from '../executions/testing/client.ts'
import { DISABLE_AFTER_MS, RETRY_DELAYS } from './delivery-policy.ts'
import { failing, Receiver } from './testing/receiver.ts'

const mail = { to: ['ops@example.test'], from: 'mill@example.test' }

let receiver: Receiver

beforeAll(async () => {
  receiver = await Receiver.open('--egress-allow', '127.0.0.1', '--public-url', 'https://flows.example/mill')
})
beforeEach(async () => {
  await receiver.pass()
  const { data } = await receiver.client.call<{ id: string }[]>('GET', '/subscriptions', undefined, 'admin')
  for (const { id } of data) await receiver.client.call('DELETE', `/subscriptions/${id}`, undefined, 'admin')
  receiver.received.length = 0
  receiver.status = 204
})
afterAll(() => receiver[Symbol.asyncDispose]())

const change = (id: string, body: object) =>
  receiver.client.call<Record<string, unknown>>('PATCH', `/subscriptions/${id}`, body, 'admin')
const read = async (id: string) =>
  (await receiver.client.call<Record<string, unknown>>('GET', `/subscriptions/${id}`, undefined, 'admin')).data

describe('a subscription', () => {
  test('gets the failure of an execution, signed by Standard Webhooks', async () => {
    const { secret } = await receiver.subscribe({ url: `${receiver.origin}/hook?key=1` })
    const { id, workflow_id } = await receiver.client.run(failing)
    await receiver.client.run(echo)
    await receiver.pass()
    expect(receiver.received).toHaveLength(1)
    const [{ path, headers, body } = { path: '', headers: {}, body: '' }] = receiver.received
    expect(path).toBe('/hook?key=1')
    const sent = String(headers['webhook-id'])
    const at = new Date(Number(headers['webhook-timestamp']) * 1000)
    expect(new Webhook(secret ?? '').sign(sent, at, body)).toBe(headers['webhook-signature'])
    expect(JSON.parse(body)).toEqual({
      type: 'execution.failed',
      timestamp: expect.stringMatching(/^2026-/),
      data: {
        ...{ execution_id: id, workflow_id, workflow_name: 'A workflow', status: 'failed', trigger: 'manual' },
        ...{ started_by: 'editor token', revision: 1 },
        ...{ created_at: expect.any(String), ended_at: expect.any(String) },
        error: {
          ...{ code: 'NO_STOCK', message: 'There is no stock left.', node_id: 'stock', node_name: 'stock', attempt: 1 },
        },
        url: `https://flows.example/mill/#/executions/${id}`,
      },
    })
  })

  test('gets questions that wait and that are answered, with a link to the form', async () => {
    await receiver.subscribe({ events: ['question.waiting', 'question.answered', 'execution.completed'] })
    const ask = { nodes: [node('ask', 'confirmation', { message: 'Ship it?' })], edges: [] }
    const id = await receiver.client.start(await receiver.client.store(ask))
    const asked = async () =>
      (await receiver.client.call<{ id: string }[]>('GET', `/interrupts?execution_id=${id}`)).data
    await receiver.client.until(async () => (await asked()).length === 1)
    await receiver.pass()
    const [question] = await asked()
    await receiver.client.call('POST', `/interrupts/${question?.id}/resolve`, { value: true })
    await receiver.client.untilOver(id)
    await receiver.pass()
    const messages = receiver.received.map(({ body }) => JSON.parse(body))
    const order = ['question.waiting', 'question.answered', 'execution.completed']
    expect(messages.map(({ type }) => type).sort()).toEqual([...order].sort())
    expect(messages[0]).toMatchObject({
      type: 'question.waiting',
      data: { message: 'Ship it?', url: `https://flows.example/mill/#/inbox?question=${question?.id}` },
    })
    expect(messages.find(({ type }) => type === 'question.answered')?.data.answered_by).toBe('editor token')
  })

  test('is tried again until it accepts, with the same id and body, and its deliveries are listed', async () => {
    const { id } = await receiver.subscribe()
    receiver.status = 503
    await receiver.client.run(failing)
    await receiver.pass()
    const [waiting] = await receiver.deliveries(id, '?status=pending')
    expect(waiting).toMatchObject({ attempts: 1, responseStatus: 503, error: 'The response has the status 503.' })
    expect((await read(id)).failingSince).not.toBeNull()
    await receiver.pass()
    expect(receiver.received).toHaveLength(1)
    receiver.status = 200
    receiver.client.service.clock.advance((RETRY_DELAYS[0] ?? 0) * 1.1)
    await receiver.pass()
    expect(receiver.received).toHaveLength(2)
    const [one, two] = receiver.received
    expect([two?.body, two?.headers['webhook-id']]).toEqual([one?.body, one?.headers['webhook-id']])
    const [done] = await receiver.deliveries(id)
    expect(done).toMatchObject({ id: waiting?.id, status: 'delivered', attempts: 2, error: null, nextAttemptAt: null })
    expect((await read(id)).failingSince).toBeNull()
  })

  test('fails after the last attempt, and a failed delivery can be repeated', async () => {
    const { id } = await receiver.subscribe()
    receiver.status = 500
    await receiver.client.run(failing)
    for (const delay of [...RETRY_DELAYS, 0]) {
      await receiver.pass()
      receiver.client.service.clock.advance(delay * 1.1)
    }
    const [failed] = await receiver.deliveries(id, '?status=failed')
    expect(failed?.attempts).toBe(RETRY_DELAYS.length + 1)
    receiver.status = 204
    const path = `/subscriptions/${id}/deliveries/${failed?.id}/replay`
    expect((await receiver.client.call('POST', path, undefined, 'admin')).data).toMatchObject({ status: 'pending' })
    await receiver.pass()
    expect(receiver.received.at(-1)?.body).toBe(receiver.received[0]?.body)
    expect((await receiver.deliveries(id))[0]?.status).toBe('delivered')
  })

  test('is disabled after five days without a success, and at once by the status 410', async () => {
    const { id } = await receiver.subscribe()
    receiver.status = 500
    await receiver.client.run(failing)
    await receiver.pass()
    receiver.client.service.clock.advance(DISABLE_AFTER_MS)
    await receiver.pass()
    expect(await read(id)).toMatchObject({ enabled: false, disabledReason: 'All deliveries failed for 5 days.' })
    await receiver.client.run(failing)
    expect(await receiver.deliveries(id)).toHaveLength(1)
    const again = { enabled: true, disabledReason: null, failingSince: null }
    expect((await change(id, { enabled: true })).data).toMatchObject(again)
    receiver.status = 410
    await receiver.client.run(failing)
    await receiver.pass()
    expect(await read(id)).toMatchObject({ enabled: false, disabledReason: expect.stringContaining('410') })
  })

  test('sends a test, and reports why it failed', async () => {
    const { id } = await receiver.subscribe()
    const send = async () => (await receiver.client.call('POST', `/subscriptions/${id}/test`, undefined, 'admin')).data
    expect(await send()).toEqual({ delivered: true, responseStatus: 204, error: null })
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ type: 'test' })
    receiver.status = 404
    expect(await send()).toEqual({ delivered: false, responseStatus: 404, error: 'The response has the status 404.' })
    await change(id, { url: 'http://10.0.0.1/hook' })
    expect(await send()).toMatchObject({ delivered: false, error: expect.stringContaining('Not allowed to call') })
  })

  test('never returns its secrets, and is managed by admins only', async () => {
    const chat = await receiver.subscribe({ kind: 'chat', url: `${receiver.origin}/services/T0/secret-part` })
    const webhook = await receiver.subscribe({ url: `${receiver.origin}/hook?key=secret-part`, name: 'Ops' })
    expect([chat.secret, chat.url, webhook.url]).toEqual([null, `${receiver.origin}/…`, `${receiver.origin}/hook`])
    expect(webhook.secret).toMatch(/^whsec_/)
    expect((await change(webhook.id, { name: 'Other' })).data).toMatchObject({ name: 'Other', url: webhook.url })
    const list = await receiver.client.call('GET', '/subscriptions', undefined, 'admin')
    expect(JSON.stringify(list.body)).not.toMatch(/secret-part|whsec_/)
    for (const role of ['editor', 'operator', 'viewer'] as const) {
      expect((await receiver.client.call('GET', '/subscriptions', undefined, role)).status).toBe(403)
    }
    const { data: audit } = await receiver.client.call('GET', '/audit?action=subscription.changed', undefined, 'admin')
    expect(audit).toContainEqual(
      expect.objectContaining({ subject: expect.objectContaining({ id: webhook.id, name: 'Other' }) }),
    )
  })

  test.each([
    ['an unknown event', { events: ['execution.started'] }, '/events/0'],
    ['no event', { events: [] }, '/events'],
    ['no address', { url: undefined }, '/url'],
    ['another protocol', { url: 'ftp://a.example' }, '/url'],
    ['a weak secret', { secret: 'whsec_abc' }, '/secret'],
    ['a secret for a chat', { kind: 'chat', secret: `whsec_${'a'.repeat(32)}` }, '/secret'],
    ['an address for e-mail', { kind: 'email', url: 'https://a.example' }, '/url'],
    ['e-mail without a recipient', { kind: 'email', url: undefined }, '/to'],
    ['an unknown credential', { kind: 'email', url: undefined, ...mail, credential: 'unknown' }, '/credential'],
  ])('is rejected with %s', async (_, fields, path) => {
    const body = { events: ['execution.failed'], url: 'https://a.example', ...fields }
    const reply = await receiver.client.call('POST', '/subscriptions', body, 'admin')
    expect([reply.status, reply.body.details?.[0]?.path]).toEqual([422, path])
  })

  test.each([
    ['an address that is not a URL', { url: 'http://' }, '/url'],
    ['a field of another kind', { from: 'm@a.example' }, '/from'],
  ])('rejects a change to %s, and stays as it is', async (_, fields, path) => {
    const { id, secret, ...before } = await receiver.subscribe()
    const reply = await change(id, fields)
    expect([reply.status, reply.body.details?.[0]?.path]).toEqual([422, path])
    expect(await read(id)).toMatchObject(before)
  })
})

test('a chat gets a text with a link, and nothing about a question that was answered meanwhile', async () => {
  await receiver.subscribe({ kind: 'chat', events: ['execution.failed', 'question.waiting'] })
  const { id } = await receiver.client.run(failing)
  await receiver.pass()
  const link = `https://flows.example/mill/#/executions/${id}`
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toEqual({
    text: `A workflow failed\nNO_STOCK: There is no stock left.\nNode: stock\n${link}`,
  })
  const ask = { nodes: [node('ask', 'confirmation', { message: 'Ship it?' })], edges: [] }
  const asking = await receiver.client.start(await receiver.client.store(ask))
  const asked = async () =>
    (await receiver.client.call<{ id: string }[]>('GET', `/interrupts?execution_id=${asking}`)).data
  await receiver.client.until(async () => (await asked()).length === 1)
  await receiver.client.call('POST', `/interrupts/${(await asked())[0]?.id}/resolve`, { value: true })
  await receiver.client.untilOver(asking)
  await receiver.pass()
  expect(receiver.received).toHaveLength(1)
})
