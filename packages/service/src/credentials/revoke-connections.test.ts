/** Tokens of connected accounts are revoked at a certified provider when the account is disconnected or deleted. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Client, node } from '../executions/testing/client.ts'
import { CLIENT_SECRET, type OAuthServer, startOAuthServer } from './testing/oauth-server.ts'

const ADDRESS = 'https://flows.example.com'

interface Shown {
  readonly id: string
  readonly name: string
  readonly connection: object | null
}

let server: OAuthServer
let client: Client
let made = 0

beforeAll(async () => {
  server = await startOAuthServer(`${ADDRESS}/oauth2/callback`)
  client = await Client.open('--egress-allow', '127.0.0.1', '--public-url', ADDRESS, '--credential-env', 'NOT_SET_')
})
beforeEach(() => {
  server.sent.length = 0
})
afterAll(async () => {
  await client[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

function fields(values: object = {}) {
  const urls = { authorizationUrl: `${server.issuer}/auth`, tokenUrl: `${server.issuer}/token` }
  return {
    ...{ name: `revoked_${made++}`, type: 'oauth2_authorization_code', hosts: [server.api] },
    values: {
      ...{ ...urls, revocationUrl: `${server.issuer}/token/revocation`, clientId: 'web' },
      ...{ clientSecret: CLIENT_SECRET, scopes: 'openid orders.read', ...values },
    },
  }
}

async function connected(values: object = {}): Promise<Shown> {
  const { data, status } = await client.call<Shown>('POST', '/credentials', fields(values), 'admin')
  expect(status).toBe(201)
  const begun = await client.call<{ url: string }>('POST', `/credentials/${data.id}/connect`, undefined, 'admin')
  const { href: url } = await server.allow(begun.data.url)
  const finished = await client.call<Shown>('POST', `/credentials/${data.id}/connection`, { url }, 'admin')
  expect(finished.data.connection).not.toBeNull()
  return finished.data
}

/** Calls the API with the credential; returns the access token that it was called with. */
async function tokenOf(credential: string): Promise<string> {
  const call = node('call', 'http_request', { url: server.api, credential })
  expect((await client.run({ nodes: [call], edges: [] })).status).toBe('completed')
  return server.sent.at(-1) ?? ''
}

const isAccepted = async (token: string) =>
  (await fetch(server.api, { headers: { authorization: `Bearer ${token}` } })).ok

const disconnect = (id: string) => client.call<Shown>('DELETE', `/credentials/${id}/connection`, undefined, 'admin')
const remove = (id: string) => client.call('DELETE', `/credentials/${id}`, undefined, 'admin')

/** The last entry about a credential in the audit log. */
async function lastEntry(name: string) {
  const reply = await client.call<{ action: string; details: object; subject: Shown }[]>(
    ...(['GET', '/audit?limit=100', undefined, 'admin'] as const),
  )
  const entry = reply.data.find(({ subject }) => subject.name === name)
  return [entry?.action, entry?.details]
}

test.each([
  ['web', 'basic'],
  ['public', ''],
  ['short', 'basic'],
])('the account of the client %s is revoked at the provider when it is disconnected', async (clientId, way) => {
  const secret = way === '' ? { clientSecret: '' } : { clientAuthentication: way }
  const { id, name } = await connected({ clientId, ...secret })
  const token = await tokenOf(name)
  expect(await isAccepted(token)).toBe(true)
  const gone = await disconnect(id)
  expect([gone.status, gone.data.connection]).toEqual([200, null])
  expect(await isAccepted(token)).toBe(false)
  expect(await lastEntry(name)).toEqual(['credential.disconnected', { revocation: 'done' }])
})

test('the account is revoked at the provider when its credential is deleted', async () => {
  const { id, name } = await connected()
  const token = await tokenOf(name)
  expect((await remove(id)).status).toBe(200)
  expect(await isAccepted(token)).toBe(false)
  expect(await lastEntry(name)).toEqual(['credential.deleted', { revocation: 'done' }])
})

test('nothing is revoked without a revocation URL, without an account, and a second time', async () => {
  const plain = await connected({ revocationUrl: '' })
  const token = await tokenOf(plain.name)
  expect((await disconnect(plain.id)).status).toBe(200)
  expect(await isAccepted(token)).toBe(true)
  expect(await lastEntry(plain.name)).toEqual(['credential.disconnected', {}])
  const { id, name } = await connected()
  await disconnect(id)
  expect((await disconnect(id)).status).toBe(200)
  expect(await lastEntry(name)).toEqual(['credential.disconnected', {}])
  expect((await remove(id)).status).toBe(200)
  expect(await lastEntry(name)).toEqual(['credential.deleted', {}])
  expect((await remove(id)).status).toBe(404)
})

test('a provider that never answers delays the deletion for five seconds and does not prevent it', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const { id, name } = await connected({ revocationUrl: `http://127.0.0.1:${port}/revoke` })
  const token = await tokenOf(name)
  const from = performance.now()
  expect((await remove(id)).status).toBe(200)
  expect(performance.now() - from).toBeLessThan(30_000)
  expect((await client.call('GET', `/credentials/${id}`, undefined, 'admin')).status).toBe(404)
  const [action, details] = await lastEntry(name)
  const revocationError = expect.stringMatching(new RegExp(`^127\\.0\\.0\\.1:${port}: .* in 5000 ms\\.$`))
  expect([action, details]).toEqual(['credential.deleted', { revocation: 'failed', revocationError }])
  const lines = JSON.stringify(client.service.lines)
  expect(lines).toContain('a token could not be revoked at its provider')
  for (const secret of [token, CLIENT_SECRET]) expect(lines + JSON.stringify(details)).not.toContain(secret)
  silent.closeAllConnections()
  silent.close()
})

test.each([
  ['a closed address', 'http://127.0.0.2:9/revoke', 'Not allowed to call'],
  ['an impossible port', 'http://127.0.0.1:99999/revoke', 'The revocation URL is not valid.'],
  ['no revocation endpoint', `/nowhere`, 'The response has the HTTP status 404.'],
])('%s as the revocation URL is reported, and the account is disconnected', async (_, url, reason) => {
  const { id, name } = await connected({ revocationUrl: url.startsWith('/') ? `${server.issuer}${url}` : url })
  const gone = await disconnect(id)
  expect([gone.status, gone.data.connection]).toEqual([200, null])
  const revocationError = expect.stringContaining(reason)
  expect(await lastEntry(name)).toEqual(['credential.disconnected', { revocation: 'failed', revocationError }])
})

test('a secret that cannot be read is reported, and the account is disconnected', async () => {
  const { id, name } = await connected()
  const { name: _, ...rest } = fields({ clientSecret: 'env:NOT_SET_ANYWHERE' })
  const changed = await client.call('PUT', `/credentials/${id}`, { ...rest, name }, 'admin')
  expect(changed.status).toBe(200)
  expect((await disconnect(id)).status).toBe(200)
  const revocationError = expect.stringContaining('cannot be used')
  expect(await lastEntry(name)).toEqual(['credential.disconnected', { revocation: 'failed', revocationError }])
})
