/** A stream ends with the credential that opened it, directly or through a ticket. Over real connections. */
import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { defineRoute, page } from '../http/define-route.ts'
import { requireUpgrade, SocketStream } from '../http/websocket.ts'
import { loadRoutes } from '../routes.ts'
import { type TestService, testService } from '../testing/test-service.ts'

const ISSUER = 'https://id.example.com/'
const JWT_FLAGS = ['--jwt-issuer', ISSUER, '--jwt-audience', 'millrace', '--jwt-jwks-url']

/** A WebSocket that stays open until the client or the service ends it. */
const socketRoute = defineRoute({
  operation: 'openSocket',
  method: 'GET',
  path: '/open-socket',
  access: 'read',
  streaming: true,
  summary: 'A WebSocket',
  reply: page(),
  errors: ['VALIDATION_ERROR'],
  handle({ headers }) {
    requireUpgrade(headers)
    return new SocketStream(async ({ signal, send }) => {
      await send('hello')
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve))
      return { code: 1000 }
    })
  },
})

const keyPair = await generateKeyPair('ES256')
let keyServer: Server
let service: TestService
let port: number

beforeAll(async () => {
  const keys = [{ ...(await exportJWK(keyPair.publicKey)), kid: 'k', alg: 'ES256' }]
  keyServer = createServer((_request, response) => response.end(JSON.stringify({ keys })))
  await new Promise<void>((resolve) => keyServer.listen(0, '127.0.0.1', resolve))
})
afterAll(() => keyServer.close())

beforeEach(async () => {
  const keysUrl = `http://127.0.0.1:${(keyServer.address() as AddressInfo).port}/`
  const routes = [...(await loadRoutes()), { file: 'open-socket.route.ts', route: socketRoute }]
  service = await testService({ flags: [...JWT_FLAGS, keysUrl], routes })
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  port = (service.app.server.address() as AddressInfo).port
})
afterEach(() => service[Symbol.asyncDispose]())

type Headers = Record<string, string>

interface Reading {
  /** Resolves when the service ends the stream. */
  readonly ended: Promise<unknown>
}

/** An event stream that has sent its first bytes. */
async function readEvents(headers: Headers, query: string): Promise<Reading> {
  const path = `/api/v1/executions/events${query}`
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, path, headers }, resolve).on('error', reject)
  })
  expect(response.statusCode).toBe(200)
  const ended = new Promise((resolve) => response.on('end', resolve))
  await new Promise((resolve) => response.once('data', resolve))
  return { ended }
}

/** A WebSocket that has sent its first message. */
async function readSocket(headers: Headers, query: string): Promise<Reading> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/v1/open-socket${query}`, { headers })
  const ended = new Promise((resolve) => socket.on('close', resolve))
  await new Promise((resolve, reject) => {
    socket.on('message', resolve)
    socket.on('error', reject)
  })
  return { ended }
}

const STREAMS = { 'an event stream': readEvents, 'a WebSocket': readSocket } as const

const WAYS = ['directly', 'with a ticket'] as const

async function ticketOf(headers: Headers): Promise<string> {
  const own = { origin: 'http://localhost', host: 'localhost' }
  const made = await service.app.inject({
    method: 'POST',
    url: '/api/v1/auth/tickets',
    headers: { ...own, ...headers },
  })
  expect(made.statusCode).toBe(201)
  return made.json().data.ticket
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

function remove(path: string, headers: Headers = service.as('admin')) {
  return service.app.inject({ method: 'DELETE', url: `/api/v1/auth/${path}`, headers })
}

async function cookieOf(credential: { token: string } | { code: string }): Promise<Headers> {
  const answer = await service.app.inject({ method: 'POST', url: '/api/v1/auth/session', payload: credential })
  return { cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '' }
}

async function linkSession(): Promise<Headers> {
  const admin = { id: 'admin', name: 'Admin', role: 'admin', via: 'link', tokenId: null, expiresAt: null } as const
  const { secret } = await service.services.auth.grants.create('link', admin)
  return cookieOf({ code: secret })
}

async function sessionIds(): Promise<string[]> {
  const answer = await service.app.inject({ url: '/api/v1/auth/sessions', headers: service.as('admin') })
  return answer.json().data.map(({ id }: { id: string }) => id)
}

/** A credential and the action that ends it; none if it expires. */
interface Credential {
  readonly headers: Headers
  readonly end?: () => Promise<unknown>
}

/** The clock of the service stands still, so this counts from when the stream is open. */
const SOON_MS = 100

const CREDENTIALS: Record<string, () => Promise<Credential>> = {
  async 'a token that is revoked'() {
    const { id, headers } = await newToken()
    return { headers, end: () => remove(`tokens/${id}`) }
  },
  async 'a token that expires'() {
    return { headers: (await newToken(service.clock.now() + SOON_MS)).headers }
  },
  async 'a JWT that expires'() {
    const jwt = new SignJWT({ role: 'viewer' })
      .setProtectedHeader({ alg: 'ES256', kid: 'k' })
      .setSubject('ada')
      .setIssuer(ISSUER)
      .setAudience('millrace')
      .setExpirationTime((service.clock.now() + SOON_MS) / 1000)
    return { headers: { authorization: `Bearer ${await jwt.sign(keyPair.privateKey)}` } }
  },
  async 'a session that signs out'() {
    const headers = await cookieOf({ token: (await newToken()).secret })
    const own = { origin: 'http://localhost', host: 'localhost' }
    return { headers, end: () => remove('session', { ...headers, ...own }) }
  },
  async 'a session whose token is revoked'() {
    const { id, secret } = await newToken()
    return { headers: await cookieOf({ token: secret }), end: () => remove(`tokens/${id}`) }
  },
  async 'a session whose token expires'() {
    const { secret } = await newToken(service.clock.now() + SOON_MS)
    return { headers: await cookieOf({ token: secret }) }
  },
  async 'a session of the sign-in link that an admin ends'() {
    const headers = await linkSession()
    const [id] = await sessionIds()
    return { headers, end: () => remove(`sessions/${id}`) }
  },
  async 'a session that ends with all others'() {
    return { headers: await linkSession(), end: () => remove('sessions') }
  },
}

describe.each(Object.entries(STREAMS))('%s', (_stream, read) => {
  describe.each(WAYS)('opened %s', (way) => {
    test.each(Object.entries(CREDENTIALS))('ends with %s', async (_credential, make) => {
      const { headers, end } = await make()
      const isDirect = way === 'directly'
      const reading = await read(isDirect ? headers : {}, isDirect ? '' : `?ticket=${await ticketOf(headers)}`)
      await end?.()
      await reading.ended
    })
  })
})

test('the streams of other callers continue', async () => {
  const mine = await newToken()
  const theirs = await newToken()
  const { ended } = await readEvents(mine.headers, '')
  const other = await readEvents(theirs.headers, '')
  await remove(`tokens/${theirs.id}`)
  await other.ended
  expect(await Promise.race([ended.then(() => 'ended'), other.ended.then(() => 'open')])).toBe('open')
})

test('a ticket is invalid after its session has signed out or was ended', async () => {
  const ends: ((headers: Headers) => Promise<unknown>)[] = [
    (headers) => remove('session', { ...headers, origin: 'http://localhost', host: 'localhost' }),
    async () => remove(`sessions/${(await sessionIds())[0]}`),
    () => remove('sessions'),
  ]
  for (const end of ends) {
    const headers = await linkSession()
    const ticket = await ticketOf(headers)
    await end(headers)
    const answer = await service.app.inject({ url: `/api/v1/executions/events?ticket=${ticket}` })
    expect(answer.statusCode).toBe(401)
  }
})

test('a stream that opens while its token is revoked ends immediately', async () => {
  const { id, secret } = await newToken()
  const { auth } = service.services
  const caller = await auth.callerOf({ apiKey: secret })
  await auth.revokeToken(id)
  await new Promise<void>((resolve) => auth.onCredentialEnd(caller, resolve))
})
