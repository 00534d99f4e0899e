/** Credentials of model providers: what a plain model node sends, and how the answer of the provider is recorded. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ModelServer, startModelServer } from '../effects/testing/model-server.ts'
import { Client, edge, node } from '../executions/testing/client.ts'

const KEY = 'sk-a-key-of-the-credential'
const OWN_KEY = 'sk-a-key-of-the-node'

let models: ModelServer
let client: Client
beforeAll(async () => {
  models = await startModelServer()
  client = await Client.open('--egress-allow', '127.0.0.1')
})
afterAll(async () => {
  await client[Symbol.asyncDispose]()
  await models.close()
})

async function create(name: string): Promise<void> {
  const values = { provider: 'openai_compatible', baseUrl: models.baseUrl, apiKey: KEY }
  const { status } = await client.call('POST', '/credentials', { name, type: 'model_provider', values }, 'admin')
  expect(status).toBe(201)
}

/** Runs a model node with a credential, and returns everything that can be read about the run. */
async function asked(connection: string, settings: object = {}) {
  const detail = await client.run({
    nodes: [
      node('in', 'text_input', { defaultValue: 'Hello' }),
      node('m', 'chat_model', { connection, model: 'm', ...settings }),
    ],
    edges: [edge('in:text', 'm:message')],
  })
  return { status: detail.status, all: JSON.stringify([detail, await client.wholeLog(detail.id)]) }
}

const lastUse = async (name: string) => (await client.call('GET', `/credentials/${name}`, undefined, 'admin')).data

describe('a credential of a model provider', () => {
  test('answers a chat model, and its use is recorded', async () => {
    await create('works')
    models.script('It will rain.')
    const before = models.requests.length
    const { status, all } = await asked('works')
    expect([status, all.includes('It will rain.'), all.includes(KEY)]).toEqual(['completed', true, false])
    expect(models.requests.slice(before).map(({ headers }) => headers.authorization)).toEqual([`Bearer ${KEY}`])
    await expect.poll(() => lastUse('works')).toMatchObject({ lastUsedAt: expect.any(String), lastFailure: null })
  })

  test.each([401, 403])('that the provider refuses with %i is shown as failed until it works again', async (code) => {
    const name = `refused_${code}`
    await create(name)
    models.script({ status: code, body: { error: { message: `The key ${KEY} is wrong.` } } })
    const { status, all } = await asked(name)
    expect([status, all.includes('MODEL_REFUSED'), all.includes(KEY)]).toEqual(['failed', true, false])
    const failed = { lastUsedAt: expect.any(String), lastFailure: `HTTP status ${code}` }
    await expect.poll(() => lastUse(name)).toMatchObject(failed)
    expect((await asked(name)).status).toBe('completed')
    await expect.poll(() => lastUse(name)).toMatchObject({ lastFailure: null })
  })

  test('is not shown as failed for a request that the provider rejects', async () => {
    await create('rejected')
    models.script({ status: 400, body: { error: { message: 'There is no such model.' } } })
    expect((await asked('rejected')).status).toBe('failed')
    await expect.poll(() => lastUse('rejected')).toMatchObject({ lastUsedAt: expect.any(String), lastFailure: null })
  })

  test('does not open a private address that the operator has not allowed', async () => {
    await using other = await Client.open()
    const values = { provider: 'openai_compatible', baseUrl: models.baseUrl, apiKey: KEY }
    await other.call('POST', '/credentials', { name: 'inside', type: 'model_provider', values }, 'admin')
    const before = models.requests.length
    const detail = await other.run({
      nodes: [
        node('in', 'text_input', { defaultValue: 'Hello' }),
        node('m', 'chat_model', { connection: 'inside', model: 'm' }),
      ],
      edges: [edge('in:text', 'm:message')],
    })
    expect([detail.status, JSON.stringify(detail)]).toEqual(['failed', expect.stringContaining('EGRESS')])
    expect(models.requests).toHaveLength(before)
  })

  test('is not used if the node sends a key of its own', async () => {
    await create('replaced')
    models.script({ status: 401, body: {} })
    expect((await asked('replaced', { apiKey: OWN_KEY })).status).toBe('failed')
    expect(models.requests.at(-1)?.headers.authorization).toBe(`Bearer ${OWN_KEY}`)
    expect(await lastUse('replaced')).toMatchObject({ lastUsedAt: null, lastFailure: null })
  })
})
