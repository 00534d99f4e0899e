/** Agents and models in whole executions: tools that are nodes and workflows, approvals, usage, streamed texts. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
  test('uses nodes as tools; every call is a job, in the log, and its tokens are counted', async () => {
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

  test('uses a workflow as a tool, by the schema of its start', async () => {
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

  test('asks before it uses a tool, and goes on from there', async () => {
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

  test('a tool that fails is told to the model, and the agent goes on', async () => {
    const script = [calls({ name: 'calc', args: { expression: '1 / 0' } }), 'That did not work.']
    const detail = await client.run(agent(script, [node('calc', 'calculator')]))
    expect(detail).toMatchObject({ status: 'completed', outputs: { answer: 'That did not work.' } })
    expect(detail.jobs.find(({ tool_of }) => tool_of === 'agent')).toMatchObject({ status: 'failed' })
  })

  test('does not talk for ever', async () => {
    const script = Array.from({ length: 5 }, () => calls({ name: 'calc', args: { expression: '1' } }))
    const detail = await client.run(agent(script, [node('calc', 'calculator')], { maxTurns: 3 }))
    expect(detail).toMatchObject({ status: 'failed', error_code: 'AGENT_TURN_LIMIT' })
  })
})

test('a workflow tool needs no place of its own: one place is enough for an agent and what it calls', async () => {
  await using own = await Client.open('--max-concurrent-executions', '1')
  const child = await own.store({
    nodes: [node('in', 'text_input', { defaultValue: 'done' }), node('out', 'output', { name: 'said' })],
    edges: [edge('in:text', 'out:value')],
  })
  const script = [calls({ name: 'child', args: {} }), 'Fine.']
  const detail = await own.run(agent(script, [node('child', 'sub_workflow', { workflow: child })]))
  expect(detail).toMatchObject({ status: 'completed', outputs: { answer: 'Fine.' } })
})

test('a chat model writes into the conversation while it is still writing', async () => {
  const workflow = await client.store({
    nodes: [node('in', 'chat_input'), node('model', 'chat_model', ECHO), node('out', 'chat_output')],
    edges: [edge('in:message', 'model:message'), edge('model:response', 'out:message')],
  })
  const heard: string[] = []
  const stop = client.service.services.drafts.listen((delta) => heard.push(delta.text))
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

test('documents are put away and found again by meaning', async () => {
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
