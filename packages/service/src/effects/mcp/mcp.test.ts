import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { NodeFailure } from '@millrace/model'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { afterEach, describe, expect, test } from 'vitest'
import type { Log } from '../../platform/ports.ts'
import { createEgress } from '../http/egress.ts'
import { dripping, LOOPBACK } from '../testing/http-client.ts'
import { servers } from '../testing/test-servers.ts'
import { createMcp, type Mcp, type McpNeeds } from './mcp.ts'
import { type Served, speaksMcp, text } from './testing/mcp-server.ts'

const { http, tcp } = servers()
const made: Mcp[] = []
afterEach(async () => {
  await Promise.all(made.splice(0).map((mcp) => mcp.close()))
})

const logged: unknown[] = []
const line: Log['info'] = (facts, message) => void logged.push([facts, message])
const log: Log = { debug: line, info: line, warn: line, error: line }

function client(limits: McpNeeds['limits'] = {}, allow: readonly string[] = LOOPBACK): Mcp {
  const mcp = createMcp({ egress: createEgress(allow), allowStdio: false, log, limits })
  made.push(mcp)
  return mcp
}

const user = { signal: new AbortController().signal, workflow: '' }

async function serving(served: Served): Promise<string> {
  return `http://${await http(speaksMcp(served) as RequestListener)}/mcp`
}

/** The only tool of a server that handles calls like this. */
async function tool(call: Served['call'], { limits, json, config }: Ways = {}) {
  const url = await serving({ tools: [{ name: 'it' }], json: json === true, ...(call && { call }) })
  const [only] = await client(limits).tools({ url, ...config }, user)
  if (only === undefined) throw new Error('there is no tool')
  return only
}

interface Ways {
  readonly limits?: McpNeeds['limits']
  readonly json?: boolean
  readonly config?: object
}

async function failure(promise: Promise<unknown>): Promise<{ code: string; retryable: boolean; message: string }> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(NodeFailure)
  return error as NodeFailure
}

describe('the list of tools', () => {
  test('has names, descriptions and parameters of all pages', async () => {
    const inputSchema = { type: 'object' as const, properties: { city: { type: 'string' } }, required: ['city'] }
    const url = await serving({
      tools: [{ name: 'weather', description: 'Tells it.', inputSchema }, { name: 'b', title: 'Bee' }, { name: 'c' }],
      pageSize: 2,
    })
    const tools = await client().tools({ url }, user)
    expect(tools.map(({ name, description, parameters }) => ({ name, description, parameters }))).toEqual([
      { name: 'weather', description: 'Tells it.', parameters: inputSchema },
      { name: 'b', description: 'Bee', parameters: { type: 'object' } },
      { name: 'c', description: '', parameters: { type: 'object' } },
    ])
  })

  test('keeps the valid tools of a list that also has invalid ones', async () => {
    const deep = JSON.parse(`${'{"properties":{"a":'.repeat(500)}{}${'}}'.repeat(500)}`)
    const odd = [
      { name: 'fine', inputSchema: { type: 'object', properties: { a: { type: 'string' } } } },
      { name: 'list', inputSchema: { type: 'array' } },
      { name: 'text', inputSchema: 'any' },
      { name: 'broken', inputSchema: { type: 'object', properties: { a: 7 }, required: 'a' } },
      { name: 'deep', inputSchema: { ...deep, type: 'object' } },
      { name: '' },
      { name: 7 },
      null,
    ]
    const listing = speaksMcp({ tools: [] })
    const host = await http(async (request, response) => {
      const body = await new Response(Readable.toWeb(request) as ReadableStream).text()
      const { method, id } = JSON.parse(body)
      const again = Object.assign(Readable.from([Buffer.from(body)]), {
        headers: request.headers,
        method: request.method,
      })
      if (method !== 'tools/list') return listing(again as unknown as IncomingMessage, response)
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: { tools: odd, nextCursor: null } }))
    })
    const tools = await client().tools({ url: `http://${host}/mcp` }, user)
    expect(tools.map(({ name }) => name)).toEqual(['fine', 'list', 'text', 'broken', 'deep'])
    const anything = { type: 'object', properties: {}, additionalProperties: true }
    expect(tools.slice(1, 4).map(({ parameters }) => parameters)).toEqual([anything, anything, anything])
  })

  test('stops at the maximum number of tools, also if the server has endless pages', async () => {
    const tools = Array.from({ length: 1000 }, (_, at) => ({ name: `t${at}`, description: 'x'.repeat(9000) }))
    const url = await serving({ tools, pageSize: 40 })
    const found = await client({ maxTools: 100 }).tools({ url }, user)
    expect(found).toHaveLength(100)
    expect(found[0]?.description).toHaveLength(2001)
  })
})

describe('a call', () => {
  const results: [string, CallToolResult, unknown][] = [
    ['one text', text('sunny'), 'sunny'],
    ['a text that is JSON', text('{"degrees": 21}'), { degrees: 21 }],
    ['a text that only starts like JSON', text('[sic] so'), '[sic] so'],
    ['a number as a text', text('21'), '21'],
    ['several texts', text('a', 'b'), ['a', 'b']],
    ['nothing', text(), null],
    ['structured content', { ...text('{"a":1}'), structuredContent: { a: 2 } }, { a: 2 }],
    [
      'an image',
      { content: [{ type: 'image', mimeType: 'image/png', data: 'AAAA' }] },
      { type: 'image', mimeType: 'image/png', bytes: 3 },
    ],
    [
      'a resource',
      { content: [{ type: 'resource', resource: { uri: 'file:///a', text: 'x' } }] },
      { type: 'resource', uri: 'file:///a', text: 'x' },
    ],
  ]

  test.each(results)('%s becomes a plain value', async (_, result, value) => {
    expect(await (await tool(async () => result)).call({})).toEqual(value)
  })

  test('accepts a streamed or a JSON response, and sends its arguments and headers', async () => {
    for (const json of [true, false]) {
      const config = { headers: '{"X-Team": "blue", "Host": "elsewhere"}' }
      const call: Served['call'] = async (name, args, headers) =>
        text(JSON.stringify([name, args, headers.get('x-team'), headers.get('host')?.startsWith('127.0.0.1')]))
      expect(await (await tool(call, { json, config })).call({ city: 'Bern' })).toEqual([
        'it',
        { city: 'Bern' },
        'blue',
        true,
      ])
    }
  })

  test('fails with the error text of the tool, shortened', async () => {
    const failing = await tool(async () => ({ ...text(`no such city ${'x'.repeat(9000)}`), isError: true }))
    const { code, message, retryable } = await failure(failing.call({}))
    expect([code, retryable]).toEqual(['TOOL_FAILED', false])
    expect(message).toMatch(/^no such city x{1900,2000}…$/)
  })

  test('fails with the error text of the server if the server rejects it', async () => {
    const failing = await tool(() => Promise.reject(new Error('unknown tool')))
    expect(await failure(failing.call({}))).toMatchObject({
      code: 'TOOL_FAILED',
      message: expect.stringMatching(/unknown tool$/),
    })
  })

  test('fails if its response is too large, streamed or not, without affecting others', async () => {
    for (const json of [true, false]) {
      const large: Served['call'] = async (_, { size }) => text('x'.repeat(Number(size)))
      const one = await tool(large, { json, limits: { maxBytes: 100_000 } })
      const [huge, small] = await Promise.all([failure(one.call({ size: 200_000 })), one.call({ size: 10 })])
      expect([huge.code, small]).toEqual(['RESPONSE_TOO_LARGE', 'x'.repeat(10)])
    }
  })

  test('without a response runs into the timeout and is retryable', async () => {
    const hanging = await tool(() => new Promise(() => {}), { limits: { callMs: 50 } })
    expect(await failure(hanging.call({}))).toMatchObject({ code: 'TIMED_OUT', retryable: true })
  })

  test('is aborted with its step', async () => {
    const step = new AbortController()
    const hang = () => {
      step.abort(new Error('the step is over'))
      return new Promise<never>(() => {})
    }
    const url = await serving({ tools: [{ name: 'it' }], call: hang })
    const [hanging] = await client().tools({ url }, { signal: step.signal, workflow: '' })
    const call = hanging?.call({})
    await expect(call).rejects.toThrow('the step is over')
    await expect(hanging?.call({})).rejects.toThrow('the step is over')
  })

  test('masks header values in results and errors', async () => {
    const echo: Served['call'] = async (_, { fails }, headers) => ({
      ...text(`you sent ${headers.get('authorization')}`, JSON.stringify({ key: headers.get('x-key') })),
      isError: fails === true,
    })
    const config = { headers: '{"Authorization": "Bearer s3cr3t-token", "X-Key": "key-12345"}' }
    const one = await tool(echo, { config })
    const said = JSON.stringify([await one.call({}), (await failure(one.call({ fails: true }))).message, logged])
    expect(said).not.toMatch(/s3cr3t|12345/)
    expect(said).toContain('you sent __secret__:****')
  })
})

describe('a connection', () => {
  test('is shared only by callers with the same address and headers', async () => {
    const opened: string[] = []
    const speak = speaksMcp({ tools: [{ name: 'it' }] })
    const host = await http((request, response) => {
      if (request.headers['mcp-protocol-version'] === undefined) opened.push(String(request.headers['x-key']))
      void speak(request, response)
    })
    const url = `http://${host}/mcp`
    const mcp = client()
    const tools = await Promise.all(
      ['a', 'a', 'b'].map((key) => mcp.tools({ url, headers: JSON.stringify({ 'X-Key': key }) }, user)),
    )
    await Promise.all(tools.map(([one]) => one?.call({})))
    expect(opened.sort()).toEqual(['a', 'b'])
  })

  test('is reopened after it was closed as idle', async () => {
    let opened = 0
    const speak = speaksMcp({ tools: [{ name: 'it' }] })
    const host = await http((request, response) => {
      if (request.headers['mcp-protocol-version'] === undefined) opened++
      void speak(request, response)
    })
    const [one] = await client({ idleMs: 5 }).tools({ url: `http://${host}/` }, user)
    await expect.poll(async () => [await one?.call({}), opened]).toEqual(['nothing', 2])
  })

  test('is reopened if the server no longer knows the session', async () => {
    let sessions = 0
    let isForgotten = false
    const speak = speaksMcp({ tools: [{ name: 'it' }] })
    const host = await http((request, response) => {
      const isFirst = request.headers['mcp-protocol-version'] === undefined
      if (isFirst) {
        isForgotten = false
        response.setHeader('mcp-session-id', `s${++sessions}`)
      }
      if (isForgotten) response.writeHead(404).end()
      else void speak(request, response)
    })
    const [one] = await client().tools({ url: `http://${host}/` }, user)
    isForgotten = true
    expect([await one?.call({}), sessions]).toEqual(['nothing', 2])
  })

  test('is closed when the service stops, and no new one is opened', async () => {
    const mcp = client()
    const [one] = await mcp.tools({ url: await serving({ tools: [{ name: 'it' }] }) }, user)
    await mcp.close()
    expect(await failure(one?.call({}) ?? Promise.resolve())).toMatchObject({ code: 'UPSTREAM_FAILED' })
  })
})

describe('a faulty or hostile server', () => {
  const listing = (url: string, limits: McpNeeds['limits'] = { connectMs: 300, listMs: 300 }) =>
    failure(client(limits).tools({ url }, user))
  const answering = async (answer: (response: ServerResponse) => void) =>
    `http://${await http((request, response) => {
      request.resume()
      answer(response)
    })}/mcp?key=s3cr3t`

  test('at a private address is not called unless it is allowed', async () => {
    const url = await serving({ tools: [] })
    expect(await failure(client({}, []).tools({ url }, user))).toMatchObject({ code: 'EGRESS_DENIED' })
  })

  test('of the older transport is reported differently from one that does not exist', async () => {
    const url = await answering((response) => response.writeHead(405, { allow: 'GET' }).end())
    const given = await listing(url)
    expect(given).toMatchObject({ code: 'UPSTREAM_FAILED', retryable: false })
    expect(given.message).toMatch(/405.*transport to sse/)
  })

  test('cannot redirect the client', async () => {
    const url = await answering((response) => response.writeHead(307, { location: 'http://169.254.169.254/' }).end())
    expect(await listing(url)).toMatchObject({ code: 'REDIRECT_REFUSED' })
  })

  test.each([
    [401, 'UPSTREAM_FAILED', false],
    [404, 'UPSTREAM_FAILED', false],
    [429, 'UPSTREAM_FAILED', true],
    [503, 'UPSTREAM_FAILED', true],
  ])('that responds with status %s fails the call', async (status, code, retryable) => {
    const given = await listing(await answering((response) => response.writeHead(status).end('s3cr3t')))
    expect([given.code, given.retryable]).toEqual([code, retryable])
    expect(given.message).toContain(String(status))
    expect(given.message).not.toContain('s3cr3t')
  })

  test.each([
    ['a page', 'text/html', '<html>'],
    ['no JSON', 'application/json', '{"jsonrpc":'],
    ['no JSON-RPC', 'application/json', '{"hello":"world"}'],
    ['a response to another request', 'application/json', '{"jsonrpc":"2.0","id":0,"result":{"tools":7}}'],
  ])('that sends %s fails the call', async (_, type, body) => {
    const given = await listing(
      await answering((response) => response.writeHead(200, { 'content-type': type }).end(body)),
    )
    expect(given.code).toBe('UPSTREAM_FAILED')
  })

  test('that refuses the connection is a retryable failure', async () => {
    expect(await listing('http://127.0.0.1:1/mcp')).toMatchObject({ code: 'UPSTREAM_FAILED', retryable: true })
  })

  test('that hangs at any point runs into the timeout', async () => {
    const silent = await tcp((socket) => socket.resume())
    expect(await listing(`http://${silent}/`)).toMatchObject({ code: 'TIMED_OUT', retryable: true })
    const slow = await tcp((socket) =>
      dripping(socket, 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n', ':\n'),
    )
    expect(await listing(`http://${slow}/`)).toMatchObject({ code: 'TIMED_OUT', retryable: true })
    const noNews = await http((request, response) => {
      const isNote = request.headers['mcp-protocol-version'] !== undefined
      if (!isNote) void speaksMcp({ tools: [] })(request, response)
    })
    expect(await listing(`http://${noNews}/`)).toMatchObject({ code: 'TIMED_OUT', retryable: true })
  })

  test('that closes the connection in the middle of a response fails the call immediately', async () => {
    const broken = await tcp((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: 999\r\n\r\nevent: mess')
      socket.once('data', () => socket.end())
    })
    const given = await listing(`http://${broken}/`, { connectMs: 5000 })
    expect(given).toMatchObject({ code: 'UPSTREAM_FAILED', retryable: true })
  })
})

describe('invalid settings', () => {
  test.each<[string, object, string]>([
    ['no URL', {}, 'INVALID_CONFIG'],
    ['an invalid URL', { url: 'tools' }, 'INVALID_CONFIG'],
    ['a password in the URL', { url: 'http://a:s3cr3t@127.0.0.1/' }, 'INVALID_CONFIG'],
    ['headers that are not JSON', { url: 'http://127.0.0.1/', headers: 'Bearer s3cr3t' }, 'INVALID_CONFIG'],
    ['headers that are a list', { url: 'http://127.0.0.1/', headers: '["s3cr3t"]' }, 'INVALID_CONFIG'],
    ['headers that are not strings', { url: 'http://127.0.0.1/', headers: '{"a":{"s3cr3t":1}}' }, 'INVALID_CONFIG'],
    ['an invalid header', { url: 'http://127.0.0.1/', headers: '{"a":"s3cr3t\\n"}' }, 'INVALID_REQUEST'],
    ['another protocol', { url: 'file:///etc/passwd' }, 'EGRESS_DENIED'],
    ['a program although stdio is off', { transport: 'stdio', command: 'node' }, 'MCP_STDIO_OFF'],
  ])('%s', async (_, config, code) => {
    const given = await failure(client().tools(config as Record<string, unknown>, user))
    expect([given.code, given.retryable]).toEqual([code, false])
    expect(given.message).not.toContain('s3cr3t')
  })
})
