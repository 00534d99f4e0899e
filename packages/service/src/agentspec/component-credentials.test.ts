/** Stored credentials of Agent Spec nodes and of the components in them: where they are sent, and where they are not. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { text as said, speaksMcp } from '../effects/mcp/testing/mcp-server.ts'
import { type ModelServer, startModelServer } from '../effects/testing/model-server.ts'
import { Client } from '../executions/testing/client.ts'
import { chain, clientOf, text, tool } from './testing/flows.ts'

type Json = Record<string, unknown>

const TOKEN = 'a-token-that-no-document-has'
const MODEL_KEY = 'sk-a-key-that-no-document-has'
const OLD = 'a-secret-of-the-document'

/** The path of each request, and what it was signed with. */
const seen: [path: string, authorization: string | undefined][] = []
const speak = speaksMcp({
  tools: [{ name: 'weather' }],
  call: async (_name, _args, headers) => said(`It rains on ${headers.get('authorization')}.`),
})
const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
  const { url = '', headers } = request
  seen.push([url, headers.authorization])
  if (url === '/mcp') return speak(request, response)
  response.end(JSON.stringify({ y: `got ${headers.authorization}` }))
})
let models: ModelServer
let origin: string
let client: Client
let flows: ReturnType<typeof clientOf>
beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  models = await startModelServer()
  client = await Client.open('--egress-allow', '127.0.0.1')
  flows = clientOf(client.service, 'operator')
  await create({ name: 'calls', type: 'bearer', hosts: [origin], values: { token: TOKEN } })
  await create({ name: 'elsewhere', type: 'bearer', hosts: ['api.example'], values: { token: TOKEN } })
  const values = { provider: 'openai_compatible', baseUrl: models.baseUrl, apiKey: MODEL_KEY }
  await create({ name: 'models', type: 'model_provider', values })
})
beforeEach(() => {
  seen.length = 0
})
afterAll(async () => {
  await client[Symbol.asyncDispose]()
  await models.close()
  server.closeAllConnections()
  server.close()
})

async function create(body: object): Promise<void> {
  expect((await client.call('POST', '/credentials', body, 'admin')).status).toBe(201)
}

const api = (more: Json = {}): Json => ({
  component_type: 'api_node',
  name: 'call',
  endpoint: `${origin}/api`,
  method: 'GET',
  outputs: [text('y')],
  ...more,
})
const llmConfig = (more: Json = {}): Json => ({
  component_type: 'llm_config',
  name: 'clever',
  provider: 'openai',
  model_id: 'm',
  ...more,
})
const llm = (more: Json = {}): Json => ({
  component_type: 'llm_node',
  name: 'call',
  prompt_template: 'Hello',
  llm_config: llmConfig(more),
  outputs: [text('y')],
})
const remote = (more: Json = {}): Json => ({
  component_type: 'remote_tool',
  name: 'orders',
  url: `${origin}/remote`,
  http_method: 'GET',
  inputs: [],
  outputs: [text('y')],
  ...more,
})
const transport = (more: Json = {}): Json => ({
  component_type: 'StreamableHTTPTransport',
  id: 'server',
  name: 'server',
  url: `${origin}/mcp`,
  ...more,
})
const nested = (node: Json): Json => ({
  component_type: 'flow_node',
  name: 'call',
  flow: { ...chain([{ ...node, name: 'inner' }], [], [text('y')]), name: 'Inner' },
  inputs: [],
  outputs: [text('y')],
})
const agent = (): Json => ({
  component_type: 'agent_node',
  name: 'call',
  agent: {
    component_type: 'agent',
    name: 'bot',
    system_prompt: 'Help.',
    llm_config: llmConfig(),
    human_in_the_loop: false,
    tools: [remote()],
    toolboxes: [{ component_type: 'MCPToolBox', id: 'box', name: 'box', client_transport: transport() }],
    outputs: [text('y')],
  },
  outputs: [text('y')],
})

interface Drawn extends Json {
  readonly nodes: { readonly id: string; readonly data: { readonly label: string; readonly config: Json } }[]
}

/** The workflow of a flow with these settings of its node `call`. */
async function drawn(node: Json, settings: Json): Promise<Drawn> {
  const { status, data } = await client.call<Drawn>(
    'POST',
    '/workflows/import/agentspec',
    chain([node], [], [text('y')]),
  )
  expect(status).toBe(200)
  const nodes = data.nodes.map((one) =>
    one.data.label === 'call' ? { ...one, data: { ...one.data, config: { ...one.data.config, ...settings } } } : one,
  )
  return { ...data, nodes }
}

async function stored(workflow: Drawn): Promise<string> {
  const { status, data } = await client.call<{ id: string }>('POST', '/workflows', { ...workflow, name: 'Signed' })
  expect(status).toBe(201)
  return data.id
}

/** Runs the flow of one node, and returns everything that can be read about it. */
async function ran(node: Json, settings: Json) {
  const execution = await client.start(await stored(await drawn(node, settings)))
  const detail = await client.untilOver(execution)
  return { detail, all: JSON.stringify([detail, await client.wholeLog(execution)]) }
}

const AGENT_SETTINGS = { connection: 'models', component_credentials: { orders: 'calls', server: 'calls' } }

const SIGNED: [string, () => Json, Json, string][] = [
  ['an API node', api, { credential: 'calls' }, '/api'],
  [
    'an API node whose headers were not exported',
    () => api({ sensitive_headers: { $component_ref: 'x.sensitive_headers' } }),
    { credential: 'calls' },
    '/api',
  ],
  [
    'a remote tool',
    () => tool('call', remote(), [], [text('y')]),
    { component_credentials: { orders: 'calls' } },
    '/remote',
  ],
  [
    'an MCP transport whose headers were not exported',
    () =>
      tool(
        'call',
        {
          component_type: 'mcp_tool',
          name: 'weather',
          client_transport: transport({ sensitive_headers: { $component_ref: 'server.sensitive_headers' } }),
          inputs: [],
          outputs: [text('y')],
        },
        [],
        [text('y')],
      ),
    { component_credentials: { server: 'calls' } },
    '/mcp',
  ],
  ['an API node in a nested flow', () => nested(api()), { component_credentials: { inner: 'calls' } }, '/api'],
  [
    'a remote tool in a nested flow',
    () => nested(tool('inner', remote(), [], [text('y')])),
    { component_credentials: { orders: 'calls' } },
    '/remote',
  ],
]

const ASKED: [string, () => Json, Json][] = [
  ['an LLM node', llm, { connection: 'models' }],
  [
    'an LLM node with another address and key',
    () => llm({ url: 'https://x.example', api_key: OLD }),
    { connection: 'models' },
  ],
  [
    'an LLM node whose key was not exported',
    () => llm({ api_key: { $component_ref: 'x.api_key' } }),
    { connection: 'models' },
  ],
  ['an LLM node without a configuration', () => ({ ...llm(), llm_config: undefined }), { connection: 'small' }],
  ['an LLM node in a nested flow', () => nested(llm()), { component_connections: { clever: 'models' } }],
]

const EXPORTED: [string, () => Json, Json][] = [
  ['an API node', () => api({ sensitive_headers: { 'X-Key': OLD } }), { credential: 'calls' }],
  ['an LLM node', () => llm({ api_key: OLD }), { connection: 'models' }],
  ['an agent', agent, AGENT_SETTINGS],
  ['a nested flow', () => nested(api()), { component_credentials: { inner: 'calls' } }],
]

describe('a stored credential', () => {
  test.each(SIGNED)('signs the calls of %s, and the run contains no secret', async (_, node, settings, path) => {
    const { detail, all } = await ran(node(), settings)
    expect([detail.status, all.includes('__secret__:****')]).toEqual(['completed', true])
    expect(new Set(seen.map((one) => one.join()))).toEqual(new Set([`${path},Bearer ${TOKEN}`]))
    expect(all).not.toContain(TOKEN)
  })

  test.each(ASKED)('is the provider of %s', async (_, node, settings) => {
    if (settings.connection === 'small') {
      const values = { provider: 'openai', baseUrl: models.baseUrl, apiKey: MODEL_KEY }
      await create({ name: 'small', type: 'model_provider', values })
    }
    models.script('Hello from the model.')
    const before = models.requests.length
    const { detail, all } = await ran(node(), settings)
    expect([detail.status, all.includes('Hello from the model.')]).toEqual(['completed', true])
    expect(models.requests.slice(before).map(({ headers }) => headers.authorization)).toEqual([`Bearer ${MODEL_KEY}`])
    expect(all).not.toContain(MODEL_KEY)
  })

  test('signs the model, the tools and the toolboxes of an agent', async () => {
    models.script(
      {
        toolCalls: [
          { name: 'orders', args: {} },
          { name: 'weather', args: {} },
        ],
      },
      { toolCalls: [{ name: 'submit_result', args: { y: 'Done.' } }] },
    )
    const before = models.requests.length
    const { detail, all } = await ran(agent(), AGENT_SETTINGS)
    expect(detail.status).toBe('completed')
    expect(new Set(seen.map((one) => one.join()))).toEqual(new Set([`/remote,Bearer ${TOKEN}`, `/mcp,Bearer ${TOKEN}`]))
    const asked = models.requests.slice(before)
    expect(asked.map(({ headers }) => headers.authorization)).toEqual(Array(2).fill(`Bearer ${MODEL_KEY}`))
    // The model gets the results of the tools without the token that they repeat.
    expect(JSON.stringify(asked.map(({ body }) => body))).not.toContain(TOKEN)
    for (const secret of [TOKEN, MODEL_KEY]) expect(all).not.toContain(secret)
  })

  test.each([
    ['of another host', 'elsewhere', 'CREDENTIAL_HOST'],
    ['that does not exist', 'lost', 'CREDENTIAL_NOT_FOUND'],
    ['of another type', 'models', 'CREDENTIAL_TYPE'],
  ])('%s is not sent', async (_, credential, code) => {
    expect((await ran(api(), { credential })).all).toContain(code)
    const settings = { component_credentials: { orders: credential } }
    expect((await ran(tool('call', remote(), [], [text('y')]), settings)).all).toContain(code)
    expect((await ran(nested(api()), { component_credentials: { inner: credential } })).all).toContain(code)
    expect(seen).toEqual([])
  })

  test('is not used by a submitted flow that names it', async () => {
    const names = { credential: 'calls', connection: 'models', component_credentials: { server: 'calls' } }
    const metadata = { 'millrace:credential': 'calls', 'millrace:node': { data: { config: names } } }
    const mcp = {
      component_type: 'mcp_tool',
      name: 'weather',
      client_transport: transport({ credential: 'calls', metadata }),
      inputs: [],
      outputs: [text('z')],
    }
    const nodes = [api({ ...names, metadata }), { ...tool('mcp', mcp, [], [text('z')]), ...names }]
    const execution = await flows.start(chain(nodes, [], [text('y'), text('z')]))
    expect(await flows.over(execution)).toMatchObject({ status: 'completed' })
    expect(new Set(seen.map(([, authorization]) => authorization))).toEqual(new Set([undefined]))
  })
})

describe('a workflow with credentials in Agent Spec nodes', () => {
  test('is found at its credentials', async () => {
    const id = await stored(await drawn(agent(), AGENT_SETTINGS))
    for (const name of ['calls', 'models']) {
      const { data } = await client.call('GET', `/credentials/${name}/workflows?limit=100`, undefined, 'admin')
      expect(data).toContainEqual(expect.objectContaining({ id }))
    }
  })

  test.each(EXPORTED)('is exported without a secret and imported with the names: %s', async (_, node, own) => {
    const id = await stored(await drawn(node(), own))
    for (const path of ['export/agentspec', 'export/agentspec?dialect=simple']) {
      const { status, body } = await client.call('GET', `/workflows/${id}/${path}`)
      expect(status).toBe(200)
      const document = JSON.stringify(body)
      expect(document).not.toMatch(new RegExp(`${TOKEN}|${MODEL_KEY}|${OLD}|__secret__`))
      const back = await client.call<Drawn>('POST', '/workflows/import/agentspec', body.data ?? body)
      const call = back.data.nodes.find(({ data }) => data.label === 'call')
      expect(call?.data.config).toMatchObject(own)
    }
  })

  test('is reported by validation with the place of a name that does not fit', async () => {
    const names = { component_credentials: { orders: 'lost', 'a/b': 'models' }, component_connections: { x: 'calls' } }
    const workflow = await drawn(agent(), { connection: 'gone', ...names })
    const { data } = await client.call<{ problems: Json[] }>('POST', '/workflows/validate', workflow)
    const found = data.problems.filter(({ code }) => /CREDENTIAL/.test(String(code)))
    expect(found.map(({ code, path }) => [path, code])).toEqual([
      ['/connection', 'UNKNOWN_CREDENTIAL'],
      ['/component_credentials/orders', 'UNKNOWN_CREDENTIAL'],
      ['/component_credentials/a~1b', 'WRONG_CREDENTIAL'],
      ['/component_connections/x', 'WRONG_CREDENTIAL'],
    ])
  })

  test('cannot be changed by a caller who may only run it', async () => {
    const workflow = await drawn(nested(api()), { component_credentials: { inner: 'calls' } })
    const { id = '' } = workflow.nodes.find(({ data }) => data.label === 'call') ?? {}
    const saved = await stored(workflow)
    const launch = (inputs: Json) => client.call('POST', '/execute', { workflow_id: saved, inputs }, 'operator')
    expect((await launch({ [id]: { component_credentials: { inner: 'elsewhere' } } })).status).toBe(403)
    expect((await launch({ [id]: { flow_ref: 'another' } })).status).toBe(403)
    expect((await launch({})).status).toBe(202)
  })
})
