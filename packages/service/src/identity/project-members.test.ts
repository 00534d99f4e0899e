/** Memberships of people and of groups. */
import { DEFAULT_PROJECT, type PersonRole } from '@millrace/model'
import { exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.ts'
import { callerOfPerson } from './accounts.ts'
import { createJwtCheck } from './jwt.ts'

let service: TestService
let workflow: string
beforeAll(async () => {
  service = await testService()
  await admin('POST', '/projects', { name: 'Sales' })
  const made = await admin('POST', '/workflows?project=sales', { name: 'Ours', nodes: [], edges: [] })
  workflow = made.json().data.id
})
afterAll(() => service[Symbol.asyncDispose]())

function admin(method: 'POST' | 'PUT' | 'DELETE' | 'PATCH', path: string, payload?: object) {
  return service.app.inject({
    ...{ method, url: `/api/v1${path}`, headers: service.as('admin') },
    ...(payload && { payload }),
  })
}

/** A person with an account, and the cookie of a session. */
async function person(name: string, role: PersonRole) {
  const { accounts, auth } = service.services
  const account = await accounts.create({ email: `${name}@example.com`, name, role })
  const { secret } = await auth.grants.create('session', callerOfPerson(account, null))
  const headers = { cookie: `millrace_session=${secret}`, origin: 'http://localhost' }
  return {
    id: account.id,
    get: (path: string) => service.app.inject({ url: `/api/v1${path}`, headers }),
  }
}

const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' }

/** The reply to a sign-in, and requests with its session. */
async function signIn(payload: object) {
  const reply = await service.app.inject({
    ...{ method: 'POST', url: '/api/v1/auth/session', payload, headers: SAME_ORIGIN },
  })
  const cookie = String(reply.headers['set-cookie']).split(';')[0] ?? ''
  const get = (path: string) => service.app.inject({ url: `/api/v1${path}`, headers: { cookie } })
  return { status: reply.statusCode, ...(reply.json() as object), get }
}

const member = (subject: string, role: string, kind = 'person') =>
  admin('PUT', '/projects/sales/members', { kind, subject, role })

test('a person sees a project from the moment of the membership until its end', async () => {
  const ada = await person('ada', 'member')
  const seen = async () => (await ada.get(`/workflows/${workflow}`)).statusCode
  expect([(await ada.get('/auth/session')).statusCode, (await ada.get('/workflows')).statusCode]).toEqual([200, 403])
  expect(await seen()).toBe(404)
  expect((await member('ada@EXAMPLE.com', 'viewer')).statusCode).toBe(200)
  expect(await seen()).toBe(200)
  expect((await ada.get('/auth/session')).json().data).toMatchObject({
    ...{ role: null, permissions: ['read'], projects: [{ id: 'sales', role: 'viewer' }] },
  })
  expect((await admin('DELETE', `/projects/sales/members/person/${ada.id}`)).statusCode).toBe(200)
  expect(await seen()).toBe(404)
  expect((await member('nobody@example.com', 'viewer')).statusCode).toBe(404)
})

test('a role of the whole service and a membership: the stronger one counts', async () => {
  const bob = await person('bob', 'viewer')
  expect((await bob.get(`/workflows/${workflow}`)).statusCode).toBe(200)
  expect((await bob.get(`/workflows/${workflow}/draft`)).statusCode).toBe(403)
  await member(bob.id, 'editor')
  expect((await bob.get(`/workflows/${workflow}/draft`)).json().code).not.toBe('FORBIDDEN')
  expect((await bob.get('/workflows')).json().data).toHaveLength(1)
  const other = await admin('POST', '/workflows', { name: 'Of all', nodes: [], edges: [] })
  const { id } = other.json().data
  expect((await bob.get(`/workflows/${id}`)).statusCode).toBe(200)
  expect((await bob.get(`/workflows/${id}/draft`)).statusCode).toBe(403)
})

test('a group of a JWT is a member while the JWT is sent, without sessions', async () => {
  await member('sellers', 'operator', 'group')
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const { store, clock, log, auth } = service.services
  const check = createJwtCheck({
    ...{ settings: { issuer: 'https://id.example.com/', audience: 'millrace', roleClaim: 'groups' }, clock, log },
    rolesOf: (who) => store.projects.rolesOf(who),
    keys: async () => {
      const key = await importJWK(await exportJWK(publicKey), 'ES256')
      return async () => key as never
    },
  })
  const jwt = (groups: readonly string[]) =>
    new SignJWT({ groups })
      .setProtectedHeader({ alg: 'ES256' })
      .setIssuer('https://id.example.com/')
      .setAudience('millrace')
      .setSubject('cleo')
      .setExpirationTime(Math.floor(clock.now() / 1000) + 60)
      .sign(privateKey)
  const caller = await check(await jwt(['others', 'sellers']))
  expect([caller?.role, caller?.projects]).toEqual([null, new Map([['sales', 'operator']])])
  expect((await check(await jwt(['others'])))?.projects).toBeUndefined()
  expect((await check(await jwt(['admin', 'sellers'])))?.projects).toBeUndefined()
  if (caller === undefined) throw new Error('there is no caller')
  await expect(auth.grants.create('session', caller)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('a change of members ends the streams of members', async () => {
  const { auth } = service.services
  const { secret } = await auth.tokens.create({
    ...{ name: 'limited', role: 'viewer', createdBy: 'the test', expiresAt: null, project: 'sales' },
  })
  let ended = 0
  const caller = await auth.callerOf({ authorization: `Bearer ${secret}` })
  auth.onCredentialEnd(caller, () => ended++)
  auth.onCredentialEnd(await auth.callerOf({ authorization: service.as('viewer').authorization }), () => {
    throw new Error('a caller of the whole service is not affected')
  })
  await member('others', 'viewer', 'group')
  expect(ended).toBe(1)
  const { secret: ticket } = await auth.grants.create('ticket', caller)
  expect((await auth.grants.take('ticket', ticket))?.projects).toEqual(new Map([['sales', 'viewer']]))
})

test('a token of one project has no access to the default one', async () => {
  const made = await admin('POST', '/auth/tokens', { name: 'bound', role: 'admin', project: 'sales' })
  const { token, project } = made.json().data
  const ask = (path: string) =>
    service.app.inject({ url: `/api/v1${path}`, headers: { authorization: `Bearer ${token}` } })
  expect([project, (await ask('/projects/sales')).statusCode]).toEqual(['sales', 200])
  expect((await ask(`/projects/${DEFAULT_PROJECT}`)).statusCode).toBe(404)
  expect((await ask('/auth/tokens')).statusCode).toBe(403)
  expect((await admin('POST', '/auth/tokens', { name: 'x', role: 'admin', project: 'none' })).statusCode).toBe(404)
})

test('a token of a project signs in, and its session sees the project only', async () => {
  const { token } = (await admin('POST', '/auth/tokens', { name: 'ci', role: 'editor', project: 'sales' })).json().data
  const other = (await admin('POST', '/workflows', { name: 'Of others', nodes: [], edges: [] })).json().data
  const { get, ...reply } = await signIn({ token })
  const rights = { role: null, permissions: ['read', 'run', 'write'], projects: [{ id: 'sales', role: 'editor' }] }
  expect(reply).toMatchObject({ status: 200, data: rights })
  const listed: { id: string }[] = (await get('/workflows')).json().data
  expect(listed.map(({ id }) => id)).toEqual([workflow])
  expect((await get(`/workflows/${other.id}`)).statusCode).toBe(404)
})

test('a token without a role in any project does not sign in', async () => {
  const { accounts, auth } = service.services
  const { id: owner } = await accounts.create({ email: 'former@example.com', name: 'former', role: 'member' })
  const made = { name: 'of a former member', role: 'viewer', createdBy: owner, owner, project: 'sales' } as const
  const { secret } = await auth.tokens.create({ ...made, expiresAt: null })
  const message = 'The token has no role in this service or in a project.'
  expect(await signIn({ token: secret })).toMatchObject({ status: 403, error: message })
})

test('a member of a project signs in with a password, also again', async () => {
  const { data } = (await admin('POST', '/people', { email: 'gil@example.com', name: 'Gil', role: 'member' })).json()
  await member(data.id, 'viewer')
  const code = /code=([^&]+)/.exec(data.link.url)?.[1]
  const password = 'a long sentence is good'
  const chosen = await service.app.inject({
    ...{ method: 'POST', url: '/api/v1/auth/password-choice', payload: { code, password } },
    headers: SAME_ORIGIN,
  })
  const rights = { role: null, permissions: ['read'], projects: [{ id: 'sales', role: 'viewer' }] }
  expect(chosen.json().data).toMatchObject(rights)
  expect(await signIn({ email: 'gil@example.com', password })).toMatchObject({ status: 200, data: rights })
})
