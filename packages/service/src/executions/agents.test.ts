/** Agents and models in executions: nodes and workflows as tools, approvals, usage, streamed text. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startModelServer } from '../effects/testing/model-server.ts'
import { Client, type Drawing, edge, jobOf, node } from './testing/client.ts'

let client: Client
beforeAll(async () => {
  client = await Client.open()
})
afterAll(() => client[Symbol.asyncDispose]())

const ECHO = { provider: 'echo', model: 'echo' }

/** An agent that follows a script, with tools on its tool port. */
function agent(script: unknown[], tools: object[], config: object = {}): Drawing {
  const ids = tools.map((tool) => (tool as { id: string }).id)
  return {
    nodes: [
      node('in', 'text_input', { defaultValue: 'What is it?' }),
      node('agent', 'simple_agent', { ...ECHO, script, ...config }),
      node('out', 'output', { name: 'answer' }),
      ...tools,
    ],
    edges: [
      edge('in:text', 'agent:message'),
      edge('agent:response', 'out:value'),
      ...ids.map((id) => edge(`${id}:tool`, 'agent:tool')),
    ],
  }
}

const calls = (...toolCalls: { name: string; args: object }[]) => ({ toolCalls })

describe('an agent', () => {
  test('uses nodes as tools: every call is a job and in the log, and its tokens are counted', async () => {
    const script = [
      calls({ name: 'calc', args: { expression: '6 * 7' } }, { name: 'calc', args: { expression: '1 + 1' } }),
      'It is 42.',
    ]
    const detail = await client.run(agent(script, [node('calc', 'calculator')]))
    expect(detail).toMatchObject({ status: 'completed', outputs: { answer: 'It is 42.' } })
    const ofTools = detail.jobs.filter(({ tool_of }) => tool_of === 'agent')
    expect(
      ofTools.map(({ node_id, status, input_data, output_data }) => [node_id, status, input_data, output_data]),
    ).toEqual([
      ['calc', 'completed', { expression: '6 * 7' }, { result: { result: 42 } }],
      ['calc', 'completed', { expression: '1 + 1' }, { result: { result: 2 } }],
    ])
    expect(detail.node_statuses.calc).toMatchObject({ status: 'completed', executions: 2 })
    expect(detail.usage?.totalTokens).toBeGreaterThan(0)
    expect(detail.usage).toEqual(jobOf(detail, 'agent').usage)
    const lines = (await client.logs(detail.id)).map(({ message }) => message).join('\n')
    expect(lines).toMatch(/calc.*6 \* 7[\s\S]*42/)
  })

  test('uses a workflow as a tool with the schema of its start node', async () => {
    const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
    const child = await client.store({
      nodes: [
        node('s', 'start', { schema }),
        node('pick', 'data_extractor', { path: 'name' }),
        node('out', 'output', { name: 'greeted' }),
      ],
      edges: [edge('s:inputs', 'pick:data'), edge('pick:value', 'out:value')],
    })
    const script = [calls({ name: 'greet', args: {} }), calls({ name: 'greet', args: { name: 'Ada' } }), 'Greeted.']
    const detail = await client.run(agent(script, [node('greet', 'sub_workflow', { workflow: child })]))
    expect(detail.status).toBe('completed')
    expect(jobOf(detail, 'agent').output_data?.steps).toMatchObject([
      { tool: 'greet', error: { code: 'BAD_ARGUMENTS' } },
      { tool: 'greet', result: { greeted: 'Ada' } },
    ])
    const { body } = await client.call<{ data: { workflow_id: string }[] }>('GET', `/executions?workflow_id=${child}`)
    expect(body.data).toHaveLength(1)
  })

  test('asks for approval before a tool call and continues after the answer', async () => {
    const script = [calls({ name: 'calc', args: { expression: '2 + 2' } }), 'Fine.']
    const id = await client.start(
      await client.store(agent(script, [node('calc', 'calculator')], { approveTools: true })),
    )
    await client.until(async () => jobOf(await client.detail(id), 'agent').status === 'interrupted')
    const { data } = await client.call<{ id: string; config: { message: string } }[]>(
      'GET',
      `/pipelines/${id}/interrupts`,
    )
    expect(data[0]?.config.message).toContain('2 + 2')
    expect((await client.detail(id)).jobs.some(({ tool_of }) => tool_of === 'agent')).toBe(false)
    await client.call('POST', `/interrupts/${data[0]?.id}`, { value: true })
    const detail = await client.untilOver(id)
    expect(detail).toMatchObject({ status: 'completed', outputs: { answer: 'Fine.' } })
    expect(jobOf(detail, 'agent')).toMatchObject({ attempt: 1 })
  })

  test('passes the failure of a tool to the model and continues', async () => {
    const script = [calls({ name: 'calc', args: { expression: '1 / 0' } }), 'That did not work.']
    const detail = await client.run(agent(script, [node('calc', 'calculator')]))
    expect(detail).toMatchObject({ status: 'completed', outputs: { answer: 'That did not work.' } })
    expect(detail.jobs.find(({ tool_of }) => tool_of === 'agent')).toMatchObject({ status: 'failed' })
  })

  test('streams each of its actions once while it runs', async () => {
    const release = Promise.withResolvers<void>()
    const server = createServer(async (_, response) => {
      await release.promise
      response.end('late')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    await using own = await Client.open('--egress-allow', new URL(url).host)
    try {
      const script = [
        calls({ name: 'calc', args: { expression: '6 * 7' } }, { name: 'magic', args: {} }),
        calls({ name: 'tell', args: { data: 'a note' } }, { name: 'slow', args: {} }),
        'Done.',
      ]
      const tools = [
        node('calc', 'calculator'),
        node('slow', 'http_request', { url }),
        node('tell', 'code', { source: 'return 1' }),
      ]
      const id = await own.start(await own.store(agent(script, tools)))
      const lines = async () => (await own.logs(id)).map(({ message }) => message)
      await own.until(async () => (await lines()).some((line) => line.startsWith('Calling slow')))
      await own.until(async () => (await lines()).some((line) => line.startsWith('tell returned')))
      const before = await lines()
      expect(before.slice(0, 4)).toEqual([
        'Calling magic: {}',
        'magic failed (UNKNOWN_TOOL): Unknown tool "magic". Available tools: calc, slow, tell.',
        'Calling calc: {"expression":"6 * 7"}',
        'calc returned: {"result":42}',
      ])
      expect(await own.detail(id)).toMatchObject({ status: 'running' })
      expect((await own.detail(id)).jobs.find(({ node_id }) => node_id === 'slow')).toMatchObject({ status: 'running' })
      release.resolve()
      await own.untilOver(id)
      const all = await lines()
      expect(all.slice(0, before.length)).toEqual(before)
      expect(all.slice(before.length)).toEqual([expect.stringMatching(/^slow returned/)])
    } finally {
      release.resolve()
      server.close()
    }
  })

  test('a retry repeats no tool call and no log line, and counts every token once', async () => {
    const server = await startModelServer()
    await using own = await Client.open('--egress-allow', new URL(server.origin).host)
    try {
      const busy = { status: 429, headers: { 'retry-after': '0' }, body: { error: { message: 'Slow down.' } } }
      const calc = { toolCalls: [{ name: 'calc', args: { expression: '6 * 7' } }, { name: 'magic' }] }
      server.script(busy, calc, busy, busy, '{"answer":', busy, '{"answer":42}')
      const drawing = agent([], [node('calc', 'calculator')], {
        provider: 'openai_compatible',
        baseUrl: server.baseUrl,
        responseSchema: { type: 'object', required: ['answer'] },
      })
      const retry = { 'millrace:retry': { maxAttempts: 9, delayMs: 1 } }
      const nodes = drawing.nodes.map((one) => {
        const { id, data } = one as { id: string; data: object }
        return id === 'agent' ? { ...one, data: { ...data, extensions: retry } } : one
      })
      const detail = await own.run({ ...drawing, nodes })
      expect(detail).toMatchObject({ status: 'completed', outputs: { answer: '{"answer":42}' } })
      expect(detail.usage).toEqual({ inputTokens: 21, outputTokens: 9, totalTokens: 30 })
      const lines = (await own.logs(detail.id)).map(({ message }) => message)
      expect(lines.filter((line) => !line.startsWith('Attempt'))).toEqual([
        'Calling magic: {}',
        'magic failed (UNKNOWN_TOOL): Unknown tool "magic". Available tools: calc.',
        'Calling calc: {"expression":"6 * 7"}',
        'calc returned: {"result":42}',
        'The response is invalid and is requested again: it is not JSON.',
      ])
      expect(detail.jobs.filter(({ tool_of }) => tool_of === 'agent')).toHaveLength(1)
    } finally {
      await server.close()
    }
  })

  test('stops after the maximum number of turns', async () => {
    const script = Array.from({ length: 5 }, () => calls({ name: 'calc', args: { expression: '1' } }))
    const detail = await client.run(agent(script, [node('calc', 'calculator')], { maxTurns: 3 }))
    expect(detail).toMatchObject({ status: 'failed', error_code: 'AGENT_TURN_LIMIT' })
  })
})

test('a workflow tool needs no slot: one slot is enough for an agent and the workflow it calls', async () => {
  await using own = await Client.open('--max-concurrent-executions', '1')
  const child = await own.store({
    nodes: [node('in', 'text_input', { defaultValue: 'done' }), node('out', 'output', { name: 'said' })],
    edges: [edge('in:text', 'out:value')],
  })
  const script = [calls({ name: 'child', args: {} }), 'Fine.']
  const detail = await own.run(agent(script, [node('child', 'sub_workflow', { workflow: child })]))
  expect(detail).toMatchObject({ status: 'completed', outputs: { answer: 'Fine.' } })
})

test('a chat model streams its text into the conversation', async () => {
  const workflow = await client.store({
    nodes: [node('in', 'chat_input'), node('model', 'chat_model', ECHO), node('out', 'chat_output')],
    edges: [edge('in:message', 'model:message'), edge('model:response', 'out:message')],
  })
  const heard: string[] = []
  const stop = client.service.services.partialOutput.listen((delta) => heard.push(delta.text))
  const { data: session } = await client.call<{ id: string }>('POST', `/workflows/${workflow}/playground/sessions`)
  await client.call('POST', `/playground/sessions/${session.id}/messages`, { content: 'one two three' })
  await client.until(
    async () =>
      (await client.call<{ status: string }>('GET', `/playground/sessions/${session.id}`)).data.status === 'idle',
  )
  stop()
  expect(heard.length).toBeGreaterThan(1)
  const { data } = await client.call<{ role: string; content: string }[]>(
    'GET',
    `/playground/sessions/${session.id}/messages`,
  )
  expect(data.find(({ role }) => role === 'assistant')?.content).toBe(heard.join(''))
})

test('stores documents and finds them by meaning', async () => {
  const texts = ['cats purr at night', 'trains run on rails', 'cats sleep all day']
  const store = (operation: string) => node(operation, 'vector_store', { collection: 'c', operation, topK: 2, ...ECHO })
  const filled = await client.run({
    nodes: [
      node('docs', 'json_input', { defaultValue: texts.map((text, at) => ({ id: `d${at}`, text })) }),
      store('upsert'),
      node('out', 'output', { name: 'count' }),
    ],
    edges: [edge('docs:value', 'upsert:documents'), edge('upsert:count', 'out:value')],
  })
  expect(filled.outputs).toEqual({ count: 3 })
  const found = await client.run({
    nodes: [
      node('q', 'text_input', { defaultValue: 'do cats sleep' }),
      store('search'),
      node('out', 'output', { name: 'matches' }),
    ],
    edges: [edge('q:text', 'search:query'), edge('search:matches', 'out:value')],
  })
  expect(found.outputs.matches).toMatchObject([{ id: 'd2' }, { id: 'd0' }])
})
