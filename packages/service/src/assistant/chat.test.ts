import { type Graph, parseCommands, type Role } from '@millrace/model'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startModelServer } from '../effects/testing/model-server.ts'
import { type TestService, testService } from '../testing/test-service.ts'
import { exampleGraph } from '../workflows/example.ts'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service[Symbol.asyncDispose]())

interface Asked {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly body?: object
  readonly role?: Role
  readonly at?: TestService
}

async function call(id: string, { method = 'POST', body, role = 'editor', at = service }: Asked) {
  const url = `/api/v1/workflows/${id}/chat/messages`
  const answer = await at.app.inject({
    method,
    url,
    headers: at.as(role),
    ...(body === undefined ? {} : { payload: body }),
  })
  return { status: answer.statusCode, body: answer.json(), data: answer.json().data }
}

async function workflow(at = service, graph: object = exampleGraph): Promise<{ id: string; machineName: string }> {
  const payload = { name: 'Chatty', ...graph }
  const answer = await at.app.inject({ method: 'POST', url: '/api/v1/workflows', headers: at.as('editor'), payload })
  return answer.json().data
}

const say = (message: string, more: object = {}) => ({ message, workflowState: exampleGraph, ...more })

describe('a message to the assistant', () => {
  test('may name a node by its id', async () => {
    const { id } = await workflow()
    const { data } = await call(id, { body: say('rename text_output.1 to Bob') })
    expect(data.content).toContain('```millrace\nrename text_output.1 Bob\n```')
  })

  test('is answered with commands for the given state, and the workflow stays as it is', async () => {
    const { id } = await workflow()
    const answer = await call(id, { body: say('insert a summarizer between the input and the output') })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      success: true,
      message: 'Reply of the assistant',
      data: {
        content: expect.stringContaining('```millrace\nadd Summarize summarizer\n'),
        conversationId: expect.stringMatching(/^[\w-]{36}$/),
        commands: 4,
        source: 'rules',
      },
    })
    const { commands, problems } = parseCommands(
      /```millrace\n([\s\S]*?)```/.exec(answer.data.content)![1]!,
      service.services.catalogue,
    )
    expect([commands.length, problems]).toEqual([4, []])
    const stored = JSON.parse((await service.services.workflows.get(id)).document)
    expect(stored.nodes).toHaveLength(2)
  })

  test('without a state is about the stored workflow, also if named by its machine name', async () => {
    const { machineName } = await workflow()
    const { data } = await call(machineName, { body: { message: 'list nodes', workflowState: null } })
    expect(data).toMatchObject({ content: expect.stringContaining('`text_output.1`'), commands: 0 })
  })

  test('may have a history, and fields of newer clients', async () => {
    const { id } = await workflow()
    const history = [
      { role: 'user', content: 'add a logger' },
      { role: 'assistant', content: 'Yes.\n```millrace\nset text_output.1:format markdown\n```\nOutcome: applied' },
      { role: 'system', content: 'whatever' },
    ]
    const { status, data } = await call(id, {
      body: say('rename it to Bob', { history, tools: [{ name: 'add_node' }], attachedRunId: 'x' }),
    })
    expect([status, data.content]).toEqual([200, expect.stringContaining('rename text_output.1 Bob')])
  })

  test('may be large', async () => {
    const { id } = await workflow()
    const [first, second] = exampleGraph.nodes
    const data = { ...first!.data, notes: 'x'.repeat(3_000_000) }
    const workflowState = { ...exampleGraph, nodes: [{ ...first, data }, second] }
    expect((await call(id, { body: { message: 'list nodes', workflowState } })).status).toBe(200)
  })

  test.each<[string, object, string]>([
    ['no message', { workflowState: null }, '/message'],
    ['an empty message', { message: '', workflowState: null }, '/message'],
    ['a blank message', { message: ' \n', workflowState: null }, '/message'],
    ['a message that is too long', { message: 'x'.repeat(10_001), workflowState: null }, '/message'],
    ['no state', { message: 'x' }, '/workflowState'],
    ['a state that is none', { message: 'x', workflowState: 'x' }, '/workflowState'],
    ['a state without edges', { message: 'x', workflowState: { nodes: [] } }, '/workflowState'],
    ['a history that is none', { message: 'x', workflowState: null, history: 'x' }, '/history'],
    [
      'a node id twice',
      { message: 'x', workflowState: { nodes: [exampleGraph.nodes[0], exampleGraph.nodes[0]], edges: [] } },
      '/workflowState/nodes/1/id',
    ],
  ])('with %s is refused with its place', async (_, body, path) => {
    const { id } = await workflow()
    const answer = await call(id, { body })
    expect([answer.status, answer.body.code]).toEqual([422, 'VALIDATION_ERROR'])
    expect(answer.body.details[0].path).toBe(path)
  })

  test.each(['GET', 'POST', 'DELETE'] as const)('%s about a workflow that is not there is 404', async (method) => {
    const answer = await call('nobody', { method, ...(method === 'POST' ? { body: say('x') } : {}) })
    expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND'])
  })
})

describe('the chat of a workflow', () => {
  test('is stored with both sides in order and can be read by a viewer', async () => {
    const { id } = await workflow()
    const first = await call(id, { body: say('add a logger') })
    await call(id, { body: say('thanks', { conversationId: first.data.conversationId }) })
    const { status, body } = await call(id, { method: 'GET', role: 'viewer' })
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      message: 'Chat history',
      data: [
        { role: 'user', content: 'add a logger' },
        { role: 'assistant', content: first.data.content },
        { role: 'user', content: 'thanks' },
        { role: 'assistant', content: expect.any(String) },
      ],
    })
  })

  test('continues its conversation, and starts a new one without an id or a history', async () => {
    const { id } = await workflow()
    const first = (await call(id, { body: say('add a logger') })).data.conversationId
    expect((await call(id, { body: say('go on', { conversationId: first }) })).data.conversationId).toBe(first)
    const history = [{ role: 'user', content: 'add a logger' }]
    expect((await call(id, { body: say('go on', { history }) })).data.conversationId).toBe(first)
    expect((await call(id, { body: say('anew') })).data.conversationId).not.toBe(first)
  })

  test('belongs to one workflow and can be cleared', async () => {
    const [one, other] = [await workflow(), await workflow()]
    await call(one.id, { body: say('add a logger') })
    await call(other.id, { body: say('add a note') })
    const cleared = await call(one.id, { method: 'DELETE' })
    expect([cleared.status, cleared.body]).toEqual([200, { success: true, message: 'Chat history cleared' }])
    expect((await call(one.id, { method: 'GET' })).data).toEqual([])
    expect((await call(other.id, { method: 'GET' })).data).toHaveLength(2)
  })

  test('contains no key that was pasted into a message', async () => {
    const { id } = await workflow()
    await call(id, { body: say('set the api key to sk-live-abcdefghijklmnop1234') })
    expect(JSON.stringify((await call(id, { method: 'GET' })).data)).not.toContain('abcdefghijklmnop')
  })

  test.each(['viewer', 'operator'] as const)('is not written by a %s', async (role) => {
    const { id } = await workflow()
    expect((await call(id, { role, body: say('add a logger') })).status).toBe(403)
    expect((await call(id, { role, method: 'DELETE' })).status).toBe(403)
  })
})

test('the public editor gets its own dialect and label', async () => {
  await using flowdrop = await testService({ flags: ['--chat-dialect', 'flowdrop'] })
  const { id } = await workflow(flowdrop)
  const { data } = await call(id, { at: flowdrop, body: say('add a chat model called Writer after the input') })
  expect(data.content).toMatch(
    /```flowdrop\nadd chat_model\nrename chat_model\.1 Writer\n(?:.*\n)*connect \S+ to \S+\n/,
  )
})

test('after a swap, lines for the public editor use the id that it gives the node', async () => {
  await using flowdrop = await testService({ flags: ['--chat-dialect', 'flowdrop'] })
  const { id } = await workflow(flowdrop)
  const { data } = await call(id, {
    at: flowdrop,
    body: say('replace the input with a number input and rename it to Five'),
  })
  expect(data.content).toMatch(/```flowdrop\nswap (\S+) with number_input\n/)
  const [, lines = ''] = /with number_input\n([\s\S]*?)```/.exec(data.content) ?? []
  expect(lines).toContain('number_input.1')
  expect(lines).not.toMatch(/\btext_input/)
})

describe('with a model', () => {
  async function withModel() {
    const server = await startModelServer()
    const flags = ['--assistant-provider', 'ollama', '--assistant-model', 'm', '--ollama-base-url', server.baseUrl]
    const asked = await testService({ flags })
    return {
      server,
      asked,
      async [Symbol.asyncDispose]() {
        await asked[Symbol.asyncDispose]()
        await server.close()
      },
    }
  }

  test('its reply is applied to a copy, corrected, and then sent', async () => {
    await using both = await withModel()
    const { id } = await workflow(both.asked)
    both.server.script(
      '```millrace\nadd log loger\n```',
      'Here.\n```millrace\nadd log logger\nconnect text_input.1:text log:message\n```',
    )
    const { data } = await call(id, { at: both.asked, body: say('log the name') })
    expect(data).toMatchObject({
      source: 'model',
      commands: 2,
      content: 'Here.\n\n```millrace\nadd log logger\nconnect text_input.1:text log:message\n```',
    })
    expect(both.server.requests).toHaveLength(2)
    expect(JSON.stringify(both.server.requests[1]?.body)).toContain('There is no node type')
  })

  test('gets no secret of the state, the stored workflow, the history or the message', async () => {
    await using both = await withModel()
    const config = { model: 'm', apiKey: 'sk-live-in-the-state-1234567' }
    const metadata = { node_type_id: 'chat_model', id: 'chat_model' }
    const graph: Graph = {
      nodes: [{ id: 'm1', type: 'universalNode', position: { x: 0, y: 0 }, data: { label: 'M', config, metadata } }],
      edges: [],
    }
    const { id } = await workflow(both.asked, graph)
    const history = [{ role: 'user', content: 'my key is sk-live-in-the-history-12345' }]
    const message = 'the password is sk-live-in-the-message-12345'
    await call(id, { at: both.asked, body: { message, workflowState: graph, history } })
    await call(id, { at: both.asked, body: { message, workflowState: null } })
    const sent = JSON.stringify(both.server.requests.map((request) => request.body))
    expect(sent).toContain('m1 chat_model')
    expect(sent).not.toMatch(/in-the-|__secret__/)
    expect(JSON.stringify(both.asked.lines)).not.toContain('in-the-')
  })

  test('that fails is replaced by the rules, and the reply mentions it', async () => {
    await using both = await withModel()
    const { id } = await workflow(both.asked)
    both.server.script({ status: 401 })
    const { data } = await call(id, { at: both.asked, body: say('delete the output') })
    expect(data).toMatchObject({
      source: 'rules',
      commands: 1,
      content: expect.stringMatching(/^_The model could not be asked/),
    })
  })
})
