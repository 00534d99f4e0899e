/** Credentials that a person connects in the browser, with a certified provider that rotates refresh tokens. */
import { openStore } from '@millrace/store'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemIds, systemRandom } from '../compose.ts'
import { tokenFetcher } from '../effects/credentials/fetch-token.ts'
import { createEgress } from '../effects/http/egress.ts'
import { Client, node } from '../executions/testing/client.ts'
import { createVault } from '../platform/secrets.ts'
import { FakeClock } from '../testing/fake-clock.ts'
import { createAuthorizations } from './authorizations.ts'
import { credentialSource } from './credential-source.ts'
import { createCredentials } from './credentials.ts'
import { CLIENT_SECRET, type OAuthServer, startOAuthServer, TOKEN_SECONDS } from './testing/oauth-server.ts'

const ADDRESS = 'https://flows.example.com/millrace'
const CALLBACK = `${ADDRESS}/oauth2/callback`
const OWN = { origin: 'https://flows.example.com' }

interface Shown {
  readonly id: string
  readonly name: string
  readonly values: Readonly<Record<string, string>>
  readonly connection: { account: string | null; connectedBy: string; lostAt: string | null; lostReason: string } | null
}
type Fields = { values: object; name: string; description: string; hosts: string[] }
type Headers = Readonly<Record<string, string>>

let server: OAuthServer
let client: Client
let session: Headers
let made = 0

beforeAll(async () => {
  server = await startOAuthServer(CALLBACK)
  client = await Client.open('--egress-allow', '127.0.0.1', '--public-url', ADDRESS)
  session = await browser()
})
beforeEach(() => {
  server.sent.length = 0
})
afterAll(async () => {
  await client[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

/** The headers of a new browser session. */
async function browser(): Promise<Headers> {
  const { app, tokens } = client.service
  const payload = { token: tokens.admin }
  const reply = await app.inject({ method: 'POST', url: '/api/v1/auth/session', headers: OWN, payload })
  return { cookie: String(reply.headers['set-cookie']).split(';')[0] ?? '', ...OWN }
}

function fields(values: object = {}) {
  return {
    name: `account_${made++}`,
    type: 'oauth2_authorization_code' as const,
    hosts: [server.api],
    values: {
      ...{ authorizationUrl: `${server.issuer}/auth`, tokenUrl: `${server.issuer}/token`, clientId: 'web' },
      ...{ clientSecret: CLIENT_SECRET, scopes: 'openid orders.read', ...values },
    },
  }
}

async function create(values: object = {}): Promise<Shown> {
  const reply = await client.call<Shown>('POST', '/credentials', fields(values), 'admin')
  expect(reply.status).toBe(201)
  return reply.data
}

const shown = async (id: string) => (await client.call<Shown>('GET', `/credentials/${id}`, undefined, 'admin')).data

async function begin(id: string, headers: Headers = session): Promise<string> {
  const url = `/api/v1/credentials/${id}/connect`
  const reply = await client.service.app.inject({ method: 'POST', url, headers })
  expect(reply.statusCode).toBe(200)
  return reply.json().data.url
}

async function callback(search: string, headers: Headers = session) {
  const { app } = client.service
  const reply = await app.inject({ url: `/millrace/oauth2/callback${search}`, headers })
  expect(JSON.stringify(client.service.lines)).not.toContain(new URLSearchParams(search).get('code') ?? 'no code')
  return { status: reply.statusCode, location: reply.headers.location, text: reply.body }
}

/** The fields without the secret, as a form sends them. */
function withoutSecret() {
  const { clientSecret: _, ...values } = fields().values
  return values
}

const RESULT = (result: string) => `/millrace/#/settings?part=credentials&connection=${result}`

async function connect(id: string): Promise<void> {
  const { search } = await server.allow(await begin(id))
  expect((await callback(search)).location).toBe(RESULT('done'))
}

async function connected(values: object = {}): Promise<Shown> {
  const { id } = await create(values)
  await connect(id)
  return shown(id)
}

/** The status of a run that calls the API, and everything that it returns. */
async function called(credential: string) {
  const detail = await client.run({ nodes: [node('call', 'http_request', { url: server.api, credential })], edges: [] })
  const text = JSON.stringify([detail, await client.call('GET', `/pipelines/${detail.id}/logs`)])
  for (const secret of [CLIENT_SECRET, ...server.sent]) expect(text).not.toContain(secret)
  return { status: detail.status, text }
}

async function audited(name: string): Promise<string[]> {
  const reply = await client.call<{ action: string; outcome: string; actor: { kind: string }; subject: Shown }[]>(
    ...(['GET', '/audit?limit=100', undefined, 'admin'] as const),
  )
  const own = reply.data.filter(({ subject }) => subject.name === name)
  return own.map(({ action, outcome, actor }) => `${action} ${outcome} ${actor.kind}`).reverse()
}

describe('a credential with an authorization code', () => {
  test.each(['web', 'public'])('is connected by a person with the client %s, and refreshed', async (clientId) => {
    const secret = clientId === 'public' ? { clientSecret: '' } : {}
    const { id, name, connection } = await create({
      clientId,
      ...secret,
      authorizationParameters: 'audience=a&state=x',
    })
    expect(connection).toBeNull()
    const before = await called(name)
    expect([before.status, before.text]).toEqual(['failed', expect.stringContaining('CREDENTIAL_NOT_CONNECTED')])
    const asked = new URL(await begin(id)).searchParams
    expect(Object.fromEntries(asked)).toMatchObject({
      ...{ response_type: 'code', client_id: clientId, scope: 'openid orders.read', redirect_uri: CALLBACK },
      ...{ code_challenge_method: 'S256', state: expect.stringMatching(/^.{40}/), audience: 'a' },
    })
    await connect(id)
    const now = await shown(id)
    expect(now.connection).toMatchObject({ account: 'ada@example.com', connectedBy: 'admin token', lostAt: null })
    for (const _ of [1, 2, 3]) {
      const { status, text } = await called(name)
      expect([status, text.includes('orders.read')]).toEqual(['completed', true])
      client.service.clock.advance((TOKEN_SECONDS - 59) * 1000)
    }
    // Each run was made with a new token, so every rotated refresh token was stored.
    expect(new Set(server.sent).size).toBe(3)
    expect(JSON.stringify(await shown(id))).not.toContain(server.sent[0])
    expect(await audited(name)).toEqual(['credential.created done token', 'credential.connected done session'])
  })

  test('is refreshed after a 401, and not without a refresh token', async () => {
    const { name } = await connected()
    await called(name)
    await server.revoke(server.sent[0] ?? '')
    expect((await called(name)).status).toBe('completed')
    expect([server.sent.length, new Set(server.sent).size]).toEqual([3, 2])
    const short = await connected({ clientId: 'short' })
    server.refuseAll(true)
    expect((await called(short.name)).text).toContain('401')
    server.refuseAll(false)
    expect((await called(short.name)).status).toBe('completed')
    client.service.clock.advance(TOKEN_SECONDS * 1000)
    expect((await called(short.name)).text).toContain('CREDENTIAL_NOT_CONNECTED')
    expect((await shown(short.id)).connection?.lostReason).toContain('has sent no refresh token')
  })

  test('must be connected again after the provider has refused the refresh token', async () => {
    const { id, name } = await connected()
    await called(name)
    await server.revokeGrants()
    for (const _ of [1, 2]) {
      const { status, text } = await called(name)
      expect([status, text]).toEqual(['failed', expect.stringContaining('CREDENTIAL_NOT_CONNECTED')])
      expect(text).toContain('invalid_grant')
    }
    const { connection } = await shown(id)
    expect(connection?.lostAt).toEqual(expect.any(String))
    expect(connection?.lostReason).toContain('refused its refresh token (invalid_grant')
    await connect(id)
    expect((await shown(id)).connection?.lostAt).toBeNull()
    expect((await called(name)).status).toBe('completed')
    expect(await audited(name)).toEqual([
      'credential.created done token',
      'credential.connected done session',
      'credential.connection_lost done service',
      'credential.connected done session',
    ])
  })

  test('can be disconnected', async () => {
    const { id, name } = await connected()
    const gone = await client.call<Shown>('DELETE', `/credentials/${id}/connection`, undefined, 'admin')
    expect([gone.status, gone.data.connection]).toEqual([200, null])
    expect((await called(name)).text).toContain('CREDENTIAL_NOT_CONNECTED')
    expect((await audited(name)).at(-1)).toBe('credential.disconnected done token')
    expect((await client.call('DELETE', `/credentials/${id}/connection`, undefined, 'editor')).status).toBe(403)
  })

  test.each([
    ['another name', true, { name: 'renamed', description: 'new' }],
    ['another client authentication', true, { values: { clientAuthentication: 'basic' } }],
    ['the same client secret again', true, { values: { clientSecret: CLIENT_SECRET } }],
    ['a new host', false, { hosts: ['https://evil.example'], values: { clientSecret: CLIENT_SECRET } }],
    ['other scopes', false, { values: { scopes: 'openid' } }],
    ['another client', false, { values: { clientId: 'public' } }],
    ['other parameters', false, { values: { authorizationParameters: 'prompt=consent' } }],
    ['another authorization URL', false, { values: { authorizationUrl: 'https://evil.example/auth' } }],
    ['a revocation URL', false, { values: { revocationUrl: 'https://evil.example', clientSecret: CLIENT_SECRET } }],
    ['another token URL', false, { values: { tokenUrl: 'https://evil.example', clientSecret: CLIENT_SECRET } }],
  ])('with %s keeps its connection: %s', async (_, isKept, { values = {}, ...change }: Partial<Fields>) => {
    const { id, name } = await connected()
    const { name: _name, ...rest } = fields()
    const hosts = [server.api, ...(change.hosts ?? [])]
    const body = { ...rest, name, ...change, hosts, values: { ...withoutSecret(), ...values } }
    const reply = await client.call<Shown>('PUT', `/credentials/${id}`, body, 'admin')
    expect(reply.status).toBe(200)
    expect(reply.data.connection !== null).toBe(isKept)
    if (isKept) expect((await called(reply.data.name)).status).toBe('completed')
    await client.call('DELETE', `/credentials/${id}`, undefined, 'admin')
  })

  test('is refreshed by one process at a time, and keeps the new refresh token if it is renamed meanwhile', async () => {
    const store = await openStore({ database: ':memory:' })
    const settings = { credentialEnv: 'X_' }
    const vault = createVault(systemRandom.bytes(32), systemRandom)
    const needs = { store: store.credentials, vault, clock: new FakeClock(), references: { settings, env: {} } }
    const credentials = createCredentials({ ...needs, ids: systemIds, references: settings })
    const real = tokenFetcher(createEgress(['127.0.0.1']))
    const connections = createAuthorizations({ ...needs, fetchToken: real })
    const author = { name: 'Ada', project: 'default', mayRefer: true }
    const { id, name } = await credentials.create(fields(), author)
    const caller = { id: 'ada', name: 'Ada', role: 'admin', via: 'token', tokenId: null, expiresAt: null } as const
    const { url } = await connections.begin(id, caller, CALLBACK)
    const { searchParams } = await server.allow(url.href)
    expect(await connections.finish(searchParams, caller)).toHaveProperty('connected')
    const renamed = { ...fields(), name, values: withoutSecret() }
    const processes = [1, 2].map(() =>
      credentialSource({
        ...needs,
        projectOf: () => 'default',
        onError: (error) => expect.unreachable(String(error)),
        onLost: async ({ reason }) => expect.unreachable(reason),
        fetchToken: async (request) => {
          const token = await real(request)
          await credentials.update(id, { ...renamed, description: `after ${server.tokenRequests()} requests` }, author)
          return token
        },
      }),
    )
    const { signal } = new AbortController()
    for (const _ of [1, 2, 3]) {
      const before = server.tokenRequests()
      needs.clock.advance(TOKEN_SECONDS * 1000)
      const opened = await Promise.all(
        [...processes, ...processes].map((one) => one.open(name, 'http', { signal, workflow: '' })),
      )
      const tokens = new Set(opened.map(({ headers }) => headers.authorization))
      expect([tokens.size, server.tokenRequests() - before]).toEqual([1, 1])
    }
    expect((await credentials.get(id)).description).toMatch(/^after/)
    await store.close()
  })

  test('has the redirect URI of the public address, for admins', async () => {
    const path = '/credentials/oauth2/redirect-uri'
    expect((await client.call('GET', path, undefined, 'admin')).data).toEqual({ redirectUri: CALLBACK })
    expect((await client.call('GET', path, undefined, 'editor')).status).toBe(403)
  })
})

describe('a connection', () => {
  test.each([
    ['a second time', 'too_late'],
    ['after ten minutes', 'too_late'],
    ['after a change of the scopes', 'too_late'],
    ['with another state', 'too_late'],
    ['in another session', 'other_caller'],
    ['without a session', 'other_caller'],
    ['with a code of another provider', 'failed'],
    ['with a wrong code', 'failed'],
    ['after the person has refused', 'denied'],
  ])('does not work %s', async (what, result) => {
    const { id, name } = await create()
    const { searchParams } = await server.allow(await begin(id))
    if (what === 'a second time') expect((await callback(`?${searchParams}`)).location).toBe(RESULT('done'))
    if (what === 'after ten minutes') client.service.clock.advance(600_000)
    if (what === 'after a change of the scopes') {
      const body = { ...fields({ scopes: 'openid' }), name }
      expect((await client.call('PUT', `/credentials/${id}`, body, 'admin')).status).toBe(200)
    }
    if (what === 'with another state') searchParams.set('state', 'another')
    if (what === 'with a code of another provider') searchParams.set('iss', 'https://other.example')
    if (what === 'with a wrong code') searchParams.set('code', 'wrong')
    if (what === 'after the person has refused') searchParams.set('error', 'access_denied')
    const headers = what === 'without a session' ? OWN : what === 'in another session' ? await browser() : session
    expect((await callback(`?${searchParams}`, headers)).location).toBe(RESULT(result))
    expect((await shown(id)).connection !== null).toBe(what === 'a second time')
    // The person who has started it can still finish.
    if (result === 'other_caller') expect((await callback(`?${searchParams}`)).location).toBe(RESULT('done'))
  })

  test('is finished by the program that has started it', async () => {
    const { id, name } = await create()
    const address = (await server.allow(await begin(id, client.service.as('admin')))).href
    const { search } = new URL(address)
    const opened = await callback(search, {})
    expect([opened.status, opened.text]).toEqual([200, expect.stringContaining('A program has started')])
    const post = (url: string) => client.call<Shown>('POST', `/credentials/${id}/connection`, { url }, 'admin')
    expect((await post('https://flows.example.com/')).status).toBe(422)
    expect((await post(address)).data.connection).toMatchObject({ account: 'ada@example.com' })
    expect((await post(address)).body.error).toContain('has been finished')
    expect((await called(name)).status).toBe('completed')
  })

  test('is refused for other types, other roles and unreachable providers', async () => {
    const bearer = { name: 'plain', type: 'bearer', hosts: ['a.example'], values: { token: 'a-token-0123' } }
    const { data } = await client.call<Shown>('POST', '/credentials', bearer, 'admin')
    expect((await client.call('POST', `/credentials/${data.id}/connect`, {}, 'admin')).status).toBe(422)
    expect((await client.call('POST', `/credentials/${data.id}/connect`, {}, 'editor')).status).toBe(403)
    const { id } = await create({ tokenUrl: 'http://127.0.0.2:9/token' })
    const { href } = await server.allow(await begin(id, client.service.as('admin')))
    const failed = await client.call('POST', `/credentials/${id}/connection`, { url: href }, 'admin')
    expect([failed.status, failed.body.code]).toEqual([502, 'UPSTREAM_FAILED'])
    expect(await shown(id)).toMatchObject({ lastFailure: expect.stringContaining('127.0.0.2'), connection: null })
  })
})
