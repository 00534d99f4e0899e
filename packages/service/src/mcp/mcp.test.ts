import { request } from 'node:http'
import { LATEST_PROTOCOL_VERSION, SUPPORTED_PROTOCOL_VERSIONS, type Tool } from '@modelcontextprotocol/sdk/types.js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Client, type Drawing, echo, edge, node } from '../executions/testing/client.ts'
import { confirmation, person } from '../people/testing/people.ts'
import { OWN_TOOL_NAMES } from '../triggers/reserved-tool-names.ts'
import { OWN_TOOLS } from './own-tools.ts'
import { type McpCaller, mcpCaller, originOf } from './testing/mcp-caller.ts'

let client: Client
let operator: McpCaller
beforeEach(async () => {
  client = await Client.open()
  operator = await mcpCaller(client, 'operator')
})
afterEach(async () => {
  await operator[Symbol.asyncDispose]()
  await client[Symbol.asyncDispose]()
})

const NOWHERE = '00000000-0000-4000-8000-000000000000'
const greetingSchema = {
  type: 'object',
  properties: { who: { type: 'string', minLength: 2 } },
  required: ['who'],
}

/** A workflow whose output is its launch input. */
function greeting(config: object, settings: object = { schema: greetingSchema }): Drawing {
  return {
    nodes: [node('begin', 'start', settings), node('out', 'output', { name: 'greeted' })],
    edges: [edge('begin:inputs', 'out:value')],
    config,
  }
}

const gated: Drawing = {
  nodes: [node('gate', 'gate'), node('out', 'output', { name: 'answer' })],
  edges: [edge('gate:value', 'out:value')],
}

describe('who sees what', () => {
  const reading = ['list_workflows', 'describe_workflow', 'get_execution']

  test('the list of reserved tool names matches the tools of the service', () => {
    expect(OWN_TOOLS.map(({ name }) => name)).toEqual([...OWN_TOOL_NAMES])
  })

  test('a viewer sees only the read-only tools and cannot call the others', async () => {
    const id = await client.store(greeting({ tool: {} }), 'Greet')
    await using viewer = await mcpCaller(client, 'viewer')
    expect(await viewer.names()).toEqual(reading)
    for (const name of ['run_workflow', 'cancel_execution', 'list_questions', 'answer_question', 'greet']) {
      const refused = { error: 'This operation requires the permission "run".', code: 'FORBIDDEN' }
      expect(await viewer.call(name, { workflow: id }), name).toEqual({ isError: true, value: refused })
    }
    expect((await client.call<unknown[]>('GET', '/executions')).data).toEqual([])
  })

  test.each(['operator', 'editor', 'admin'] as const)('%s sees all tools', async (role) => {
    await client.store(greeting({ tool: {} }), 'Greet')
    await using caller = await mcpCaller(client, role)
    expect(await caller.names()).toEqual([...OWN_TOOL_NAMES, 'greet'])
  })

  test('the endpoint is served below the API prefix and at the root', async () => {
    await using other = await mcpCaller(client, 'viewer', '/api/v1/mcp')
    expect(await other.names()).toEqual(reading)
    expect(other.client.getServerVersion()).toMatchObject({ name: 'millrace' })
  })
})

describe('over HTTP', () => {
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const accept = 'application/json, text/event-stream'

  async function post(body: unknown, headers: Record<string, string>) {
    const answer = await client.service.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { 'content-type': 'application/json', accept, ...headers },
      payload: JSON.stringify(body),
    })
    return { status: answer.statusCode, text: answer.body, headers: answer.headers }
  }

  test('a message is answered as a server-sent event', async () => {
    const { status, text, headers } = await post(list, client.service.as('viewer'))
    expect([status, headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8'])
    expect(text).toMatch(/\nevent: message\ndata: \{"result":\{"tools":\[.*\n\n$/)
  })

  test('rejects a caller without a credential', async () => {
    expect(await post(list, {})).toMatchObject({ status: 401, headers: { 'www-authenticate': expect.any(String) } })
  })

  test('accepts an API key as well as a bearer token', async () => {
    expect(await post(list, { 'x-api-key': client.service.tokens.viewer })).toMatchObject({ status: 200 })
  })

  test('accepts a session cookie only from pages of the same origin', async () => {
    const { headers } = await client.service.app.inject({
      method: 'POST',
      url: '/api/v1/auth/session',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ token: client.service.tokens.operator }),
    })
    const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
    const host = '127.0.0.1:7410'
    expect(await post(list, { cookie, host, origin: 'http://127.0.0.1:7410' })).toMatchObject({ status: 200 })
    expect(await post(list, { cookie, host, origin: 'https://evil.example' })).toMatchObject({ status: 403 })
  })

  test('accepts a notification', async () => {
    const note = { jsonrpc: '2.0', method: 'notifications/initialized' }
    expect(await post(note, client.service.as('viewer'))).toMatchObject({ status: 202, text: '' })
  })

  test.each<[string, unknown, Record<string, string>, number]>([
    ['a body that is not a message', { hello: 'world' }, {}, 400],
    ['an answer that the client cannot take', list, { accept: 'application/json' }, 400],
    ['an unsupported protocol version', list, { 'mcp-protocol-version': '1999-01-01' }, 400],
    ['another media type', list, { 'content-type': 'text/plain' }, 415],
  ])('rejects %s with the error format of the API', async (_, body, headers, status) => {
    const answer = await post(body, { ...client.service.as('viewer'), ...headers })
    expect([answer.status, JSON.parse(answer.text).success]).toEqual([status, false])
  })

  test.each([...SUPPORTED_PROTOCOL_VERSIONS, '2999-12-31'])(
    'serves a client of protocol version %s',
    async (version) => {
      const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: 'test', version: '1' } }
      const { status, text } = await post({ ...list, method: 'initialize', params }, client.service.as('viewer'))
      expect(status).toBe(200)
      const { result } = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '{}')
      const spoken = SUPPORTED_PROTOCOL_VERSIONS.includes(version) ? version : LATEST_PROTOCOL_VERSION
      expect(result).toMatchObject({ protocolVersion: spoken, capabilities: { tools: {} } })
    },
  )

  test('offers no listening stream and no session to delete', async () => {
    for (const method of ['GET', 'DELETE'] as const) {
      const answer = await client.service.app.inject({ method, url: '/mcp', headers: client.service.as('admin') })
      expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'OPTIONS, POST'])
    }
  })
})

describe('workflows', () => {
  test('lists and searches workflows', async () => {
    const id = await client.store(echo, 'Say it')
    await client.store(echo, 'Something else')
    const { value } = await operator.call('list_workflows', { search: 'say' })
    expect(value).toMatchObject({ total: 1, workflows: [{ id, machine_name: 'say_it', name: 'Say it', tags: [] }] })
    expect((await operator.call('list_workflows', { limit: 1 })).value).toMatchObject({ total: 2 })
  })

  test('describes a workflow by its launch schema and its nodes', async () => {
    await client.store(greeting({ tool: { name: 'hello' } }), 'Greet')
    const { value } = await operator.call('describe_workflow', { workflow: 'greet' })
    expect(value).toMatchObject({
      machine_name: 'greet',
      inputs_schema: greetingSchema,
      tool: 'hello',
      nodes: [
        { id: 'begin', type: 'start', label: 'begin' },
        { id: 'out', type: 'output' },
      ],
      connections: [{ from: 'begin', to: 'out' }],
    })
  })

  test('runs a workflow and returns its outputs', async () => {
    const id = await client.store(echo)
    const inputs = { in: { text: 'Grace' } }
    const progress: number[] = []
    const { isError, value } = await operator.call('run_workflow', { workflow: id, inputs }, (told) => {
      progress.push(told.progress)
    })
    expect(isError).toBe(false)
    expect(value).toMatchObject({ workflow_id: id, status: 'completed', progress: 100, outputs: { answer: 'Grace' } })
    expect(progress).toEqual([...progress].sort((a, b) => a - b))
    expect(progress.length).toBeGreaterThan(0)
    const { data } = await client.call<{ id: string }[]>('GET', '/executions')
    expect(data.map((one) => one.id)).toEqual([value.execution_id])
  })

  test('a run that takes longer than the wait can be inspected and cancelled later', async () => {
    const id = await client.store(gated)
    const { value } = await operator.call('run_workflow', { workflow: id, wait_seconds: 0 })
    expect(value).toMatchObject({ status: 'running', outputs: {} })
    const { execution_id } = value
    await client.until(() => client.closedGates === 1)
    expect((await operator.call('get_execution', { execution_id })).value).toMatchObject({
      status: 'running',
      nodes: [
        { id: 'gate', status: 'running' },
        { id: 'out', status: 'idle' },
      ],
    })
    expect((await operator.call('cancel_execution', { execution_id })).value).toMatchObject({ status: 'cancelled' })
    expect(await operator.call('cancel_execution', { execution_id })).toMatchObject({
      isError: true,
      value: { code: 'EXECUTION_OVER' },
    })
  })

  test('a failed run returns its error', async () => {
    const failing = { nodes: [node('say', 'blab', { key: 'k-12345', fails: true })], edges: [] }
    const { value } = await operator.call('run_workflow', { workflow: await client.store(failing) })
    expect(value).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/the key __secret__:\*{4} is wrong$/),
    })
  })

  test('invalid arguments and unknown workflows are reported in the tool result', async () => {
    const codeOf = async (name: string, args: Record<string, unknown>) => (await operator.call(name, args)).value.code
    await client.store(greeting({}), 'Greet')
    expect(await codeOf('run_workflow', { workflow: 'nowhere' })).toBe('NOT_FOUND')
    expect(await codeOf('run_workflow', { workflow: 'greet', inputs: { who: 'x' } })).toBe('VALIDATION_ERROR')
    expect(await codeOf('run_workflow', { workflow: 'greet', wait_seconds: 1e9 })).toBe('VALIDATION_ERROR')
    expect(await codeOf('get_execution', { execution_id: NOWHERE })).toBe('NOT_FOUND')
    expect(await codeOf('get_execution', { execution_id: '../x' })).toBe('VALIDATION_ERROR')
    expect(await codeOf('answer_question', { question_id: NOWHERE, value: 1 })).toBe('NOT_FOUND')
    await expect(operator.call('no_such_tool')).rejects.toThrow('There is no tool "no_such_tool".')
  })
})

describe('a question', () => {
  test('a question ends the wait, is listed and can be answered', async () => {
    const { value } = await operator.call('run_workflow', {
      workflow: await client.store(confirmation({ message: 'Send it?' })),
    })
    expect(value).toMatchObject({ status: 'running', waiting_for: [{ type: 'confirmation', message: 'Send it?' }] })
    const { execution_id, waiting_for } = value
    const [{ question_id }] = waiting_for
    expect((await operator.call('list_questions', { execution_id })).value).toMatchObject({
      total: 1,
      questions: [{ question_id, status: 'pending', execution_id }],
    })
    const wrong = await operator.call('answer_question', { question_id, value: 'maybe' })
    expect(wrong).toMatchObject({ isError: true, value: { code: 'VALIDATION_ERROR' } })
    const answered = await operator.call('answer_question', { question_id, value: true })
    expect(answered).toMatchObject({ isError: false, value: { question_id, status: 'resolved' } })
    const over = await operator.call('get_execution', { execution_id, wait_seconds: 60 })
    expect(over.value).toMatchObject({ status: 'completed' })
    expect(over.value.waiting_for).toBeUndefined()
    const again = await operator.call('answer_question', { question_id, value: true })
    expect(again.value.code).toBe('INTERRUPT_CLOSED')
  })

  test('a question of a called workflow ends the wait too', async () => {
    const asks = await client.store(confirmation({ message: 'Really?' }), 'Asks')
    const calls = { nodes: [node('call', 'sub_workflow', { workflow: asks })], edges: [] }
    const { value } = await operator.call('run_workflow', { workflow: await client.store(calls), wait_seconds: 60 })
    expect(value).toMatchObject({ status: 'running', waiting_for: [{ message: 'Really?' }] })
  })

  test('a question for another person is neither listed nor can it be answered', async () => {
    const boss = await person(client, 'Boss')
    const drawing = confirmation({ message: 'Well?', approvers: [boss.id] })
    const { value } = await operator.call('run_workflow', { workflow: await client.store(drawing) })
    const [{ question_id }] = value.waiting_for
    expect((await operator.call('list_questions')).value).toEqual({ total: 0, questions: [] })
    expect((await operator.call('answer_question', { question_id, value: true })).value.code).toBe('FORBIDDEN')
  })
})

describe('a published workflow', () => {
  const published = async (): Promise<Tool[]> =>
    (await operator.client.listTools()).tools.filter(({ name }) => !OWN_TOOL_NAMES.has(name))

  test('is a tool with its launch schema that returns the outputs', async () => {
    const settings = { tool: { name: 'greet-somebody', description: 'Says hello.' } }
    await client.store(greeting(settings), 'Greet')
    expect(await published()).toEqual([
      { name: 'greet-somebody', title: 'Greet', description: 'Says hello.', inputSchema: greetingSchema },
    ])
    const { isError, value } = await operator.call('greet-somebody', { who: 'Ada' })
    expect([isError, value]).toEqual([false, { greeted: { who: 'Ada' } }])
    const misfit = await operator.call('greet-somebody', { who: 'A' })
    expect(misfit).toMatchObject({ isError: true, value: { code: 'VALIDATION_ERROR', details: [{ path: '/who' }] } })
  })

  test('an invalid launch schema does not break the list of tools', async () => {
    const schemas = [
      { type: 'object', properties: 'none' },
      { type: 'object', properties: { a: true } },
      { type: 'object', required: 'a' },
    ]
    for (const [at, schema] of schemas.entries()) {
      await client.store(greeting({ tool: { name: `odd-${at}` } }, { schema }), `Odd ${at}`)
    }
    await client.store(greeting({ tool: { name: 'even' } }), 'Even')
    const tools = await published()
    expect(tools.map(({ name }) => name).sort()).toEqual(['even', 'odd-0', 'odd-1', 'odd-2'])
    expect(tools.find(({ name }) => name === 'odd-0')?.inputSchema).toEqual({
      type: 'object',
      properties: {},
      additionalProperties: true,
    })
  })

  test('accepts any arguments if it has no launch schema', async () => {
    await client.store(greeting({ tool: {} }, {}), 'Greet all')
    expect(await published()).toMatchObject([
      { name: 'greet_all', description: 'Runs the workflow "Greet all".', inputSchema: { additionalProperties: true } },
    ])
    expect((await operator.call('greet_all', { a: 1 })).value).toEqual({ greeted: { a: 1 } })
  })

  test('returns the open question or the error of its run', async () => {
    await client.store({ ...confirmation(), config: { tool: {} } }, 'Asks')
    expect(await operator.call('asks')).toMatchObject({
      isError: false,
      value: { status: 'running', execution_id: expect.any(String), waiting_for: [{ type: 'confirmation' }] },
    })
    const failing = { nodes: [node('say', 'blab', { fails: true })], edges: [], config: { tool: {} } }
    await client.store(failing, 'Fails')
    expect(await operator.call('fails')).toMatchObject({ isError: true, value: { status: 'failed' } })
  })

  test('is no longer a tool after a save that unpublishes it or after its deletion', async () => {
    const id = await client.store(greeting({ tool: {} }), 'Greet')
    await client.call('PUT', `/workflows/${id}`, { config: {} })
    expect(await published()).toEqual([])
    await expect(operator.call('greet', { who: 'Ada' })).rejects.toThrow('There is no tool "greet".')
    await client.call('PUT', `/workflows/${id}`, { config: { tool: {} } })
    expect(await published()).toHaveLength(1)
    await client.call('DELETE', `/workflows/${id}`, undefined, 'admin')
    expect(await published()).toEqual([])
  })

  test('an imported workflow is published only after a person saves it', async () => {
    const body = { name: 'Greet', ...greeting({ tool: {} }) }
    const { status, data } = await client.call<{ id: string }>('POST', '/workflows/import', { workflow: body })
    expect([status, await published()]).toEqual([201, []])
    await client.call('PUT', `/workflows/${data.id}`, { description: 'Mine now.' })
    expect(await published()).toMatchObject([{ name: 'greet', description: 'Mine now.' }])
  })

  test('a taken tool name stays with its first workflow, and the save of the second warns', async () => {
    await client.store(greeting({ tool: { name: 'hello' } }), 'First')
    const save = async (tool: object) => {
      const { body } = await client.call('POST', '/workflows', { name: 'Second', ...greeting({ tool }) })
      return (body as { message?: string }).message
    }
    expect(await save({ name: 'hello' })).toContain('The tool name "hello" belongs to the workflow "first".')
    expect(await save({ name: 'run_workflow' })).toContain(
      'The tool name "run_workflow" is reserved for a built-in tool.',
    )
    expect(await save({ name: 'two words' })).toContain('config.tool is invalid')
    expect(await published()).toMatchObject([{ name: 'hello', title: 'First' }])
  })

  test('is found among many published workflows', async () => {
    const all = Array.from({ length: 205 }, (_, at) => `t${at}`)
    for (const name of all) await client.store(greeting({ tool: { name } }), name)
    const first = await operator.client.listTools()
    const second = await operator.client.listTools({ cursor: first.nextCursor ?? '' })
    const names = [...first.tools, ...second.tools].map(({ name }) => name)
    expect(names.filter((name) => !OWN_TOOL_NAMES.has(name)).sort()).toEqual(all.sort())
    expect([second.nextCursor, new Set(names).size]).toEqual([undefined, names.length])
    await expect(operator.client.listTools({ cursor: 'x' })).rejects.toThrow('Invalid cursor')
  })
})

describe('a wait', () => {
  test('a closed connection ends the wait while the execution continues', async () => {
    await client.store({ ...gated, config: { tool: {} } }, 'Slow')
    // Not fetch: it reconnects after an abort, and server.close() waits for that idle connection.
    const headers = {
      ...client.service.as('operator'),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    }
    const call = request(`${await originOf(client)}/mcp`, { method: 'POST', agent: false, headers })
    call.on('error', () => {})
    call.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'slow' } }))
    await client.until(() => client.closedGates === 1 && client.service.services.pipelineUpdates.watched === 1)
    call.destroy()
    await client.until(() => client.service.services.pipelineUpdates.watched === 0)
    await client.openGate()
    const { data } = await client.call<{ id: string }[]>('GET', '/executions')
    expect(await client.untilOver(data[0]?.id ?? '')).toMatchObject({
      status: 'completed',
      outputs: { answer: 'open' },
    })
  })

  test('an open wait does not delay the shutdown of the service', async () => {
    await client.store({ ...gated, config: { tool: {} } }, 'Slow')
    const call = operator.call('slow').catch(() => 'gone')
    await client.until(() => client.closedGates === 1)
    await originOf(client)
    await client.service.app.close()
    await operator.client.close()
    expect(await call).toBe('gone')
  })
})
