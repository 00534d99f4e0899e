import type { AuditEntry } from '@millrace/model'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { echo } from '../executions/testing/client.ts'
import { MAX_REFUSALS } from '../http/request-audit.ts'
import { type TestService, testService } from '../testing/test-service.ts'
import { purgeAudit } from './purge-audit.ts'

let service: TestService
beforeEach(async () => {
  service = await testService()
})
afterEach(() => service[Symbol.asyncDispose]())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Role = Parameters<TestService['as']>[0]

async function call(method: Method, path: string, payload?: unknown, headers: object = service.as('admin')) {
  return service.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: { ...headers },
    ...(payload === undefined ? {} : { payload: payload as object }),
  })
}

async function entries(query = ''): Promise<AuditEntry[]> {
  return (await call('GET', `/audit?${query}`)).json().data
}

const stored = async (name: string) => {
  const answer = await call('POST', '/workflows', { name, nodes: [], edges: [] })
  return answer.json().data.id as string
}

async function signedIn(role: Role) {
  const answer = await call('POST', '/auth/session', { token: service.tokens[role] }, {})
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
  return { cookie, 'sec-fetch-site': 'same-origin' }
}

test('records who did what, without values and secrets', async () => {
  const id = await stored('Orders')
  await call('PUT', `/workflows/${id}`, { name: 'Orders 2', config: { active: false } })
  await call('GET', `/workflows/${id}/export`)
  const token = (await call('POST', '/auth/tokens', { name: 'nightly', role: 'viewer' })).json().data
  await call('DELETE', `/auth/tokens/${token.id}`)
  await call('DELETE', `/workflows/${id}`)
  await call('GET', '/workflows')
  const found = await entries()
  expect(found.map(({ action, subject, outcome }) => [action, subject.name, outcome])).toEqual([
    ['workflow.deleted', 'Orders 2', 'done'],
    ['token.revoked', 'nightly', 'done'],
    ['token.created', 'nightly', 'done'],
    ['workflow.exported', '', 'done'],
    ['workflow.changed', 'Orders 2', 'done'],
    ['workflow.created', 'Orders', 'done'],
  ])
  expect(found[4]).toEqual({
    id: expect.any(String),
    time: '2026-01-01T12:00:00.000Z',
    actor: { kind: 'token', id: expect.any(String), name: expect.any(String) },
    address: expect.any(String),
    action: 'workflow.changed',
    subject: { type: 'workflow', id, name: 'Orders 2' },
    outcome: 'done',
    details: { revision: 2, active: false },
    request_id: expect.any(String),
  })
  expect(JSON.stringify(found)).not.toContain(token.token)
})

test('records refused sign-ins and missing permissions, up to a limit, and no mistakes', async () => {
  await call('POST', '/auth/session', { token: 'mrt_wrong' }, {})
  await call('POST', '/workflows', { name: 'no' }, service.as('viewer'))
  await call('DELETE', '/workflows/11111111-1111-4111-8111-111111111111')
  await signedIn('editor')
  expect((await entries()).map(({ action, actor, outcome }) => [action, actor.kind, outcome])).toEqual([
    ['session.signed_in', 'token', 'done'],
    ['workflow.created', 'token', 'refused'],
    ['session.signed_in', 'anonymous', 'refused'],
  ])
  for (let at = 0; at < MAX_REFUSALS + 10; at++) await call('POST', '/auth/session', { token: 'mrt_wrong' }, {})
  expect((await call('GET', '/audit?outcome=refused')).headers['x-total-count']).toBe(String(MAX_REFUSALS))
  service.clock.advance(60_000)
  await call('POST', '/auth/session', { token: 'mrt_wrong' }, {})
  expect((await call('GET', '/audit?outcome=refused')).headers['x-total-count']).toBe(String(MAX_REFUSALS + 1))
})

test('records no stop of a conversation and no resume of the service that changed nothing', async () => {
  const workflow = await stored('Talk')
  const { id } = (await call('POST', `/workflows/${workflow}/playground/sessions`, {})).json().data
  expect((await call('POST', `/playground/sessions/${id}/stop`)).statusCode).toBe(200)
  expect((await call('POST', '/system/resume')).json().data).toEqual({ was_paused: false })
  expect((await entries()).map(({ action }) => action)).toEqual(['workflow.created'])
  service.pause()
  expect((await call('POST', '/system/resume')).json().data).toEqual({ was_paused: true })
  expect((await entries()).map(({ action }) => action)).toEqual(['service.resumed', 'workflow.created'])
})

test('records starts in a browser, and leaves those of programs to their executions', async () => {
  const workflow = { name: 'Run', ...echo }
  expect((await call('POST', '/execute', { workflow })).statusCode).toBe(202)
  expect(await entries('action=execution.started')).toEqual([])
  const session = await signedIn('admin')
  const started = await call('POST', '/execute', { workflow }, session)
  expect(started.statusCode).toBe(202)
  const [entry] = await entries('action=execution.started')
  expect(entry).toMatchObject({
    actor: { kind: 'session' },
    subject: { type: 'execution', id: started.json().data.execution_id },
  })
  await call('DELETE', '/auth/session', undefined, session)
  expect((await entries())[0]).toMatchObject({ action: 'session.signed_out', actor: { kind: 'session' } })
})

test('is for admins: listed by filters and exported as a file', async () => {
  await stored('=Orders')
  await stored('Bills')
  for (const role of ['viewer', 'operator', 'editor'] as const)
    expect((await call('GET', '/audit', undefined, service.as(role))).statusCode).toBe(403)
  expect((await entries('search=BILL')).map(({ subject }) => subject.name)).toEqual(['Bills'])
  expect(await entries('from=2026-01-02T00:00:00Z')).toEqual([])
  expect((await call('GET', '/audit?action=odd')).statusCode).toBe(400)
  expect((await call('GET', '/audit?from=yesterday')).statusCode).toBe(400)
  const csv = await call('GET', '/audit/export?format=csv&action=workflow.created')
  expect(csv.headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8', 'x-total-count': '2' })
  const lines = csv.body.split('\r\n')
  expect(lines[0]).toContain('"time","actor_kind"')
  // A name that a spreadsheet would run as a formula is quoted.
  expect(lines[2]).toContain(`"'=Orders"`)
  const ndjson = await call('GET', '/audit/export?limit=1&subject_type=workflow')
  expect(JSON.parse(ndjson.body)).toMatchObject({ action: 'workflow.created', subject: { name: 'Bills' } })
  expect((await entries('action=audit.exported'))[0]).toMatchObject({ details: { format: 'ndjson', entries: 1 } })
})

test('exports a log of several pages as one stream, newest first and without its own entry', async () => {
  await using large = await testService()
  const { store, ids } = large.services
  const facts = { actor: { kind: 'service', id: '', name: '' }, address: '', action: 'backup.created' } as const
  const more = { subject: { type: 'backup', id: '', name: '' }, outcome: 'done', details: {} } as const
  const count = 1_201
  for (let at = 0; at < count; at++) {
    await store.audit.write({ ...facts, ...more, id: ids.uuid(), at: 1000 + at, requestId: `r${at}` })
  }
  const exported = async (query: string) => {
    const { body } = await large.app.inject({ url: `/api/v1/audit/export${query}`, headers: large.as('admin') })
    return body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).request_id as string)
  }
  const expected = Array.from({ length: count }, (_, at) => `r${count - 1 - at}`)
  expect(await exported('')).toEqual(expected)
  expect(await exported('?limit=700&action=backup.created')).toEqual(expected.slice(0, 700))
})

test('removes entries past the retention', async () => {
  const { store, ids } = service.services
  await stored('Old')
  service.clock.advance(366 * 24 * 3600 * 1000)
  await stored('New')
  const needs = { audit: store.audit, clock: service.clock, ids }
  await purgeAudit({ ...needs, config: { auditRetentionDays: 0 } })
  expect(await entries('action=workflow.created')).toHaveLength(2)
  await purgeAudit({ ...needs, config: service.config })
  expect((await entries()).map(({ action, subject }) => [action, subject.name])).toEqual([
    ['audit.purged', ''],
    ['workflow.created', 'New'],
  ])
})
