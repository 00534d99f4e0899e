/** The assistant with a model that calls tools: a scripted provider over real HTTP that streams its answers. */
import type { Graph } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { createEgress } from '../effects/http/egress.ts'
import { createModels } from '../effects/models/create-models.ts'
import {
  type ModelServer,
  type RecordedRequest,
  type ScriptedReply,
  startModelServer,
} from '../effects/testing/model-server.ts'
import { type TestService, testService } from '../testing/test-service.ts'
import { createAssistant } from './assistant.ts'
import { catalogue, chat, drawn } from './testing/built-in.ts'

interface Started extends AsyncDisposable {
  readonly server: ModelServer
  readonly service: TestService
}

const PROVIDERS = ['openai_compatible', 'openai', 'anthropic', 'google'] as const

/** A service whose assistant asks the scripted provider, through a connection chosen in the settings. */
async function started(provider: (typeof PROVIDERS)[number] = 'openai_compatible'): Promise<Started> {
  const server = await startModelServer()
  const service = await testService()
  const as = { headers: service.as('admin') }
  const baseUrl = provider === 'google' ? server.googleUrl : server.baseUrl
  const connection = { name: 'Scripted', provider, baseUrl, apiKey: 'sk-test-0123456789' }
  await service.app.inject({ method: 'POST', url: '/api/v1/connections', ...as, payload: connection })
  const payload = { mode: 'model', connection: 'Scripted', model: 'm' }
  await service.app.inject({ method: 'PUT', url: '/api/v1/assistant/settings', ...as, payload })
  return {
    server,
    service,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]()
      await server.close()
    },
  }
}

async function stored({ service }: Started, graph: Graph): Promise<string> {
  const payload = { name: 'Chatty', ...graph }
  const answer = await service.app.inject({
    method: 'POST',
    url: '/api/v1/workflows',
    headers: service.as('editor'),
    payload,
  })
  return answer.json().data.id
}

async function say({ service }: Started, id: string, message: string, workflowState: Graph | null = null) {
  const answer = await service.app.inject({
    method: 'POST',
    url: `/api/v1/workflows/${id}/chat/messages`,
    headers: service.as('editor'),
    payload: { message, workflowState },
  })
  return answer.json().data
}

const calls = (...toolCalls: { name: string; args: object }[]): ScriptedReply => ({ toolCalls })
const end = (node: string, port: string) => ({ node, port })
const ADD_LOG = { name: 'add', args: { type: 'logger', name: 'log' } }
const CONNECT_LOG = {
  name: 'connect',
  args: { source: end('chat_model.1', 'response'), target: end('log', 'message') },
}
const LOGGED = 'I log the answer.\n\n```millrace\nadd log logger\nconnect chat_model.1:response log:message\n```'

/** The texts of all tool results in the last request to the provider. */
function results({ requests }: ModelServer): string {
  return JSON.stringify(requests.at(-1)?.body.messages)
}

describe('a model that calls tools', () => {
  test.each(PROVIDERS)('edits the workflow by streamed calls in the format of %s', async (provider) => {
    await using setup = await started(provider)
    const id = await stored(setup, chat)
    setup.server.script(calls(ADD_LOG, CONNECT_LOG), 'I log the answer.')
    expect(await say(setup, id, 'log the answer')).toMatchObject({ source: 'model', commands: 2, content: LOGGED })
    const isStreamed = ({ path, body }: RecordedRequest) => body.stream ?? path.includes(':streamGenerateContent')
    expect(setup.server.requests.map(isStreamed)).toEqual([true, true])
    expect(JSON.stringify(setup.server.requests[1]?.body)).toContain('The id of the new node is log.')
  })

  test('gets the schemas of the commands and the read tools', async () => {
    await using setup = await started()
    setup.server.script('Hello.')
    await say(setup, await stored(setup, chat), 'hello')
    const tools = JSON.stringify(setup.server.requests[0]?.body.tools)
    for (const name of [
      'add',
      'connect',
      'disconnect',
      'rename',
      'set',
      'delete',
      'swap',
      'search',
      'describe',
      'info',
    ])
      expect(tools).toContain(`"name":"${name}"`)
    expect(tools).toMatch(/"name":"validate"[\s\S]*"name":"last_run"/)
    expect(tools).not.toContain('"name":"layout"')
  })

  test('may change the layout only if the message asks for it, in English or German', async () => {
    for (const message of ['tidy up the layout', 'ordne alles neu an']) {
      await using setup = await started()
      setup.server.script(calls({ name: 'layout', args: { how: 'auto', direction: 'horizontal' } }), 'Done.')
      expect(await say(setup, await stored(setup, chat), message)).toMatchObject({ commands: 1 })
    }
  })

  test('gets a refusal as the result of the call, and corrects it', async () => {
    await using setup = await started()
    const wrong = { name: 'connect', args: { source: end('chat_model.1', 'answer'), target: end('log', 'message') } }
    setup.server.script(calls(ADD_LOG, wrong), calls(CONNECT_LOG), 'I log the answer.')
    expect((await say(setup, await stored(setup, chat), 'log it')).content).toBe(LOGGED)
    expect(results(setup.server)).toContain('Refused: Node \\"Chat model\\" (chat_model.1) has no output \\"answer\\"')
  })

  test('that leaves a refusal uncorrected has it named in the reply', async () => {
    await using setup = await started()
    setup.server.script(calls(ADD_LOG, { name: 'delete', args: { node: 'nothing.1' } }), 'All done.')
    const { content, commands } = await say(setup, await stored(setup, chat), 'log it')
    expect([commands, content]).toEqual([1, expect.stringContaining('was left out:\n- delete {"node":"nothing.1"}')])
  })

  test('that repeats its calls as text has them applied once', async () => {
    await using setup = await started()
    setup.server.script(calls(ADD_LOG, CONNECT_LOG), LOGGED)
    expect((await say(setup, await stored(setup, chat), 'log it')).content).toBe(LOGGED)
  })

  test('reads the catalogue, the nodes and the problems of what it changed', async () => {
    await using setup = await started()
    setup.server.script(
      calls(
        { name: 'search', args: { text: 'wait' } },
        { name: 'describe', args: { type: 'delay' } },
        { name: 'add', args: { type: 'summarizer', name: 'short' } },
        { name: 'info', args: { node: 'short' } },
        { name: 'validate', args: {} },
      ),
      'Done.',
    )
    await say(setup, await stored(setup, chat), 'summarise')
    const text = results(setup.server)
    for (const part of [
      '`delay`, Delay',
      '`seconds` (number',
      '`short`: type `summarizer`',
      'needs something connected',
    ])
      expect(text).toContain(part)
  })
})

describe('"why did my run fail?"', () => {
  const failing = drawn('add fail\nset fail.1:message The stock is empty')

  async function run({ service }: Started, id: string): Promise<void> {
    const url = `/api/v1/workflows/${id}/execute`
    await service.app.inject({ method: 'POST', url, headers: service.as('editor'), payload: {} })
    await expect
      .poll(
        async () => (await service.services.executions.list({ workflowId: id, limit: 1, offset: 0 })).items[0]?.status,
      )
      .toMatch(/failed|completed/)
  }

  test('is answered from the last run of this workflow, and of no other', async () => {
    await using setup = await started()
    const id = await stored(setup, failing)
    await run(setup, id)
    await run(setup, await stored(setup, drawn('add fail\nset fail.1:message Something else')))
    setup.server.script(calls({ name: 'last_run', args: {} }), 'The stock was empty.')
    expect(await say(setup, id, 'why did my run fail?')).toMatchObject({ content: 'The stock was empty.', commands: 0 })
    expect(results(setup.server)).toMatch(/Run [\w-]{36}: failed[\s\S]*fail\.1[\s\S]*The stock is empty/)
    expect(results(setup.server)).not.toContain('Something else')
  })

  test('can be about an earlier run that failed, and reports if there is none', async () => {
    await using setup = await started()
    const id = await stored(setup, drawn('add text_input'))
    setup.server.script(calls({ name: 'last_run', args: {} }), 'There is no run.')
    await say(setup, id, 'why did it fail?')
    expect(results(setup.server)).toContain('This workflow has not been run yet.')
    await run(setup, id)
    setup.server.script(calls({ name: 'last_run', args: { outcome: 'failed' } }), 'It did not fail.')
    await say(setup, id, 'why did it fail?')
    expect(results(setup.server)).toContain('No run of this workflow failed.')
  })
})

test('no secret is in a request to the provider, with every read tool', async () => {
  await using setup = await started()
  const graph = drawn(`add http_request
set http_request.1:url http://user:urlpassword1@127.0.0.1:9/?api_key=querykeyvalue1
set http_request.1:auth bearer
set http_request.1:token plainwordpassphrase
set http_request.1:headers {"X-Api-Key":"headerkeyvalue1"}`)
  const id = await stored(setup, graph)
  const url = `/api/v1/workflows/${id}/execute`
  await setup.service.app.inject({ method: 'POST', url, headers: setup.service.as('editor'), payload: {} })
  const read = calls(
    { name: 'info', args: { node: 'http_request.1' } },
    { name: 'get', args: { node: 'http_request.1' } },
    { name: 'get', args: { node: 'http_request.1', key: 'headers' } },
    { name: 'last_run', args: {} },
    { name: 'validate', args: {} },
  )
  for (const state of [null, graph]) {
    setup.server.script(read, 'Fine.')
    await say(setup, id, 'what is wrong?', state)
  }
  const sent = JSON.stringify(setup.server.requests.map(({ body }) => body))
  expect(sent).toContain('http_request.1')
  expect(sent).not.toMatch(/plainword|headerkey|urlpassword|querykey|__secret__/)
})

describe('a model that misbehaves', () => {
  function assistantWith(server: ModelServer) {
    const silent = { debug: () => {}, warn: () => {} }
    const models = createModels({
      egress: createEgress(['127.0.0.1']),
      connections: { resolve: async () => undefined },
      environment: { openai: {}, anthropic: {}, google: {}, ollama: { baseUrl: server.baseUrl } },
      log: silent,
    })
    const model = { settings: { provider: 'ollama', model: 'm' }, models }
    const assistant = createAssistant({ catalogue, dialect: 'millrace', model, log: silent })
    return (message: string, signal = new AbortController().signal) =>
      assistant.reply({ message, graph: JSON.stringify(chat), history: [], signal })
  }

  test('by calling tools without end is stopped, and what it did so far is sent', async () => {
    const server = await startModelServer()
    const read = { name: 'info', args: { node: 'chat_model.1' } }
    server.script(calls(ADD_LOG), ...Array.from({ length: 100 }, () => calls(read)))
    const { content, commands } = await assistantWith(server)('log it')
    await server.close()
    expect([server.requests.length, commands]).toEqual([16, 1])
    expect(content).toContain('was stopped')
  })

  test('by using up its tokens is stopped', async () => {
    const server = await startModelServer()
    const costly = { toolCalls: [{ name: 'validate', args: {} }], usage: { input: 250_000, output: 1 } }
    server.script(costly, costly, costly, costly)
    const { content } = await assistantWith(server)('check it')
    await server.close()
    expect([server.requests.length, content]).toEqual([2, expect.stringContaining('It made no changes.')])
  })

  test('by calling tools that do not exist or with broken arguments gets an answer each time', async () => {
    const server = await startModelServer()
    server.script(
      {
        toolCalls: [
          { name: 'explode', args: {} },
          { name: 'add', raw: '{"type": ' },
        ],
      },
      'Sorry.',
    )
    const { content, source } = await assistantWith(server)('go')
    await server.close()
    expect([source, content]).toEqual(['model', expect.stringContaining('Sorry.')])
    expect(results(server)).toContain('Refused: there is no tool')
  })

  test('by not answering is left when the caller goes, and its connection is closed', async () => {
    const server = await startModelServer()
    const abort = new AbortController()
    server.script(calls(ADD_LOG), { fault: 'hang' })
    const reply = assistantWith(server)('log it', abort.signal)
    await server.next()
    const hanging = await server.next()
    abort.abort(new Error('gone'))
    await expect(reply).rejects.toThrow('gone')
    await hanging.closed
    await server.close()
  })

  test('by refusing tools is asked for commands as text', async () => {
    const server = await startModelServer()
    server.script({ status: 400, body: { error: { message: 'm does not support tools' } } }, LOGGED)
    const { content, source } = await assistantWith(server)('log it')
    await server.close()
    expect([source, content]).toEqual(['model', LOGGED])
    expect(server.requests[1]?.body.tools).toBeUndefined()
    expect(JSON.stringify(server.requests[1]?.body)).toContain('labelled millrace')
  })
})
