/** Flows on a remote runtime: one with the API of the example server, and another Millrace. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { OVERRUN } from '../../platform/broadcast.ts'
import { createWorkers } from '../../platform/workers/workers.ts'
import { type TestService, testService } from '../../testing/test-service.ts'
import { WORKER_PROGRAM } from '../../worker-program.ts'
import { type ExampleRuntime, exampleRuntime } from '../testing/example-runtime.ts'
import { asks, chain, clientOf, llm, text } from '../testing/flows.ts'
import { createRemoteRuntime } from './remote-runtime.ts'

const flow = chain([llm('say', 'Hi {{x}}', 'said')], [text('x')], [text('said')])
let example: ExampleRuntime
let service: TestService
let client: ReturnType<typeof clientOf>
beforeAll(async () => {
  example = await exampleRuntime()
  service = await testService({ flags: ['--agentspec-runtime', example.url] })
  client = clientOf(service)
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await example[Symbol.asyncDispose]()
})
beforeEach(() => {
  Object.assign(example, { broken: undefined, brokenAnswers: Number.POSITIVE_INFINITY })
  example.errors = []
  example.asked.length = 0
})

async function all<T>(messages: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const message of messages) list.push(message)
  return list
}

const found = (id: string) => {
  const execution = example.executions.get(id)
  if (execution === undefined) throw new Error('it is not there')
  return execution
}

describe('the example runtime', () => {
  test('receives the flow in the simple form, and its statuses are mapped to ours', async () => {
    const id = await client.start(flow, { x: 'Ada' })
    expect(example.asked.at(-1)).toMatchObject({
      what: 'POST /flows/execute',
      body: { flow: { component_type: 'flow', start_node: 'start' }, inputs: { x: 'Ada' } },
    })
    expect((await client.call('GET', `/agentspec/executions/${id}`)).body).toMatchObject({
      execution_id: id,
      status: 'running',
      execution_status: 'running',
      nodes: { say: { status: 'pending', state: 'pending', execution_count: 0 } },
    })
    expect((await client.results(id)).status).toBe(404)
    const execution = found(id)
    execution.status = 'success'
    execution.nodes = {
      start: { state: 'done' },
      say: { status: 'executing', duration_ms: 3.4 },
      end: { status: 'weird' },
    }
    execution.results = { said: 'Hi' }
    expect((await client.call('GET', `/agentspec/executions/${id}`)).body).toMatchObject({
      status: 'completed',
      node_statuses: {
        start: { status: 'completed', execution_count: 1 },
        say: { status: 'running', duration_ms: 3 },
        end: { status: 'idle', execution_count: 0 },
      },
    })
    expect(await client.results(id)).toEqual({ status: 200, body: { said: 'Hi' } })
  })

  test('a failure without a top-level error reports that of its first failed node', async () => {
    const id = await client.start(flow, { x: 'x' })
    found(id).status = 'error'
    found(id).nodes.say = { status: 'error', error: 'It broke.' }
    expect((await client.call('GET', `/agentspec/executions/${id}`)).body).toMatchObject({
      status: 'failed',
      error: 'It broke.',
      message: 'It broke.',
    })
  })

  test('cancels only running executions', async () => {
    const id = await client.start(flow, { x: 'x' })
    expect((await client.call('POST', `/agentspec/executions/${id}/cancel`)).status).toBe(200)
    expect(await client.call('POST', `/agentspec/executions/${id}/cancel`)).toMatchObject({
      status: 409,
      body: { code: 'EXECUTION_OVER', error: 'The execution is cancelled.' },
    })
  })

  test('reports a lost execution as failed and an unknown one as 404', async () => {
    const id = await client.start(flow, { x: 'x' })
    found(id).nodes = { start: { status: 'completed' }, say: { status: 'running' }, end: { status: 'pending' } }
    await client.call('GET', `/agentspec/executions/${id}`)
    example.executions.delete(id)
    expect((await client.call('GET', `/agentspec/executions/${id}`)).body).toMatchObject({
      status: 'failed',
      error: 'lost by runtime',
      nodes: { start: { status: 'completed' }, say: { status: 'failed' }, end: { status: 'skipped' } },
    })
    expect((await client.call('GET', '/agentspec/executions/nothing')).status).toBe(404)
  })

  test('rejects what the runtime rejects, with its reasons', async () => {
    example.errors = ['No start node']
    expect(await client.call('POST', '/agentspec/flows/execute', { flow, inputs: { x: 'x' } })).toMatchObject({
      status: 422,
      body: { details: [{ message: 'No start node' }] },
    })
    expect(await client.call('POST', '/agentspec/flows/validate', flow)).toEqual({
      status: 200,
      body: { valid: false, errors: ['No start node'] },
    })
    // Flows with errors that we can detect are not sent.
    example.asked.length = 0
    expect((await client.call('POST', '/agentspec/flows/validate', { ...flow, start_node: 'x' })).body).toMatchObject({
      valid: false,
    })
    expect(example.asked).toEqual([])
  })

  test('lists the agents and tools of the runtime', async () => {
    expect((await client.call('GET', '/agentspec/agents')).body).toEqual([
      { name: 'a', description: '', inputs: [], outputs: [] },
    ])
    expect((await client.call('GET', '/agentspec/tools')).body).toEqual([
      { name: 't', description: 'T', component_type: 'server_tool', inputs: [{ title: 'x' }], outputs: [] },
    ])
    expect((await client.call('GET', '/agentspec/health')).body).toMatchObject({ runtime: 'example', version: '9.9' })
  })

  test('returns 502 in our format while the runtime is unavailable', async () => {
    example.broken = 500
    for (const [method, path, body] of [
      ['POST', '/agentspec/flows/execute', { flow, inputs: { x: 'x' } }],
      ['GET', '/agentspec/executions/x', undefined],
      ['POST', '/agentspec/executions/x/cancel', undefined],
      ['GET', '/agentspec/executions/x/results', undefined],
      ['GET', '/agentspec/agents', undefined],
      ['GET', '/agentspec/tools', undefined],
      ['GET', '/agentspec/health', undefined],
    ] as const) {
      expect(await client.call(method, path, body), path).toEqual({
        status: 502,
        body: { success: false, error: 'The Agent Spec runtime failed with HTTP status 500.', code: 'UPSTREAM_FAILED' },
      })
    }
    const nobody = createRemoteRuntime({
      url: 'http://127.0.0.1:1',
      auth: 'none',
      token: undefined,
      dialect: 'simple',
      workers,
      log: { warn: () => {} },
      now: () => 0,
    })
    await expect(nobody.health()).rejects.toMatchObject({
      code: 'UPSTREAM_FAILED',
      message: 'The Agent Spec runtime cannot be reached.',
    })
  })
})

const workers = createWorkers(WORKER_PROGRAM)
afterAll(() => workers.close())

test('a large flow is converted in a worker thread', async () => {
  const nodes = Array.from({ length: 2000 }, (_, at) => asks(`n${at}`, 'Well?', `mood${at}`))
  const large = chain(nodes, [], [])
  const used: string[] = []
  const watched = Object.create(workers, {
    run: {
      value: (...given: Parameters<typeof workers.run>) => {
        used.push(given[0])
        return workers.run(...given)
      },
    },
  })
  const runtime = createRemoteRuntime({
    url: example.url,
    auth: 'none',
    token: undefined,
    dialect: 'simple',
    workers: watched,
    log: { warn: () => {} },
    now: () => 0,
  })
  const by = { id: 'x', name: 'x', role: 'admin', via: 'token', tokenId: null, expiresAt: null } as const
  const { id } = await runtime.execute({ document: large, inputs: { a: 1 }, by })
  expect(id).not.toBe('')
  expect(used).toEqual(['send-flow'])
  const sent = example.asked.at(-1)?.body as { flow: { nodes: unknown[] }; inputs: unknown }
  expect([sent.flow.nodes.length, sent.inputs]).toEqual([2002, { a: 1 }])
  const broken = { ...large, control_flow_connections: [] }
  expect((await runtime.problemsIn(broken, 'x')).length).toBeGreaterThan(0)
  expect(used).toEqual(['send-flow', 'send-flow'])
})

describe('a remote runtime', () => {
  const runtimeOf = (more: object = {}) =>
    createRemoteRuntime({
      url: example.url,
      auth: 'none',
      token: undefined,
      dialect: 'simple',
      workers,
      log: { warn: () => {} },
      now: () => 0,
      pollMs: 5,
      ...more,
    })
  const by = { id: 'x', name: 'x', role: 'admin', via: 'token', tokenId: null, expiresAt: null } as const
  const submission = { document: flow, inputs: { x: 'x' }, by }

  test('receives the configured credential', async () => {
    await runtimeOf({ auth: 'bearer', token: 'abc' }).health()
    await runtimeOf({ auth: 'key', token: 'abc' }).health()
    expect(example.asked.map(({ headers }) => [headers.authorization, headers['x-api-key']])).toEqual([
      ['Bearer abc', undefined],
      [undefined, 'abc'],
    ])
  })

  test('receives the official form if configured', async () => {
    await runtimeOf({ dialect: 'official' })
      .execute(submission)
      .catch(() => {})
    expect(example.asked.at(-1)?.body).toMatchObject({
      flow: { component_type: 'Flow', agentspec_version: expect.any(String) },
    })
  })

  test('has a stream derived from its status that survives an outage and ends once', async () => {
    const runtime = runtimeOf()
    const { id } = await runtime.execute(submission)
    const told: string[] = []
    let moves = 0
    for await (const message of runtime.follow(id, new AbortController().signal)) {
      if (message === OVERRUN) break
      told.push(message.type === 'node_status' ? `${message.node} ${message.status.status}` : JSON.stringify(message))
      const execution = found(id)
      if (moves++ === 2) {
        execution.nodes.start = { status: 'completed' }
        Object.assign(example, { broken: 503, brokenAnswers: 3 })
      }
      if (moves === 4) {
        execution.status = 'success'
        execution.results = { said: 'Hi' }
        execution.nodes = { start: { status: 'completed' }, say: { status: 'success' }, end: { status: 'done' } }
      }
    }
    expect(told).toEqual([
      'start pending',
      'say pending',
      'end pending',
      'start completed',
      'say completed',
      'end completed',
      '{"type":"execution_complete","results":{"said":"Hi"}}',
    ])
  })

  test('a cancelled execution ends its stream, and a watcher can disconnect', async () => {
    const runtime = runtimeOf()
    const { id } = await runtime.execute(submission)
    await runtime.cancel(id)
    const messages = await all(runtime.follow(id, new AbortController().signal))
    expect(messages.at(-1)).toEqual({ type: 'execution_error', error: 'cancelled' })
    const other = await runtime.execute(submission)
    const gone = new AbortController()
    const seen: unknown[] = []
    for await (const message of runtime.follow(other.id, gone.signal)) {
      seen.push(message === OVERRUN ? 'overrun' : message.type)
      gone.abort()
    }
    expect(new Set(seen)).toEqual(new Set(['node_status']))
  })
})

test('another Millrace is a compatible runtime', async () => {
  await using far = await testService()
  await far.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = far.app.server.address() as { port: number }
  const runtime = createRemoteRuntime({
    url: `http://127.0.0.1:${port}/api/v1/agentspec`,
    auth: 'bearer',
    token: far.tokens.operator,
    dialect: 'official',
    workers,
    log: { warn: () => {} },
    now: () => 0,
    pollMs: 5,
  })
  const by = { id: 'x', name: 'x', role: 'admin', via: 'token', tokenId: null, expiresAt: null } as const
  expect(await runtime.health()).toMatchObject({ runtime: 'millrace' })
  expect((await runtime.tools()).map(({ name }) => name)).toContain('calculator')
  expect(await runtime.problemsIn(flow, by.name)).toEqual([])
  const { id } = await runtime.execute({
    document: chain([asks('ask', 'Well?', 'mood')], [], [text('mood')]),
    inputs: {},
    by,
  })
  const near = clientOf(far)
  const [open] = (await near.waiting(id)).waiting_for as { interruptId: string }[]
  expect(await runtime.status(id)).toMatchObject({ status: 'running', waiting_for: [{ node: 'ask' }] })
  await expect(runtime.results(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await near.answer(open?.interruptId, 'fine')
  const messages = await all(runtime.follow(id, new AbortController().signal))
  expect(messages.at(-1)).toEqual({ type: 'execution_complete', results: { mood: 'fine' } })
})
