import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.ts'
import { roleOf } from './oidc.ts'
import { CLIENT_ID, CLIENT_SECRET, type OidcServer, startOidcServer } from './testing/oidc-server.ts'

const ADDRESS = 'https://flows.example.com/millrace'
const OWN = { origin: 'https://flows.example.com' }

let provider: OidcServer
let service: TestService
beforeEach(async () => {
  provider = await startOidcServer(ADDRESS)
  service = await serviceWith()
})
afterEach(async () => {
  await service[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
})

function serviceWith(issuer = provider.issuer): Promise<TestService> {
  const flags = [
    ...['--public-url', ADDRESS, '--oidc-issuer', issuer, '--oidc-client-id', CLIENT_ID, '--oidc-name', 'Example'],
    ...['--oidc-scopes', 'openid profile email groups', '--oidc-role-map', 'flow-admins=admin,staff=operator'],
  ]
  return testService({ flags, env: { MILLRACE_OIDC_CLIENT_SECRET: CLIENT_SECRET } })
}

type Headers = Record<string, string>

function cookieOf(answer: { headers: Record<string, unknown> }, name: string): string {
  const lines = [answer.headers['set-cookie']].flat().map(String)
  return lines.find((line) => line.startsWith(`${name}=`))?.split(';')[0] ?? ''
}

async function begin(): Promise<{ url: string; flow: string }> {
  const answer = await service.app.inject({ url: '/millrace/sign-in/oidc' })
  expect(answer.statusCode).toBe(303)
  return { url: String(answer.headers.location), flow: cookieOf(answer, 'millrace_oidc') }
}

async function callback(search: string, cookie: string) {
  return service.app.inject({ url: `/millrace/sign-in/oidc/callback${search}`, headers: { cookie } })
}

async function signIn(login: string) {
  const { url, flow } = await begin()
  return callback((await provider.signIn(url, login)).search, flow)
}

async function callerOf(headers: Headers) {
  return service.app.inject({ url: '/api/v1/auth/session', headers })
}

async function session(login = 'ada'): Promise<Headers> {
  return { cookie: cookieOf(await signIn(login), 'millrace_session'), ...OWN }
}

describe('a sign-in at the provider', () => {
  test('returns to the page below its path, with the strongest role of the groups, for 12 hours', async () => {
    const { url } = await begin()
    const asked = new URL(url).searchParams
    expect(asked.get('redirect_uri')).toBe(`${ADDRESS}/sign-in/oidc/callback`)
    expect([asked.get('code_challenge_method'), asked.get('state'), asked.get('nonce')]).toEqual([
      'S256',
      expect.stringMatching(/.{20}/),
      expect.stringMatching(/.{20}/),
    ])
    const answer = await signIn('ada')
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/millrace/'])
    const cookie = cookieOf(answer, 'millrace_session')
    const { data } = (await callerOf({ cookie })).json()
    expect(data).toMatchObject({ name: 'Ada Lovelace', email: 'ada@example.com', role: 'admin', source: 'oidc' })
    expect(data.expiresAt).toBe('2026-01-02T00:00:00.000Z')
    service.clock.advance(12 * 3600_000)
    expect((await callerOf({ cookie })).statusCode).toBe(401)
  })

  test('computes the role again, and keeps the person', async () => {
    const first = (await callerOf(await session())).json().data
    provider.people.set('ada', { name: 'Ada King', email: 'ada@example.com', groups: ['staff'] })
    const second = (await callerOf(await session())).json().data
    expect(second).toMatchObject({ id: first.id, name: 'Ada King', role: 'operator' })
    const people = await service.app.inject({ url: '/api/v1/people', headers: service.as('admin') })
    expect(people.json().data).toEqual([expect.objectContaining({ source: 'oidc', sessions: 2, status: 'active' })])
  })

  test('without a role is accepted if a group is a member of a project', async () => {
    provider.people.set('bob', { name: 'Bob', email: 'bob@example.com', groups: ['sellers'] })
    const url = '/api/v1/projects'
    const call = { headers: service.as('admin'), method: 'POST', url, payload: { name: 'Sales' } } as const
    await service.app.inject(call)
    const payload = { kind: 'group', subject: 'sellers', role: 'editor' }
    await service.app.inject({ ...call, method: 'PUT', url: `${url}/sales/members`, payload })
    const caller = (await callerOf(await session('bob'))).json().data
    expect(caller).toMatchObject({ role: null, projects: [{ id: 'sales', role: 'editor' }], source: 'oidc' })
  })

  test('is refused without a group of the map, and recorded', async () => {
    const answer = await signIn('bob')
    expect(answer.headers.location).toBe('/millrace/#/sign-in?refused=no_role')
    expect(cookieOf(answer, 'millrace_session')).toBe('')
    await session()
    const audit = await service.app.inject({ url: '/api/v1/audit', headers: service.as('admin') })
    const entries = audit
      .json()
      .data.map(({ action, outcome, subject }: Record<string, { name: string }>) => [action, outcome, subject?.name])
    expect(entries).toEqual([
      ['session.signed_in', 'done', 'Ada Lovelace'],
      ['session.signed_in', 'refused', 'Bob'],
    ])
  })

  test('changes what the tokens of the person may do, also if it is refused because the groups have no role', async () => {
    const own = { origin: new URL(ADDRESS).origin }
    const made = await service.app.inject({
      ...{ method: 'POST', url: '/api/v1/auth/tokens', headers: { ...(await session()), ...own } },
      payload: { name: 'nightly import', role: 'admin' },
    })
    const headers = { 'x-api-key': made.json().data.token }
    const status = async (url: string) => (await service.app.inject({ url: `/api/v1${url}`, headers })).statusCode
    const signInWith = (groups: readonly string[]) => {
      provider.people.set('ada', { name: 'Ada', email: 'ada@example.com', groups })
      return signIn('ada')
    }
    expect(await status('/people')).toBe(200)
    await signInWith(['staff'])
    expect([await status('/people'), await status('/workflows')]).toEqual([403, 200])
    const browser = await session()
    expect((await signInWith(['visitors'])).headers.location).toContain('refused=no_role')
    expect([await status('/workflows'), (await callerOf(browser)).statusCode]).toEqual([403, 401])
    await signInWith(['flow-admins'])
    expect(await status('/people')).toBe(200)
  })

  test('is refused for a disabled person, whose sessions have ended', async () => {
    const headers = await session()
    const { id } = (await callerOf(headers)).json().data
    const url = `/api/v1/people/${id}`
    const change = (payload: object) =>
      service.app.inject({ method: 'PATCH', url, headers: service.as('admin'), payload })
    expect((await change({ role: 'viewer' })).json().error).toContain('belongs to the identity provider')
    await change({ isDisabled: true })
    expect((await callerOf(headers)).statusCode).toBe(401)
    expect((await signIn('ada')).headers.location).toBe('/millrace/#/sign-in?refused=disabled')
  })

  test.each(['without the cookie of its browser', 'with another state', 'a second time', 'after ten minutes'])(
    'does not work %s',
    async (what) => {
      const { url, flow } = await begin()
      const { search } = await provider.signIn(url, 'ada')
      if (what === 'a second time') await callback(search, flow)
      if (what === 'after ten minutes') service.clock.advance(600_000)
      const sent = what === 'with another state' ? search.replace(/state=[^&]+/, 'state=other') : search
      const answer = await callback(sent, what.startsWith('without') ? '' : flow)
      expect(answer.headers.location).toMatch(/^\/millrace\/#\/sign-in\?refused=(too_late|rejected)$/)
      expect(cookieOf(answer, 'millrace_session')).toBe('')
      expect(JSON.stringify(service.lines)).not.toContain(new URLSearchParams(search).get('code'))
    },
  )

  test.each(['nonce', 'code_challenge'])('does not work with another %s at the provider', async (name) => {
    const { url, flow } = await begin()
    const other = new URL(url)
    other.searchParams.set(name, 'a'.repeat(43))
    const answer = await callback((await provider.signIn(other.href, 'ada')).search, flow)
    expect(answer.headers.location).toBe('/millrace/#/sign-in?refused=rejected')
    expect(cookieOf(answer, 'millrace_session')).toBe('')
  })

  test('does not work with a cookie that was changed or is not ours', async () => {
    const { url, flow } = await begin()
    const { search } = await provider.signIn(url, 'ada')
    const changed = flow.replace(/.{4}$/, (end) => (end === 'AAAA' ? 'BBBB' : 'AAAA'))
    for (const cookie of [changed, 'millrace_oidc=e30']) {
      expect((await callback(search, cookie)).headers.location).toBe('/millrace/#/sign-in?refused=too_late')
    }
  })

  test('sets cookies that scripts and other sites cannot use, and a new session each time', async () => {
    const started = await service.app.inject({ url: '/millrace/sign-in/oidc' })
    expect(String(started.headers['set-cookie'])).toMatch(
      /^millrace_oidc=[\w-]+; Path=\/millrace\/sign-in; HttpOnly; SameSite=Lax; Secure; Max-Age=600$/,
    )
    const { url, flow } = await begin()
    const { search } = await provider.signIn(url, 'ada')
    const fixed = `millrace_session=${'a'.repeat(43)}`
    const answer = await callback(search, `${fixed}; ${flow}`)
    const [set, ended] = [answer.headers['set-cookie']].flat().map(String)
    expect(set).toMatch(/^millrace_session=[\w-]{43}; Path=\/millrace; HttpOnly; SameSite=Lax; Secure; Expires=/)
    expect(ended).toMatch(/^millrace_oidc=; .*Max-Age=0$/)
    expect(set).not.toContain(fixed)
    expect((await callerOf({ cookie: fixed })).statusCode).toBe(401)
  })

  test('leads only to this service, also if the query has another address', async () => {
    const answer = await service.app.inject({ url: '/millrace/sign-in/oidc?next=https://evil.example&redirect_uri=x' })
    const asked = new URL(String(answer.headers.location))
    expect([asked.origin, asked.searchParams.get('redirect_uri')]).toEqual([
      provider.issuer,
      `${ADDRESS}/sign-in/oidc/callback`,
    ])
    const { search } = await provider.signIn(asked.href, 'ada')
    const finished = await callback(`${search}&next=https://evil.example`, cookieOf(answer, 'millrace_oidc'))
    expect(finished.headers.location).toBe('/millrace/')
  })

  test.each([
    ['/workflows/shop?tab=runs', '/millrace/#/workflows/shop?tab=runs'],
    ['//evil.example', '/millrace/'],
    ['https://evil.example', '/millrace/'],
    ['/\\evil.example', '/millrace/'],
    ['/sign-in?refused=no_role', '/millrace/'],
    ['/a\r\nset-cookie: a=b', '/millrace/'],
    [`/${'a'.repeat(2000)}`, '/millrace/'],
  ])('returns to the location %j in the page', async (next, location) => {
    const url = `/millrace/sign-in/oidc?${new URLSearchParams({ next })}`
    const answer = await service.app.inject({ url })
    const { search } = await provider.signIn(String(answer.headers.location), 'ada')
    const finished = await callback(search, cookieOf(answer, 'millrace_oidc'))
    expect(finished.headers.location).toBe(location)
  })

  test('lets a person choose another account', async () => {
    const promptOf = async (query: string) => {
      const answer = await service.app.inject({ url: `/millrace/sign-in/oidc${query}` })
      return new URL(String(answer.headers.location)).searchParams.get('prompt')
    }
    expect([await promptOf(''), await promptOf('?account=other')]).toEqual([null, 'select_account'])
  })

  test('is another account than a local one with the same e-mail address', async () => {
    const post = (url: string, payload: object, headers: Headers = {}) =>
      service.app.inject({ method: 'POST', url: `/api/v1${url}`, headers, payload })
    const asked = { email: 'ada@example.com', name: 'Local Ada', role: 'viewer' }
    const local = (await post('/people', asked, service.as('admin'))).json().data
    const { data } = (await callerOf(await session())).json()
    expect(data).toMatchObject({ email: asked.email, role: 'admin', source: 'oidc' })
    expect(data.id).not.toBe(local.id)
    expect(await service.services.accounts.get(local.id)).toMatchObject({ name: 'Local Ada', role: 'viewer' })
    const link = await post(`/people/${data.id}/password-link`, {}, service.as('admin'))
    expect(link.json().error).toContain('belongs to the identity provider')
    const code = new URLSearchParams(new URL(local.link.url).hash.split('?')[1]).get('code')
    const chosen = await post('/auth/password-choice', { code, password: 'correct horse battery' })
    expect(chosen.json().data).toMatchObject({ id: local.id, role: 'viewer', source: 'local' })
  })

  test.each([false, 'false'])('does not use an e-mail address whose check is %j', async (email_verified) => {
    provider.people.set('eve', { name: 'Eve', email: 'ada@example.com', groups: ['staff'], email_verified })
    const { data } = (await callerOf(await session('eve'))).json()
    expect([data.name, data.role, data.email]).toEqual(['Eve', 'operator', undefined])
  })

  test('does not let an admin of the provider disable their own account', async () => {
    const headers = await session()
    const url = `/api/v1/people/${(await callerOf(headers)).json().data.id}`
    const answer = await service.app.inject({ method: 'PATCH', url, headers, payload: { isDisabled: true } })
    expect(answer.json().error).toBe('Another admin must change your role or disable your account.')
  })

  test('returns to the sign-in page if the provider does not respond', async () => {
    await service[Symbol.asyncDispose]()
    service = await serviceWith('http://127.0.0.1:1')
    const answer = await service.app.inject({ url: '/sign-in/oidc' })
    expect(answer.headers.location).toBe('/millrace/#/sign-in?refused=unavailable')
  })
})

test('a sign-out ends the session here and leads to that of the provider', async () => {
  const headers = await session()
  const answer = await service.app.inject({ method: 'POST', url: '/api/v1/auth/sign-out', headers })
  const url = new URL(answer.json().data.url)
  expect(`${url.origin}${url.pathname}`).toBe(`${provider.issuer}/session/end`)
  expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${ADDRESS}/`)
  expect((await fetch(url)).status).toBe(200)
  expect((await callerOf(headers)).statusCode).toBe(401)
})

test('the sign-in page gets the name and the path of the provider', async () => {
  const answer = await service.app.inject({ url: '/api/v1/auth/methods' })
  expect(answer.json().data).toEqual({
    password: false,
    provider: { name: 'Example', url: '/millrace/sign-in/oidc' },
  })
})

describe('the role of a person', () => {
  const map = new Map([
    ['/flow-admins', 'admin'],
    ['staff', 'viewer'],
  ] as const)
  const config = { oidcRoleClaim: 'groups', oidcRoleMap: map, oidcDefaultRole: 'none' } as const
  test.each([
    ['the strongest of the map', { groups: ['staff', '/flow-admins'] }, config, 'admin'],
    ['one group as a text', { groups: 'staff' }, config, 'viewer'],
    ['none for a group that is named like a role', { groups: ['admin'] }, config, undefined],
    ['the default without a group', {}, { ...config, oidcDefaultRole: 'operator' }, 'operator'],
    ['a role by its name without a map', { groups: ['x', 'editor'] }, { ...config, oidcRoleMap: new Map() }, 'editor'],
    ['at a path', { realm_access: { roles: ['staff'] } }, { ...config, oidcRoleClaim: 'realm_access.roles' }, 'viewer'],
  ] as const)('is %s', (_, claims, settings, role) => {
    expect(roleOf(claims, settings)).toBe(role)
  })
})
