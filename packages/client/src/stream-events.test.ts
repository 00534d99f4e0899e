import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { createClient } from './index.ts'
import { allOf, startServer } from './testing/local-server.ts'

type Reply = (response: ServerResponse) => void

/** Replies to the first request with the first reply, and so on; the last one is repeated. */
async function streamOf(...replies: readonly Reply[]) {
  const resumedFrom: (string | undefined)[] = []
  const service = await startServer(({ headers }, response) => {
    const reply = replies[Math.min(resumedFrom.length, replies.length - 1)]
    resumedFrom.push(headers['last-event-id']?.toString())
    reply?.(response)
  })
  return { service, resumedFrom, client: createClient({ baseUrl: service.baseUrl }) }
}

const sends =
  (text: string): Reply =>
  (response) =>
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(text)

describe('a stream of events', () => {
  test('resumes after the last event with an id, and ends with the event end', async () => {
    const { service, resumedFrom, client } = await streamOf(
      sends('id: 1\nevent: update\ndata: {"seq":1}\n\nevent: delta\ndata: {}\n\n'),
      (response) => response.writeHead(503).end(),
      sends('id: 2\nevent: update\ndata: {"seq":2}\n\nevent: end\ndata: {}\n\nevent: late\ndata: {}\n\n'),
    )
    await using _ = service
    const connections: boolean[] = []
    const onConnection = (isUp: boolean) => connections.push(isUp)
    const events = await allOf(client.watchPipeline({ id: 'p' }, { onConnection }))
    expect(events).toEqual([
      { event: 'update', id: '1', data: { seq: 1 } },
      { event: 'delta', id: undefined, data: {} },
      { event: 'update', id: '2', data: { seq: 2 } },
      { event: 'end', id: undefined, data: {} },
    ])
    expect(resumedFrom).toEqual([undefined, '1', '1'])
    expect(connections).toEqual([true, false, false, true])
  })

  test('starts after a given event', async () => {
    const { service, resumedFrom, client } = await streamOf(sends('event: end\ndata: {}\n\n'))
    await using _ = service
    await allOf(client.watchPipeline({ id: 'p' }, { lastEventId: '41' }))
    expect(resumedFrom).toEqual(['41'])
  })

  test('throws if the service refuses it', async () => {
    const { service, client } = await streamOf((response) => {
      response.writeHead(404).end(JSON.stringify({ success: false, error: 'Gone.', code: 'NOT_FOUND' }))
    })
    await using _ = service
    await expect(client.watchPipeline({ id: 'p' }).next()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('closes its connection when the caller stops, or aborts', async () => {
    let closed = Promise.withResolvers<void>()
    const { service, client } = await streamOf((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: ready\ndata: {}\n\n')
      response.on('close', () => closed.resolve())
    })
    await using _ = service
    for await (const { event } of client.watchExecutions()) {
      expect(event).toBe('ready')
      break
    }
    await closed.promise
    closed = Promise.withResolvers()
    const abort = new AbortController()
    for await (const _event of client.watchExecutions({}, { signal: abort.signal })) abort.abort()
    await closed.promise
  })
})
