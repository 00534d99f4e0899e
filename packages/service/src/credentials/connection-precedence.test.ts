/** Credentials of model providers that have the name of a connection of the service. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ModelServer, startModelServer } from '../effects/testing/model-server.ts'
import { Client, edge, node } from '../executions/testing/client.ts'

let models: ModelServer
let client: Client
let connection: string
beforeAll(async () => {
  models = await startModelServer()
})
afterAll(() => models.close())
beforeEach(async () => {
  client = await Client.open('--egress-allow', '127.0.0.1', '--assistant-connection', 'team', '--assistant-model', 'm')
  connection = await create('/connections', { name: 'team', ...provider('sk-of-the-service') })
  for (const name of ['Sales', 'Support']) await create('/projects', { name })
  return () => client[Symbol.asyncDispose]()
})

const provider = (apiKey: string) => ({ provider: 'openai_compatible', baseUrl: models.baseUrl, apiKey })

async function create(path: string, body: object): Promise<string> {
  const { status, data } = await client.call<{ id: string }>('POST', path, body, 'admin')
  expect(status).toBe(201)
  return data.id
}

const credentialIn = (project: string, fields: object) => create(`/credentials?project=${project}`, fields)

const ofSales = () => ({ name: 'team', type: 'model_provider', values: provider('sk-of-sales') })

const asking = (named: string) => ({
  nodes: [
    node('in', 'text_input', { defaultValue: 'Hello?' }),
    node('ask', 'chat_model', { model: 'm', connection: named }),
  ],
  edges: [edge('in:text', 'ask:message')],
})

/** Runs a workflow of the project that names a connection, and returns the key that the provider got. */
async function keyIn(project: string, named = 'team'): Promise<string | undefined> {
  const before = models.requests.length
  const id = await create(`/workflows?project=${project}`, { name: 'Asking', ...asking(named) })
  expect((await client.untilOver(await client.start(id))).status).toBe('completed')
  expect(models.requests.length).toBe(before + 1)
  return models.requests.at(-1)?.headers.authorization?.replace('Bearer ', '')
}

/** The codes of problems with credentials that validation finds in a project. */
async function problemsIn(project: string, nodes: object[]): Promise<string[]> {
  const path = `/workflows/validate?project=${project}`
  const body = { name: 'Asking', nodes, edges: [] }
  const { data } = await client.call<{ problems: { code: string }[] }>('POST', path, body, 'admin')
  return data.problems.map(({ code }) => code).filter((code) => code.includes('CREDENTIAL'))
}

describe('a credential of a model provider', () => {
  test('takes precedence over a connection of the same name, in the workflows of its project only', async () => {
    await credentialIn('sales', ofSales())
    expect(await keyIn('sales')).toBe('sk-of-sales')
    expect([await keyIn('support'), await keyIn('default')]).toEqual(['sk-of-the-service', 'sk-of-the-service'])
    // Names of credentials have no capital letters, and an id names exactly one of both.
    expect([await keyIn('sales', 'Team'), await keyIn('sales', connection)]).toEqual(Array(2).fill('sk-of-the-service'))
  })

  test('does not replace the connection of calls without a workflow', async () => {
    await credentialIn('default', ofSales())
    expect(await keyIn('default')).toBe('sk-of-sales')
    const workflow = await client.store({ nodes: [], edges: [] })
    const before = models.requests.length
    const message = { message: 'Please explain what this is for.', workflowState: null }
    await client.call('POST', `/workflows/${workflow}/chat/messages`, message, 'editor')
    const keys = models.requests.slice(before).map(({ headers }) => headers.authorization)
    expect(new Set(keys)).toEqual(new Set(['Bearer sk-of-the-service']))
  })
})

describe('names of models', () => {
  /** The suggested names, and the keys that the provider got. */
  async function suggested(query: string, by: 'viewer' | { readonly token: string } = 'viewer', from = client) {
    const before = models.requests.length
    const headers = typeof by === 'string' ? from.service.as(by) : { authorization: `Bearer ${by.token}` }
    const reply = await from.service.app.inject({ url: `/api/v1/autocomplete/models?${query}`, headers })
    expect(reply.statusCode).toBe(200)
    const keys = models.requests.slice(before).map(({ headers }) => headers.authorization?.replace('Bearer ', ''))
    return { names: reply.json().map(({ value }: { value: string }) => value) as string[], keys }
  }

  test('are listed with the credential of the project, which takes precedence over the connection', async () => {
    await credentialIn('sales', ofSales())
    models.offer('small-2')
    expect(await suggested('connection=team&project=sales')).toEqual({ names: ['small-2'], keys: ['sk-of-sales'] })
    const ofService = { names: ['small-2'], keys: ['sk-of-the-service'] }
    expect(await suggested('connection=team&project=support')).toEqual(ofService)
  })

  test('are listed with no credential of a project that the caller must not see', async () => {
    await credentialIn('sales', { ...ofSales(), name: 'own' })
    models.offer('small-2')
    const tokenOf = async (project: string) =>
      (await client.call<{ token: string }>('POST', '/auth/tokens', { name: 't', role: 'viewer', project }, 'admin'))
        .data
    expect(await suggested('connection=own&project=sales', await tokenOf('support'))).toMatchObject({ keys: [] })
    // The only project of a caller does not have to be named.
    expect(await suggested('connection=own', await tokenOf('sales'))).toMatchObject({ keys: ['sk-of-sales'] })
  })

  test('are not listed by a private address of a credential, unless the operator allows it', async () => {
    await using strict = await Client.open()
    const fields = { name: 'inside', type: 'model_provider', values: provider('sk-of-sales') }
    expect((await strict.call('POST', '/credentials', fields, 'admin')).status).toBe(201)
    const own = { name: 'outside', ...provider('sk-of-the-service') }
    expect((await strict.call('POST', '/connections', own, 'admin')).status).toBe(201)
    models.offer('small-2')
    expect(await suggested('connection=inside', 'viewer', strict)).toMatchObject({ keys: [] })
    expect(await suggested('connection=outside', 'viewer', strict)).toMatchObject({ keys: ['sk-of-the-service'] })
  })
})

test('a name of an LLM configuration that is not in the node must be that of a connection', async () => {
  const llm = (config: object) => [node('llm', 'agentspec.llm_node', { prompt_template: 'Hello', ...config })]
  const own = {
    llm_config: { component_type: 'llm_config', id: 'x', name: 'mine', provider: 'echo', model_id: 'echo' },
  }
  expect(await problemsIn('sales', llm({ llm_config_ref: 'lost' }))).toEqual(['UNKNOWN_CREDENTIAL'])
  expect(await problemsIn('sales', llm({ ...own, llm_config_ref: 'other' }))).toEqual(['UNKNOWN_CREDENTIAL'])
  for (const config of [{ llm_config_ref: 'team' }, { ...own, llm_config_ref: 'mine' }, own, {}])
    expect(await problemsIn('sales', llm(config))).toEqual([])
  expect(await problemsIn('sales', llm({ llm_config_ref: 'lost', connection: 'team' }))).toEqual([])
})

test('a credential of another type does not hide a connection, in a run and in validation', async () => {
  const hosts = ['api.example']
  await credentialIn('sales', { name: 'team', type: 'bearer', hosts, values: { token: 'a-token-of-sales' } })
  expect(await keyIn('sales')).toBe('sk-of-the-service')
  const call = node('call', 'http_request', { url: 'https://api.example/', method: 'GET', credential: 'team' })
  const nodes = [...asking('team').nodes, call]
  expect(await problemsIn('sales', nodes)).toEqual([])
  // Without the credential, only the request has none.
  expect(await problemsIn('support', nodes)).toEqual(['UNKNOWN_CREDENTIAL'])
  expect(await problemsIn('sales', asking('lost').nodes)).toEqual(['UNKNOWN_CREDENTIAL'])
})
