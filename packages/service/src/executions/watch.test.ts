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
  readonly data: {
    seq: number
    status: string
    progress: number
    jobs: { id: string; status: string }[]
    logs?: { node_id?: string; message: string; level: string }[]
  }
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
  /** Disconnect after this many messages. */
  readonly enough?: number
}

/** All complete messages until the end, or until the given number. */
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

/** A chain of delays: it takes a while, and every step is an update. */
function chain(length: number, seconds = 0.01): Drawing {
  const ids = Array.from({ length }, (_, at) => `d${at}`)
  return {
    nodes: [node('in', 'text_input', { defaultValue: 'x' }), ...ids.map((id) => node(id, 'delay', { seconds }))],
    edges: ids.map((id, at) => edge(at === 0 ? 'in:text' : `d${at - 1}:value`, `${id}:value`)),
  }
}

/** The final state of a viewer that applies every update. */
function pictureOf(messages: readonly Message[]): Record<string, string> {
  const picture: Record<string, string> = {}
  for (const { data } of messages) for (const { id, status } of data.jobs ?? []) picture[id] = status
  return picture
}

test('sends everything in order and ends with the execution', async () => {
  const id = await client.start(await client.store(chain(5)))
  const { status, type, messages } = await watch(id)
  expect(status).toBe(200)
  expect(type).toBe('text/event-stream; charset=utf-8')
  const updates = messages.slice(0, -1)
  expect(messages.at(-1)?.event).toBe('end')
  expect(updates.every(({ event, id: seq, data }) => event === 'update' && data.seq === seq)).toBe(true)
  const numbers = updates.map((one) => one.id)
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
  expect(updates.at(-1)?.data).toMatchObject({ status: 'completed', progress: 100 })
  const progress = updates.map(({ data }) => data.progress)
  expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  const { jobs } = await client.detail(id)
  expect(pictureOf(updates)).toEqual(Object.fromEntries(jobs.map((job) => [job.id, job.status])))
})

test('sends the same log lines as the log, with those of the engine', async () => {
  const id = await client.start(await client.store(chain(4)))
  const { messages } = await watch(id)
  const textOf = (line: { node_id?: string; message: string }) => `${line.node_id} ${line.message}`
  const sent = messages.flatMap(({ data }) => data.logs ?? []).map(textOf)
  const { data: log } = await client.call<{ node_id?: string; message: string }[]>('GET', `/executions/${id}/logs`)
  expect(sent.filter((line) => line.endsWith(' Started'))).toEqual(
    ['in', 'd0', 'd1', 'd2', 'd3'].map((at) => `${at} Started`),
  )
  expect(sent.toSorted()).toEqual(log.map(textOf).toSorted())
})

test('continues after every disconnect without loss or duplicates', async () => {
  const id = await client.start(await client.store(chain(12)))
  const seen: Message[] = []
  for (let round = 0; round < 100 && seen.at(-1)?.event !== 'end'; round++) {
    const after = seen.at(-1)?.id
    seen.push(...(await watch(id, { ...(after === undefined ? {} : { after }), enough: 1 + (round % 3) })).messages)
  }
  const updates = seen.slice(0, -1)
  const numbers = updates.map((one) => one.id)
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
  const { jobs } = await client.detail(id)
  expect(pictureOf(updates)).toEqual(Object.fromEntries(jobs.map((job) => [job.id, job.status])))
  expect(updates.at(-1)?.data.status).toBe('completed')
})

test('sends the whole history of a finished execution, or only the end if it was seen', async () => {
  const { id } = await client.run(echo)
  const all = (await watch(id)).messages
  expect(all.length).toBeGreaterThan(2)
  const last = all.at(-2)?.id ?? 0
  expect((await watch(id, { after: last })).messages).toMatchObject([{ event: 'end' }])
  expect((await watch(id, { after: 1 })).messages).toEqual(all.slice(1))
  // Numbers that were never assigned.
  for (const after of [last + 100, -1, Number.NaN]) expect((await watch(id, { after })).messages).toEqual(all)
})

test('accepts a ticket once and rejects a caller without one', async () => {
  const { id } = await client.run(echo)
  const { data } = await client.call('POST', '/auth/tickets', undefined, 'viewer')
  const path = `/api/v1/pipelines/${id}/events?ticket=${data.ticket}`
  expect((await watch(id, { path, headers: {} })).messages.at(-1)?.event).toBe('end')
  expect((await watch(id, { path, headers: {} })).status).toBe(401)
  expect((await watch(id, { headers: {} })).status).toBe(401)
  const unknown = '00000000-0000-4000-8000-000000000000'
  const missing = await watch(unknown)
  expect(missing.status).toBe(404)
  expect(JSON.parse(missing.text)).toMatchObject({ code: 'NOT_FOUND' })
})

test('a client that stops reading does not delay others', async () => {
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
  expect((await client.untilOver(id)).status).toBe('completed')
  const { messages } = await watch(id)
  expect(messages.at(-1)?.event).toBe('end')
  const lines = messages.flatMap(({ data }) => data.logs ?? [])
  expect(lines.filter(({ node_id, level }) => node_id === 'log' && level === 'info')).toHaveLength(400)
  socket.destroy()
  await client.until(() => client.service.services.pipelineUpdates.watched === 0)
})

test('two thousand watch one execution', async () => {
  const id = await client.start(await client.store(chain(3, 0.5)))
  const { services } = client.service
  const enders = Array.from({ length: 2000 }, async () => {
    const numbers: number[] = []
    const signal = new AbortController().signal
    for await (const told of services.pipelineUpdates.follow(id, {
      after: 0,
      signal,
      load: () => services.executions.known(id),
    })) {
      if (told === 'end') return numbers
      numbers.push(told.seq)
    }
    return []
  })
  const all = await Promise.all(enders)
  const { events } = await services.executions.known(id)
  for (const numbers of all) {
    expect(numbers.at(-1)).toBe(events.length)
    expect(numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0))).toBe(true)
  }
  expect(services.pipelineUpdates.watched).toBe(0)
})

test('stopping the service ends its streams without an end event', async () => {
  await using own = await Client.open()
  await own.service.app.listen({ port: 0, host: '127.0.0.1' })
  const id = await own.start(await own.store(chain(2, 1000)))
  const address = own.service.app.server.address()
  const text = new Promise<string>((resolve) => {
    const path = `/api/v1/pipelines/${id}/events`
    get({ port: (address as { port: number }).port, path, headers: own.service.as('viewer') }, async (response) => {
      let all = ''
      for await (const chunk of response) {
        all += chunk
        if (all.includes('paused')) void own.service.app.close()
      }
      resolve(all)
    })
  })
  expect(await text).not.toContain('event: end')
})
