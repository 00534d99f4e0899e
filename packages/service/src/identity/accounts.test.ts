import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.ts'
import { MAX_WRONG_PER_ACCOUNT, WRONG_WINDOW_MS } from './sign-in-limits.ts'

let service: TestService
beforeEach(async () => {
  service = await testService({ flags: ['--public-url', 'https://flows.example.com/millrace'] })
})
afterEach(() => service[Symbol.asyncDispose]())

const OWN = { origin: 'https://flows.example.com' }
const ADA = { email: 'Ada@Example.com', name: 'Ada Lovelace', role: 'editor' }
const PASSWORD = 'correct horse battery'

type Headers = Record<string, string>

async function call(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, payload?: object, as?: Headers) {
  const headers = as ?? service.as('admin')
  return service.app.inject({ method, url: `/api/v1${path}`, headers, ...(payload && { payload }) })
}

async function invite(person = ADA): Promise<{ id: string; code: string }> {
  const { data } = (await call('POST', '/people', person)).json()
  return { id: data.id, code: codeIn(data.link.url) }
}

function codeIn(url: string): string {
  return new URLSearchParams(new URL(url).hash.split('?')[1]).get('code') ?? ''
}

function cookieOf(answer: { headers: Record<string, unknown> }): Headers {
  return { cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '', ...OWN }
}

async function choose(code: string, password = PASSWORD) {
  return call('POST', '/auth/password-choice', { code, password }, {})
}

async function joined(person = ADA): Promise<{ id: string; session: Headers }> {
  const { id, code } = await invite(person)
  return { id, session: cookieOf(await choose(code)) }
}

async function signIn(email: string, password: string) {
  return call('POST', '/auth/session', { email, password }, {})
}

async function statusOf(session: Headers): Promise<number> {
  return (await call('GET', '/auth/session', undefined, session)).statusCode
}

async function personIn(id: string) {
  const { data } = (await call('GET', '/people')).json()
  return data.find((person: { id: string }) => person.id === id)
}

async function auditOf(action: string) {
  return (await call('GET', `/audit?action=${action}`)).json().data
}

describe('an invitation', () => {
  test('creates an account and a link that works once and signs in', async () => {
    const answer = await call('POST', '/people', ADA)
    expect(answer.statusCode).toBe(201)
    const { link, ...person } = answer.json().data
    expect(person).toMatchObject({ ...ADA, source: 'local', status: 'invited', lastSeenAt: null, sessions: 0 })
    expect(link.url).toMatch(
      /^https:\/\/flows\.example\.com\/millrace\/#\/password\?code=[\w-]{43}&email=Ada%40Example\.com$/,
    )
    expect(link.expiresAt).toBe('2026-01-08T12:00:00.000Z')
    const chosen = await choose(codeIn(link.url))
    expect(chosen.json().data).toMatchObject({ id: person.id, name: ADA.name, role: 'editor', source: 'local' })
    expect(await statusOf(cookieOf(chosen))).toBe(200)
    const again = await choose(codeIn(link.url), 'another password')
    expect([again.statusCode, again.json().error]).toEqual([401, 'The link was already used or has expired.'])
    expect(await personIn(person.id)).toMatchObject({ status: 'active', sessions: 1 })
    const [entry] = await auditOf('person.invited')
    expect(entry.subject).toEqual({ type: 'person', id: person.id, name: ADA.name })
    expect((await auditOf('person.password_set')).at(-1)).toMatchObject({ actor: { id: person.id, name: ADA.name } })
  })

  test('is rejected for an address that has an account, in any case', async () => {
    await invite()
    const answer = await call('POST', '/people', { ...ADA, email: 'ada@example.com' })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'ALREADY_EXISTS'])
  })

  test('expires after a week, and a new link replaces it', async () => {
    const { id, code } = await invite()
    const { data } = (await call('POST', `/people/${id}/password-link`)).json()
    expect((await choose(code)).statusCode).toBe(401)
    service.clock.advance(7 * 24 * 3600_000)
    expect((await choose(codeIn(data.url))).statusCode).toBe(401)
  })

  test('signs in only one of two simultaneous uses', async () => {
    const { code } = await invite()
    const answers = await Promise.all([choose(code), choose(code, 'another password')])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
  })

  test.each(['11 letters.', 'ada@example.com'])(
    'does not accept the password %j, and stays valid',
    async (password) => {
      const { code } = await invite()
      expect((await choose(code, password)).statusCode).toBe(422)
      expect((await choose(code)).statusCode).toBe(200)
    },
  )

  test('is for admins', async () => {
    expect((await call('POST', '/people', ADA, service.as('editor'))).statusCode).toBe(403)
    expect((await call('GET', '/people', undefined, service.as('editor'))).statusCode).toBe(403)
  })
})

describe('a password', () => {
  test('signs in, with the address in any case, and is stored only as a hash with its parameters', async () => {
    const { id } = await joined()
    const answer = await signIn(' ADA@example.com', PASSWORD)
    expect(answer.json().data).toMatchObject({ id, role: 'editor', source: 'local', email: ADA.email })
    expect(await statusOf(cookieOf(answer))).toBe(200)
    const { password } = await service.services.accounts.get(id)
    expect(password).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/)
  })

  test('that is wrong gets the same answer as an unknown, an invited and a disabled account', async () => {
    const { id } = await joined()
    await invite({ ...ADA, email: 'new@example.com' })
    const bob = await joined({ ...ADA, email: 'bob@example.com' })
    await call('PATCH', `/people/${bob.id}`, { isDisabled: true })
    const emails = [ADA.email, 'nobody@example.com', 'new@example.com', 'bob@example.com']
    for (const [at, email] of emails.entries()) {
      const answer = await signIn(email, at === 0 ? 'wrong password' : PASSWORD)
      expect([answer.statusCode, answer.json(), answer.headers['set-cookie']]).toEqual([
        401,
        { success: false, error: 'The e-mail address or the password is wrong.', code: 'UNAUTHORIZED' },
        undefined,
      ])
    }
    const refused = (await auditOf('session.signed_in')).filter(
      ({ outcome }: { outcome: string }) => outcome === 'refused',
    )
    expect(refused.map(({ subject }: { subject: { id: string } }) => subject.id).at(-1)).toBe(id)
    expect(refused.at(-2).subject).toMatchObject({ id: '', name: '' })
  })

  test('is changed by its owner, which signs out other browsers', async () => {
    const { session } = await joined()
    const other = cookieOf(await signIn(ADA.email, PASSWORD))
    const wrong = { current: 'wrong password', password: 'a new long password' }
    expect((await call('PUT', '/auth/password', wrong, session)).json().error).toBe('The current password is wrong.')
    const right = { ...wrong, current: PASSWORD }
    expect((await call('PUT', '/auth/password', right, session)).statusCode).toBe(200)
    expect([await statusOf(session), await statusOf(other)]).toEqual([200, 401])
    expect((await signIn(ADA.email, PASSWORD)).statusCode).toBe(401)
    expect((await signIn(ADA.email, right.password)).statusCode).toBe(200)
    expect((await call('PUT', '/auth/password', right, service.as('editor'))).statusCode).toBe(403)
    const short = { current: right.password, password: '11 letters.' }
    expect((await call('PUT', '/auth/password', short, session)).statusCode).toBe(422)
  })

  test('cannot be guessed with the session of its owner', async () => {
    const { session } = await joined()
    const guess = { current: 'wrong password', password: 'a new long password' }
    const change = () => call('PUT', '/auth/password', guess, session)
    const answers = await Promise.all(Array.from({ length: MAX_WRONG_PER_ACCOUNT + 1 }, change))
    expect(
      answers
        .map(({ statusCode }) => statusCode)
        .sort()
        .slice(-2),
    ).toEqual([422, 429])
  })

  test('is replaced with a link of an admin, which is valid for a day and signs out every browser', async () => {
    const { id, session } = await joined()
    const { data } = (await call('POST', `/people/${id}/password-link`)).json()
    expect(data.expiresAt).toBe('2026-01-02T12:00:00.000Z')
    expect(await statusOf(session)).toBe(200)
    expect((await choose(codeIn(data.url), 'a new long password')).statusCode).toBe(200)
    expect(await statusOf(session)).toBe(401)
    expect((await signIn(ADA.email, PASSWORD)).statusCode).toBe(401)
  })
})

test('limits wrong passwords per account, also of unknown ones, until the time is over', async () => {
  const { passwords } = service.services
  for (const email of ['nobody@example.com', ' Nobody@example.com']) {
    const tries = Array.from({ length: MAX_WRONG_PER_ACCOUNT / 2 }, (_, at) =>
      passwords.signIn(email, 'x', `10.0.0.${at}`),
    )
    await Promise.all(tries)
  }
  const answer = await signIn('NOBODY@example.com', PASSWORD)
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '900'])
  service.clock.advance(WRONG_WINDOW_MS)
  expect((await signIn('nobody@example.com', PASSWORD)).statusCode).toBe(401)
})

describe('an admin', () => {
  test('changes the role of a person, who then signs in again with it', async () => {
    const { id, session } = await joined()
    const answer = await call('PATCH', `/people/${id}`, { role: 'admin' })
    expect(answer.json().data).toMatchObject({ role: 'admin' })
    expect(await statusOf(session)).toBe(401)
    const again = cookieOf(await signIn(ADA.email, PASSWORD))
    expect((await call('GET', '/people', undefined, again)).statusCode).toBe(200)
    expect((await auditOf('person.changed'))[0]).toMatchObject({ subject: { id }, details: { role: 'admin' } })
    for (const change of [{ isDisabled: true }, { role: 'viewer' }]) {
      const own = await call('PATCH', `/people/${id}`, change, again)
      expect([own.statusCode, own.json().error]).toEqual([
        422,
        'Another admin must change your role or disable your account.',
      ])
    }
  })

  test('disables a person, whose sessions and links end, and enables them again', async () => {
    const { id, session } = await joined()
    const { data } = (await call('POST', `/people/${id}/password-link`)).json()
    expect((await call('PATCH', `/people/${id}`, { isDisabled: true })).json().data.status).toBe('disabled')
    expect(await statusOf(session)).toBe(401)
    expect((await choose(codeIn(data.url))).statusCode).toBe(401)
    expect((await call('POST', `/people/${id}/password-link`)).statusCode).toBe(422)
    await call('PATCH', `/people/${id}`, { isDisabled: false })
    expect((await signIn(ADA.email, PASSWORD)).statusCode).toBe(200)
  })

  test('signs out a person, also one without an account', async () => {
    const { id, session } = await joined()
    const token = cookieOf(await call('POST', '/auth/session', { token: service.tokens.viewer }, {}))
    const people = (await call('GET', '/people')).json().data
    const visitor = people.find(({ source }: { source: string }) => source === 'token')
    expect(visitor).toMatchObject({ name: 'viewer token', role: 'viewer', email: null, sessions: 1, status: 'active' })
    for (const one of [id, visitor.id]) {
      expect((await call('DELETE', `/people/${one}/sessions`)).json().data).toEqual({ ended: 1 })
    }
    expect([await statusOf(session), await statusOf(token)]).toEqual([401, 401])
  })
})

test('the list has when a person was last seen, and pages', async () => {
  const { id, session } = await joined()
  service.clock.advance(3600_000)
  await statusOf(session)
  await expect.poll(async () => (await personIn(id)).lastSeenAt).toBe('2026-01-01T13:00:00.000Z')
  await invite({ ...ADA, email: 'bob@example.com', name: 'Bob' })
  const page = await call('GET', '/people?limit=1&offset=1')
  expect([page.headers['x-total-count'], page.json().data[0].name]).toEqual(['2', 'Bob'])
})

test('an execution names the person who started it', async () => {
  const { session } = await joined()
  const made = await call('POST', '/workflows', { name: 'Hello' }, session)
  await call('POST', `/workflows/${made.json().data.id}/execute`, {}, session)
  const executions = (await call('GET', '/executions')).json()
  expect(executions.data).toEqual([expect.objectContaining({ started_by: ADA.name })])
})

test('the ways to sign in include passwords once an account has one', async () => {
  const methods = async () => (await call('GET', '/auth/methods', undefined, {})).json().data
  expect(await methods()).toEqual({ password: false, provider: null })
  await joined()
  expect(await methods()).toEqual({ password: true, provider: null })
})
