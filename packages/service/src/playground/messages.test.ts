/** Sending, listing and reading messages. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { node } from '../executions/testing/client.ts'
import { gated, type MessageBody, shout, Talk } from './testing/talk.ts'

const NOWHERE = '00000000-0000-4000-8000-000000000000'
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/

let talk: Talk
beforeAll(async () => {
  talk = await Talk.open()
})
afterAll(() => talk[Symbol.asyncDispose]())

describe('sending one', () => {
  test('replies at once with the pending message; the session is running', async () => {
    await using own = await Talk.open()
    const session = await own.begin(gated)
    const sent = await own.send(session.id, 'hello')
    expect(sent).toMatchObject({ status: 200, body: { success: true, message: 'Message sent' } })
    expect(sent.data).toEqual({
      id: expect.any(String),
      sessionId: session.id,
      role: 'user',
      content: 'hello',
      timestamp: expect.stringMatching(TIME),
      status: 'pending',
      sequenceNumber: 1,
      parentMessageId: null,
      nodeId: null,
      executionId: expect.any(String),
      display: 'default',
      origin: 'user',
      metadata: { userName: expect.any(String) },
    })
    const { status, executions } = await own.session(session.id)
    expect([status, executions]).toMatchObject(['running', [{ id: sent.data.executionId, status: 'running' }]])
    await own.client.openGate()
    await own.until(session.id, 'idle')
    const [user, answer, end] = (await own.page(session.id)).data as [MessageBody, MessageBody, MessageBody]
    expect(user).toEqual({ ...sent.data, status: 'completed' })
    const all = { sessionId: session.id, parentMessageId: sent.data.id, executionId: sent.data.executionId }
    expect(answer).toMatchObject({ ...all, role: 'assistant', content: 'HELLO', nodeId: 'out', origin: 'workflow' })
    expect(end).toMatchObject({ ...all, role: 'system', nodeId: null, origin: 'engine', display: 'notice' })
    expect([answer, end].map(({ sequenceNumber, status }) => [sequenceNumber, status])).toEqual([
      [2, 'completed'],
      [3, 'completed'],
    ])
  })

  test('limits its content by code points', async () => {
    const { id } = await talk.begin(shout)
    const content = '🦦'.repeat(10_000)
    expect((await talk.say(id, content))[1]).toMatchObject({ role: 'assistant', content })
  })

  test('passes inputs to nodes; with inputs the content may be empty or missing', async () => {
    const nodes = [...shout.nodes, node('extra', 'text_input', { defaultValue: 'none' }), node('o', 'output')]
    const edges = [
      ...shout.edges,
      { id: 'x', source: 'extra', target: 'o', sourceHandle: 'extra-output-text', targetHandle: 'o-input-value' },
    ]
    const { id } = await talk.begin({ nodes, edges })
    const saying = [
      [{ content: 'a', inputs: { extra: { text: 'more' } } }, 'A', 'more'],
      [{ content: '', inputs: { in: { message: 'b' } } }, 'B', 'none'],
      [{ inputs: { in: { message: 'c\0d' }, unknown: { x: 1 } } }, 'C\0D', 'none'],
      [{ content: 'd', inputs: {} }, 'D', 'none'],
    ] as const
    for (const [body, answer, extra] of saying) {
      const sent = await talk.client.call<MessageBody>('POST', `/sessions/${id}/messages`, body)
      expect(sent).toMatchObject({ status: 200, data: { content: 'content' in body ? body.content : '' } })
      await talk.until(id, 'idle')
      const said = (await talk.page(id, `?since=${sent.data.sequenceNumber}`)).data
      expect(said.filter(({ role }) => role === 'assistant').map(({ content }) => content)).toEqual([answer])
      expect((await talk.client.detail(String(sent.data.executionId))).outputs).toEqual({ o: extra })
    }
  })

  test.each<[string, unknown, number, string | undefined]>([
    ['no content', {}, 422, '/content'],
    ['an empty content', { content: '' }, 422, '/content'],
    ['a content that is not a string', { content: 7 }, 422, '/content'],
    ['null', { content: null, inputs: {} }, 422, '/content'],
    ['a content that is too long', { content: 'x'.repeat(10_001) }, 422, '/content'],
    ['a content with a NUL character', { content: 'a\0b' }, 422, '/content'],
    ['inputs that are not an object', { content: 'x', inputs: [] }, 422, '/inputs'],
    ['no body', undefined, 400, undefined],
  ])('rejects %s and changes nothing', async (_, body, status, path) => {
    const session = await talk.begin(shout)
    for (const place of ['messages', 'turn']) {
      const reply = await talk.client.call('POST', `/playground/sessions/${session.id}/${place}`, body)
      expect(reply).toMatchObject({ status, body: { success: false, code: 'VALIDATION_ERROR' } })
      expect(reply.body.details?.[0]?.path).toBe(path)
    }
    expect(await talk.session(session.id)).toEqual(session)
    expect((await talk.page(session.id)).data).toEqual([])
  })

  test('is rejected for an invalid workflow and changes nothing', async () => {
    const session = await talk.begin({ nodes: [...shout.nodes, node('x', 'nope')], edges: shout.edges })
    const reply = await talk.send(session.id, 'hello')
    expect(reply).toMatchObject({ status: 422, body: { success: false, code: 'VALIDATION_ERROR' } })
    expect(reply.body.details?.length).toBeGreaterThan(0)
    expect(await talk.session(session.id)).toEqual(session)
    expect((await talk.page(session.id)).data).toEqual([])
  })

  test('is a conflict while an earlier one is incomplete and changes nothing', async () => {
    await using own = await Talk.open()
    const { id } = await own.begin(gated)
    await own.send(id, 'first')
    await own.client.until(() => own.client.closedGates === 1)
    await own.client.service.services.playground.settled(id, 0)
    const before = [await own.page(id), await own.session(id)]
    for (const place of ['messages', 'turn']) {
      const reply = await own.client.call('POST', `/sessions/${id}/${place}`, { content: 'second' })
      expect([reply.status, reply.body]).toEqual([
        409,
        { success: false, error: 'An earlier message of the session is not complete yet.', code: 'SESSION_BUSY' },
      ])
    }
    expect([await own.page(id), await own.session(id)]).toEqual(before)
    await own.client.openGate()
    await own.until(id, 'idle')
    expect((await own.send(id, 'second')).status).toBe(200)
  })

  test('sent concurrently starts one turn', async () => {
    const { id } = await talk.begin(gated)
    const sent = await Promise.all(Array.from({ length: 12 }, (_, at) => talk.send(id, `from ${at}`)))
    expect(sent.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 11 }, () => 409)])
    expect((await talk.session(id)).executions).toHaveLength(1)
    await talk.client.call('POST', `/sessions/${id}/stop`)
    expect((await talk.page(id)).data.filter(({ role }) => role === 'user')).toHaveLength(1)
  })
})

describe('a list', () => {
  let id: string
  beforeAll(async () => {
    id = (await talk.begin(shout)).id
    for (const word of ['one', 'two', 'three']) await talk.say(id, word)
  })

  const numbers = async (query: string) => {
    const { data, hasMore, hasOlder } = await talk.page(id, query)
    return [data.map(({ sequenceNumber }) => sequenceNumber), hasMore, hasOlder]
  }

  test('is an envelope with three more keys', async () => {
    const page = await talk.page(id)
    expect(Object.keys(page).sort()).toEqual(['data', 'hasMore', 'hasOlder', 'message', 'sessionStatus', 'success'])
    expect(page).toMatchObject({ success: true, message: 'Messages found', sessionStatus: 'idle' })
    const short = await talk.client.call('GET', `/sessions/${id}/messages`)
    expect(short.body).toEqual(page)
  })

  test.each<[string, number[], boolean, boolean]>([
    ['', [1, 2, 3, 4, 5, 6, 7, 8, 9], false, false],
    ['?limit=4', [1, 2, 3, 4], true, false],
    ['?since=0&limit=9', [1, 2, 3, 4, 5, 6, 7, 8, 9], false, false],
    ['?since=4&limit=3', [5, 6, 7], true, true],
    ['?since=6&limit=3', [7, 8, 9], false, true],
    ['?since=9', [], false, true],
    ['?since=9007199254740991', [], false, true],
    ['?before=10&limit=4', [6, 7, 8, 9], false, true],
    ['?before=4&limit=2', [2, 3], true, true],
    ['?before=4', [1, 2, 3], true, false],
    ['?before=1', [], true, false],
    ['?before=0', [], true, false],
    ['?latest=true&limit=2', [8, 9], false, true],
    ['?latest=true&limit=50', [1, 2, 3, 4, 5, 6, 7, 8, 9], false, false],
    ['?latest=false&since=8', [9], false, true],
  ])('%s', async (query, expected, hasMore, hasOlder) => {
    expect(await numbers(query)).toEqual([expected, hasMore, hasOlder])
  })

  test.each([
    ...['since=-1', 'since=x', 'since=', 'since=1.5', 'since=2026-01-01', 'since=99999999999999999', 'since=1&since=2'],
    ...['since=2026-02-30T00:00:00Z', 'before=-1', 'before=x', 'latest=maybe', 'limit=0', 'limit=501', 'limit=x'],
    ...['since=1&before=5', 'since=1&latest=true', 'before=5&latest=true', 'since=1&before=5&latest=true'],
    'since=2026-01-01T00%3A00%3A00Z&latest=1',
  ])('%s is 400', async (query) => {
    const reply = await talk.client.call('GET', `/playground/sessions/${id}/messages?${query}`)
    expect(reply).toMatchObject({ status: 400, body: { success: false, code: 'VALIDATION_ERROR' } })
  })

  test('contains one session only and is empty before the first message', async () => {
    const other = await talk.begin(shout)
    expect(await talk.page(other.id)).toMatchObject({
      data: [],
      hasMore: false,
      hasOlder: false,
      sessionStatus: 'idle',
    })
    expect(await talk.page(other.id, '?latest=true')).toMatchObject({ data: [], hasMore: false, hasOlder: false })
  })

  test('accepts a time, with or without an encoded plus sign', async () => {
    const all = (await talk.page(id)).data
    const times = [...new Set(all.map(({ timestamp }) => timestamp))]
    const cut = String(times[Math.floor(times.length / 2)])
    const later = all.filter(({ timestamp }) => timestamp > cut)
    for (const since of [encodeURIComponent(cut), cut, cut.replace('+00:00', 'Z')]) {
      expect((await talk.page(id, `?since=${since}`)).data).toEqual(later)
    }
    expect((await talk.page(id, '?since=2000-01-01T00:00:00Z&limit=2')).hasMore).toBe(true)
    expect((await talk.page(id, '?since=2100-01-01T00:00:00Z')).data).toEqual([])
  })
})

describe('one', () => {
  test('can be read whole or by status only', async () => {
    const { id } = await talk.begin(shout)
    for (const message of await talk.say(id, 'hello')) {
      for (const root of ['/playground/sessions', '/sessions']) {
        const whole = await talk.client.call('GET', `${root}/${id}/messages/${message.id}`)
        expect([whole.status, whole.data]).toEqual([200, message])
        const status = await talk.client.call('GET', `${root}/${id}/messages/${message.id}/status`)
        const { sequenceNumber, timestamp } = message
        expect([status.status, status.data]).toEqual([
          200,
          { id: message.id, status: 'completed', sequenceNumber, timestamp },
        ])
      }
    }
  })

  test('is not found under another session', async () => {
    const [one, other] = [await talk.begin(shout), await talk.begin(shout)]
    const [sent] = await talk.say(one.id, 'hello')
    for (const path of [`${other.id}/messages/${sent?.id}`, `${one.id}/messages/${NOWHERE}`]) {
      for (const end of ['', '/status']) {
        const reply = await talk.client.call('GET', `/sessions/${path}${end}`)
        expect(reply).toMatchObject({ status: 404, body: { success: false, code: 'NOT_FOUND' } })
      }
    }
    expect((await talk.client.call('GET', `/sessions/${one.id}/messages/seven`)).status).toBe(400)
  })
})
