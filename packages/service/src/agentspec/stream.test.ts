/** The stream of a flow with a real client and connection. */
import { Replay } from '@millrace/engine'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OVERRUN } from '../platform/broadcast.ts'
import { type TestService, testService } from '../testing/test-service.ts'
import { FlowUpdates } from './flows/flow-updates.ts'
import { asks, chain, clientOf, llm, text } from './testing/flows.ts'

let service: TestService
let client: ReturnType<typeof clientOf>
let port: number
beforeAll(async () => {
  service = await testService()
  client = clientOf(service)
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  port = (service.app.server.address() as { port: number }).port
})
afterAll(() => service[Symbol.asyncDispose]())

const flow = chain([asks('ask', 'Well?', 'mood'), llm('say', 'You are {{mood}}', 'said')], [], [text('said')])

interface Message {
  readonly type: string
  readonly node?: string
  readonly status?: { readonly status: string }
  readonly [key: string]: unknown
}

async function watch(id: string, onMessage: (message: Message) => void = () => {}) {
  const { body } = await client.call('POST', '/auth/tickets')
  const { ticket } = body.data as { ticket: string }
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/v1/agentspec/executions/${id}/stream?ticket=${ticket}`)
  const messages: Message[] = []
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    messages.push(message)
    onMessage(message)
  })
  const closed = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)))
  return { messages, closed, socket }
}

const brief = ({ type, node, status }: Message) => (type === 'node_status' ? `${node} ${status?.status}` : type)

async function answer(id: string): Promise<void> {
  const [open] = (await client.waiting(id)).waiting_for as { interruptId: string }[]
  await client.answer(open?.interruptId, 'glad')
}

test('the stream sends every node, every change in order, one final message and closes', async () => {
  const id = await client.start(flow)
  await client.waiting(id)
  const { messages, closed } = await watch(id, (message) => {
    if (messages.length === 4 && message.type === 'node_status') void answer(id)
  })
  expect(await closed).toBe(1000)
  expect(messages.map(brief)).toEqual([
    'start completed',
    'ask interrupted',
    'say idle',
    'end idle',
    'ask running',
    'ask completed',
    'say running',
    'say completed',
    'end completed',
    'execution_complete',
  ])
  expect(messages.at(-1)).toEqual({ type: 'execution_complete', results: { said: 'You are glad' } })
  expect(messages[5]).toMatchObject({
    status: { state: 'completed', execution_count: 1, duration_ms: expect.any(Number) },
  })
})

test('a late watcher receives the current state and the end', async () => {
  const id = await client.start(chain([llm('say', 'Hi', 'said')], [], [text('said')]))
  await client.over(id)
  const { messages, closed } = await watch(id)
  expect(await closed).toBe(1000)
  expect(messages.map(brief)).toEqual(['start completed', 'say completed', 'end completed', 'execution_complete'])
})

test('a cancellation sends one error message', async () => {
  const id = await client.start(flow)
  await client.waiting(id)
  const { messages, closed } = await watch(id, () => {
    if (messages.length === 4) void client.call('POST', `/agentspec/executions/${id}/cancel`)
  })
  expect(await closed).toBe(1000)
  expect(messages.slice(4).map(brief)).toEqual(['ask cancelled', 'say skipped', 'end skipped', 'execution_error'])
  expect(messages.at(-1)).toEqual({ type: 'execution_error', error: 'cancelled' })
})

test('a failure sends its reason', async () => {
  const id = await client.start(chain([llm('say', 'Hi', 'said')], [], [text('said')]), {}, { options: { maxSteps: 1 } })
  await client.over(id)
  const { messages, closed } = await watch(id)
  expect(await closed).toBe(1000)
  expect(messages.at(-1)).toEqual({
    type: 'execution_error',
    error: 'The flow has visited 1 nodes and may visit no more.',
  })
})

test('an invalid watch request is rejected before the upgrade', async () => {
  const address = `http://127.0.0.1:${port}/api/v1/agentspec/executions`
  const status = async (id: string, headers: Record<string, string>) =>
    (await fetch(`${address}/${id}/stream`, { headers })).status
  expect(await status('nothing', {})).toBe(401)
  expect(await status('nothing', service.as('viewer'))).toBe(404)
  const id = await client.start(flow)
  expect(await status(id, service.as('viewer'))).toBe(400)
  await client.call('POST', `/agentspec/executions/${id}/cancel`)
})

test('a disconnected watcher is removed', async () => {
  const id = await client.start(flow)
  await client.waiting(id)
  const { socket, closed } = await watch(id, () => socket.close())
  await closed
  await answer(id)
  expect(await client.over(id)).toMatchObject({ status: 'completed' })
})

test('a watcher that falls too far behind is disconnected without blocking others', async () => {
  const id = await client.start(flow)
  await client.waiting(id)
  const known = await service.services.executions.known(id)
  const feed = new FlowUpdates({ maxQueued: 3 })
  const watching = feed
    .follow(id, {
      signal: new AbortController().signal,
      load: async () => ({ plan: known.record.plan, events: known.events, inside: new Map() }),
    })
    [Symbol.asyncIterator]()
  for (let told = 0; told < 4; told++) await watching.next()
  const next = watching.next()
  for (let more = 1; more <= 10; more++) {
    const { record, state } = known
    feed.publish({
      record,
      state,
      events: [],
      length: known.events.length + more,
      change: new Replay(record.plan).takeChange(),
    })
  }
  expect(await next).toEqual({ value: OVERRUN, done: false })
  expect((await watching.next()).done).toBe(true)
  expect(feed.watched).toBe(0)
})
