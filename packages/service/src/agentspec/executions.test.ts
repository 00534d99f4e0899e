import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.ts'
import { asks, chain, clientOf, echo, llm, text, tool } from './testing/flows.ts'

let service: TestService
let client: ReturnType<typeof clientOf>
beforeAll(async () => {
  service = await testService()
  client = clientOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

const greeting = chain([llm('greet', 'Hello {{name}}', 'greeting')], [text('name')], [text('greeting')])
const question = chain([asks('ask', 'How are you, {{name}}?', 'mood')], [text('name')], [text('mood')])

describe('a flow', () => {
  test('starts, runs and returns its results', async () => {
    const { status, body } = await client.call('POST', '/agentspec/flows/execute', {
      flow: greeting,
      inputs: { name: 'Ada' },
    })
    expect(status).toBe(200)
    expect(body).toEqual({ execution_id: body.id, id: body.id, status: 'running', execution_status: 'running' })
    const record = await client.over(String(body.id))
    expect(record).toMatchObject({
      execution_id: body.id,
      status: 'completed',
      execution_status: 'completed',
      end_node: 'end',
      end_branch: 'next',
      node_statuses: {
        start: { status: 'completed', state: 'completed', execution_count: 1 },
        greet: {
          status: 'completed',
          execution_count: 1,
          started_at: expect.any(String),
          duration_ms: expect.any(Number),
        },
        end: { status: 'completed' },
      },
    })
    expect(record.nodes).toEqual(record.node_statuses)
    expect(await client.results(String(body.id))).toEqual({ status: 200, body: { greeting: 'Hello Ada' } })
  })

  test('may be submitted in the official form', async () => {
    const ref = (id: string) => ({ $component_ref: id })
    const official = {
      component_type: 'Flow',
      id: 'f',
      name: 'Official',
      agentspec_version: '25.4.1',
      start_node: ref('s'),
      nodes: [ref('s'), ref('e')],
      control_flow_connections: [
        {
          component_type: 'ControlFlowEdge',
          id: 'c',
          name: 'c',
          from_node: ref('s'),
          to_node: ref('e'),
          from_branch: null,
        },
      ],
      data_flow_connections: null,
      $referenced_components: {
        s: { component_type: 'StartNode', id: 's', name: 'begin', inputs: [text('x')], outputs: [text('x')] },
        e: { component_type: 'EndNode', id: 'e', name: 'finish', inputs: [text('x')], outputs: [text('x')] },
      },
    }
    const id = await client.start(official, { x: 'hi' })
    expect(await client.over(id)).toMatchObject({ status: 'completed', nodes: { begin: {}, finish: {} } })
    expect((await client.results(id)).body).toEqual({ x: 'hi' })
  })

  test('may be submitted as a document', async () => {
    const flow = {
      ...greeting,
      nodes: (greeting.nodes as object[]).map((node) =>
        'prompt_template' in node ? { ...node, llm_config: '$component_ref:echo' } : node,
      ),
    }
    const id = await client.start({ flow, llm_configs: [echo()] }, { name: 'Eve' })
    expect(await client.over(id)).toMatchObject({ status: 'completed' })
    expect((await client.results(id)).body).toEqual({ greeting: 'Hello Eve' })
  })

  test('is rejected with all errors if it is invalid', async () => {
    const { status, body } = await client.call('POST', '/agentspec/flows/execute', {
      flow: { ...greeting, start_node: 'nowhere' },
    })
    expect(status).toBe(422)
    expect(body).toMatchObject({
      success: false,
      code: 'VALIDATION_ERROR',
      details: [{ code: 'INVALID_FLOW', path: '/flow' }],
    })
  })

  test('accepts only its declared inputs', async () => {
    const start = (inputs: object) => client.call('POST', '/agentspec/flows/execute', { flow: greeting, inputs })
    expect(await start({})).toMatchObject({
      status: 422,
      body: { error: 'The flow "Test flow" needs the input "name".' },
    })
    expect(await start({ name: 'x', more: 1 })).toMatchObject({
      status: 422,
      body: { error: 'The flow has no input "more".' },
    })
  })

  test('reports the error and the node of a failure', async () => {
    const flow = chain(
      [tool('work', 'calculator', [text('expression')], [text('result')])],
      [text('expression')],
      [text('result')],
    )
    const id = await client.start(flow, { expression: '1 +' })
    const record = await client.over(id)
    expect(record).toMatchObject({
      status: 'failed',
      error: expect.any(String),
      nodes: { work: { status: 'failed' }, end: { status: 'skipped' } },
    })
    expect(record.message).toBe(record.error)
    expect(await client.results(id)).toMatchObject({
      status: 404,
      body: { error: 'There are no results: the execution is failed.' },
    })
  })

  test('is stopped at its step limit', async () => {
    const id = await client.start(greeting, { name: 'x' }, { options: { maxSteps: 1 } })
    expect(await client.over(id)).toMatchObject({
      status: 'failed',
      error: 'The flow has visited 1 nodes and may visit no more.',
    })
  })

  test('returns 404 for an unknown id or another kind of execution', async () => {
    for (const path of ['', '/results']) {
      expect((await client.call('GET', `/agentspec/executions/nothing${path}`)).status).toBe(404)
    }
    expect((await client.call('POST', '/agentspec/executions/nothing/cancel')).status).toBe(404)
    const made = await client.call('POST', '/execute', { workflow: { nodes: [], edges: [] } })
    const id = (made.body.data as { execution_id: string }).execution_id
    expect((await client.call('GET', `/agentspec/executions/${id}`)).status).toBe(404)
  })
})

describe('a flow that waits', () => {
  test('is running, lists its questions, and resumes with the answer', async () => {
    const id = await client.start(question, { name: 'Ada' })
    const record = await client.waiting(id)
    const [waiting] = record.waiting_for as { interruptId: string }[]
    expect(record).toMatchObject({
      status: 'running',
      waiting_for: [{ node: 'ask', type: 'text' }],
      nodes: { ask: { status: 'interrupted', state: 'interrupted' }, end: { status: 'idle' } },
    })
    expect(await client.results(id)).toMatchObject({
      status: 404,
      body: { error: 'There are no results: the execution is running.' },
    })
    expect((await client.call('GET', `/interrupts/${waiting?.interruptId}`)).body).toMatchObject({
      data: { config: { message: 'How are you, Ada?' } },
    })
    expect((await client.answer(waiting?.interruptId, 'Fine')).status).toBe(200)
    const over = await client.over(id)
    expect(over).toMatchObject({
      status: 'completed',
      messages: [
        { role: 'assistant', content: 'How are you, Ada?' },
        { role: 'user', content: 'Fine' },
      ],
    })
    expect(over.waiting_for).toBeUndefined()
    expect((await client.results(id)).body).toEqual({ mood: 'Fine' })
  })

  test('can be cancelled only once', async () => {
    const id = await client.start(question, { name: 'Ada' })
    await client.waiting(id)
    expect(await client.call('POST', `/agentspec/executions/${id}/cancel`)).toEqual({
      status: 200,
      body: { success: true, message: 'Execution cancelled' },
    })
    expect((await client.call('GET', `/agentspec/executions/${id}`)).body).toMatchObject({
      status: 'cancelled',
      error: 'cancelled',
      nodes: { ask: { status: 'cancelled' }, end: { status: 'skipped' } },
    })
    expect(await client.call('POST', `/agentspec/executions/${id}/cancel`)).toMatchObject({
      status: 409,
      body: { code: 'EXECUTION_OVER', error: 'The execution is cancelled.' },
    })
    expect((await client.results(id)).status).toBe(404)
  })

  test('asks questions for client tools and confirmations', async () => {
    const outs = [text('a'), { title: 'n', type: 'number' }]
    const client_tool = { component_type: 'client_tool', name: 'measure', inputs: [text('x')], outputs: outs }
    const flow = chain([tool('ask', client_tool, [text('x')], outs)], [text('x')], outs)
    const id = await client.start(flow, { x: 'here' })
    const [form] = (await client.waiting(id)).waiting_for as { interruptId: string; type: string }[]
    expect(form?.type).toBe('form')
    expect((await client.answer(form?.interruptId, { a: 1 })).status).toBe(422)
    expect((await client.answer(form?.interruptId, { a: 'x', n: 2 })).status).toBe(200)
    expect(await client.over(id)).toMatchObject({ status: 'completed' })
    expect((await client.results(id)).body).toEqual({ a: 'x', n: 2 })
  })
})

describe('secrets', () => {
  test('of a flow are stored encrypted and available at run time', async () => {
    const config = {
      name: 'm',
      provider: 'openai',
      model_id: 'x',
      url: 'http://10.1.2.3/v1',
      api_key: 'sk-very-secret-key',
    }
    const flow = chain([llm('ask', 'Hi', 'answer', { llm_config: config })], [], [text('answer')])
    const id = await client.start(flow)
    await client.over(id)
    const known = await service.services.executions.known(id)
    expect(JSON.stringify([known.record.plan, known.events])).not.toContain('sk-very-secret-key')
    expect(known.record.secrets).not.toBeNull()
  })
})

describe('validation', () => {
  const validate = (flow: unknown) => client.call('POST', '/agentspec/flows/validate', flow)

  test('always returns 200', async () => {
    expect(await validate(greeting)).toEqual({ status: 200, body: { valid: true, errors: [] } })
    const { status, body } = await validate({ hello: 1 })
    expect([status, body.valid, (body.errors as string[]).length > 0]).toEqual([200, false, true])
  })

  test.each([undefined, 'pipeline'])('rejects the component type %s', async (type) => {
    const { body } = await validate({ ...greeting, component_type: type })
    expect(body).toEqual({ valid: false, errors: ['The `component_type` of a flow must be `flow`'] })
  })

  test('accepts registered tools and agents and rejects others', async () => {
    const known = chain(
      [tool('t', 'calculator', [text('expression')], [text('result')])],
      [text('expression')],
      [text('result')],
    )
    expect((await validate(known)).body).toEqual({ valid: true, errors: [] })
    const missing = chain([tool('t', 'magic', [], [text('result')])], [], [text('result')])
    expect(JSON.stringify((await validate(missing)).body)).toContain('magic')
  })
})

test('the health endpoint requires no authentication', async () => {
  const answer = await service.app.inject({ url: '/api/v1/agentspec/health' })
  expect([answer.statusCode, answer.json()]).toMatchObject([200, { status: 'healthy', runtime: 'millrace' }])
})

describe('an agent instead of a flow', () => {
  const submit = (args: object) => ({ text: '', toolCalls: [{ name: 'submit_result', args }] })
  const official = {
    component_type: 'Agent',
    id: 'a',
    name: 'Greeter',
    agentspec_version: '25.4.2',
    human_in_the_loop: false,
    system_prompt: 'Greet {{who}}.',
    llm_config: { component_type: 'LlmConfig', id: 'l', ...echo([submit({ greeting: 'Hello Ada' })]) },
    inputs: [text('who')],
    outputs: [text('greeting')],
  }
  const { id: _, agentspec_version: __, ...seed } = { ...official, component_type: 'agent', llm_config: echo(['Hi.']) }

  test('runs with its declared inputs and outputs', async () => {
    expect(await client.call('POST', '/agentspec/flows/validate', official)).toEqual({
      status: 200,
      body: { valid: true, errors: [] },
    })
    const id = await client.start(official, { who: 'Ada' })
    expect(await client.over(id)).toMatchObject({
      status: 'completed',
      nodes: { Start: { status: 'completed' }, Greeter: { status: 'completed' }, End: { status: 'completed' } },
    })
    expect((await client.results(id)).body).toEqual({ greeting: 'Hello Ada' })
    const missing = await client.call('POST', '/agentspec/flows/execute', { flow: official })
    expect([missing.status, missing.body.error]).toEqual([422, expect.stringContaining('who')])
  })

  test('takes a message and returns its answer without declared inputs and outputs', async () => {
    const { inputs, outputs, ...plain } = { ...seed, system_prompt: 'Be kind.', llm_config: echo() }
    for (const flow of [plain, { agent: plain }]) {
      const id = await client.start(flow, { input: 'How are you?' })
      expect(await client.over(id)).toMatchObject({ status: 'completed' })
      expect((await client.results(id)).body).toEqual({ output: 'How are you?' })
    }
  })

  test('is rejected if it cannot run', async () => {
    const using = { ...official, tools: [{ component_type: 'ServerTool', id: 't', name: 'no_such_tool' }] }
    const { body } = await client.call('POST', '/agentspec/flows/validate', using)
    expect(body).toMatchObject({ valid: false, errors: [expect.stringContaining('no_such_tool')] })
    expect((await client.call('POST', '/agentspec/flows/execute', { flow: using })).status).toBe(422)
  })

  test('may manage other agents', async () => {
    const member = (name: string, said: unknown[]) => ({
      component_type: 'agent',
      name,
      description: name,
      human_in_the_loop: false,
      llm_config: echo(said),
    })
    const swarm = {
      component_type: 'manager_workers',
      name: 'Team',
      group_manager: member('boss', ['All done.']),
      workers: [member('worker', ['Working.'])],
    }
    const id = await client.start(swarm, {})
    expect(await client.over(id)).toMatchObject({ status: 'completed' })
    expect((await client.results(id)).body).toEqual({ output: 'All done.' })
  })
})
