/** Questions to people within a conversation. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Drawing, edge, node } from '../executions/testing/client.ts'
import { type MessageBody, saidIn, Talk } from './testing/talk.ts'

let talk: Talk
beforeAll(async () => {
  talk = await Talk.open()
})
afterAll(() => talk[Symbol.asyncDispose]())

/** Asks for a confirmation and sends the decision as a message. */
const asking = (config: object = {}): Drawing => ({
  nodes: [
    ...[node('in', 'chat_input'), node('ask', 'confirmation', { message: 'Go on?', ...config })],
    ...[node('yes', 'chat_output'), node('no', 'chat_output')],
  ],
  edges: [
    ...[edge('in:message', 'yes:message'), edge('in:message', 'no:message')],
    ...[edge('ask:confirmed', 'yes:trigger'), edge('ask:declined', 'no:trigger')],
  ],
})

const FIELDS = {
  type: 'object',
  properties: { item: { type: 'string' }, count: { type: 'integer' } },
  required: ['item'],
}
const form: Drawing = {
  nodes: [
    node('ask', 'form', { message: 'What?', schema: FIELDS, defaults: { item: 'Ink' }, allowCancel: false }),
    node('text', 'json_stringify'),
    node('out', 'chat_output'),
  ],
  edges: [edge('ask:data', 'text:data'), edge('text:text', 'out:message')],
}

const now = async (id: string, { id: messageId }: MessageBody) =>
  (await talk.client.call<MessageBody>('GET', `/sessions/${id}/messages/${messageId}`)).data

describe('a question', () => {
  test('is a pending assistant message; the session awaits input', async () => {
    const { id } = await talk.begin(asking({ confirmLabel: 'Sure', cancelLabel: 'Never' }))
    const { data: sent } = await talk.send(id, 'hello')
    const question = await talk.question(id)
    expect(question).toMatchObject({
      role: 'assistant',
      content: 'Go on?',
      status: 'pending',
      parentMessageId: sent.id,
      nodeId: 'ask',
      executionId: sent.executionId,
      origin: 'interrupt',
      metadata: {
        type: 'interrupt_request',
        interrupt_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        interrupt_type: 'confirmation',
        node_id: 'ask',
        execution_id: sent.executionId,
        allow_cancel: true,
        allowCancel: true,
        message: 'Go on?',
        confirm_label: 'Sure',
        cancel_label: 'Never',
      },
    })
    expect(question.metadata).not.toHaveProperty('response_value')
    expect((await talk.session(id)).status).toBe('awaiting_input')
    const interrupt = await talk.client.call('GET', `/interrupts/${question.metadata.interrupt_id}`)
    expect(interrupt.data).toMatchObject({ messageId: question.id, status: 'pending', nodeId: 'ask' })
    const listed = await talk.client.call('GET', `/playground/sessions/${id}/interrupts?status=pending`)
    expect(listed.data).toEqual([interrupt.data])
    expect((await talk.send(id, 'more')).body.code).toBe('SESSION_BUSY')
    await talk.client.call('POST', `/sessions/${id}/stop`)
  })

  test('of a form has its initial values under both names', async () => {
    const { id } = await talk.begin(form)
    await talk.send(id, 'hello')
    const question = await talk.question(id)
    expect(question.metadata).toMatchObject({
      interrupt_type: 'form',
      schema: FIELDS,
      default_value: { item: 'Ink' },
      default_values: { item: 'Ink' },
      allow_cancel: false,
      allowCancel: false,
    })
    const bad = await talk.answer(question, { count: 1 })
    expect(bad).toMatchObject({ status: 422, body: { code: 'VALIDATION_ERROR' } })
    expect(await now(id, question)).toEqual(question)
    expect((await talk.session(id)).status).toBe('awaiting_input')
    expect((await talk.answer(question, { item: 'Paper', count: 2 })).status).toBe(200)
    await talk.until(id, 'idle')
    expect((await talk.page(id, `?since=${question.sequenceNumber}`)).data[0]?.content).toMatch(/Paper/)
  })
})

describe('an answer', () => {
  test.each([
    [true, 'yes'],
    [false, 'no'],
  ])('%s is stored with the question, and the turn continues', async (value, way) => {
    const { id } = await talk.begin(asking())
    await talk.send(id, 'hello')
    const question = await talk.question(id)
    expect((await talk.answer(question, value)).status).toBe(200)
    // Clients before 1.10 fetch messages only once after an answer.
    const { data, sessionStatus } = await talk.page(id, `?since=${question.sequenceNumber}`)
    expect([sessionStatus, data.map(({ nodeId, content }) => [nodeId, content])[0]]).toEqual(['idle', [way, 'hello']])
    expect(data.at(-1)).toMatchObject({ role: 'system', metadata: { enableRun: true } })
    const { metadata, status } = await now(id, question)
    expect([status, metadata]).toEqual([
      'completed',
      expect.objectContaining({
        ...question.metadata,
        response_value: value,
        resolvedByUserName: 'editor token',
        resolvedByUserId: expect.any(String),
      }),
    ])
    expect((await talk.page(id)).data[0]).toMatchObject({ role: 'user', status: 'completed' })
  })

  test('keeps the session waiting while another question is open', async () => {
    const two: Drawing = {
      nodes: ['one', 'two'].flatMap((name) => [
        node(`in ${name}`, 'text_input', { defaultValue: name }),
        node(`ask ${name}`, 'confirmation', { message: `${name}?` }),
        node(name, 'chat_output'),
      ]),
      edges: ['one', 'two'].flatMap((name) => [
        edge(`in ${name}:text`, `${name}:message`),
        edge(`ask ${name}:confirmed`, `${name}:trigger`),
      ]),
    }
    const { id } = await talk.begin(two)
    await talk.send(id, 'hello')
    await talk.client.until(async () => (await talk.page(id)).data.length === 3)
    const [, first, second] = (await talk.page(id)).data as [MessageBody, MessageBody, MessageBody]
    await talk.answer(first, true)
    await talk.client.until(async () => (await talk.page(id)).data.length === 4)
    expect((await talk.session(id)).status).toBe('awaiting_input')
    expect([(await now(id, first)).status, (await now(id, second)).status]).toEqual(['completed', 'pending'])
    await talk.answer(second, true)
    await talk.until(id, 'idle')
    const said = saidIn((await talk.page(id)).data.slice(3, 5))
    expect(said).toEqual([first, second].map(({ content }) => ['assistant', content.replace('?', '')]))
  })

  test('can end a turn without other messages, and the next turn asks again', async () => {
    const { id } = await talk.begin(asking())
    const asked: unknown[] = []
    for (const word of ['one', 'two']) {
      await talk.send(id, word)
      const question = await talk.question(id)
      asked.push(question.metadata.interrupt_id)
      await talk.answer(question, true)
      await talk.until(id, 'idle')
    }
    expect(new Set(asked).size).toBe(2)
    const { data } = await talk.client.call<object[]>('GET', `/playground/sessions/${id}/interrupts`)
    expect(data).toMatchObject(asked.map((one) => ({ id: one, status: 'resolved' })))
  })
})

test('dismissing a question closes it without an answer and fails its node', async () => {
  const { id } = await talk.begin(asking())
  await talk.send(id, 'hello')
  const question = await talk.question(id)
  const cancelled = await talk.client.call('POST', `/interrupts/${question.metadata.interrupt_id}/cancel`)
  expect(cancelled).toMatchObject({ status: 200, data: { status: 'cancelled' } })
  await talk.until(id, 'idle')
  const { status, metadata } = await now(id, question)
  expect([status, metadata.response_value]).toEqual(['completed', null])
  const last = (await talk.page(id)).data.at(-1)
  expect(last).toMatchObject({ role: 'system', metadata: { level: 'error', code: 'INTERRUPT_CANCELLED' } })
})

describe('stop', () => {
  test.each(['stop', 'reset'])('%s closes open questions; the session is idle', async (verb) => {
    const { id } = await talk.begin(asking())
    await talk.send(id, 'hello')
    const question = await talk.question(id)
    const stopped = await talk.client.call('POST', `/sessions/${id}/${verb}`)
    expect(stopped).toMatchObject({ status: 200, body: { success: true } })
    expect((await talk.page(id)).sessionStatus).toBe('idle')
    expect(await now(id, question)).toMatchObject({ status: 'completed', metadata: { response_value: null } })
    const interrupt = await talk.client.call('GET', `/interrupts/${question.metadata.interrupt_id}`)
    expect(interrupt.data).toMatchObject({ status: 'cancelled', response: null })
    expect(await talk.answer(question, true)).toMatchObject({ status: 409, body: { code: 'INTERRUPT_CLOSED' } })
    await talk.send(id, 'again')
    expect((await talk.question(id)).id).not.toBe(question.id)
  })
})

test('deleting the session deletes its questions', async () => {
  const { id } = await talk.begin(asking())
  const { data: sent } = await talk.send(id, 'hello')
  const question = await talk.question(id)
  expect((await talk.client.call('DELETE', `/sessions/${id}`)).status).toBe(200)
  const gone = [
    `/interrupts/${question.metadata.interrupt_id}`,
    `/playground/sessions/${id}/interrupts`,
    `/pipelines/${sent.executionId}`,
  ]
  for (const path of gone) expect((await talk.client.call('GET', path)).status, path).toBe(404)
})
