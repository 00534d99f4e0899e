import { afterEach, expect, test, vi } from 'vitest'
import type { Client } from './client.ts'
import { watchShared } from './shared-stream.ts'
import { clientWith } from './testing/client-with.ts'

/** A service whose streams are controlled by the test. */
function service() {
  const streams: ReadableStreamDefaultController<Uint8Array>[] = []
  const client = clientWith(({ signal }) => {
    const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      streams.push(controller)
      signal?.addEventListener('abort', () => controller.error(signal.reason))
    }
    return new Response(new ReadableStream({ start }))
  }, `/api/${crypto.randomUUID()}`)
  return { client, streams, say: (text: string) => streams.at(-1)?.enqueue(new TextEncoder().encode(text)) }
}

const ends: AbortController[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end.abort()
  vi.unstubAllGlobals()
})

/** Opens a window that watches the stream. */
function open(client: Client) {
  const end = new AbortController()
  ends.push(end)
  const events: string[] = []
  void watchShared(client.baseUrl, (options) => client.watchExecutions({}, options), {
    signal: end.signal,
    onEvent: ({ event, data }) => events.push(`${event} ${JSON.stringify(data)}`),
    onConnection: (isUp) => events.push(isUp ? 'up' : 'down'),
  }).catch(() => undefined)
  return { events, close: () => end.abort() }
}

test('several windows share one stream, and another window takes over when its owner closes', async () => {
  const { client, streams, say } = service()
  const [one, two] = [open(client), open(client)]
  await expect.poll(() => streams.length).toBe(1)
  say('event: ready\ndata: {}\n\n')
  await expect.poll(() => two.events).toEqual(['missed {}', 'up', 'ready {}'])
  expect(one.events).toEqual(two.events)
  one.close()
  await expect.poll(() => streams.length).toBe(2)
  say('event: ready\ndata: {}\n\nevent: x\ndata: 1\n\n')
  await expect.poll(() => two.events.slice(3)).toEqual(['up', 'ready {}', 'x 1'])
  expect(one.events).toHaveLength(3)
  two.close()
})

test('notifies all windows when the connection is lost', async () => {
  const { client, streams } = service()
  const [one, two] = [open(client), open(client)]
  await expect.poll(() => streams.length).toBe(1)
  streams[0]?.close()
  await expect.poll(() => [one.events.includes('down'), two.events.includes('down')]).toEqual([true, true])
})

test('opens one stream per window without BroadcastChannel', async () => {
  vi.stubGlobal('BroadcastChannel', undefined)
  const { client, streams } = service()
  open(client)
  open(client)
  await expect.poll(() => streams.length).toBe(2)
})
