/** A workflow and its exported flow return the same results, and the flow is imported as the same workflow. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { speaksMcp, text } from '../effects/mcp/testing/mcp-server.ts'
import { Client, type Drawing, edge, node } from '../executions/testing/client.ts'
import { clientOf } from './testing/flows.ts'
import { randomDrawing } from './testing/random-drawing.ts'

/** The calls of the MCP server. */
const called: string[] = []
const tools = createServer(
  speaksMcp({
    tools: [{ name: 'weather' }, { name: 'launch' }],
    async call(name, { city }) {
      called.push(`${name} in ${city}`)
      return text('It rains.')
    },
  }) as RequestListener,
)

let client: Client
let flows: ReturnType<typeof clientOf>
let host: string
beforeAll(async () => {
  await new Promise<void>((resolve) => tools.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(tools.address() as AddressInfo).port}`
  client = await Client.open('--egress-allow', host)
  flows = clientOf(client.service)
})
afterAll(async () => {
  await client[Symbol.asyncDispose]()
  tools.close()
})

const port = (name: string, dataType: string) => ({ name, dataType })
const start = (ports: Record<string, string>) =>
  node('start', 'agentspec.start_node', {
    dynamicOutputs: Object.entries(ports).map(([name, type]) => port(name, type)),
  })
const end = (id: string, ...names: string[]) =>
  node(id, 'agentspec.end_node', { dynamicInputs: names.map((name) => port(name, 'mixed')) })
const model = (id: string, more: object = {}) => node(id, 'chat_model', { provider: 'echo', model: 'echo', ...more })
/** Outputs the text of a template. */
const prompt = (id: string, template: string, ...inputs: object[]) =>
  node(id, 'agentspec.llm_node', {
    llm_config: { component_type: 'llm_config', name: 'echo', provider: 'echo', model_id: 'echo' },
    prompt_template: template,
    dynamicInputs: inputs,
    dynamicOutputs: [port('text', 'string')],
  })
/** Fails, because its URL is not allowed. */
const call = (id: string) => node(id, 'http_request', { url: 'http://127.0.0.1:1/x' })

function drawing(nodes: object[], lines: string): Drawing {
  const edges = lines
    .trim()
    .split('\n')
    .map((line) => {
      const [from = '', to = ''] = line.trim().split(' -> ')
      return edge(from.includes(':') ? from : `${from}:trigger`, to.includes(':') ? to : `${to}:trigger`)
    })
  return { nodes, edges }
}

interface Case {
  readonly drawn: Drawing
  readonly inputs: Record<string, unknown>
  readonly gives: Record<string, unknown>
  /** Node kinds of the flow in the simple and in the official form. */
  readonly kinds: readonly [string, string]
}

const LOOP = `
  start:list -> loop:items
  loop:item -> ask:message
  ask:response -> loop:loop_back
  loop:results -> end:all`

const CASES: Readonly<Record<string, Case>> = {
  'a loop': {
    drawn: drawing([start({ list: 'array' }), node('loop', 'foreach'), model('ask'), end('end', 'all')], LOOP),
    inputs: { list: ['a', 'b', 'c'] },
    gives: { all: ['a', 'b', 'c'] },
    kinds: ['start_node map_node end_node', 'StartNode MapNode EndNode'],
  },
  'a loop over an empty list': {
    drawn: drawing([start({ list: 'array' }), node('loop', 'foreach'), model('ask'), end('end', 'all')], LOOP),
    inputs: { list: [] },
    gives: { all: [] },
    kinds: ['start_node map_node end_node', 'StartNode MapNode EndNode'],
  },
  'a parallel loop': {
    drawn: drawing(
      [
        node('begin', 'start'),
        node('loop', 'foreach', { concurrency: 3, items: ['x', 'y'] }),
        model('ask'),
        end('end', 'all'),
      ],
      `begin -> loop
      loop:item -> ask:message
      ask:response -> loop:loop_back
      loop:results -> end:all
      loop:completed -> end`,
    ),
    inputs: {},
    gives: { all: ['x', 'y'] },
    kinds: ['start_node parallel_map_node end_node', 'StartNode ParallelMapNode EndNode'],
  },
  'a nested loop with an outer list value': {
    drawn: drawing(
      [
        start({ rows: 'array', words: 'array' }),
        node('outer', 'foreach'),
        node('inner', 'foreach'),
        prompt('ask', '{{item}} of {{words}}', port('item', 'mixed'), port('words', 'array')),
        end('end', 'all'),
      ],
      `start:rows -> outer:items
      outer:item -> inner:items
      inner:item -> ask:item
      start:words -> ask:words
      ask:text -> inner:loop_back
      inner:results -> outer:loop_back
      outer:results -> end:all`,
    ),
    inputs: { rows: [['a', 'b'], ['c']], words: [1, 2] },
    gives: { all: [['a of [1,2]', 'b of [1,2]'], ['c of [1,2]']] },
    kinds: ['start_node map_node end_node', 'StartNode MapNode EndNode'],
  },
  'a loop with a choice': {
    drawn: drawing(
      [
        start({ list: 'array', word: 'string' }),
        node('loop', 'foreach'),
        node('choose', 'if_else', { matchText: 'b', caseSensitive: true }),
        model('yes'),
        model('no'),
        end('end', 'all'),
      ],
      `start:list -> loop:items
      loop:item -> choose:data
      choose:True -> yes
      start:word -> yes:message
      choose:False -> no
      loop:item -> no:message
      yes:response -> loop:loop_back
      no:response -> loop:loop_back
      loop:results -> end:all`,
    ),
    inputs: { list: ['a', 'b'], word: 'found' },
    gives: { all: ['a', 'found'] },
    kinds: ['start_node map_node end_node', 'StartNode MapNode EndNode'],
  },
  'a loop that continues after a failure': {
    drawn: drawing(
      [start({ list: 'array' }), node('loop', 'foreach', { continueOnError: true }), call('call'), end('end', 'all')],
      `start:list -> loop:items
      loop:item -> call:body
      call:json -> loop:loop_back
      loop:results -> end:all`,
    ),
    inputs: { list: ['a', 'b'] },
    gives: { all: [null, null] },
    kinds: ['start_node map_node end_node', 'StartNode MapNode EndNode'],
  },
  'an error path': {
    drawn: drawing(
      [
        start({ word: 'string' }),
        call('call'),
        model('good'),
        model('bad'),
        end('fine', 'said'),
        end('rescued', 'said'),
      ],
      `start -> call
      call:body -> good:message
      good:response -> fine:said
      call:error -> bad
      start:word -> bad:message
      bad:response -> rescued:said`,
    ),
    inputs: { word: 'never mind' },
    gives: { said: 'never mind' },
    kinds: [
      'start_node catch_exception_node llm_node llm_node end_node end_node',
      'StartNode CatchExceptionNode LlmNode LlmNode EndNode EndNode',
    ],
  },
  'an unused error path': {
    drawn: drawing(
      [start({ word: 'string' }), model('ask'), model('bad'), end('end', 'said')],
      `start:word -> ask:message
      ask:error -> bad:message
      ask:response -> end:said
      bad:response -> end:said`,
    ),
    inputs: { word: 'well' },
    gives: { said: 'well' },
    kinds: ['start_node catch_exception_node llm_node end_node', 'StartNode CatchExceptionNode LlmNode EndNode'],
  },
  'a failure in a loop iteration': {
    drawn: drawing(
      [start({ list: 'array' }), node('loop', 'foreach'), call('call'), model('bad'), end('end', 'all')],
      `start:list -> loop:items
      loop:item -> call:body
      call:error -> bad
      loop:item -> bad:message
      bad:response -> loop:loop_back
      call:body -> loop:loop_back
      loop:results -> end:all`,
    ),
    inputs: { list: ['a', 'b'] },
    gives: { all: ['a', 'b'] },
    kinds: ['start_node map_node end_node', 'StartNode MapNode EndNode'],
  },
  'a while loop': {
    drawn: drawing(
      [
        start({ first: 'number' }),
        node('loop', 'while', { condition: 'value != 8' }),
        prompt('formula', '{{value}} * 2', port('value', 'mixed')),
        node('double', 'calculator'),
        end('end', 'last'),
      ],
      `start:first -> loop:value
      loop:value -> formula:value
      formula:text -> double:expression
      double:result -> loop:loop_back
      loop:result -> end:last`,
    ),
    inputs: { first: 1 },
    gives: { last: 8 },
    kinds: ['start_node flow_node end_node', 'StartNode FlowNode EndNode'],
  },
  'a tool with settings and without inputs': {
    drawn: drawing(
      [start({}), node('sum', 'calculator', { expression: '1 + 2' }), end('end', 'result')],
      `start -> sum
      sum:result -> end:result`,
    ),
    inputs: {},
    gives: { result: 3 },
    kinds: ['start_node tool_node end_node', 'StartNode ToolNode EndNode'],
  },
  'a tool with one connected input': {
    drawn: drawing(
      [start({ what: 'string' }), node('sum', 'calculator'), end('end', 'result')],
      `start:what -> sum:expression
      sum:result -> end:result`,
    ),
    inputs: { what: '2 * 3' },
    gives: { result: 6 },
    kinds: ['start_node tool_node end_node', 'StartNode ToolNode EndNode'],
  },
  'a model with a history and a response schema': {
    drawn: drawing(
      [
        start({ word: 'string', before: 'messages' }),
        model('ask', { script: ['I say {"name":"Ada"}'], responseSchema: { type: 'object', required: ['name'] } }),
        end('end', 'text', 'usage'),
      ],
      `start:word -> ask:message
      start:before -> ask:history
      ask:response -> end:text
      ask:usage -> end:usage`,
    ),
    inputs: { word: 'Who?', before: [{ role: 'user', content: 'one two three' }] },
    gives: { text: '{"name":"Ada"}', usage: { inputTokens: 4, outputTokens: 3, totalTokens: 7 } },
    kinds: ['start_node tool_node end_node', 'StartNode ToolNode EndNode'],
  },
  'parallel branches': {
    drawn: drawing(
      [
        start({ one: 'string', two: 'string' }),
        model('left'),
        model('right'),
        model('on'),
        end('end', 'left', 'right'),
      ],
      `start:one -> left:message
      start:two -> right:message
      right:response -> on:message
      left:response -> end:left
      on:response -> end:right`,
    ),
    inputs: { one: '1', two: '2' },
    gives: { left: '1', right: '2' },
    kinds: ['start_node llm_node llm_node llm_node end_node', 'StartNode ParallelFlowNode EndNode'],
  },
}

type Json = Record<string, unknown>
type Official = Json & { nodes: Json[]; $referenced_components?: Record<string, Json> }

/** The node kinds of a flow in any document form. */
function kindsIn({ nodes, ...flow }: Official): string {
  const shared = flow.$referenced_components ?? {}
  return nodes.map((one) => (shared[String(one.$component_ref)] ?? one).component_type).join(' ')
}

function bare(nodes: unknown): unknown[] {
  return (nodes as { data: Json }[]).map(({ data, ...one }) => ({ ...one, config: data.config, label: data.label }))
}

describe.each(Object.entries(CASES))('%s', (name, { drawn, inputs, gives, kinds }) => {
  test('returns the same results in every form and is restored', async () => {
    const { status, outputs, error } = await client.run(drawn, { inputs })
    expect([name, status, outputs, error]).toEqual([name, 'completed', gives, undefined])
    const { id } = (await client.call<{ id: string }>('POST', '/workflows', { name, ...drawn })).data
    for (const [at, form] of ['dialect=simple', 'dialect=official'].entries()) {
      const { body: flow, ...answer } = await flows.call('GET', `/workflows/${id}/export/agentspec?${form}`)
      expect([answer.status, flow.errors]).toEqual([200, undefined])
      expect(kindsIn(flow as Official)).toBe(kinds[at])
      expect((await flows.call('POST', '/agentspec/flows/validate', flow)).body).toEqual({ valid: true, errors: [] })
      const run = await flows.start(flow, inputs)
      expect(await flows.over(run)).toMatchObject({ status: 'completed' })
      expect((await flows.results(run)).body).toEqual(gives)
      const back = (await flows.call('POST', '/workflows/import/agentspec?types=referenced', flow)).body.data as Json
      expect(bare(back.nodes)).toEqual(bare(drawn.nodes))
      expect(back.edges).toEqual(drawn.edges)
    }
  })
})

test('an exported agent calls the tools of an MCP server', async () => {
  const script = [{ toolCalls: [{ name: 'weather', args: { city: 'Oslo' } }] }, 'Done.']
  const drawn = drawing(
    [
      start({ word: 'string' }),
      node('agent', 'simple_agent', { provider: 'echo', model: 'echo', script }),
      node('remote', 'mcp_tools', { url: `http://${host}/mcp`, include: ['weather'] }),
      end('end', 'answer'),
    ],
    `start:word -> agent:message
    remote:tool -> agent:tool
    agent:response -> end:answer`,
  )
  const id = await client.store(drawn, 'agent with a toolbox')
  for (const form of ['dialect=simple', 'dialect=official']) {
    const { body: flow } = await flows.call('GET', `/workflows/${id}/export/agentspec?${form}`)
    const run = await flows.start(flow, { word: 'Go' })
    expect(await flows.over(run)).toMatchObject({ status: 'completed' })
    expect((await flows.results(run)).body).toEqual({ answer: 'Done.' })
    expect(called.splice(0)).toEqual(['weather in Oslo'])
  }
})

test('an exported workflow call returns the same results', async () => {
  const inner = await client.store(
    drawing(
      [
        node('s', 'start'),
        node('name', 'text_input', { defaultValue: 'Ada' }),
        node('more', 'json_input', { defaultValue: [1] }),
        node('t', 'prompt_template', { template: 'Hello {{ who }}' }),
        node('o', 'output', { name: 'text' }),
        node('n', 'output', { name: 'name' }),
        node('m', 'output', { name: 'more' }),
        node('i', 'output', { name: 'inputs' }),
      ],
      's:inputs -> t:data\nt:output -> o:value\nname:text -> n:value\nmore:value -> m:value\ns:inputs -> i:value',
    ),
    'greeter of exported runs',
  )
  const middle = await client.store(
    drawing(
      [node('s', 'start'), node('w', 'sub_workflow', { workflow: inner }), node('o', 'output', { name: 'all' })],
      's:inputs -> w:inputs\nw:outputs -> o:value',
    ),
    'caller of the greeter',
  )
  const drawn = drawing(
    [node('s', 'start'), node('w', 'sub_workflow', { workflow: middle }), end('end', 'all')],
    's:inputs -> w:inputs\nw:outputs -> end:all',
  )
  const id = await client.store(drawn, 'caller of exported runs')
  for (const inputs of [{ who: 'Ada' }, { who: 'Bob', name: { text: 'Eve' }, more: { value: { a: [] } } }]) {
    const before = await client.run(drawn, { inputs })
    const text = `Hello ${inputs.who}`
    expect(before.outputs).toMatchObject({ all: { all: { text, name: 'name' in inputs ? 'Eve' : 'Ada' } } })
    for (const form of ['dialect=simple', 'dialect=official']) {
      const { body: flow } = await flows.call('GET', `/workflows/${id}/export/agentspec?${form}`)
      const run = await flows.start(flow, { inputs })
      expect(await flows.over(run)).toMatchObject({ status: 'completed' })
      expect((await flows.results(run)).body).toEqual(before.outputs)
    }
  }
})

test('a workflow that is only started is called by a tool in the export', async () => {
  const inner = await client.store(drawing([node('s', 'start'), node('o', 'output')], 's:inputs -> o:value'), 'started')
  const drawn = drawing(
    [node('s', 'start'), node('w', 'sub_workflow', { workflow: inner, wait: false }), end('end', 'id')],
    's -> w\nw:execution_id -> end:id',
  )
  const id = await client.store(drawn, `calls ${inner}`)
  const { body: flow } = await flows.call('GET', `/workflows/${id}/export/agentspec?dialect=official`)
  expect((await flows.call('POST', '/agentspec/flows/validate', flow)).body).toEqual({ valid: true, errors: [] })
  const run = await flows.start(flow, {})
  expect(await flows.over(run)).toMatchObject({ status: 'completed' })
  const { id: started } = (await flows.results(run)).body
  await client.until(async () => (await client.detail(String(started))).status === 'completed')
})

test('random loops, forks, failures and choices return the same results as a flow', {
  timeout: 120_000,
}, async () => {
  let compared = 0
  for (let seed = 1; seed <= 60; seed++) {
    const drawn = randomDrawing(seed)
    const inputs = { list: ['u', 'v'], word: seed % 3 === 0 ? 'z' : 'w' }
    const { status, outputs } = await client.run(drawn, { inputs })
    if (status !== 'completed') continue
    const id = await client.store(drawn, `random ${seed}`)
    for (const form of ['simple', 'official']) {
      const { status: answer, body: flow } = await flows.call(
        'GET',
        `/workflows/${id}/export/agentspec?dialect=${form}`,
      )
      // A choice outside a loop that triggers a node in it cannot be exported.
      if (answer === 422) continue
      const run = await flows.start(flow, inputs, { options: { maxSteps: 10_000 } })
      const { error } = await flows.over(run)
      expect([seed, form, (await flows.results(run)).body, error]).toEqual([seed, form, outputs, undefined])
      compared++
    }
  }
  expect(compared).toBeGreaterThan(60)
})
