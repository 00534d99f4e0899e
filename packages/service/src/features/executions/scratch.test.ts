/** Watching an execution over a real connection. */
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client, type Drawing, echo, edge, node } from './testing/client.ts'

let client: Client
let port: number
beforeAll(async () => {
  client = await Client.open()
  await client.service.app.listen({ port: 0, host: '127.0.0.1' })
  const address = client.service.app.server.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
})
afterAll(() => client[Symbol.asyncDispose]())

interface Message {
  readonly id: number
  readonly event: string
  readonly data: { seq: number; status: string; progress: number; jobs: { id: string; status: string }[] }
}

function messagesIn(text: string): Message[] {
  return text.split('\n\n').flatMap((block) => {
    const line = (name: string) => block.match(new RegExp(`^${name}: (.*)$`, 'm'))?.[1]
    const event = line('event')
    return event === undefined ? [] : [{ id: Number(line('id')), event, data: JSON.parse(line('data') ?? 'null') }]
  })
}

interface Watching {
  readonly after?: number
  readonly path?: string
  readonly headers?: Record<string, string>
  /** Hang up after so many messages. */
  readonly enough?: number
}

/** Everything that comes until the end, or until it was enough; whole messages only. */
async function watch(id: string, { after, path, headers, enough = Infinity }: Watching = {}) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const last = after === undefined ? {} : { 'last-event-id': String(after) }
    const url = path ?? `/api/v1/pipelines/${id}/events`
    get({ port, path: url, headers: { ...(headers ?? client.service.as('viewer')), ...last } }, resolve).on(
      'error',
      reject,
    )
  })
  let text = ''
  const whole = () => messagesIn(text.slice(0, text.lastIndexOf('\n\n') + 2))
  response.setEncoding('utf8')
  for await (const chunk of response) {
    text += chunk
    if (enough < Infinity && whole().length >= enough) break
  }
  response.destroy()
  return { status: response.statusCode, type: response.headers['content-type'], text, messages: whole() }
}

/** Delays one after the other, so that it takes a while and every step is news. */
function chain(length: number, seconds = 0.01): Drawing {
  const ids = Array.from({ length }, (_, at) => `d${at}`)
  return {
    nodes: [node('in', 'text_input', { defaultValue: 'x' }), ...ids.map((id) => node(id, 'delay', { seconds }))],
    edges: ids.map((id, at) => edge(at === 0 ? 'in:text' : `d${at - 1}:value`, `${id}:value`)),
  }
}

/** What a viewer that applies every update ends up with. */
function pictureOf(messages: readonly Message[]): Record<string, string> {
  const picture: Record<string, string> = {}
  for (const { data } of messages) for (const { id, status } of data.jobs ?? []) picture[id] = status
  return picture
}

test('a client that stops reading holds nobody up', {timeout:30000}, async () => {
 const t0=Date.now(); const say=(x:string)=>console.log('T',x,Date.now()-t0, client.service.services.feeds.watched)
  const long = 'x'.repeat(9000)
  const chatty = {
    nodes: [
      node('in', 'json_input', { defaultValue: Array.from({ length: 400 }, () => long) }),
      node('any', 'delay', { seconds: 0 }),
      node('each', 'foreach'),
      node('log', 'logger'),
    ],
    edges: [
      ...[edge('in:value', 'any:value'), edge('any:value', 'each:items')],
      ...[edge('each:item', 'log:message'), edge('log:message', 'each:loop_back')],
    ],
  }
  const id = await client.start(await client.store(chatty))
  const socket = connect(port, '127.0.0.1')
  socket.pause()
  const { authorization } = client.service.as('viewer')
  socket.write(
    `GET /api/v1/pipelines/${id}/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n\r\n`,
  )
  say('started')
  expect((await client.untilOver(id)).status).toBe('completed')
  say('over')
  const { messages } = await watch(id)
  say('watched')
  expect(messages.at(-1)?.event).toBe('end')
  expect(messages.flatMap(({ data }) => (data as { logs?: object[] }).logs ?? [])).toHaveLength(400)
  say('destroy')
  socket.destroy()
  await client.until(() => client.service.services.feeds.watched === 0)
})

