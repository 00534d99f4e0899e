/** Event streams over a real connection: headers, and heartbeats while no event is sent. */
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { testService } from '../testing/test-service.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a stream disables proxy buffering and sends a heartbeat every 15 seconds', async () => {
  await using service = await testService()
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = service.app.server.address() as AddressInfo
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const asked = get({ port, path: '/api/v1/interrupts/events', headers: service.as('viewer') })
  const [response]: IncomingMessage[] = await once(asked, 'response')
  expect(response!.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  let text = ''
  response!.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  await expect.poll(() => text).toContain('event: count')
  expect(text).not.toContain(': still here')
  vi.advanceTimersByTime(30_000)
  await expect.poll(() => text.match(/^: still here$/gm)?.length).toBe(2)
  asked.destroy()
})
