import { describe, expect, test } from 'vitest'
import { ApiError, createClient, isApiError } from './index.ts'
import { bodyOf, startServer } from './testing/local-server.ts'

/** A server that replies with what it received. */
function echo() {
  return startServer(async (request, response) => {
    const { method, url, headers } = request
    const { authorization: token, accept, 'content-type': type } = headers
    const data = { method, url, token, accept, type, body: await bodyOf(request) }
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ success: true, data }))
  })
}

function failing(status: number, body: string, headers: Record<string, string> = {}) {
  return startServer((_, response) => response.writeHead(status, headers).end(body))
}

describe('an operation', () => {
  test('puts its arguments into path, query and body', async () => {
    await using service = await echo()
    const client = createClient({ baseUrl: `${service.baseUrl}/`, token: 'secret' })
    const body = { name: 'Ä', nodes: [], edges: [] }
    expect(await client.updateWorkflow({ id: 'a b/c?', types: 'referenced', body })).toEqual({
      data: {
        method: 'PUT',
        url: '/api/v1/workflows/a%20b%2Fc%3F?types=referenced',
        token: 'Bearer secret',
        accept: 'application/json',
        type: 'application/json',
        body: JSON.stringify(body),
      },
      warnings: [],
    })
  })

  test('keeps the slashes of a parameter that is the rest of the path', async () => {
    await using service = await echo()
    const client = createClient({ baseUrl: service.baseUrl })
    expect(await client.callHookPost({ path: 'orders/new one', body: [1] })).toMatchObject({
      url: '/api/v1/hooks/orders/new%20one',
      body: '[1]',
    })
  })

  test('leaves out query parameters that are undefined or empty', async () => {
    await using service = await echo()
    const client = createClient({ baseUrl: service.baseUrl })
    const page = await client.listWorkflows({ search: '', tags: undefined, limit: 5 })
    expect(page.items).toMatchObject({ url: '/api/v1/workflows?limit=5' })
  })

  test.each(['', '.', '..'])('rejects the id "%s", which would address something else', async (id) => {
    const client = createClient({ baseUrl: 'http://127.0.0.1:1' })
    await expect(client.deleteWorkflow({ id })).rejects.toThrow('deleteWorkflow: invalid id')
    expect(() => client.watchPipeline({ id })).toThrow('watchPipeline: invalid id')
  })

  test('asks for the token before each request if it is a function', async () => {
    await using service = await echo()
    let calls = 0
    const client = createClient({ baseUrl: service.baseUrl, token: () => `t${++calls}` })
    expect(await client.getSession()).toMatchObject({ token: 'Bearer t1' })
    expect(await client.getSession()).toMatchObject({ token: 'Bearer t2' })
  })

  test('sends its headers and uses its own fetch', async () => {
    await using service = await echo()
    const addresses: string[] = []
    const client = createClient({
      baseUrl: service.baseUrl,
      headers: { Authorization: 'Basic abc' },
      fetch: (input, init) => {
        addresses.push(String(input))
        return fetch(input, init)
      },
    })
    expect(await client.getSession()).toMatchObject({ token: 'Basic abc' })
    expect(addresses).toEqual([`${service.baseUrl}/auth/session`])
  })

  test('sends any other request with the same credentials and errors', async () => {
    await using service = await echo()
    const client = createClient({ baseUrl: service.baseUrl, token: 'secret' })
    const response = await client.fetch('/x', { method: 'POST', query: { a: 1 }, body: [2] })
    const data = { url: '/api/v1/x?a=1', token: 'Bearer secret', body: '[2]' }
    expect(await response.json()).toMatchObject({ data })
    const yaml = await client.fetch('/x', {
      method: 'POST',
      text: 'a: 1',
      headers: { 'Content-Type': 'application/yaml' },
    })
    expect(await yaml.json()).toMatchObject({ data: { body: 'a: 1', type: 'application/yaml' } })
    const fromOrigin = await client.fetch('/y', { fromOrigin: true })
    expect(await fromOrigin.json()).toMatchObject({ data: { url: '/y' } })
    const below = createClient({ baseUrl: `${service.baseUrl.replace('/api/v1', '/below')}/api/v1` })
    expect(await (await below.fetch('/y', { fromOrigin: true })).json()).toMatchObject({ data: { url: '/below/y' } })
    const nowhere = createClient({ baseUrl: 'http://127.0.0.1:1' })
    await expect(nowhere.fetch('/x')).rejects.toMatchObject({ code: 'NETWORK_ERROR' })
  })

  test('returns text where the service replies with another type than JSON', async () => {
    await using service = await failing(200, 'name: Hello\n', { 'content-type': 'application/x-yaml' })
    const client = createClient({ baseUrl: service.baseUrl })
    expect(await client.exportWorkflow({ id: 'hello', format: 'yaml' })).toBe('name: Hello\n')
  })

  test('returns nothing where the service only confirms, with or without a body', async () => {
    await using service = await failing(204, '')
    expect(await createClient({ baseUrl: service.baseUrl }).clearChat({ id: 'hello' })).toBeUndefined()
  })
})

describe('a failed operation', () => {
  test('rejects with the code, the details and the request id of the service', async () => {
    const details = [{ code: 'TYPE', message: 'must be a string', path: '/name' }]
    const refusal = { success: false, error: 'Invalid.', code: 'VALIDATION_ERROR', details }
    await using service = await failing(422, JSON.stringify(refusal), { 'x-request-id': 'r1', 'retry-after': '3' })
    const error: unknown = await createClient({ baseUrl: service.baseUrl })
      .getWorkflow({ id: 'x' })
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      message: 'Invalid.',
      status: 422,
      code: 'VALIDATION_ERROR',
      details,
      body: refusal,
      requestId: 'r1',
      retryAfterSeconds: 3,
    })
    expect(isApiError(error, 'VALIDATION_ERROR')).toBe(true)
    expect(isApiError(error, 'NOT_FOUND', 'STALE_VERSION')).toBe(false)
    expect(isApiError(new Error('other'))).toBe(false)
  })

  test('has the status as its code where a proxy replied', async () => {
    await using service = await failing(502, '<html>')
    await expect(createClient({ baseUrl: service.baseUrl }).getHealth()).rejects.toMatchObject({ code: 'HTTP_502' })
  })

  test('is a network error if there is no reply, and an AbortError if it was aborted', async () => {
    const client = createClient({ baseUrl: 'http://127.0.0.1:1' })
    await expect(client.getHealth()).rejects.toMatchObject({ status: 0, code: 'NETWORK_ERROR' })
    const signal = AbortSignal.abort()
    await expect(client.getHealth({}, { signal })).rejects.toMatchObject({ name: 'AbortError' })
  })
})
