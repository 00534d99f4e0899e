/** Agent Spec nodes on the canvas run on the engine like any other node. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Client, type Drawing, edge, jobOf, node } from '../executions/testing/client.ts'
import { Talk } from '../playground/testing/talk.ts'

const seen: { readonly method: string; readonly body: string; readonly type: string; readonly key: string }[] = []
let server: Server
let origin: string
let client: Client
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { 'content-type': type = '', 'x-key': key = '' } = request.headers
    seen.push({ method: request.method ?? '', body: Buffer.concat(chunks).toString(), type, key: String(key) })
    response.end(request.url === '/list' ? '[1, 2]' : JSON.stringify({ heard: true, key }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  client = await Client.open('--egress-allow', origin.slice('http://'.length))
})
afterAll(async () => {
  await client[Symbol.asyncDispose]()
  server.close()
})

const spec = (id: string, component: string, config: object = {}) => node(id, `agentspec.${component}`, config)
const port = (name: string, dataType = 'mixed') => ({ name, dataType })
const start = (...names: string[]) => spec('start', 'start_node', { dynamicOutputs: names.map((name) => port(name)) })
const end = (id: string, ...names: string[]) => spec(id, 'end_node', { dynamicInputs: names.map((name) => port(name)) })
const echo = (script: unknown = undefined) => ({ name: 'echo', provider: 'echo', model_id: 'echo', script })

/** start -> node -> end, with values from port to port. */
function between(one: object, ins: Record<string, string>, outs: Record<string, string>): Drawing {
  const { id } = one as { id: string }
  return {
    nodes: [start(...Object.keys(ins)), one, end('end', ...Object.values(outs))],
    edges: [
      edge('start:trigger', `${id}:trigger`),
      edge(`${id}:trigger`, 'end:trigger'),
      ...Object.entries(ins).map(([from, to]) => edge(`start:${from}`, `${id}:${to}`)),
      ...Object.entries(outs).map(([from, to]) => edge(`${id}:${from}`, `end:${to}`)),
    ],
  }
}

async function outputsOf(drawing: Drawing, inputs: object = {}): Promise<unknown> {
  const { status, outputs, error } = await client.run(drawing, { inputs })
  return status === 'completed' ? outputs : error
}

/** A stored workflow that returns a greeting for its input. */
async function greeter(name: string): Promise<void> {
  await client.store(
    {
      nodes: [
        node('s', 'start'),
        node('t', 'prompt_template', { template: 'Hello {{ who }}{{ item }}' }),
        node('o', 'output', { name: 'greeting' }),
      ],
      edges: [edge('s:inputs', 't:data'), edge('t:output', 'o:value')],
    },
    name,
  )
}

describe('a canvas workflow of Agent Spec nodes', () => {
  test('takes launch inputs with and without a node id and outputs the inputs of its end', async () => {
    const drawing: Drawing = {
      nodes: [start('who'), end('end', 'name')],
      edges: [edge('start:trigger', 'end:trigger'), edge('start:who', 'end:name')],
    }
    expect(await outputsOf(drawing, { who: 'Ada' })).toEqual({ name: 'Ada' })
    expect(await outputsOf(drawing, { start: { who: 'Grace' } })).toEqual({ name: 'Grace' })
    expect(await outputsOf(drawing, {})).toContain('needs the input "who"')
    const { id } = (await client.call<{ id: string }>('POST', '/workflows', { name: 'x', ...drawing })).data
    const logs = await client.logs(await client.start(id, { inputs: { who: 'Ada' } }))
    expect(logs.filter(({ level }) => level === 'warning')).toEqual([])
  })

  test('calls a model, with the ports of the type or dynamic ports', async () => {
    const own = spec('ask', 'llm_node', { llm_config: echo() })
    expect(await outputsOf(between(own, { q: 'prompt' }, { llm_output: 'a' }), { q: 'Hi' })).toEqual({ a: 'Hi' })
    const typed = spec('ask', 'llm_node', {
      llm_config: echo('{"n": 3}'),
      prompt_template: 'How many {{what}}?',
      dynamicInputs: [port('what', 'string')],
      dynamicOutputs: [port('n', 'number')],
    })
    expect(await outputsOf(between(typed, { w: 'what' }, { n: 'n' }), { w: 'cats' })).toEqual({ n: 3 })
    const unset = spec('ask', 'llm_node', {})
    expect(await outputsOf(between(unset, { q: 'prompt' }, { llm_output: 'a' }), { q: 'Hi' })).toContain('has no model')
  })

  test('a failure takes the error path, unless a property or branch has its name', async () => {
    const edges = [
      edge('start:trigger', 'call:trigger'),
      edge('call:trigger', 'good:trigger'),
      edge('call:error', 'bad:why'),
    ]
    const call = spec('call', 'tool_node', { tool_ref: 'no_such_tool' })
    const drawing = { nodes: [start(), call, end('good'), end('bad', 'why')], edges }
    expect(await outputsOf(drawing)).toEqual({
      why: {
        code: 'INVALID_FLOW',
        message: expect.stringContaining('no_such_tool'),
        node_id: 'call',
        retryable: false,
      },
    })
    const named = spec('call', 'llm_node', {
      llm_config: echo('all is well'),
      prompt_template: 'How?',
      dynamicOutputs: [port('error', 'string')],
    })
    expect(await outputsOf({ nodes: [start(), named, end('good'), end('bad', 'why')], edges })).toEqual({
      why: 'all is well',
    })
  })

  test('calls a URL with the body input', async () => {
    const call = spec('call', 'api_node', {
      endpoint: `${origin}/x`,
      method: 'POST',
      secret_headers: { 'X-Key': 'hush-hush-hush' },
    })
    const outs = { response: 'all', status_code: 'status' }
    expect(await outputsOf(between(call, { b: 'body' }, outs), { b: { a: 1 } })).toEqual({
      all: { heard: true, key: '__secret__:****' },
      status: 200,
    })
    expect(seen.at(-1)).toEqual({ method: 'POST', body: '{"a":1}', type: 'application/json', key: 'hush-hush-hush' })
    const list = spec('call', 'api_node', { endpoint: `${origin}/list` })
    expect(await outputsOf(between(list, {}, { response: 'all' }))).toEqual({ all: [1, 2] })
  })

  const picks = (branches?: object[]): Drawing => ({
    nodes: [
      start('v'),
      spec('pick', 'branching_node', branches === undefined ? {} : { branches }),
      end('yes', 'took'),
      end('no', 'left'),
    ],
    edges: [
      edge('start:trigger', 'pick:trigger'),
      edge('start:v', 'pick:input'),
      edge('pick:a', 'yes:trigger'),
      edge('pick:rest', 'no:trigger'),
      edge('start:v', 'yes:took'),
      edge('start:v', 'no:left'),
    ],
  })

  test('takes the branch of the value, else the default, and fails for an unconnected branch', async () => {
    const branches = [
      { name: 'a', value: '1' },
      { name: 'b', value: 'lost' },
      { name: 'rest', isDefault: true },
    ]
    expect(await outputsOf(picks(branches), { v: 1 })).toEqual({ took: 1 })
    expect(await outputsOf(picks(branches), { v: 'x' })).toEqual({ left: 'x' })
    expect(await outputsOf(picks(branches), { v: 'lost' })).toContain('Nothing follows the branch "b" of "pick"')
  })
})

describe('references', () => {
  const tool = { inputs: [{ title: 'x', type: 'string' }], outputs: [{ title: 'y', type: 'string' }] }
  const use = (name: string, out = 'y') =>
    between(
      spec('use', 'tool_node', { tool_ref: name, dynamicInputs: [port('x')], dynamicOutputs: [port(out)] }),
      { x: 'x' },
      { [out]: 'out' },
    )

  test('a registered tool is called, and an unknown tool fails', async () => {
    await greeter('Greets for tools')
    const code = { kind: 'code', source: 'return args.x + "!"' }
    const workflow = { kind: 'workflow', workflow: 'greets_for_tools' }
    await client.call('POST', '/agentspec/tools', { name: 'shout', ...tool, implementation: code }, 'admin')
    const inputs = [{ title: 'who', type: 'string' }]
    const outputs = [{ title: 'greeting', type: 'string' }]
    await client.call('POST', '/agentspec/tools', { name: 'greet', inputs, outputs, implementation: workflow }, 'admin')
    expect(await outputsOf(use('shout'), { x: 'hey' })).toEqual({ out: 'hey!' })
    const greet = spec('use', 'tool_node', {
      tool_ref: 'greet',
      dynamicInputs: [port('who')],
      dynamicOutputs: [port('greeting')],
    })
    expect(await outputsOf(between(greet, { x: 'who' }, { greeting: 'out' }), { x: 'Ada' })).toEqual({
      out: 'Hello Ada',
    })
    const sum = spec('use', 'tool_node', {
      tool_ref: 'calculator',
      dynamicInputs: [port('expression')],
      dynamicOutputs: [port('result')],
    })
    expect(await outputsOf(between(sum, { x: 'expression' }, { result: 'out' }), { x: '2 * 21' })).toEqual({ out: 42 })
    expect(await outputsOf(use('nobody'), { x: 'hey' })).toContain('nobody')
  })

  test('a tool node at the tool port of an agent is one of its tools', async () => {
    const script = [{ toolCalls: [{ name: 'loud', args: { x: 'hey' } }] }]
    const drawing: Drawing = {
      nodes: [
        node('in', 'text_input', { defaultValue: 'go' }),
        node('agent', 'simple_agent', { provider: 'echo', model: 'echo', script }),
        spec('loud', 'tool_node', {
          tool_ref: 'shout',
          dynamicInputs: [port('x', 'string')],
          dynamicOutputs: [port('y')],
        }),
        node('out', 'output', { name: 'answer' }),
      ],
      edges: [edge('in:text', 'agent:message'), edge('loud:tool', 'agent:tool'), edge('agent:response', 'out:value')],
    }
    expect(await outputsOf(drawing)).toEqual({ answer: '{"y":"hey!"}' })
  })

  test('a registered agent runs within the turn limit of the node', async () => {
    const agent = {
      name: 'parrot',
      llm_config: echo(['Polly!']),
      inputs: [],
      outputs: [{ title: 'output', type: 'string' }],
    }
    expect((await client.call('POST', '/agentspec/agents', agent, 'admin')).status).toBe(201)
    const act = spec('act', 'agent_node', { agent_ref: 'parrot' })
    expect(await outputsOf(between(act, { q: 'input' }, { output: 'said' }), { q: 'Hi' })).toEqual({ said: 'Polly!' })
    const nobody = spec('act', 'agent_node', {})
    expect(await outputsOf(between(nobody, { q: 'input' }, { output: 'said' }), { q: 'Hi' })).toContain('agent')
  })

  test('a stored workflow runs as a flow: once, caught, per item and in parallel', async () => {
    await greeter('Greets')
    await client.store(
      { nodes: [node('s', 'start'), node('f', 'fail', {})], edges: [edge('s:trigger', 'f:trigger')] },
      'Breaks',
    )
    const once = spec('run', 'flow_node', { flow_ref: 'greets' })
    expect(await outputsOf(between(once, { who: 'input' }, { output: 'all' }), { who: { who: 'Ada' } })).toEqual({
      all: { greeting: 'Hello Ada' },
    })
    const named = spec('run', 'flow_node', {
      flow_ref: 'greets',
      dynamicInputs: [port('who')],
      dynamicOutputs: [port('greeting')],
    })
    expect(await outputsOf(between(named, { w: 'who' }, { greeting: 'g' }), { w: 'Bo' })).toEqual({ g: 'Hello Bo' })
    for (const type of ['map_node', 'parallel_map_node']) {
      const all = spec('each', type, { map_flow_ref: 'greets' })
      expect(await outputsOf(between(all, { l: 'collection' }, { results: 'r' }), { l: ['A', { who: 'B' }] })).toEqual({
        r: [{ greeting: 'Hello A' }, { greeting: 'Hello B' }],
      })
    }
    const both = spec('both', 'parallel_flow_node', { flow_refs: ['greets'] })
    expect(await outputsOf(between(both, { w: 'input' }, { output: 'r' }), { w: { who: 'C' } })).toEqual({
      r: { greets: { greeting: 'Hello C' } },
    })
    expect(
      await outputsOf(between(spec('run', 'flow_node', { flow_ref: 'nowhere' }), { w: 'input' }, { output: 'r' }), {
        w: 1,
      }),
    ).toContain('nowhere')
  })

  test('only a caught failure takes the error path', async () => {
    const caught = (flow_ref: string): Drawing => ({
      nodes: [start('w'), spec('try', 'catch_exception_node', { flow_ref }), end('well', 'all'), end('ill', 'why')],
      edges: [
        edge('start:trigger', 'try:trigger'),
        edge('start:w', 'try:input'),
        edge('try:trigger', 'well:trigger'),
        edge('try:caught_exception_branch', 'ill:trigger'),
        edge('try:output', 'well:all'),
        edge('try:caught_exception_info', 'ill:why'),
      ],
    })
    expect(await outputsOf(caught('greets'), { w: { who: 'D' } })).toEqual({ all: { greeting: 'Hello D' } })
    expect(await outputsOf(caught('breaks'), { w: {} })).toEqual({ why: expect.stringContaining('ended as failed') })
  })
})

describe('the user', () => {
  test('is asked, and the step waits for the answer', async () => {
    const ask = spec('ask', 'input_message_node', { message: 'Who, {{x}}?', dynamicInputs: [port('x')] })
    const id = await client.start(await client.store(between(ask, { x: 'x' }, { user_input: 'who' })), {
      inputs: { x: 'dear' },
    })
    await client.until(async () => jobOf(await client.detail(id), 'ask').status === 'interrupted')
    const { data } = await client.call<{ id: string; config: { message: string } }[]>(
      'GET',
      `/pipelines/${id}/interrupts?status=pending`,
    )
    expect(data[0]).toMatchObject({ config: { message: 'Who, dear?' } })
    await client.call('POST', `/interrupts/${data[0]?.id}`, { value: 'Ada' })
    expect((await client.untilOver(id)).outputs).toEqual({ who: 'Ada' })
  })

  test('receives messages as from the assistant', async () => {
    await using talk = await Talk.open()
    const nodes = [node('in', 'chat_input'), spec('tell', 'output_message_node', { message: 'You said: {{text}}' })]
    const { id } = await talk.begin({ nodes, edges: [edge('in:message', 'tell:text')] })
    const said = await talk.say(id, 'hello')
    expect(said.slice(1)).toMatchObject([
      { role: 'assistant', content: 'You said: hello', nodeId: 'tell' },
      { role: 'system' },
    ])
  })
})

test('secrets of an imported flow are stored encrypted, used at run time and never exported', async () => {
  const flow = {
    component_type: 'flow',
    name: 'Sealed',
    start_node: 's',
    nodes: [
      { component_type: 'start_node', name: 's' },
      {
        component_type: 'api_node',
        name: 'call',
        endpoint: `${origin}/x`,
        sensitive_headers: { 'X-Key': 'very-secret-key' },
        outputs: [{ title: 'heard', type: 'boolean' }],
      },
      { component_type: 'end_node', name: 'e', inputs: [{ title: 'heard', type: 'boolean' }] },
    ],
    control_flow_connections: [
      { name: 'a', from_node: 's', to_node: 'call' },
      { name: 'b', from_node: 'call', to_node: 'e' },
    ],
    data_flow_connections: null,
  }
  const { data } = await client.call<{ id: string }>('POST', '/workflows/import/agentspec?save=true', flow)
  expect(JSON.stringify(data)).not.toContain('very-secret-key')
  expect((await client.untilOver(await client.start(data.id))).outputs).toEqual({ heard: true })
  expect(seen.at(-1)?.key).toBe('very-secret-key')
  const exported = await client.call('GET', `/workflows/${data.id}/export/agentspec`)
  expect(JSON.stringify(exported.body)).not.toMatch(/very-secret-key|__secret__/)
})
