/** Streams that send other events than their route declares, over real connections. */
import { Type } from '@millrace/model'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sampleRoute } from '../testing/sample-route.ts'
import { type TestService, testService } from '../testing/test-service.ts'
import { eventStream, type Route, type RouteRequest, socketMessages } from './define-route.ts'
import { EventStream, type StreamOut } from './event-stream.ts'
import { requireUpgrade, SocketStream } from './websocket.ts'

const events = {
  ready: Type.Object({}),
  count: Type.Object({ n: Type.Integer() }),
}
const messages = { count: Type.Object({ type: Type.Literal('count'), n: Type.Integer() }) }

let service: TestService
let port: number
let run: (out: StreamOut) => Promise<void>
let socketTexts: readonly string[]

function streamingRoute(changes: Partial<Route<unknown>>) {
  const { file, route } = sampleRoute({ method: 'GET', ...changes })
  const { body: _, ...withoutBody } = route
  return { file, route: withoutBody }
}

beforeEach(async () => {
  const stream = streamingRoute({ reply: eventStream(events), handle: () => new EventStream((out) => run(out)) })
  const socket = streamingRoute({
    operation: 'socket',
    path: '/socket',
    reply: socketMessages(messages),
    errors: ['VALIDATION_ERROR'],
    handle: ({ headers }: RouteRequest) => {
      requireUpgrade(headers)
      return new SocketStream(async ({ send }) => {
        for (const text of socketTexts) await send(text)
        return { code: 1000 }
      })
    },
  })
  service = await testService({ routes: [stream, socket] })
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  port = (service.app.server.address() as { port: number }).port
})

/** The close of a service throws if one of its streams violated its schema, so that no test can miss it. */
async function complaintAtEnd(): Promise<string | undefined> {
  try {
    await service[Symbol.asyncDispose]()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

afterEach(async () => {
  await service.app.close()
})

async function read(): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/sample`)
  return response.text()
}

test('accepts events that match their schemas', async () => {
  run = async ({ send, pass }) => {
    await send({ event: 'ready', data: '{}' })
    await pass('event: count\nda')
    await pass('ta: {"n":1}\n\n')
  }
  expect(await read()).toContain('data: {"n":1}')
  expect(await complaintAtEnd()).toBeUndefined()
})

test('an event that its route does not declare fails the test', async () => {
  run = ({ send }) => send({ event: 'surprise', data: '{}' })
  expect(await read()).not.toContain('surprise')
  expect(await complaintAtEnd()).toBe('sample sent the event surprise, which it does not declare')
})

test('an event that does not match its schema fails the test', async () => {
  run = ({ send }) => send({ event: 'count', data: '{"n":"one"}' })
  await read()
  expect(await complaintAtEnd()).toMatch(/^sample sent count that does not match its schema: \/n /)
})

test('serialised events are checked too, in any chunks', async () => {
  run = async ({ pass }) => {
    await pass('event: count\n')
    await pass('data: {"n":true}\n\n')
  }
  await read()
  expect(await complaintAtEnd()).toMatch(/^sample sent count that does not match its schema/)
})

test('messages of a socket are checked by their type', async () => {
  socketTexts = ['{"type":"count","n":1}', '{"type":"count"}']
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/v1/socket`)
  const texts: unknown[] = []
  socket.addEventListener('message', ({ data }) => void texts.push(data))
  await new Promise((resolve) => socket.addEventListener('close', resolve))
  expect(texts).toEqual(['{"type":"count","n":1}'])
  expect(await complaintAtEnd()).toMatch(/^socket sent count that does not match its schema: \/n /)
})
