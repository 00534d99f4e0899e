import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Client, edge, node } from '../executions/testing/client.ts'

const TOKEN = 'a-token-that-is-nobodys-business'

/** Redirects `/to?…`, and otherwise responds with the request's headers. */
const seen: { readonly path: string; readonly headers: IncomingHttpHeaders }[] = []
let servers: Server[]
let ports: number[]
let client: Client

beforeAll(async () => {
  servers = [1, 2].map(() =>
    createServer(({ url = '', headers }, response) => {
      seen.push({ path: url, headers })
      if (url.startsWith('/to?')) response.writeHead(302, { location: decodeURIComponent(url.slice(4)) })
      response.end(JSON.stringify({ got: headers.authorization ?? headers['x-key'] ?? null }))
    }),
  )
  for (const server of servers) await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  ports = servers.map((server) => (server.address() as AddressInfo).port)
  client = await Client.open('--egress-allow', '127.0.0.1')
})
beforeEach(() => {
  seen.length = 0
})
afterAll(async () => {
  await client[Symbol.asyncDispose]()
  for (const server of servers) server.close()
})

const origin = (at = 0) => `http://127.0.0.1:${ports[at]}`
let made = 0

async function create(fields: object = {}): Promise<Record<string, unknown> & { id: string; name: string }> {
  const body = { name: `made_${made++}`, type: 'bearer', hosts: [origin()], values: { token: TOKEN }, ...fields }
  const { status, data } = await client.call<{ id: string; name: string }>('POST', '/credentials', body, 'admin')
  expect(status).toBe(201)
  return data
}

const put = (id: string, body: object) => client.call('PUT', `/credentials/${id}`, body, 'admin')
const calling = (config: object) => ({ nodes: [node('call', 'http_request', config)], edges: [] })

/** The outputs of a request, or its error. */
async function called(config: object) {
  const detail = await client.run(calling(config))
  return JSON.stringify([detail, await client.call('GET', `/pipelines/${detail.id}/logs`)])
}

describe('a credential', () => {
  test('can be created, read, listed, changed and deleted, and never returns its secrets', async () => {
    const first = await create({ name: 'shop', description: 'Orders', hosts: ['api.example', '*.b.example:8443'] })
    expect(first).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ...{
        project: 'default',
        name: 'shop',
        type: 'bearer',
        description: 'Orders',
        hosts: ['api.example', '*.b.example:8443'],
      },
      values: { token: '__secret__:ness' },
      ...{ createdAt: '2026-01-01T12:00:00.000Z', updatedAt: '2026-01-01T12:00:00.000Z', createdBy: 'admin token' },
      ...{ lastUsedAt: null, lastFailure: null, workflows: 0, connection: null },
    })
    expect((await client.call('GET', '/credentials/shop', undefined, 'admin')).data).toEqual(first)
    expect((await client.call('GET', '/credentials', undefined, 'admin')).data).toContainEqual(first)
    const kept = { name: 'shop2', type: 'bearer', hosts: ['api.example'], values: { token: '__secret__:ness' } }
    expect((await put(first.id, kept)).data).toMatchObject({ name: 'shop2', values: { token: '__secret__:ness' } })
    expect((await put('shop2', { ...kept, name: 'shop' })).status).toBe(200)
    expect((await client.call('DELETE', '/credentials/shop', undefined, 'admin')).status).toBe(200)
    expect((await client.call('GET', '/credentials/shop', undefined, 'admin')).status).toBe(404)
  })

  test.each([
    ['a field of another type', { values: { token: TOKEN, user: 'ada' } }, '/values/user'],
    ['a missing secret', { values: {} }, '/values/token'],
    ['a placeholder', { values: { token: '__secret__:ness' } }, '/values/token'],
    ['no host', { hosts: [] }, '/hosts'],
    ['hosts for a type with an address', { type: 'sql', values: { connection: 'sqlite:x' } }, '/hosts'],
    ['a variable without the prefix', { values: { token: 'env:HOME' } }, '/values/token'],
    ['a file without a folder', { values: { token: 'file:/etc/passwd' } }, '/values/token'],
  ])('is rejected with %s', async (_, fields, path) => {
    const body = { name: 'bad', type: 'bearer', hosts: ['a.example'], values: { token: TOKEN }, ...fields }
    const answer = await client.call('POST', '/credentials', body, 'admin')
    expect([answer.status, answer.body.details?.[0]?.path]).toEqual([422, path])
    expect(JSON.stringify(answer.body)).not.toContain(TOKEN)
  })

  test('is rejected if the name is taken, and sent to new hosts only with its secret', async () => {
    const { id, name } = await create({ hosts: ['a.example'] })
    const same = { name, type: 'bearer', hosts: ['a.example'], values: { token: TOKEN } }
    expect((await client.call('POST', '/credentials', same, 'admin')).body.code).toBe('ALREADY_EXISTS')
    const moved = { name, type: 'bearer', hosts: ['a.example', 'evil.example'], values: {} }
    expect((await put(id, moved)).body.details?.[0]?.path).toBe('/values/token')
    expect((await put(id, { ...moved, type: 'header', values: { header: 'x-key' } })).status).toBe(422)
    expect((await put(id, { ...moved, values: { token: 'another-token-1' } })).status).toBe(200)
  })

  test('can be managed by admins only, and found by everyone who edits', async () => {
    const { name } = await create()
    expect((await client.call('GET', '/credentials', undefined, 'editor')).status).toBe(403)
    const { body } = await client.call('GET', `/autocomplete/credentials/http?q=${name}`, undefined, 'editor')
    expect(body).toEqual([{ label: name, value: name }])
    expect((await client.call('GET', `/autocomplete/credentials/sql?q=${name}`)).body).toEqual([])
  })
})

describe('a node with a credential', () => {
  test.each([
    ['bearer', { token: TOKEN }, `Bearer ${TOKEN}`],
    ['basic', { user: 'ada', password: TOKEN }, `Basic ${Buffer.from(`ada:${TOKEN}`).toString('base64')}`],
    ['header', { header: 'X-Key', value: TOKEN }, TOKEN],
  ])('sends %s, and gets no secret back', async (type, values, sent) => {
    const { name } = await create({ type, values })
    const text = await called({ url: `${origin()}/private`, credential: name })
    expect(seen.map(({ headers }) => headers.authorization ?? headers['x-key'])).toEqual([sent])
    expect(text).toContain('__secret__:****')
    for (const secret of [TOKEN, sent, Buffer.from(`ada:${TOKEN}`).toString('base64')])
      expect(text).not.toContain(secret)
    await expect
      .poll(async () => (await client.call('GET', `/credentials/${name}`, undefined, 'admin')).data)
      .toMatchObject({ lastUsedAt: expect.any(String), lastFailure: null })
  })

  test('does not send it to a host that it does not name', async () => {
    const { name } = await create()
    expect(await called({ url: `${origin(1)}/`, credential: name })).toContain('CREDENTIAL_HOST')
    expect(seen).toEqual([])
  })

  test('sends it after a redirect only to hosts that it names', async () => {
    const { name } = await create()
    const back = encodeURIComponent(`${origin()}/back`)
    const away = encodeURIComponent(`${origin(1)}/to?${back}`)
    await called({ url: `${origin()}/to?${away}`, credential: name })
    expect(seen.map(({ headers }) => headers.authorization !== undefined)).toEqual([true, false, true])
  })

  test('fails if there is none, if it has another type, and if its reference cannot be read', async () => {
    expect(await called({ url: origin(), credential: 'lost' })).toContain('CREDENTIAL_NOT_FOUND')
    const sql = await create({ type: 'sql', hosts: [], values: { connection: 'sqlite:x.db' } })
    expect(await called({ url: origin(), credential: sql.name })).toContain('CREDENTIAL_TYPE')
    const env = await create({ values: { token: 'env:MILLRACE_CREDENTIAL_TEST' } })
    expect(env.values).toEqual({ token: 'env:MILLRACE_CREDENTIAL_TEST' })
    expect(await called({ url: origin(), credential: env.name })).toContain('CREDENTIAL_UNUSABLE')
    process.env.MILLRACE_CREDENTIAL_TEST = TOKEN
    try {
      await called({ url: origin(), credential: env.name })
      expect(seen.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${TOKEN}`])
    } finally {
      delete process.env.MILLRACE_CREDENTIAL_TEST
    }
  })

  test('queries the database of a credential', async () => {
    const { name } = await create({ type: 'sql', hosts: [], values: { connection: 'sqlite:shop.db' } })
    const query = { credential: name, query: 'create table orders (id)', readOnly: false }
    expect((await client.run({ nodes: [node('sql', 'sql_query', query)], edges: [] })).status).toBe('completed')
  })

  test('cannot be redirected by a caller who may only run it', async () => {
    const { name } = await create()
    const id = await client.store(calling({ url: `${origin()}/meant`, credential: name }))
    const inputs = { call: { url: `${origin()}/other` } }
    expect((await client.call('POST', '/execute', { workflow_id: id, inputs }, 'operator')).status).toBe(403)
  })
})

describe('a workflow', () => {
  test('is found at the credentials that it uses, and exported with their names only', async () => {
    const { name } = await create()
    const id = await client.store(calling({ url: origin(), credential: name }))
    const list = await client.call('GET', `/credentials/${name}/workflows`, undefined, 'admin')
    expect(list.data).toEqual([{ id, machineName: expect.any(String), name: expect.any(String) }])
    expect((await client.call('GET', `/credentials/${name}`, undefined, 'admin')).data).toMatchObject({ workflows: 1 })
    const exported = JSON.stringify((await client.call('GET', `/workflows/${id}/export`)).body)
    expect(exported).toContain(`"credential":"${name}"`)
    expect(exported).not.toContain('__secret__')
  })

  test('may refer to a credential by its id, which is validated and counted like its name', async () => {
    const { id: credential } = await create()
    const { id: unfitting } = await create({ type: 'sql', hosts: [], values: { connection: 'sqlite:x.db' } })
    const problems = async (named: string) => {
      const body = { name: 'w', ...calling({ url: origin(), credential: named }) }
      const checked = await client.call<{ problems: { code: string }[] }>('POST', '/workflows/validate', body)
      return checked.data.problems.map(({ code }) => code).filter((code) => code.includes('CREDENTIAL'))
    }
    expect(await problems(credential)).toEqual([])
    expect(await problems(unfitting)).toEqual(['WRONG_CREDENTIAL'])
    expect(await problems(credential.replace(/^./, 'x'))).toEqual(['UNKNOWN_CREDENTIAL'])
    const id = await client.store(calling({ url: origin(), credential }))
    expect((await client.untilOver(await client.start(id))).status).toBe('completed')
    const one = await client.call('GET', `/credentials/${credential}`, undefined, 'admin')
    expect(one.data).toMatchObject({ workflows: 1 })
    const list = await client.call('GET', `/credentials/${credential}/workflows`, undefined, 'admin')
    expect(list.data).toMatchObject([{ id }])
  })

  test('is found at the credentials of its published version too, until another one is published', async () => {
    const [old, next] = [(await create()).name, (await create()).name]
    const flow = (credential: string) => ({
      ...calling({ url: origin(), credential }),
      config: { publish: 'manual' },
    })
    const id = await client.store(flow(old))
    const publish = async (revision: number) =>
      expect((await client.call('POST', `/workflows/${id}/publish`, { revision })).status).toBe(200)
    const counts = () =>
      Promise.all(
        [old, next].map(async (name) => {
          const one = await client.call('GET', `/credentials/${name}`, undefined, 'admin')
          const list = await client.call<object[]>('GET', `/credentials/${name}/workflows`, undefined, 'admin')
          return [one.data.workflows, list.data.length]
        }),
      )
    await publish(1)
    expect((await client.call('PUT', `/workflows/${id}`, flow(next))).status).toBe(200)
    const none = [0, 0]
    const one = [1, 1]
    expect(await counts()).toEqual([one, one])
    // Another save does not change what is live.
    expect((await client.call('PUT', `/workflows/${id}`, { ...flow(next), description: 'Soon' })).status).toBe(200)
    expect(await counts()).toEqual([one, one])
    await publish(3)
    expect(await counts()).toEqual([none, one])
    await publish(1)
    expect(await counts()).toEqual([one, one])
  })

  test('with an unknown or unfitting credential is reported by validation and by a save', async () => {
    const { name } = await create({ type: 'sql', hosts: [], values: { connection: 'sqlite:x.db' } })
    const nodes = [
      node('a', 'http_request', { url: origin(), credential: 'lost' }),
      node('b', 'http_request', { url: origin(), credential: name }),
      node('c', 'sql_query', { query: 'select 1', credential: name }),
    ]
    const edges = [edge('a:body', 'b:body')]
    const checked = await client.call<{ problems: object[] }>('POST', '/workflows/validate', {
      name: 'w',
      nodes,
      edges,
    })
    const found = checked.data.problems.filter((one) => /CREDENTIAL/.test(JSON.stringify(one)))
    expect(found).toMatchObject([
      { code: 'UNKNOWN_CREDENTIAL', severity: 'error', nodeId: 'a', path: '/credential' },
      { code: 'WRONG_CREDENTIAL', severity: 'error', nodeId: 'b', path: '/credential' },
    ])
    const saved = await client.call('POST', '/workflows', { name: 'w', nodes, edges })
    expect(JSON.stringify(saved.body)).toContain('names the credential \\"lost\\", which does not exist')
  })
})

test('callers who may not write cannot run a workflow of their own with it', async () => {
  const { name } = await create()
  const workflow = calling({ url: `${origin()}/transfer?to=me`, credential: name })
  const refused = await client.call('POST', '/execute', { workflow }, 'operator')
  expect(refused).toMatchObject({
    status: 403,
    body: { error: 'Running an unsaved workflow with stored credentials needs the permission "write".' },
  })
  const agent = {
    nodes: [
      node('in', 'text_input', { defaultValue: 'Go' }),
      node('agent', 'simple_agent', { provider: 'echo', model: 'echo' }),
      node('tools', 'mcp_tools', { url: `${origin()}/mcp`, credential: name }),
    ],
    edges: [edge('in:text', 'agent:message'), edge('tools:tool', 'agent:tool')],
  }
  expect((await client.call('POST', '/execute', { workflow: agent }, 'operator')).status).toBe(403)
  expect(seen).toEqual([])
  expect((await client.call('POST', '/execute', { workflow }, 'editor')).status).toBe(202)
  await expect.poll(() => seen.length).toBe(1)
})
