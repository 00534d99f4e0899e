/**
 * Flows of thousands of nodes: other requests and executions continue while they are read, validated, converted, run and
 * cancelled.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../http/app.ts'
import { loadRoutes } from '../routes.ts'
import { injectable } from '../testing/injectable.ts'
import { type TestService, testService } from '../testing/test-service.ts'
import { isLarge } from './large-documents.ts'
import { asks, chain, clientOf, llm, text } from './testing/flows.ts'

const NODES = 4_000
/** CPU milliseconds of the main thread in one gap; this work took 200 to 800 on the main thread. */
const MAX_GAP_MS = 100
/** On a slow machine: the part of the work of all threads that may be done in one gap of the main thread. */
const MAX_GAP_PART = 0.25

let service: TestService
/** Without the reply validation of tests, which would take longer than the work itself. */
let app: TestService['app']
let client: ReturnType<typeof clientOf>
beforeAll(async () => {
  service = await testService()
  app = injectable(await createApp(service.services, { routes: await loadRoutes() }))
  client = clientOf({ ...service, app })
  // The first task of a thread loads its code.
  await client.call('POST', '/agentspec/flows/validate', flow)
})
afterAll(async () => {
  await app.close()
  await service[Symbol.asyncDispose]()
})

const many = Array.from({ length: NODES - 3 }, (_, at) => llm(`n${at}`, 'Again: {{x}}', 'x'))
const drawn = chain([asks('ask', 'Shall we?', 'mood'), ...many], [text('x')], [text('x')])
const names = (drawn.nodes as { name: string }[]).map(({ name }) => name)
const flow = {
  ...drawn,
  data_flow_connections: names.slice(2).map((name, at) => {
    const before = at === 0 ? 'start' : names[at + 1]
    return { name: `d${at}`, source_node: before, source_output: 'x', destination_node: name, destination_input: 'x' }
  }),
}

interface SavedFlow {
  readonly id: string
  readonly nodes: readonly unknown[]
}

let saving: Promise<SavedFlow> | undefined
/** The flow as a stored workflow, imported once for all tests. */
function saved(): Promise<SavedFlow> {
  saving ??= client.call('POST', '/workflows/import/agentspec?save=true', flow).then(({ body }) => {
    expect(body.success).toBe(true)
    return body.data as SavedFlow
  })
  return saving
}

/** The result of the work, which must not block the main thread. */
async function unblocked<T>(work: () => Promise<T>): Promise<T> {
  let longest = 0
  const all = process.cpuUsage()
  let last = process.threadCpuUsage()
  let timer: NodeJS.Timeout
  const tick = () => {
    const now = process.threadCpuUsage()
    longest = Math.max(longest, (now.user + now.system - last.user - last.system) / 1000)
    last = now
    timer = setTimeout(tick, 1)
  }
  timer = setTimeout(tick, 1)
  const given = await work()
  tick()
  clearTimeout(timer)
  const { user, system } = process.cpuUsage(all)
  expect(longest).toBeLessThan(Math.max(MAX_GAP_MS, ((user + system) / 1000) * MAX_GAP_PART))
  return given
}

test('large flows are validated without blocking the main thread', async () => {
  const given = await unblocked(() => client.call('POST', '/agentspec/flows/validate', flow))
  expect(given).toEqual({ status: 200, body: { valid: true, errors: [] } })
})

test('large flows are converted and exported without blocking the main thread', async () => {
  const { id } = await saved()
  const check = await unblocked(() => client.call('GET', `/workflows/${id}/validate/agentspec`))
  expect(check.body).toMatchObject({ valid: true })
  const exported = await unblocked(() =>
    app.inject({
      url: `/api/v1/workflows/${id}/export/agentspec?dialect=official&as=yaml`,
      headers: service.as('viewer'),
    }),
  )
  expect([exported.statusCode, exported.body.slice(0, 20)]).toEqual([200, 'component_type: Flow'])
})

test('large exported flows can be imported again', async () => {
  const { id, nodes } = await saved()
  const headers = { ...service.as('editor'), 'content-type': 'application/json' }
  const exported = await app.inject({ url: `/api/v1/workflows/${id}/export/agentspec?dialect=official`, headers })
  const payload = exported.body
  const again = await app.inject({ method: 'POST', url: '/api/v1/workflows/import/agentspec', headers, payload })
  expect(again.statusCode, again.body.slice(0, 300)).toBe(200)
  expect(again.json().data.nodes.length).toBe(nodes.length)
})

test('large flows are started and cancelled without blocking the main thread', async () => {
  const id = await unblocked(() => client.start(flow, { x: 'a' }))
  expect(await client.waiting(id)).toMatchObject({ status: 'running' })
  const cancelled = await unblocked(() => client.call('POST', `/agentspec/executions/${id}/cancel`))
  expect(cancelled.status).toBe(200)
  const { nodes } = (await client.over(id)) as { nodes: Record<string, { status: string }> }
  expect(nodes.n0?.status).toBe('skipped')
})

test('large flows have the same validation errors as small ones', async () => {
  const { body } = await client.call('POST', '/agentspec/flows/validate', { ...flow, start_node: 'nowhere' })
  expect(body).toMatchObject({ valid: false, errors: [expect.stringContaining('`nowhere`')] })
  const refused = await client.call('POST', '/workflows/import/agentspec', { ...flow, start_node: 'nowhere' })
  expect(refused).toMatchObject({ status: 422, body: { valid: false, errors: [expect.stringContaining('`nowhere`')] } })
})

test('only large documents use a worker thread', () => {
  expect(isLarge(chain([llm('a', 'b', 'c')], [], []))).toBe(false)
  expect(isLarge(flow)).toBe(true)
  expect(isLarge('x'.repeat(1_000_000))).toBe(true)
  expect(isLarge(Array.from({ length: 400_000 }, () => ({})))).toBe(true)
})
