/** Answering and dismissing questions. */
import type { Interrupt } from '@millrace/model'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Client, edge, jobOf, node } from '../executions/testing/client.ts'
import { ask, asking, confirmation, fed, type Person, person, read } from './testing/people.ts'

let client: Client
let ada: Person
let grace: Person
beforeAll(async () => {
  client = await Client.open()
  ada = await person(client, 'Ada')
  grace = await person(client, 'Grace')
})
afterAll(() => client[Symbol.asyncDispose]())

const NOWHERE = '00000000-0000-4000-8000-000000000000'

describe('a question', () => {
  test('can be read while the execution waits for it', async () => {
    const { execution, question } = await ask(client, confirmation({ confirmLabel: 'Send', expiresIn: 3600 }))
    const { workflow_id, status, jobs, node_statuses } = await client.detail(execution)
    expect(question).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: 'confirmation',
      status: 'pending',
      nodeId: 'ask',
      nodeLabel: 'ask',
      executionId: execution,
      workflowId: workflow_id,
      config: { message: 'Well?', confirm_label: 'Send', cancel_label: 'No' },
      allowCancel: true,
      responses: [],
      response: null,
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
    })
    expect(Date.parse(question.expiresAt ?? '') - Date.parse(question.createdAt)).toBeLessThanOrEqual(3_600_000)
    expect(await read(client, question.id)).toEqual(question)
    expect(status).toBe('running')
    expect(node_statuses.ask?.status).toBe('interrupted')
    expect(jobs.find(({ node_id }) => node_id === 'ask')?.interrupt_id).toBe(question.id)
  })

  test('records who answered what, and when', async () => {
    const { execution, question } = await ask(client, confirmation())
    const { status, body, data } = await ada.call('POST', `/interrupts/${question.id}`, { value: true })
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: true, message: 'Interrupt resolved' })
    expect(data).toEqual({
      ...question,
      status: 'resolved',
      response: true,
      responses: [{ value: true, user_id: ada.id, user_name: 'Ada', time: data.response_time }],
      response_time: expect.any(String),
      user_id: ada.id,
      user_name: 'Ada',
      resolvedAt: data.response_time,
    })
    const over = await client.untilOver(execution)
    expect(over).toMatchObject({
      status: 'completed',
      node_statuses: {
        ask: { status: 'completed' },
        confirmed: { status: 'completed' },
        declined: { status: 'skipped' },
      },
    })
    expect(jobOf(over, 'ask').interrupt_id).toBeUndefined()
    expect(await read(client, question.id)).toEqual(data)
  })

  test('can be answered under its alias path', async () => {
    const { execution, question } = await ask(client, confirmation())
    expect((await ada.call('POST', `/interrupts/${question.id}/resolve`, { value: false })).status).toBe(200)
    expect((await client.untilOver(execution)).node_statuses).toMatchObject({
      confirmed: { status: 'skipped' },
      declined: { status: 'completed' },
    })
  })
})

const OPTIONS = [{ value: 'red' }, { value: 'green' }, { value: 'blue' }]
const FIELDS = {
  type: 'object',
  properties: { item: { type: 'string', minLength: 1 }, count: { type: 'integer', minimum: 1 } },
  required: ['item'],
}
const CHANGES = [
  { field: 'name', label: 'Name', original: 'Ada', proposed: 'Ada L.' },
  { field: 'age', label: 'Age', original: null, proposed: 36 },
]
const choosing = (config: object = {}) => asking('choice', { options: OPTIONS, ...config }, { ports: ['choice'] })
const writing = (config: object = {}) => asking('text_prompt', config, { ports: ['text'] })
const filling = asking('form', { schema: FIELDS }, { ports: ['data'] })
const ways = { ports: ['decisions', 'accepted'], branches: ['all_accepted', 'changed'] }
const reviewing = fed(asking('review', {}, ways), 'changes', CHANGES)

describe('the node outputs the answer of each question type', () => {
  test.each([
    ['choice', choosing(), 'green', { choice: 'green' }],
    ['choice', choosing({ multiple: true, minSelections: 2 }), ['blue', 'red'], { choice: ['blue', 'red'] }],
    ['text', writing({ minLength: 2, maxLength: 4 }), 'füñ🙂', { text: 'füñ🙂' }],
    ['form', filling, { item: 'paper', count: '', 'dom-id-7': 'x' }, { data: { item: 'paper' } }],
    [
      'review',
      reviewing,
      { decisions: { name: { accepted: true }, age: { accepted: false } } },
      {
        decisions: { name: { accepted: true, value: 'Ada L.' }, age: { accepted: false, value: null } },
        accepted: { name: 'Ada L.' },
      },
    ],
  ])('%s: %#', async (type, drawing, value, outputs) => {
    const { execution, question } = await ask(client, drawing)
    expect(question).toMatchObject({ type, config: { message: 'Well?' } })
    const { status, data } = await ada.call('POST', `/interrupts/${question.id}`, { value })
    expect(status).toBe(200)
    expect(data).toMatchObject({ status: 'resolved', user_name: 'Ada' })
    expect(await client.untilOver(execution)).toMatchObject({ status: 'completed', outputs })
  })

  test.each([
    [true, 'completed', 'skipped'],
    [false, 'skipped', 'completed'],
  ])('a review in which the last change is accepted: %s', async (accepted, all, some) => {
    const { execution, question } = await ask(client, reviewing)
    const decisions = { name: { accepted: true, value: 'Ada L.' }, age: { accepted, value: accepted ? 36 : null } }
    const counts = accepted ? { accepted: 2, rejected: 0, total: 2 } : { accepted: 1, rejected: 1, total: 2 }
    await ada.call('POST', `/interrupts/${question.id}`, { value: { decisions, summary: counts } })
    expect((await client.untilOver(execution)).node_statuses).toMatchObject({
      all_accepted: { status: all },
      changed: { status: some },
    })
  })
})

describe('an invalid value is rejected, and the question stays open', () => {
  test.each([
    ['a confirmation wants a boolean', confirmation(), ['yes', 1, null, [], {}], true],
    ['a choice wants an option', choosing(), ['pink', ['red'], null], 'red'],
    [
      'a list has no option twice, and enough',
      choosing({ multiple: true, minSelections: 2 }),
      ['red', ['red'], ['red', 'red'], ['red', 'pink']],
      ['red', 'blue'],
    ],
    ['a text has a length', writing({ minLength: 2, maxLength: 4 }), ['a', 'abcde', 3, null], 'abc'],
    ['a text is not empty', writing(), [''], 'x'],
    ['a form has what it needs', filling, [{}, { item: '' }, { item: 'x', count: 0 }, 'x', null], { item: 'x' }],
    [
      'a review decides on everything',
      reviewing,
      [
        {},
        { decisions: {} },
        { decisions: { name: { accepted: true } } },
        { decisions: { name: { accepted: 'yes' }, age: { accepted: true } } },
      ],
      { decisions: { name: { accepted: true }, age: { accepted: true } } },
    ],
  ])('%s', async (_, drawing, misfits, fits) => {
    const { execution, question } = await ask(client, drawing)
    for (const value of misfits) {
      const { status, body } = await ada.call('POST', `/interrupts/${question.id}`, { value })
      expect([status, body.code], JSON.stringify(value)).toEqual([422, 'VALIDATION_ERROR'])
      expect(body.error).toMatch(/^Invalid answer: \/value/)
      expect(body.details?.[0]).toMatchObject({ code: 'INVALID_ANSWER', path: expect.stringMatching(/^\/value/) })
    }
    expect(await read(client, question.id)).toEqual(question)
    expect((await ada.call('POST', `/interrupts/${question.id}`, { value: fits })).status).toBe(200)
    expect((await client.untilOver(execution)).status).toBe('completed')
  })

  test('rejects a missing value, a missing body and an unknown id', async () => {
    const { question } = await ask(client, confirmation())
    for (const body of [{}, { answer: true }, []]) {
      expect((await ada.call('POST', `/interrupts/${question.id}`, body)).status).toBe(422)
    }
    expect((await ada.call('POST', `/interrupts/${question.id}`)).status).toBeGreaterThanOrEqual(400)
    expect(await read(client, question.id)).toEqual(question)
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['POST', '', { value: true }],
      ['POST', '/cancel', undefined],
    ] as const) {
      expect(await ada.call(method, `/interrupts/${NOWHERE}${path}`, body)).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND' },
      })
      expect((await ada.call(method, `/interrupts/nonsense${path}`, body)).status).toBe(400)
    }
  })
})

describe('a question is closed once', () => {
  test('rejects an answer to a question that was answered or dismissed', async () => {
    const { question } = await ask(client, confirmation())
    const { data } = await ada.call('POST', `/interrupts/${question.id}`, { value: true })
    for (const [path, body] of [
      ['', { value: true }],
      ['', { value: 'nonsense' }],
      ['/cancel', undefined],
    ] as const) {
      const { status, body: refusal } = await grace.call('POST', `/interrupts/${question.id}${path}`, body)
      expect([status, refusal]).toEqual([
        409,
        { success: false, error: 'The question has been answered.', code: 'INTERRUPT_CLOSED' },
      ])
    }
    expect(await read(client, question.id)).toEqual(data)
    const other = (await ask(client, confirmation())).question
    await ada.call('POST', `/interrupts/${other.id}/cancel`)
    const refused = await ada.call('POST', `/interrupts/${other.id}`, { value: true })
    expect(refused.body).toMatchObject({ code: 'INTERRUPT_CLOSED', error: 'The question has been dismissed.' })
  })

  test('of twenty concurrent answers one counts, and its reply is the success', async () => {
    for (let round = 0; round < 5; round++) {
      const { execution, question } = await ask(client, writing())
      const texts = Array.from({ length: 20 }, (_, at) => `answer ${at}`)
      const replies = await Promise.all(
        texts.map((value, at) => (at % 2 ? ada : grace).call('POST', `/interrupts/${question.id}`, { value })),
      )
      const taken = replies.filter(({ status }) => status === 200)
      expect(taken).toHaveLength(1)
      for (const { status, body } of replies.filter((reply) => reply !== taken[0])) {
        expect([status, body.code]).toEqual([409, 'INTERRUPT_CLOSED'])
      }
      const text = taken[0]?.data.response
      expect((await client.untilOver(execution)).outputs).toEqual({ text })
      expect(await read(client, question.id)).toMatchObject({ response: text, responses: [{ value: text }] })
    }
  })

  test('of a concurrent answer and dismissal one wins, and the other is rejected', async () => {
    for (let round = 0; round < 10; round++) {
      const { execution, question } = await ask(client, confirmation())
      const answer = () => ada.call('POST', `/interrupts/${question.id}`, { value: true })
      const dismiss = () => grace.call('POST', `/interrupts/${question.id}/cancel`)
      const both = await Promise.all(round % 2 ? [answer(), dismiss()] : [dismiss(), answer()])
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
      const won = both.find(({ status }) => status === 200)?.data.status ?? ''
      expect((await read(client, question.id)).status).toBe(won)
      expect((await client.untilOver(execution)).status).toBe(won === 'resolved' ? 'completed' : 'failed')
    }
  })

  test('the end of an execution closes its questions', async () => {
    const { execution, question } = await ask(client, confirmation())
    await client.call('POST', `/executions/${execution}/cancel`)
    expect(await read(client, question.id)).toMatchObject({ status: 'cancelled', reason: 'stopped', response: null })
    const { status, body } = await ada.call('POST', `/interrupts/${question.id}`, { value: true })
    expect([status, body.code]).toEqual([409, 'INTERRUPT_CLOSED'])
    expect((await client.detail(execution)).node_statuses.ask?.status).toBe('cancelled')
  })
})

describe('dismissing', () => {
  test('fails the execution with the name of the person who dismissed it', async () => {
    const { execution, question } = await ask(client, confirmation())
    const { status, body, data } = await ada.call('POST', `/interrupts/${question.id}/cancel`, {})
    expect(status).toBe(200)
    expect(body).toEqual({ success: true, message: 'Interrupt cancelled', data: expect.anything() })
    expect(data).toEqual({
      ...question,
      status: 'cancelled',
      reason: 'cancelled',
      user_id: ada.id,
      user_name: 'Ada',
      resolvedAt: expect.any(String),
    })
    expect(await client.untilOver(execution)).toMatchObject({
      status: 'failed',
      error_code: 'INTERRUPT_CANCELLED',
      node_statuses: { ask: { status: 'failed', error: expect.stringContaining('Ada') } },
    })
  })

  test('follows the error edge if there is one', async () => {
    const { nodes, edges } = confirmation()
    const caught = {
      nodes: [...nodes, node('caught', 'output', { name: 'caught' })],
      edges: [...edges, edge('ask:error', 'caught:value')],
    }
    const { execution, question } = await ask(client, caught)
    expect((await ada.call('POST', `/interrupts/${question.id}/cancel`)).status).toBe(200)
    expect(await client.untilOver(execution)).toMatchObject({
      status: 'completed',
      outputs: { caught: { code: 'INTERRUPT_CANCELLED', node_id: 'ask' } },
    })
  })

  test('is rejected where the node does not allow it; the question can still be answered', async () => {
    const { execution, question } = await ask(client, confirmation({ allowCancel: false }))
    expect(question.allowCancel).toBe(false)
    const { status, body } = await ada.call('POST', `/interrupts/${question.id}/cancel`)
    expect([status, body]).toEqual([
      409,
      { success: false, error: 'This question cannot be dismissed.', code: 'NOT_CANCELLABLE' },
    ])
    expect((await ada.call('POST', `/interrupts/${question.id}`, { value: true })).status).toBe(200)
    expect((await client.untilOver(execution)).status).toBe('completed')
  })
})

describe('time', () => {
  const soon = { expiresIn: 1 }
  const expired = { status: 'cancelled', reason: 'expired', response: null }

  test.each([
    ['fails the node', confirmation(soon), { status: 'failed', error_code: 'INTERRUPT_CANCELLED' }],
    [
      'takes the way out',
      asking('confirmation', soon, { branches: ['confirmed', 'declined', 'expired'] }),
      {
        status: 'completed',
        node_statuses: {
          confirmed: { status: 'skipped' },
          declined: { status: 'skipped' },
          expired: { status: 'completed' },
        },
      },
    ],
    [
      'takes the default',
      writing({ ...soon, defaultAnswer: 'none' }),
      { status: 'completed', outputs: { text: 'none' } },
    ],
  ])('after the deadline: %s', async (_, drawing, end) => {
    const { execution, question } = await ask(client, drawing)
    expect(await client.untilOver(execution)).toMatchObject(end)
    const closed: Interrupt = await read(client, question.id)
    expect(closed).toMatchObject(expired)
    expect(closed.user_id).toBeUndefined()
    const { status, body } = await ada.call('POST', `/interrupts/${question.id}`, { value: true })
    expect([status, body]).toEqual([
      409,
      { success: false, error: 'The question has expired.', code: 'INTERRUPT_CLOSED' },
    ])
  })

  test('before the deadline an answer is accepted', async () => {
    const { execution, question } = await ask(client, writing({ expiresIn: 3600, defaultAnswer: 'none' }))
    await ada.call('POST', `/interrupts/${question.id}`, { value: 'some' })
    expect((await client.untilOver(execution)).outputs).toEqual({ text: 'some' })
  })
})
