/** The list of executions, watched over a real connection. */

import { get, type IncomingMessage } from 'node:http'
import { Replay } from '@millrace/engine'
import type { ExecutionItem } from '@millrace/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client, echo, node } from './testing/client.ts'

let client: Client
beforeAll(async () => {
  client = await Client.open()
  await client.service.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => client[Symbol.asyncDispose]())

interface News {
  readonly event: string
  readonly data: Partial<ExecutionItem>
}

/** A reader of the stream; `until` waits for an event. */
async function watch(headers: Record<string, string> = { ...client.service.as('viewer') }, query = '') {
  const address = client.service.app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, path: `/api/v1/executions/events${query}`, headers }, resolve).on('error', reject)
  })
  let text = ''
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  const news = (): News[] =>
    text
      .slice(0, text.lastIndexOf('\n\n') + 2)
      .split('\n\n')
      .flatMap((block) => {
        const line = (name: string) => block.match(new RegExp(`^${name}: (.*)$`, 'm'))?.[1]
        const event = line('event')
        return event === undefined ? [] : [{ event, data: JSON.parse(line('data') ?? 'null') }]
      })
  return {
    status: response.statusCode,
    until: async (isEnough: (news: readonly News[]) => boolean) => {
      await client.until(() => isEnough(news()))
      return news()
    },
    [Symbol.dispose]: () => void response.destroy(),
  }
}

const openConnections = () =>
  new Promise<number>((resolve) => client.service.app.server.getConnections((_, count) => resolve(count)))

const isReady = (news: readonly News[]) => news[0]?.event === 'ready'

test('an event stream has no debug line in the log, neither when it is opened nor when it ends', async () => {
  const operations = () =>
    client.service.lines.flatMap(({ level, facts }) => (level === 'debug' ? [facts.operation] : []))
  {
    using stream = await watch()
    await stream.until(isReady)
    await client.call('GET', '/executions')
  }
  await client.until(async () => (await openConnections()) === 0)
  expect(operations()).toContain('listExecutions')
  expect(operations()).not.toContain('watchExecutions')
})

test('sends the list row when an execution is created, starts and ends', async () => {
  using stream = await watch()
  expect(stream.status).toBe(200)
  await stream.until(isReady)
  const workflow = await client.store(echo)
  const { id } = await client.run({ nodes: [node('wait', 'delay', { seconds: 1 })], edges: [] })
  const told = await stream.until((news) => news.some(({ data }) => data.id === id && data.status === 'completed'))
  const own = told.filter(({ data }) => data.id === id)
  expect(own.map(({ data }) => data.status)).toEqual(['running', 'completed'])
  const { data: listed } = await client.call<ExecutionItem[]>('GET', '/executions')
  expect(own.at(-1)).toEqual({ event: 'execution', data: listed.find((item) => item.id === id) })

  // Without effects it starts and ends in one write, so it is sent once.
  const quick = await client.run(echo)
  const once = await stream.until((news) => news.some(({ data }) => data.id === quick.id))
  expect(once.filter(({ data }) => data.id === quick.id).map(({ data }) => data.status)).toEqual(['completed'])

  // A created execution that waits is sent as well, and so is its end.
  const { data: made } = await client.call('POST', `/workflows/${workflow}/pipelines`, {})
  const waiting = String(made.id)
  await stream.until((news) => news.some(({ data }) => data.id === waiting && data.status === 'pending'))
  await client.call('POST', `/executions/${waiting}/cancel`)
  await stream.until((news) => news.some(({ data }) => data.id === waiting && data.status === 'cancelled'))
})

test('sends nothing for steps', async () => {
  using stream = await watch()
  await stream.until(isReady)
  const ids = Array.from({ length: 30 }, (_, at) => `t${at}`)
  const { id } = await client.run({ nodes: ids.map((one) => node(one, 'text_input')), edges: [] })
  const told = await stream.until((news) => news.some(({ data }) => data.id === id && data.status === 'completed'))
  // Quick steps are written together with the start, so only the end is sent.
  expect(told.filter(({ data }) => data.id === id).length).toBeLessThanOrEqual(2)
})

test('sends "missed" when a slow reader lost changes', async () => {
  using stream = await watch()
  await stream.until(isReady)
  const { services } = client.service
  const { id } = await client.run(echo)
  const written = await services.executions.known(id)
  // More changes than are buffered for a reader.
  const news = { ...written, length: written.events.length, change: new Replay(written.record.plan).takeChange() }
  for (let at = 0; at < 1500; at++) services.executionList.publish(news)
  const told = await stream.until((news) => news.some(({ event }) => event === 'missed'))
  expect(told.filter(({ event }) => event === 'missed')).toEqual([{ event: 'missed', data: {} }])
})

test('accepts a ticket and rejects a caller without one', async () => {
  const { data } = await client.call('POST', '/auth/tickets', undefined, 'viewer')
  using stream = await watch({}, `?ticket=${data.ticket}`)
  expect(stream.status).toBe(200)
  using refused = await watch({})
  expect(refused.status).toBe(401)
})
