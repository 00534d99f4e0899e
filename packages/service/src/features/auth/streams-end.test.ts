/** A stream goes on for as long as what its reader came with is good, and no longer. Over real connections. */
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestService, testService } from '../../testing/test-service.ts'

let service: TestService
let port: number
beforeEach(async () => {
  service = await testService()
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  port = (service.app.server.address() as AddressInfo).port
})
afterEach(() => service[Symbol.asyncDispose]())

type Headers = Record<string, string>

/** A stream that has said its first word; `ended` resolves when the service has ended it. */
async function listen(headers: Headers, query = ''): Promise<{ readonly ended: Promise<unknown> }> {
  const path = `/api/v1/executions/events${query}`
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, path, headers }, resolve).on('error', reject)
  })
  expect(response.statusCode).toBe(200)
  const ended = new Promise((resolve) => response.on('end', resolve))
  await new Promise((resolve) => response.once('data', resolve))
  return { ended }
}

async function newToken(expiresAt: number | null = null) {
  const { record, secret } = await service.services.auth.tokens.create({
    name: 'reader',
    role: 'viewer',
    createdBy: 'a test',
    expiresAt,
  })
  return { id: record.id, headers: { authorization: `Bearer ${secret}` }, secret }
}

const revoke = (id: string) =>
  service.app.inject({ method: 'DELETE', url: `/api/v1/auth/tokens/${id}`, headers: service.as('admin') })

async function cookieOf(secret: string): Promise<Headers> {
  const answer = await service.app.inject({
    method: 'POST',
    url: '/api/v1/auth/session',
    payload: { token: secret },
  })
  return { cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '' }
}

test('the streams of a token end when it is revoked, whatever they were opened with', async () => {
  const { id, headers, secret } = await newToken()
  const made = await service.app.inject({ method: 'POST', url: '/api/v1/auth/tickets', headers })
  const byToken = await listen(headers)
  const byCookie = await listen(await cookieOf(secret))
  const byTicket = await listen({}, `?ticket=${made.json().data.ticket}`)
  await revoke(id)
  await Promise.all([byToken.ended, byCookie.ended, byTicket.ended])
})

test('the streams of a session end when it is signed out', async () => {
  const cookie = await cookieOf((await newToken()).secret)
  const { ended } = await listen(cookie)
  const origin = { origin: 'http://localhost', host: 'localhost' }
  await service.app.inject({ method: 'DELETE', url: '/api/v1/auth/session', headers: { ...cookie, ...origin } })
  await ended
})

test('a stream ends with the time of its token', async () => {
  const { headers } = await newToken(service.clock.now() + 500)
  await (await listen(headers)).ended
})

test('the streams of others go on', async () => {
  const mine = await newToken()
  const theirs = await newToken()
  const { ended } = await listen(mine.headers)
  const other = await listen(theirs.headers)
  await revoke(theirs.id)
  await other.ended
  expect(await Promise.race([ended.then(() => 'ended'), other.ended.then(() => 'open')])).toBe('open')
})
