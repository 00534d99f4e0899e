import { openStore } from '@millrace/store'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemIds, systemRandom } from '../compose.ts'
import { tokenFetcher } from '../effects/credentials/fetch-token.ts'
import { createEgress } from '../effects/http/egress.ts'
import { Client, node } from '../executions/testing/client.ts'
import { createVault } from '../platform/secrets.ts'
import { FakeClock } from '../testing/fake-clock.ts'
import { credentialSource } from './credential-source.ts'
import { createCredentials } from './credentials.ts'
import { CLIENT_SECRET, type OAuthServer, startOAuthServer, TOKEN_SECONDS } from './testing/oauth-server.ts'

let server: OAuthServer
let client: Client
let before: number
let made = 0

beforeAll(async () => {
  server = await startOAuthServer()
  client = await Client.open('--egress-allow', '127.0.0.1')
})
beforeEach(() => {
  server.sent.length = 0
  before = server.tokenRequests()
})
afterAll(async () => {
  await client[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

const fetches = () => server.tokenRequests() - before

function fields(values: object = {}) {
  const given = { tokenUrl: `${server.issuer}/token`, clientId: 'basic', clientSecret: CLIENT_SECRET, ...values }
  return { name: `oauth_${made++}`, type: 'oauth2_client_credentials' as const, hosts: [server.api], values: given }
}

async function create(values: object = {}): Promise<{ id: string; name: string }> {
  const reply = await client.call<{ id: string; name: string }>('POST', '/credentials', fields(values), 'admin')
  expect(reply.status).toBe(201)
  return reply.data
}

const shown = async (name: string) => (await client.call('GET', `/credentials/${name}`, undefined, 'admin')).data

/** The status of a run that calls the API, and everything that it returns. */
async function called(credential: string) {
  const detail = await client.run({ nodes: [node('call', 'http_request', { url: server.api, credential })], edges: [] })
  const text = JSON.stringify([detail, await client.call('GET', `/pipelines/${detail.id}/logs`)])
  for (const secret of [CLIENT_SECRET, ...server.sent]) expect(text).not.toContain(secret)
  return { status: detail.status, text }
}

test.each(['basic', 'post'])(
  'fetches a token with client authentication %s and keeps it for later runs',
  async (way) => {
    const values = { clientId: way, clientAuthentication: way, scopes: 'orders.read', audience: 'https://api.example' }
    const { name } = await create(values)
    const { status, text } = await called(name)
    expect([status, text.includes('orders.read'), text.includes('__secret__:****')]).toEqual(['completed', true, true])
    expect((await called(name)).status).toBe('completed')
    expect([new Set(server.sent).size, server.sent.length, fetches()]).toEqual([1, 2, 1])
    expect(JSON.stringify(await shown(name))).not.toContain(server.sent[0])
  },
)

test('replaces a token before it expires', async () => {
  const { name } = await create()
  await called(name)
  client.service.clock.advance((TOKEN_SECONDS - 59) * 1000)
  await called(name)
  expect([new Set(server.sent).size, fetches()]).toEqual([2, 2])
})

test('replaces a token that the API refuses, once per call', async () => {
  const { name } = await create()
  await called(name)
  await server.revoke(server.sent[0] ?? '')
  expect((await called(name)).status).toBe('completed')
  expect([server.sent.length, new Set(server.sent).size, fetches()]).toEqual([3, 2, 2])
  await expect.poll(() => shown(name)).toMatchObject({ lastFailure: null })
  server.refuseAll(true)
  expect((await called(name)).text).toContain('401')
  server.refuseAll(false)
  expect([server.sent.length, fetches()]).toEqual([5, 3])
  await expect.poll(() => shown(name)).toMatchObject({ lastFailure: 'HTTP status 401' })
})

test('fetches a new token after a change, and needs the secret again for another token URL', async () => {
  const { id, name } = await create()
  await called(name)
  const { values, ...rest } = { ...fields(), name }
  const { clientSecret: _, ...kept } = values
  const moved = { ...rest, values: { ...kept, tokenUrl: 'https://evil.example/token' } }
  const refused = await client.call('PUT', `/credentials/${id}`, moved, 'admin')
  expect(refused.body.details?.[0]?.path).toBe('/values/clientSecret')
  expect((await client.call('PUT', `/credentials/${id}`, { ...rest, values: kept }, 'admin')).status).toBe(200)
  expect((await called(name)).status).toBe('completed')
  expect(fetches()).toBe(2)
})

test.each([
  ['the client secret is wrong', { clientSecret: 'a-wrong-secret-of-the-client' }, 'CREDENTIAL_REFUSED'],
  ['the client is unknown', { clientId: 'lost' }, 'CREDENTIAL_REFUSED'],
  ['the token endpoint cannot be reached', { tokenUrl: 'http://127.0.0.1:9/token' }, 'CREDENTIAL_TOKEN'],
  ['the egress rules forbid the token URL', { tokenUrl: 'http://127.0.0.2:9/token' }, 'CREDENTIAL_TOKEN'],
])('fails if %s', async (_, values, code) => {
  const { name } = await create(values)
  const { status, text } = await called(name)
  expect([status, text.includes(code)]).toEqual(['failed', true])
  expect(text).not.toContain('a-wrong-secret-of-the-client')
  await expect.poll(() => shown(name)).toMatchObject({ lastFailure: expect.stringContaining(code) })
})

test('two processes fetch one token together', async () => {
  const store = await openStore({ database: ':memory:' })
  const needs = { store: store.credentials, vault: createVault(systemRandom.bytes(32), systemRandom) }
  const clock = new FakeClock()
  const references = { credentialEnv: 'X_' }
  const author = { name: 'Ada', project: 'default', mayRefer: true }
  const { name } = await createCredentials({ ...needs, clock, ids: systemIds, references }).create(fields(), author)
  const processes = [1, 2].map(() =>
    credentialSource({
      projectOf: () => 'default',
      ...{ ...needs, clock, references: { settings: references, env: {} } },
      fetchToken: tokenFetcher(createEgress(['127.0.0.1'])),
      onError: (error) => expect.unreachable(String(error)),
      onLost: async ({ reason }) => expect.unreachable(reason),
    }),
  )
  const { signal } = new AbortController()
  const openAll = () =>
    Promise.all([...processes, ...processes].map((one) => one.open(name, 'http', { signal, workflow: '' })))
  const first = await openAll()
  expect([new Set(first.map(({ headers }) => headers.authorization)).size, fetches()]).toEqual([1, 1])
  const renewed = await Promise.all(first.map((one) => one.renew?.()))
  const tokens = new Set(renewed.map((one) => one?.headers.authorization))
  expect([tokens.size, tokens.has(first[0]?.headers.authorization), fetches()]).toEqual([1, false, 2])
  const stopped = { signal: AbortSignal.abort(new Error('stopped')), workflow: '' }
  await expect(processes[0]?.open(name, 'http', stopped)).resolves.toBeDefined()
  await store.close()
})
