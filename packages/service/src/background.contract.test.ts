/** What several processes of a cluster do once, or share. Two services on one real Postgres database. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ListenResult } from '@millrace/model'
import { type PostgresServer, startPostgres } from '@millrace/store/testing/postgres-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBackground } from './background.ts'
import { edge, node } from './executions/testing/client.ts'
import { shout, Talk } from './playground/testing/talk.ts'
import { TurnCheck } from './playground/turn-check.ts'
import { type LoggedLine, logInto, type TestService } from './testing/test-service.ts'
import { TEST_CALLS } from './triggers/remote-test-calls.ts'

let server: PostgresServer
let one: Talk
let other: Talk

beforeAll(async () => {
  server = await startPostgres()
  const database = await server.freshDatabase()
  one = await Talk.inCluster(database)
  other = await Talk.inCluster(database)
})

afterAll(async () => {
  await other[Symbol.asyncDispose]()
  await one[Symbol.asyncDispose]()
  await server.stop()
})

const services = (): readonly [TestService, TestService] => [one.client.service, other.client.service]

test('a token that one process revokes is rejected by the other one, and its streams end', async () => {
  const [here, there] = services()
  const { record, secret } = await here.services.auth.tokens.create({
    ...{ name: 'Ada', role: 'viewer', createdBy: 'the test', expiresAt: null },
  })
  const headers = { authorization: `Bearer ${secret}` }
  const status = async () => (await there.app.inject({ method: 'GET', url: '/api/v1/workflows', headers })).statusCode
  expect(await status()).toBe(200)
  const { heard } = await other.overhear('', { path: '/api/v1/executions/events', headers })
  const removed = await one.client.call('DELETE', `/auth/tokens/${record.id}`, undefined, 'admin')
  expect(removed.status).toBe(200)
  await heard
  expect(await status()).toBe(401)
})

test('the token of a person whom one process disables is rejected by the other one, until the person is enabled', async () => {
  const [here, there] = services()
  const ada = await here.services.accounts.create({ email: 'ada@example.com', name: 'Ada', role: 'admin' })
  const { secret } = await here.services.auth.tokens.create({
    ...{ name: 'nightly', role: 'viewer', createdBy: 'Ada', expiresAt: null, owner: ada.id },
  })
  const headers = { authorization: `Bearer ${secret}` }
  const status = async () => (await there.app.inject({ method: 'GET', url: '/api/v1/workflows', headers })).statusCode
  expect(await status()).toBe(200)
  const { heard } = await other.overhear('', { path: '/api/v1/executions/events', headers })
  await one.client.call('PATCH', `/people/${ada.id}`, { isDisabled: true }, 'admin')
  await heard
  expect(await status()).toBe(401)
  await one.client.call('PATCH', `/people/${ada.id}`, { isDisabled: false }, 'admin')
  expect(await status()).toBe(200)
})

test('a test call reaches the editor that listens in another process', async () => {
  const [here, there] = services()
  const path = 'orders/new'
  const listening = here.app.inject({
    ...{ method: 'POST', url: '/api/v1/hooks-test-calls', headers: here.as('editor') },
    payload: { node_id: 'in', path, method: 'POST', auth: 'token', secret: 'correct horse battery staple' },
  })
  const send = (authorization: string) =>
    there.app.inject({
      ...{ method: 'POST', url: `/api/v1/hooks-test/${path}?page=2`, headers: { authorization } },
      payload: { order: 7, text: 'x'.repeat(20_000) },
    })
  await expect.poll(() => here.services.testCalls.has(path)).toBe(true)
  expect((await send('Bearer wrong')).statusCode).toBe(401)
  expect((await send('Bearer correct horse battery staple')).json()).toMatchObject({ data: { captured: true } })
  const { data } = (await listening).json<{ data: ListenResult }>()
  expect(data.call).toMatchObject({ body: { order: 7 }, query: { page: '2' }, method: 'POST' })
  expect((await send('Bearer correct horse battery staple')).statusCode).toBe(404)
  expect(await here.services.store.keyValues.list(TEST_CALLS)).toEqual([])
})

test('a schedule starts one execution per planned time although both processes process it', async () => {
  const [here, there] = services()
  const id = await one.client.store({
    nodes: [node('tick', 'schedule_trigger', { cron: '* * * * *' }), node('out', 'output', { name: 'at' })],
    edges: [edge('tick:scheduled_at', 'out:value')],
  })
  const runs = async () => (await here.services.store.executions.list({ workflowId: id, limit: 50, offset: 0 })).items
  for (let minute = 1; minute <= 5; minute++) {
    for (const { clock } of services()) clock.advance(60_000)
    await Promise.all([here.assembled.schedules.pass(), there.assembled.schedules.pass()])
    await expect.poll(async () => (await runs()).length).toBe(minute)
    for (const { id: execution } of await runs()) {
      await expect.poll(() => one.client.statusOf(execution)).toBe('completed')
    }
  }
})

test('one process does the work in the background, with the backups, and the other one takes over when it stops', async () => {
  const started: string[] = []
  const backupDir = mkdtempSync(join(tmpdir(), 'millrace-background-'))
  const lines: Record<string, LoggedLine[]> = { one: [], other: [] }
  const written = () =>
    Object.values(lines).map((of) => of.filter(({ message }) => message === 'backup written').length)
  const begin = (
    { services: { store, auth, playground, config: own, ids }, clock, assembled }: TestService,
    name: 'one' | 'other',
  ) => {
    const [config, log] = [{ ...own, backupDir }, logInto(lines[name]!)]
    const schedules = {
      ...assembled.schedules,
      begin: () => void started.push(`${name} begins`),
      stop: async () => void started.push(`${name} stops`),
    }
    return startBackground({ ...assembled, schedules, store, playground, grants: auth.grants, clock, ids, config, log })
  }
  const [here, there] = services()
  const first = await begin(here, 'one')
  await expect.poll(() => started).toEqual(['one begins'])
  await expect.poll(written).toEqual([1, 0])
  const second = await begin(there, 'other')
  for (const { clock } of [here, there]) clock.advance(25 * 3_600_000)
  await first.stop()
  await expect.poll(() => started).toEqual(['one begins', 'one stops', 'other begins'])
  await expect.poll(written).toEqual([1, 1])
  await second.stop()
  expect(readdirSync(backupDir)).toHaveLength(2)
  rmSync(backupDir, { recursive: true, force: true })
})

test('messages of a turn whose process ended are written by another process', async () => {
  const [here, there] = services()
  const { id } = await one.begin(shout)
  // From here on, the first process writes no messages.
  here.assembled.conversations.close()
  const sent = await one.send(id, 'hello')
  expect(sent.status).toBe(200)
  await expect.poll(async () => (await one.client.statusOf(sent.data.executionId ?? '')) === 'completed').toBe(true)
  const { store } = there.services
  if (store.cluster === undefined) throw new Error('the store is not in a cluster')
  const check = new TurnCheck({
    sessions: store.sessions,
    histories: store.cluster.histories,
    conversations: there.assembled.conversations,
  })
  await check.pass()
  expect((await other.session(id)).status).not.toBe('idle')
  await check.pass()
  await other.until(id, 'idle')
  expect((await other.page(id)).data.map(({ content }) => content)).toContain('HELLO')
})
