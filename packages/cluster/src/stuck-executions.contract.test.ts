import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { createEndpointHandler, type ObjectContext, object } from '@restatedev/restate-sdk'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { MAX_TIMES_STUCK, resumeStuck } from './resume-stuck.ts'
import { StuckExecutions } from './stuck-executions.ts'
import { type RestateServer, startRestate } from './testing/restate-server.ts'

/** Fails while `failure` is set, as a worker does that cannot use its database. */
let failure: string | undefined
const driven: string[] = []
const execution = object({
  name: 'Execution',
  handlers: {
    drive: async (ctx: ObjectContext) => {
      if (failure !== undefined) throw new Error(failure)
      driven.push(ctx.key)
    },
  },
})

let restate: RestateServer
const server = createServer(createEndpointHandler({ services: [execution], logger: () => {} }))

beforeAll(async () => {
  restate = await startRestate({
    settings: {
      RESTATE_DEFAULT_RETRY_POLICY__MAX_ATTEMPTS: '2',
      RESTATE_DEFAULT_RETRY_POLICY__INITIAL_INTERVAL: '10ms',
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await post(`${restate.admin}/deployments`, { uri })
})

afterAll(async () => {
  server.close()
  await restate.stop()
})

async function post(url: string, body: unknown): Promise<void> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(url, init)
  expect(response.status, await response.text()).toBeLessThan(300)
}

const send = (id: string) => post(`${restate.ingress}/Execution/${id}/drive/send`, {})

/** Reads again every time: the clock advances by more than the age of an answer. */
function stuckExecutions(admin = restate.admin) {
  const failures: unknown[] = []
  let time = 0
  const now = () => {
    time += 60_000
    return time
  }
  const stuck = new StuckExecutions({ admin, now, onFailure: (error) => failures.push(error) })
  return { stuck, failures }
}

test('an execution whose invocation Restate paused is stuck with the last error, until it is resumed', async () => {
  const { stuck, failures } = stuckExecutions()
  failure = 'the database is away'
  await send('one')
  await send('two')
  const ids = ['one', 'two', 'three']
  await vi.waitFor(async () => expect([...(await stuck.among(ids)).keys()].sort()).toEqual(['one', 'two']), 120_000)
  const found = (await stuck.among(ids)).get('one')
  expect(found).toMatchObject({ reason: 'the database is away', since: expect.any(Number) })
  expect((await stuck.among(['three'])).size).toBe(0)

  expect(await stuck.resume('three')).toBe(false)
  failure = 'the disk is full'
  expect(await stuck.resume('one')).toBe(true)
  await vi.waitFor(async () => expect((await stuck.among(ids)).get('one')?.reason).toBe('the disk is full'), 120_000)

  failure = undefined
  for (const id of ['one', 'two']) expect(await stuck.resume(id)).toBe(true)
  await vi.waitFor(() => expect(driven.toSorted()).toEqual(['one', 'two']), 120_000)
  expect((await stuck.among(ids)).size).toBe(0)
  expect(failures).toEqual([])
})

test('a worker resumes all that is stuck, and leaves what got stuck several times to a person', async () => {
  const { stuck } = stuckExecutions()
  const ids = Array.from({ length: 120 }, (_, at) => `many${at}`)
  const failures: unknown[] = []
  const resumeAll = () =>
    resumeStuck({
      admin: restate.admin,
      signal: new AbortController().signal,
      onFailure: (error) => failures.push(error),
    })
  const allStuck = () => vi.waitFor(async () => expect((await stuck.among(ids)).size).toBe(ids.length), 120_000)
  failure = 'no worker'
  for (const id of ids) await send(id)
  await allStuck()
  for (let times = 1; times < MAX_TIMES_STUCK; times++) {
    expect(await resumeAll()).toBe(ids.length)
    await allStuck()
  }
  expect(await resumeAll()).toBe(0)
  failure = undefined
  await send('later')
  await vi.waitFor(() => expect(driven).toContain('later'), 120_000)
  expect(await stuck.resume('many1')).toBe(true)
  await vi.waitFor(() => expect(driven).toContain('many1'), 120_000)
  expect(failures).toEqual([])
})

/** Responds like the admin API of a Restate server with one paused invocation. */
function createAnswering(asked: string[]) {
  return createHttpServer((request, response) => {
    asked.push(request.url ?? '')
    const row = { id: 'inv_1', target_service_key: 'a', modified_at: '1970-01-01T00:00:00Z', event_json: '{}' }
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ rows: [row] }))
  })
}

test('the last answer is kept while Restate does not respond, and asked for once in a few seconds', async () => {
  const asked: string[] = []
  const server = createAnswering(asked)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const failures: unknown[] = []
  let time = 0
  const stuck = new StuckExecutions({
    admin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    now: () => time,
    onFailure: (error) => failures.push(error),
  })
  for (let round = 0; round < 5; round++) expect((await stuck.among(['a'])).get('a')?.since).toBe(0)
  expect(asked).toHaveLength(2)
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
  time = 10_000
  for (let round = 0; round < 5; round++) expect((await stuck.among(['a'])).size).toBe(1)
  expect(failures).toHaveLength(1)
})

test('no request is sent for an empty list', async () => {
  const { stuck, failures } = stuckExecutions('http://127.0.0.1:1')
  expect((await stuck.among([])).size).toBe(0)
  expect(failures).toEqual([])
})
