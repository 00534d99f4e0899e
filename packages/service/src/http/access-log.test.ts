import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { echo } from '../executions/testing/client.ts'
import { type RunningService, runningService } from '../testing/running-service.ts'

let service: RunningService
let token: string
beforeAll(async () => {
  service = await runningService(['--auth', 'token', '--access-log', 'true', '--trust-proxy', '127.0.0.1,10.0.0.0/8'])
  token = readFileSync(join(service.dataDir, 'admin-token'), 'utf8').trim()
})
afterAll(() => service[Symbol.asyncDispose]())

/** The line of a request that has this path; waits for it, because it is written after the response. */
function lineOf(path: string) {
  return vi.waitFor(
    () => {
      const line = service.lines.findLast(({ message, facts }) => message === 'request' && facts.path === path)
      expect(line, path).toBeDefined()
      return line!
    },
    { timeout: 120_000 },
  )
}

const ADDRESS = { address: '127.0.0.1' }

describe('the access log', () => {
  test('has a line for a request with caller, address, method, path, status, time, operation and execution', async () => {
    const headers = { 'x-api-key': token }
    const saved = await service.call<{ data: { id: string } }>(
      'POST',
      '/workflows',
      { name: 'Logged', ...echo },
      headers,
    )
    const path = `/workflows/${saved.data.id}/execute`
    const started = await service.call<{ data: { execution_id: string } }>('POST', path, {}, headers)
    const execution = started.data.execution_id
    const { level, facts } = await lineOf(`/api/v1${path}`)
    expect(level).toBe('info')
    expect(facts).toEqual({
      request: expect.stringMatching(/^[0-9a-f-]{36}$/),
      caller: { id: expect.any(String), name: expect.any(String), via: 'token' },
      ...ADDRESS,
      method: 'POST',
      path: `/api/v1${path}`,
      status: 202,
      ms: expect.any(Number),
      operation: 'executeWorkflow',
      execution,
    })
    await service.call('GET', `/pipelines/${execution}`, undefined, headers)
    expect((await lineOf(`/api/v1/pipelines/${execution}`)).facts).toMatchObject({
      operation: 'getPipeline',
      execution,
    })
  })

  test('names the execution that an MCP call starts', async () => {
    const headers = { 'x-api-key': token, accept: 'application/json, text/event-stream' }
    await service.call('POST', '/workflows', { name: 'Tool', ...echo }, headers)
    const params = { name: 'run_workflow', arguments: { workflow: 'tool' } }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    const own = { ...headers, 'content-type': 'application/json' }
    const reply = await fetch(`${service.origin}/mcp`, { method: 'POST', headers: own, body })
    const [, execution] = /"execution_id\\?":\s?\\?"([0-9a-f-]{36})/.exec(await reply.text()) ?? []
    expect(execution).toBeDefined()
    expect((await lineOf('/mcp')).facts).toMatchObject({ operation: 'postMcp', execution })
  })

  test('has requests that were rejected or have no route, without a caller', async () => {
    await service.call('GET', '/connections')
    const { facts } = await lineOf('/api/v1/connections')
    expect(facts).toMatchObject({ status: 401, operation: 'listConnections' })
    expect(facts).not.toHaveProperty('caller')
    await fetch(`${service.origin}/nowhere`)
    expect((await lineOf('/nowhere')).facts).toMatchObject({ status: 404, operation: undefined })
  })

  test('has no query and no credential', async () => {
    await fetch(`${service.origin}/sign-in?code=hunter2`, { headers: { 'x-api-key': token } })
    await fetch(`${service.origin}/api/v1/executions/events?ticket=hunter2`)
    await lineOf('/sign-in')
    await lineOf('/api/v1/executions/events')
    const text = JSON.stringify(service.lines)
    expect(text).not.toContain('hunter2')
    expect(text).not.toContain(token)
  })

  test('has a stream when it has ended', async () => {
    const abort = new AbortController()
    const url = `${service.origin}/api/v1/executions/events`
    const stream = await fetch(url, { headers: { 'x-api-key': token }, signal: abort.signal })
    expect(stream.status).toBe(200)
    abort.abort()
    await vi.waitFor(
      async () => {
        expect((await lineOf('/api/v1/executions/events')).facts).toMatchObject({ status: 200 })
      },
      { timeout: 120_000 },
    )
  })

  test('is off by default', async () => {
    await using quiet = await runningService([])
    await fetch(`${quiet.origin}/health`)
    expect(quiet.lines.filter(({ message }) => message === 'request')).toEqual([])
  })
})

describe('a trusted proxy', () => {
  const addressOf = async (path: string, headers: Record<string, string>) => {
    await fetch(`${service.origin}${path}`, { headers })
    return (await lineOf(path)).facts.address
  }

  test.each([
    ['the last address that is not a proxy', '203.0.113.7', '203.0.113.7'],
    ['not what the client sent itself', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['the client in front of several proxies', '203.0.113.7, 10.1.2.3, 10.9.9.9', '203.0.113.7'],
    ['IPv6 and ports', '[2001:db8::1]:4711, 10.1.2.3:80', '2001:db8::1'],
    ['the proxy itself if the header is unreadable', 'unknown', '127.0.0.1'],
    ['the farthest proxy if all addresses are proxies', '10.1.2.3', '10.1.2.3'],
  ])('names the client: %s', async (title, forwarded, expected) => {
    const path = `/client/${encodeURIComponent(title)}`
    expect(await addressOf(path, { 'x-forwarded-for': forwarded })).toBe(expected)
  })

  test('names the id of a request, unless it has an unusual form', async () => {
    const idOf = async (id: string) => {
      const response = await fetch(`${service.origin}/livez`, { headers: { 'x-request-id': id } })
      return response.headers.get('x-request-id')
    }
    expect(await idOf('edge-4711')).toBe('edge-4711')
    expect(await idOf('a b')).toMatch(/^[0-9a-f-]{36}$/)
    expect(await idOf('x'.repeat(200))).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('does not make its clients share a rate limit', async () => {
    await using limited = await runningService(['--rate-limit', '2', '--trust-proxy', '127.0.0.0/8'])
    const statusFor = async (address: string) => {
      const headers = { 'x-forwarded-for': address }
      return (await fetch(`${limited.origin}/health`, { headers })).status
    }
    for (const expected of [200, 200, 429]) expect(await statusFor('203.0.113.1')).toBe(expected)
    expect(await statusFor('203.0.113.2')).toBe(200)
  })

  test('has to be named: headers of other clients are ignored', async () => {
    await using direct = await runningService(['--rate-limit', '1'])
    const send = (address: string) =>
      fetch(`${direct.origin}/health`, { headers: { 'x-forwarded-for': address, 'x-request-id': 'mine' } })
    const first = await send('203.0.113.1')
    expect(first.headers.get('x-request-id')).not.toBe('mine')
    expect((await send('203.0.113.2')).status).toBe(429)
  })
})
