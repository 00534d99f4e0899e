import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ModelServer, startModelServer } from '../effects/testing/model-server.ts'
import { type TestService, testService } from '../testing/test-service.ts'

let service: TestService
let server: ModelServer
beforeEach(async () => {
  service = await testService()
  server = await startModelServer()
})
afterEach(async () => {
  await service[Symbol.asyncDispose]()
  await server.close()
})

const KEY = 'sk-live-1234567890-x7Qf'
const url = '/api/v1/connections'

function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', payload?: object) {
  return service.app.inject({
    method,
    url: `${url}${path}`,
    headers: service.as('admin'),
    ...(payload === undefined ? {} : { payload }),
  })
}

async function made(fields: object = {}) {
  const answer = await ask('POST', '', { name: 'Team', provider: 'openai', apiKey: KEY, ...fields })
  expect(answer.statusCode).toBe(201)
  return answer.json().data
}

const compatible = () => ({ provider: 'openai_compatible', baseUrl: server.baseUrl })

describe('a connection', () => {
  test('can be created, listed and read, and never returns its key', async () => {
    const first = await ask('POST', '', { name: 'Team', provider: 'openai', apiKey: KEY })
    expect(first.json()).toEqual({
      success: true,
      data: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: 'Team',
        provider: 'openai',
        baseUrl: null,
        apiKey: '__secret__:x7Qf',
        createdAt: '2026-01-01T12:00:00.000Z',
        updatedAt: '2026-01-01T12:00:00.000Z',
        createdBy: 'admin token',
      },
      message: 'Connection created',
    })
    const { data } = first.json()
    const second = await made({ name: 'another', provider: 'ollama', baseUrl: 'http://10.0.0.5:11434/', apiKey: null })
    expect(second).toMatchObject({ baseUrl: 'http://10.0.0.5:11434', apiKey: null })
    const list = await ask('GET', '?limit=1')
    expect(list.json().data).toEqual([second])
    expect(list.headers).toMatchObject({ 'x-total-count': '2', 'x-page-size': '1', 'x-page-offset': '0' })
    const one = await ask('GET', `/${data.id}`)
    expect(one.json()).toEqual({ success: true, data, message: 'Connection found' })
    for (const { body } of [first, list, one]) expect(body).not.toContain(KEY)
  })

  test('can be addressed by its id or its name', async () => {
    const { id } = await made({ name: 'Team / two', provider: 'echo', apiKey: null })
    const path = `/${encodeURIComponent('team / TWO')}`
    expect((await ask('GET', path)).json().data).toMatchObject({ id, name: 'Team / two' })
    expect((await ask('POST', `${path}/test`)).json().data).toMatchObject({ ok: true })
    expect((await ask('PUT', path, { name: 'Renamed', provider: 'echo' })).json().data).toMatchObject({ id })
    expect((await ask('DELETE', path)).statusCode).toBe(404)
    expect((await ask('DELETE', '/renamed')).statusCode).toBe(200)
    expect((await ask('GET', `/${id}`)).json().code).toBe('NOT_FOUND')
  })

  test('is encrypted at rest', async () => {
    await made()
    const { items } = await service.services.store.connections.list({ limit: 10, offset: 0 })
    const stored = items.map((item) => `${JSON.stringify(item)} ${Buffer.from(item.secret ?? []).toString('latin1')}`)
    expect(stored).toHaveLength(1)
    expect(stored.join()).not.toContain(KEY)
    expect(JSON.stringify(service.lines)).not.toContain(KEY)
  })

  test('keeps its key if it is updated without one or with the placeholder', async () => {
    const { id } = await made()
    service.clock.advance(1000)
    for (const apiKey of [undefined, '__secret__:x7Qf']) {
      const answer = await ask('PUT', `/${id}`, { name: 'New', provider: 'openai', apiKey })
      expect(answer.json().data).toMatchObject({ name: 'New', apiKey: '__secret__:x7Qf' })
      expect(answer.json().data.updatedAt).toBe('2026-01-01T12:00:01.000Z')
      expect(await service.services.connections.resolve('new')).toMatchObject({ apiKey: KEY })
    }
    await ask('PUT', `/${id}`, { name: 'New', provider: 'openai', apiKey: 'sk-other-key-0000' })
    expect(await service.services.connections.resolve(id)).toMatchObject({ apiKey: 'sk-other-key-0000' })
    await ask('PUT', `/${id}`, { name: 'New', provider: 'openai', apiKey: null })
    expect(await service.services.connections.resolve(id)).toMatchObject({ apiKey: undefined })
  })

  test('does not keep its key for another host', async () => {
    const { id } = await made()
    for (const place of [{ baseUrl: 'https://thief.example/v1' }, { provider: 'anthropic' }]) {
      const fields = { name: 'Team', provider: 'openai', ...place }
      const refused = await ask('PUT', `/${id}`, fields)
      expect([refused.statusCode, refused.json().details[0].path]).toEqual([422, '/apiKey'])
      expect((await ask('PUT', `/${id}`, { ...fields, apiKey: 'sk-another-0000' })).statusCode).toBe(200)
      await ask('PUT', `/${id}`, { name: 'Team', provider: 'openai', apiKey: KEY })
    }
    const sameHost = { name: 'Team', provider: 'openai', baseUrl: 'https://api.openai.com/v1' }
    expect((await ask('PUT', `/${id}`, sameHost)).statusCode).toBe(200)
  })

  test('can be deleted', async () => {
    const { id } = await made()
    expect((await ask('DELETE', `/${id}`)).json()).toEqual({ success: true, message: 'Connection deleted' })
    for (const method of ['GET', 'DELETE'] as const) expect((await ask(method, `/${id}`)).statusCode).toBe(404)
    expect((await ask('PUT', `/${id}`, { name: 'x', provider: 'openai' })).statusCode).toBe(404)
    expect(await service.services.connections.resolve(id)).toBeUndefined()
  })

  test('has a unique name, case-insensitively', async () => {
    await made()
    const { id } = await made({ name: 'other' })
    const taken = { success: false, error: 'There is already a connection "TEAM".', code: 'ALREADY_EXISTS' }
    for (const answer of [
      await ask('POST', '', { name: 'TEAM', provider: 'openai' }),
      await ask('PUT', `/${id}`, { name: 'TEAM', provider: 'openai' }),
    ]) {
      expect([answer.statusCode, answer.json()]).toEqual([409, taken])
    }
  })

  test('reports a key that was encrypted by another service', async () => {
    const { id } = await made()
    const { store } = service.services
    const record = await store.connections.get(id)
    if (record === undefined) throw new Error('the connection is missing')
    await store.connections.update({ ...record, secret: Buffer.alloc(60, 1) })
    const answer = await ask('POST', `/${id}/test`)
    expect(answer.json().data).toMatchObject({ ok: false, code: 'MODEL_KEY_MISSING' })
  })

  test.each<[object, string]>([
    [{ provider: 'openai' }, '/name'],
    [{ name: ' ', provider: 'openai' }, '/name'],
    [{ name: 'x' }, '/provider'],
    [{ name: 'x', provider: 'mystery' }, '/provider'],
    [{ name: 'x', provider: 'openai_compatible' }, '/baseUrl'],
    [{ name: 'x', provider: 'openai', baseUrl: 'nonsense' }, '/baseUrl'],
    [{ name: 'x', provider: 'openai', baseUrl: 'https://a:b@host/' }, '/baseUrl'],
    [{ name: 'x', provider: 'openai', apiKey: 'two words' }, '/apiKey'],
    [{ name: 'x', provider: 'openai', apiKey: '__secret__:x7Qf' }, '/apiKey'],
    [{ name: 'x', provider: 'openai', key: 'x' }, '/key'],
  ])('%j is 422', async (payload, path) => {
    const answer = await ask('POST', '', payload)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().details).toEqual([{ code: 'INVALID_VALUE', message: expect.any(String), path }])
    expect(answer.body).not.toContain('two words')
  })
})

describe('testing a connection', () => {
  test('makes one small call to its address, private or not', async () => {
    const { id } = await made(compatible())
    server.script('Hello from here')
    const answer = await ask('POST', `/${id}/test`, { model: 'small' })
    expect(answer.json()).toEqual({
      success: true,
      data: { ok: true, message: 'Hello from here', code: null },
      message: 'Connection tested',
    })
    expect(server.requests).toMatchObject([
      { headers: { authorization: `Bearer ${KEY}` }, body: { model: 'small', max_tokens: 16 } },
    ])
  })

  test('reports why it failed, without the key', async () => {
    const { id } = await made(compatible())
    server.script({ status: 401, body: { error: { message: `Wrong key ${KEY}` } } })
    const answer = await ask('POST', `/${id}/test`, { model: 'small' })
    expect(answer.json().data).toMatchObject({ ok: false, code: 'MODEL_REFUSED' })
    expect(answer.json().data.message).toContain('Wrong key __secret__:****')
    expect(JSON.stringify([answer.body, service.lines])).not.toContain(KEY)
    expect((await ask('POST', `/${id}/test`)).json().data).toMatchObject({ ok: false, code: 'MODEL_SETTINGS_INVALID' })
  })

  test('reports the status and the start of a body without an error text, without the key', async () => {
    const { id } = await made(compatible())
    server.script({ status: 404, body: `<h1>No such page for ${KEY}</h1>${'x'.repeat(1000)}` })
    const { message } = (await ask('POST', `/${id}/test`, { model: 'small' })).json().data
    expect(message).toContain('status 404: Not Found: <h1>No such page for __secret__:****</h1>xxx')
    expect(message.length).toBeLessThan(500)
  })

  test('is 404 for an unknown connection', async () => {
    expect((await ask('POST', '/00000000-0000-4000-8000-000000000000/test')).statusCode).toBe(404)
  })
})

describe('names of connections', () => {
  const suggest = async (query: string) => {
    const answer = await service.app.inject({
      url: `/api/v1/autocomplete/connections${query}`,
      headers: service.as('viewer'),
    })
    expect(answer.statusCode).toBe(200)
    return answer.json()
  }

  test('are suggested to every caller who may read, without other fields', async () => {
    const team = await made()
    const other = await made({ name: 'Local', ...compatible(), apiKey: null })
    expect(await suggest('')).toEqual([
      { label: 'Local', value: other.id },
      { label: 'Team', value: team.id },
    ])
    expect(await suggest('?q=TEA')).toEqual([{ label: 'Team', value: team.id }])
    expect(await suggest('?limit=1')).toHaveLength(1)
    expect(await suggest('?q=nothing')).toEqual([])
  })
})

describe('names of models', () => {
  const suggest = async (query: string) => {
    const answer = await service.app.inject({
      url: `/api/v1/autocomplete/models${query}`,
      headers: service.as('viewer'),
    })
    expect(answer.statusCode).toBe(200)
    return answer.json().map(({ value }: { value: string }) => value)
  }

  test('come from the list of the provider of the connection, which is kept for a minute', async () => {
    const { id } = await made({ name: 'Local', ...compatible() })
    server.offer('small-2', 'large-1')
    expect(await suggest(`?connection=${id}`)).toEqual(['large-1', 'small-2'])
    expect(await suggest('?connection=local&q=SMA')).toEqual(['small-2'])
    expect(server.requests).toMatchObject([{ path: '/v1/models', headers: { authorization: `Bearer ${KEY}` } }])
    service.clock.advance(61_000)
    expect(await suggest(`?connection=${id}&q=large-1`)).toEqual(['large-1', 'small-2'])
    expect(server.requests).toHaveLength(2)
  })

  test.each([
    ['google', 'x-goog-api-key', '/v1beta/models'],
    ['anthropic', 'x-api-key', '/v1/models'],
    ['openai', 'authorization', '/v1/models'],
  ])('are listed by %s with the key in %s', async (provider, header, path) => {
    const { id } = await made({ provider, baseUrl: provider === 'google' ? server.googleUrl : server.baseUrl })
    server.offer('model-a')
    expect(await suggest(`?connection=${id}`)).toEqual(['model-a'])
    expect(server.requests).toMatchObject([{ path, headers: { [header]: expect.stringContaining(KEY) } }])
  })

  test('are well-known ones of the provider without a list', async () => {
    const { id } = await made({ provider: 'anthropic', baseUrl: server.baseUrl })
    expect(await suggest(`?connection=${id}&limit=1`)).toEqual(await suggest('?provider=anthropic&limit=1'))
    expect(await suggest('?connection=unknown&provider=anthropic&limit=1')).toHaveLength(1)
    expect(await suggest(`?connection=${(await made({ name: 'x', ...compatible() })).id}&q=zzz`)).toEqual([])
  })
})
