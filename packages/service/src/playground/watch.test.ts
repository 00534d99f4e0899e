/** Watching a session over a real connection. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { edge, node } from '../executions/testing/client.ts'
import { gated, type MessageBody, mumble, type News, shout, Talk } from './testing/talk.ts'

let talk: Talk
beforeAll(async () => {
  talk = await Talk.open()
})
afterAll(() => talk[Symbol.asyncDispose]())

const isIdle = (news: readonly News[]) => news.at(-1)?.event === 'status' && news.at(-1)?.data.sessionStatus === 'idle'
/** An idle session with these messages. */
const isOver = (content: string) => (news: readonly News[]) =>
  isIdle(news) &&
  news.some(({ event, data }) => event === 'message' && data.content === content && data.role !== 'user')
const statusesIn = (news: readonly News[]) =>
  news.filter(({ event }) => event === 'status').map(({ data }) => data.sessionStatus)
const messagesIn = (news: readonly News[]): MessageBody[] =>
  news.filter(({ event }) => event === 'message').map(({ data }) => data)

/** The final state of a client that applies every event. */
function pictureOf(news: readonly News[]): MessageBody[] {
  const byId = new Map(messagesIn(news).map((message) => [message.id, message]))
  return [...byId.values()].sort((a, b) => a.sequenceNumber - b.sequenceNumber)
}

/** Every message once and in order; a status may be repeated with the number of the message before it. */
function expectAscending(news: readonly News[]): void {
  const numbers = (list: readonly News[]) => list.flatMap(({ id }) => (id === undefined ? [] : [id]))
  const ofMessages = numbers(news.filter(({ event }) => event === 'message'))
  expect(ofMessages).toEqual([...new Set(ofMessages)].sort((a, b) => a - b))
  expect(numbers(news)).toEqual(numbers(news).toSorted((a, b) => a - b))
}

/** A session that logs the given number of lines in every turn. */
const chatty = {
  nodes: [
    ...[
      node('in', 'chat_input'),
      node('items', 'json_input', { defaultValue: Array.from({ length: 30 }, (_, at) => at) }),
    ],
    ...[node('any', 'delay', { seconds: 0 }), node('each', 'foreach'), node('log', 'logger')],
    node('out', 'chat_output'),
  ],
  edges: [
    ...[edge('items:value', 'any:value'), edge('any:value', 'each:items'), edge('each:item', 'log:message')],
    ...[
      edge('log:message', 'each:loop_back'),
      edge('each:completed', 'out:trigger'),
      edge('in:message', 'out:message'),
    ],
  ],
}

test('sends messages and statuses to every listener', async () => {
  const { id } = await talk.begin(shout)
  const listening = await Promise.all([1, 2, 3].map(() => talk.overhear(id, { enough: isOver('HELLO') })))
  const before = await talk.listen(id, { enough: isIdle })
  expect([before.status, before.type]).toEqual([200, 'text/event-stream; charset=utf-8'])
  await talk.send(id, 'hello')
  for (const { heard } of listening) {
    const news = await heard
    expectAscending(news)
    expect(statusesIn(news)).toEqual(['idle', 'running', 'idle'])
    expect(pictureOf(news)).toEqual((await talk.page(id)).data)
    // All messages of a turn are sent before the status that ends it.
    expect(messagesIn(news.slice(0, -1)).at(-1)).toBeDefined()
    expect(news.at(-1)?.event).toBe('status')
  }
})

test('sends the whole history at once, and no message that was already seen', async () => {
  const { id } = await talk.begin(shout)
  for (const word of ['one', 'two']) await talk.say(id, word)
  const { news } = await talk.listen(id, { enough: isIdle })
  expectAscending(news)
  expect(messagesIn(news)).toHaveLength(6)
  expect(pictureOf(news)).toEqual((await talk.page(id)).data)
  const middle = news[3]?.id ?? 0
  for (const by of ['header', 'query'] as const) {
    expect((await talk.listen(id, { after: middle, by, enough: isIdle })).news).toEqual(news.slice(4))
  }
  const last = news.at(-1)?.id ?? 0
  const later = talk.listen(id, { after: last, enough: isOver('THREE') })
  await talk.send(id, 'three')
  const fresh = (await later).news
  expect(Math.min(...fresh.filter(({ event }) => event === 'message').map((one) => one.id ?? 0))).toBeGreaterThan(last)
  expect(pictureOf(fresh)).toEqual((await talk.page(id, '?since=6')).data)
})

describe('a change number that was never assigned', () => {
  test.each([1_000_000, -1, Number.NaN])('%s is treated as absent', async (after) => {
    const { id } = await talk.begin(shout)
    await talk.say(id, 'one')
    const { heard } = await talk.overhear(id, { after, enough: isOver('TWO') })
    await talk.send(id, 'two')
    expect(pictureOf(await heard)).toEqual((await talk.page(id)).data)
  })

  test.each(['after=-1', 'after=x'])('%s is 400', async (query) => {
    const { id } = await talk.begin(shout)
    const reply = await talk.client.call('GET', `/sessions/${id}/events?${query}`)
    expect(reply).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
  })
})

test('continues after a disconnect without loss or duplicates while messages are created', async () => {
  const { id } = await talk.begin(chatty)
  await talk.send(id, 'hello')
  const seen: News[] = []
  for (let round = 0; round < 500 && !isIdle(seen); round++) {
    const after = seen.at(-1)?.id
    const size = 1 + (round % 4)
    const resumed = after === undefined ? {} : { after }
    seen.push(...(await talk.listen(id, { ...resumed, enough: (news) => news.length >= size || isIdle(news) })).news)
  }
  expectAscending(seen)
  const all = (await talk.page(id)).data
  expect(all).toHaveLength(33)
  expect(pictureOf(seen)).toEqual(all)
  const versions = messagesIn(seen).map((message) => JSON.stringify(message))
  expect(new Set(versions).size).toBe(versions.length)
  expect(statusesIn(seen).at(-1)).toBe('idle')
})

test('sends the status again to a client that was cut off between a message and an older status', async () => {
  const two = {
    nodes: ['one', 'two'].flatMap((name) => [
      node(`ask ${name}`, 'confirmation', { message: `${name}?` }),
      node(`log ${name}`, 'text_input', { defaultValue: name }),
      node(name, 'chat_output'),
    ]),
    edges: ['one', 'two'].flatMap((name) => [
      edge(`log ${name}:text`, `${name}:message`),
      edge(`ask ${name}:confirmed`, `${name}:trigger`),
    ]),
  }
  const { id } = await talk.begin(two)
  await talk.send(id, 'hello')
  await talk.client.until(async () => (await talk.page(id)).data.length === 3)
  await talk.answer((await talk.page(id)).data[1] as MessageBody, true)
  await talk.client.until(async () => (await talk.page(id)).data.length === 4)
  await talk.until(id, 'awaiting_input')
  const { news } = await talk.listen(id, { enough: (all) => statusesIn(all).length > 0 })
  const cut = news.findLast(({ event }) => event === 'message')?.id ?? 0
  const resumed = await talk.listen(id, { after: cut, enough: (all) => all.length > 0 })
  expect(statusesIn(resumed.news)).toEqual(['awaiting_input'])
})

test('sends questions when they are asked and when they are answered', async () => {
  const { id } = await talk.begin({
    nodes: [node('in', 'chat_input'), node('ask', 'confirmation', { message: 'Go on?' })],
    edges: [],
  })
  const { heard } = await talk.overhear(id, {
    enough: (news) => isIdle(news) && statusesIn(news).includes('awaiting_input'),
  })
  await talk.send(id, 'hello')
  const question = await talk.question(id)
  await talk.answer(question, true)
  const news = await heard
  const own = messagesIn(news).filter((message) => message.id === question.id)
  expect([own.at(0)?.status, own.at(-1)?.status]).toEqual(['pending', 'completed'])
  expect(own.at(-1)?.metadata).toMatchObject({ response_value: true })
  expect(statusesIn(news)).toContain('awaiting_input')
  expect(pictureOf(news)).toEqual((await talk.page(id)).data)
})

describe('a text that is being streamed', () => {
  const deltasIn = (news: readonly News[]) => news.filter(({ event }) => event === 'delta')
  /** The text as assembled from its pieces. */
  const textIn = (news: readonly News[]) =>
    deltasIn(news).reduce((text, { data }) => text.slice(0, data.from) + data.text, '')

  test('is sent piece by piece, to late listeners as well', async () => {
    await using own = await Talk.open()
    const { id } = await own.begin(mumble)
    const early = await own.overhear(id, { enough: isOver('one two three') })
    const { data: sent } = await own.send(id, 'one two three')
    await own.client.openGate()
    await own.client.until(() => own.client.closedGates === 1)
    const late = await own.listen(id, { enough: (news) => textIn(news) === 'one two ' })
    for (const _ of [2, 3]) await own.client.openGate()
    const news = await early.heard
    expect(textIn(news)).toBe('one two three ')
    const [first] = deltasIn(news)
    expect(first).toEqual({
      event: 'delta',
      data: { executionId: sent.executionId, nodeId: 'm', job: 'm', from: 0, text: 'one ' },
    })
    expect(deltasIn(late.news).every((one) => one.id === undefined)).toBe(true)
    // Pieces are not stored; the result is.
    expect(pictureOf(news)).toEqual((await own.page(id)).data)
    expect(deltasIn((await own.listen(id, { enough: isIdle })).news)).toEqual([])
  })

  test('of other sessions is not sent', async () => {
    await using own = await Talk.open()
    const { id, workflowId } = await own.begin(mumble)
    const other = await own.beginWith(workflowId)
    const { heard } = await own.overhear(id, { enough: isOver('here') })
    await own.send(other.id, 'elsewhere')
    await own.client.openGate()
    await own.until(other.id, 'idle')
    await own.send(id, 'here')
    await own.client.openGate()
    expect(textIn(await heard)).toBe('here ')
  })
})

test('ends when the session is deleted', async () => {
  await using own = await Talk.open()
  const { id } = await own.begin(gated)
  await own.send(id, 'hello')
  const { heard } = await own.overhear(id, {})
  await own.client.call('DELETE', `/sessions/${id}`)
  expect(statusesIn(await heard)).toContain('running')
  expect((await own.listen(id, {})).status).toBe(404)
})

test('ends when the session is deleted with its workflow; other streams continue', async () => {
  await using own = await Talk.open()
  const { id, workflowId } = await own.begin(gated)
  const other = await own.begin(shout)
  const stays = await own.overhear(other.id, { enough: isOver('HELLO') })
  const { heard } = await own.overhear(id, {})
  await own.client.call('DELETE', `/workflows/${workflowId}`)
  expect(statusesIn(await heard)).toEqual(['idle'])
  await own.send(other.id, 'hello')
  expect(statusesIn(await stays.heard)).toContain('running')
})

test('accepts a ticket once and rejects a caller without one', async () => {
  const { id } = await talk.begin(shout)
  const { data } = await talk.client.call('POST', '/auth/tickets', undefined, 'viewer')
  const path = `/api/v1/sessions/${id}/events?ticket=${data.ticket}`
  expect((await talk.listen(id, { path, headers: {}, enough: isIdle })).status).toBe(200)
  expect((await talk.listen(id, { path, headers: {} })).status).toBe(401)
  expect((await talk.listen(id, { headers: {} })).status).toBe(401)
})
