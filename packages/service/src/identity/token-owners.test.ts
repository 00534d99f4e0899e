/** Tokens that people have created: valid while the account is enabled, and never with more rights than the person. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.ts'

let service: TestService
beforeEach(async () => {
  service = await testService()
})
afterEach(() => service[Symbol.asyncDispose]())

type Headers = Record<string, string>
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

const SAME_ORIGIN = { origin: 'http://localhost', host: 'localhost' }

async function call(method: Method, path: string, payload?: object, as: Headers = service.as('admin')) {
  return service.app.inject({ method, url: `/api/v1${path}`, headers: as, ...(payload && { payload }) })
}

function cookieOf(answer: { headers: Record<string, unknown> }): Headers {
  return { cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '', ...SAME_ORIGIN }
}

/** An administrator with a local account, and their session. */
async function administrator(): Promise<{ id: string; session: Headers }> {
  const person = { email: 'ada@example.com', name: 'Ada Lovelace', role: 'admin' }
  const { id, link } = (await call('POST', '/people', person)).json().data
  const code = new URLSearchParams(new URL(link.url).hash.split('?')[1]).get('code')
  const chosen = await call('POST', '/auth/password-choice', { code, password: 'correct horse battery' }, {})
  return { id, session: cookieOf(chosen) }
}

async function newToken(as: Headers, change: object = {}): Promise<{ id: string; key: Headers; secret: string }> {
  const answer = await call('POST', '/auth/tokens', { name: 'nightly import', role: 'admin', ...change }, as)
  expect(answer.statusCode).toBe(201)
  const { id, token } = answer.json().data
  return { id, key: { 'x-api-key': token }, secret: token }
}

const change = (id: string, payload: object) => call('PATCH', `/people/${id}`, payload)
const statusOf = async (as: Headers, path = '/workflows') => (await call('GET', path, undefined, as)).statusCode

async function create(as: Headers, project?: string): Promise<number> {
  const query = project === undefined ? '' : `?project=${project}`
  return (await call('POST', `/workflows${query}`, { name: 'Hello' }, as)).statusCode
}

test('a token is invalid while its owner is disabled, with its sessions, and valid again afterwards', async () => {
  const { id, session } = await administrator()
  const token = await newToken(session, { role: 'operator' })
  const browser = cookieOf(await call('POST', '/auth/session', { token: token.secret }, {}))
  expect([await statusOf(token.key), await statusOf(browser)]).toEqual([200, 200])
  await change(id, { isDisabled: true })
  expect([await statusOf(token.key), await statusOf(browser)]).toEqual([401, 401])
  await change(id, { isDisabled: false })
  expect([await statusOf(token.key), await statusOf(browser)]).toEqual([200, 200])
})

test('a token created with a token belongs to the same person, also in a browser', async () => {
  const { id, session } = await administrator()
  const first = await newToken(session)
  const second = await newToken(first.key)
  const browser = cookieOf(await call('POST', '/auth/session', { token: second.secret }, {}))
  const third = await newToken(browser)
  await change(id, { isDisabled: true })
  for (const { key } of [first, second, third]) expect(await statusOf(key)).toBe(401)
})

test('the list names the owner, and that the account is disabled', async () => {
  const { id, session } = await administrator()
  const made = await call('POST', '/auth/tokens', { name: 'nightly import', role: 'viewer' }, session)
  const owner = { id, name: 'Ada Lovelace', isDisabled: false }
  expect(made.json().data).toMatchObject({ owner, createdBy: 'Ada Lovelace' })
  const [entry] = (await call('GET', '/audit?action=token.created')).json().data
  expect(entry).toMatchObject({ actor: { id }, details: { role: 'viewer', owner: id } })
  await newToken(service.as('admin'), { name: 'of no person' })
  await change(id, { isDisabled: true })
  const listed: readonly { name: string; owner: object | null }[] = (await call('GET', '/auth/tokens')).json().data
  expect(listed.find(({ name }) => name === 'nightly import')?.owner).toEqual({ ...owner, isDisabled: true })
  expect(listed.find(({ name }) => name === 'of no person')?.owner).toBeNull()
})

test('a token of an owner who does not exist is invalid', async () => {
  const lost = { name: 'lost', role: 'viewer', createdBy: 'Ada', expiresAt: null, owner: 'nobody' } as const
  const { secret } = await service.services.auth.tokens.create(lost)
  expect(await statusOf({ 'x-api-key': secret })).toBe(401)
})

describe('a token of a person whose role is lowered', () => {
  test('has at most the new role', async () => {
    const { id, session } = await administrator()
    const [strong, weak] = [await newToken(session), await newToken(session, { role: 'viewer' })]
    const browser = cookieOf(await call('POST', '/auth/session', { token: strong.secret }, {}))
    expect(await statusOf(strong.key, '/people')).toBe(200)
    await change(id, { role: 'editor' })
    for (const as of [strong.key, browser]) {
      expect([await statusOf(as, '/people'), await create(as)]).toEqual([403, 201])
    }
    expect([await statusOf(weak.key), await create(weak.key)]).toEqual([200, 403])
    await change(id, { role: 'admin' })
    expect(await statusOf(strong.key, '/people')).toBe(200)
  })

  test('has at most their roles in projects, if the person is only a member', async () => {
    for (const name of ['Sales', 'Support']) await call('POST', '/projects', { name })
    const { id, session } = await administrator()
    const [everywhere, sales] = [await newToken(session), await newToken(session, { project: 'sales' })]
    const support = await newToken(session, { role: 'viewer', project: 'support' })
    await change(id, { role: 'member' })
    expect([await create(everywhere.key, 'sales'), await create(sales.key, 'sales')]).toEqual([403, 403])
    const setRole = (project: string, role: string) =>
      call('PUT', `/projects/${project}/members`, { kind: 'person', subject: id, role })
    await setRole('sales', 'viewer')
    expect([await create(everywhere.key, 'sales'), await create(sales.key, 'sales')]).toEqual([403, 403])
    await setRole('sales', 'editor')
    expect([await create(everywhere.key, 'sales'), await create(sales.key, 'sales')]).toEqual([201, 201])
    expect([await create(everywhere.key, 'support'), await create(sales.key, 'support')]).toEqual([404, 404])
    await setRole('support', 'admin')
    expect([await create(everywhere.key, 'support'), await create(support.key, 'support')]).toEqual([201, 403])
    expect(await statusOf(everywhere.key, '/people')).toBe(403)
  })
})

describe('a stream', () => {
  const opened = async (key: Headers) => service.services.auth.callerOf({ apiKey: key['x-api-key'] ?? '' })
  const isEnded = (caller: Awaited<ReturnType<typeof opened>>, during: () => Promise<unknown>) => {
    let ended = false
    const remove = service.services.auth.onCredentialEnd(caller, () => {
      ended = true
    })
    return during().then(() => {
      remove()
      return ended
    })
  }
  const nothing = () => Promise.resolve()

  test('ends when the owner of its token is disabled or has another role', async () => {
    const { id, session } = await administrator()
    const { key } = await newToken(session)
    expect(await isEnded(await opened(key), () => change(id, { role: 'editor' }))).toBe(true)
    expect(await isEnded(await opened(key), () => change(id, { isDisabled: true }))).toBe(true)
  })

  test('that opens while the owner is disabled ends at once, and one that opens after enabling does not', async () => {
    const { id, session } = await administrator()
    const { key } = await newToken(session)
    const early = await opened(key)
    service.clock.advance(1)
    await change(id, { isDisabled: true })
    await change(id, { isDisabled: false })
    expect(await isEnded(early, nothing)).toBe(true)
    expect(await isEnded(await opened(key), nothing)).toBe(false)
  })
})
