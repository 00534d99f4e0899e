/** Limits on open streams, over real connections. */

import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Role } from '@millrace/model'
import { afterEach, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.ts'

let service: TestService
afterEach(() => service[Symbol.asyncDispose]())

async function started(...flags: string[]): Promise<void> {
  service = await testService({ flags })
  await service.app.listen({ port: 0, host: '127.0.0.1' })
}

const PATH = '/api/v1/executions/events'

function open(headers: Record<string, string>, query = ''): Promise<IncomingMessage> {
  const { port } = service.app.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    get({ port, path: `${PATH}${query}`, headers, agent: false }, resolve).on('error', reject)
  })
}

async function statusOf(role: Role, query = ''): Promise<number | undefined> {
  return (await open(query === '' ? service.as(role) : {}, query)).statusCode
}

async function ticketOf(role: Role): Promise<string> {
  const made = await service.app.inject({ method: 'POST', url: '/api/v1/auth/tickets', headers: service.as(role) })
  return `?ticket=${made.json().data.ticket}`
}

test('limits the streams of one caller across all of its credentials, separately from other callers', async () => {
  await started('--max-streams-per-caller', '2')
  const first = await open(service.as('viewer'))
  expect([first.statusCode, await statusOf('viewer', await ticketOf('viewer'))]).toEqual([200, 200])
  const refused = await open(service.as('viewer'))
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '5'])
  const text = (await refused.toArray()).join('')
  expect(JSON.parse(text)).toEqual({
    success: false,
    error: 'You have 2 streams open, which is the limit for one caller.',
    code: 'RATE_LIMITED',
  })
  expect(await statusOf('editor')).toBe(200)
  first.destroy()
  await expect.poll(() => statusOf('viewer')).toBe(200)
})

test('limits the streams of all callers together', async () => {
  await started('--max-streams', '2')
  expect([await statusOf('viewer'), await statusOf('editor'), await statusOf('admin')]).toEqual([200, 200, 429])
})

test('a HEAD request does not count as a stream', async () => {
  await started('--max-streams', '1')
  for (const _ of [1, 2]) {
    const answer = await service.app.inject({ method: 'HEAD', url: PATH, headers: service.as('viewer') })
    expect(answer.statusCode).toBe(200)
  }
})
