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
