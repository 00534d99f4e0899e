/** Keys of registered tools and agents, and of submitted flows: where they are sent, stored and shown. */

import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.ts'
import { chain, clientOf, echo, text, tool } from './testing/flows.ts'

const KEYS = {
  authorization: 'Bearer TOOL-KEY-OF-ADMIN-42',
  'x-custom-auth': 'PLAINHEADER-77',
}
const QUERY_KEY = 'QUERYKEY-99'
const PATH_KEY = 'T0K3Ninthepath4711xyz'
const AGENT_KEY = 'sk-AGENT-KEY-OF-ADMIN'
const ALL_KEYS = ['TOOL-KEY-OF-ADMIN-42', 'PLAINHEADER-77', QUERY_KEY, PATH_KEY, AGENT_KEY]

interface Seen {
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const seen: Seen[] = []
const folder = mkdtempSync(join(tmpdir(), 'millrace-'))
let server: Server
let origin: string
let service: TestService
let admin: ReturnType<typeof clientOf>
let operator: ReturnType<typeof clientOf>
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { url = '', headers } = request
    const body = Buffer.concat(chunks).toString()
    seen.push({ url, headers, body })
    if (url.startsWith('/mark')) return void response.end(JSON.stringify({ y: { $secret: 0 } }))
    if (url.startsWith('/fail')) return void response.writeHead(500).end()
    // A remote that echoes everything it receives.
    response.end(JSON.stringify({ y: JSON.stringify({ url, headers, body }) }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  service = await testService({
    flags: ['--database', join(folder, 'test.db'), '--egress-allow', origin.slice('http://'.length)],
  })
  admin = clientOf(service)
  operator = clientOf(service, 'operator')
  const http = (name: string, url: string, outputs: object[]) => ({
    name,
    inputs: [text('x')],
    outputs,
    implementation: { kind: 'http', url, headers: { ...KEYS, accept: 'application/json' } },
  })
  for (const one of [
    http('crm', `${origin}/hooks/${PATH_KEY}?key=${QUERY_KEY}&format=json`, [text('y')]),
    http('marks', `${origin}/mark`, [{ title: 'y' }]),
    http('fails', `${origin}/fail?key=${QUERY_KEY}`, [text('y')]),
  ]) {
    expect((await admin.call('POST', '/agentspec/tools', one)).status).toBe(201)
  }
  const agent = {
    name: 'keyed',
    system_prompt: 'Answer {{x}}.',
    llm_config: { ...echo(['done']), api_key: AGENT_KEY },
    inputs: [text('x')],
    outputs: [text('y')],
  }
  expect((await admin.call('POST', '/agentspec/agents', agent)).status).toBe(201)
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  server.close()
})

const sends = (body: unknown, more: object = {}) => ({
  component_type: 'api_node',
  name: 'send',
  endpoint: `${origin}/sink`,
  method: 'POST',
  body,
  outputs: [{ title: 'response' }],
  ...more,
})
const uses = (name: string) => tool('use', name, [text('x')], [text('y')])
const asksAgent = {
  component_type: 'agent_node',
  name: 'ask',
  agent: 'keyed',
  inputs: [text('x')],
  outputs: [text('y')],
}

async function run(flow: unknown, inputs: Record<string, unknown> = { x: 'hi' }) {
  seen.length = 0
  const id = await operator.start(flow, inputs)
  const record = await operator.over(id)
  return { record, results: (await operator.results(id)).body, id }
}

function expectNoKeys(value: unknown): void {
  const written = JSON.stringify(value)
  for (const key of ALL_KEYS) expect(written).not.toContain(key)
}

/** Whether a text is readable in the database files. */
function inDatabase(what: string): boolean {
  return readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes(what))
}

const sunk = () => seen.filter(({ url }) => url === '/sink').map(({ body }) => body)

describe('a flow with forged secret placeholders', () => {
  const forged: Record<string, unknown> = {
    mark: { $secret: 0 },
    'nested mark': { $secret: { $secret: 0 } },
    'mark among other keys': { $secret: 0, x: 1 },
    'mark in a list': [{ $secret: 0 }, { $secret: 1 }, { $secret: -1 }],
    placeholder: '__secret__:N-42',
    place: { at: ['named', 'tools', 'crm'], secret: 0 },
  }

  test.each(Object.entries(forged))('gets its %s back unchanged, with a tool', async (_, mark) => {
    const { record } = await run(chain([sends({ a: mark }), uses('crm')], [text('x')], [text('y')]))
    expect(record.status).toBe('completed')
    expect(sunk().map((body) => JSON.parse(body))).toEqual([{ a: mark }])
  })

  test.each(Object.entries(forged))('gets its %s back unchanged, with an agent', async (_, mark) => {
    const { record } = await run(chain([sends({ a: mark }), asksAgent], [text('x')], [text('y')]))
    expect(record.status).toBe('completed')
    expect(sunk().map((body) => JSON.parse(body))).toEqual([{ a: mark }])
  })

  test('gets placeholders in inputs, defaults, metadata and tool results back unchanged', async () => {
    const given = { title: 'given', default: { $secret: 1 } }
    const flow = chain(
      [uses('crm'), tool('mark', 'marks', [text('x')], [{ title: 'y' }]), sends('{{x}} {{given}} {{y}}')],
      [text('x'), given],
      [{ title: 'response' }],
    )
    const inputs = { x: JSON.stringify({ $secret: 0 }) }
    const { record } = await run({ ...flow, metadata: { $secret: 0 } }, inputs)
    expect(record).toMatchObject({ status: 'completed' })
    expect(sunk()).toEqual(['{"$secret":0} {"$secret":1} {"$secret":0}'])
  })

  test('uses its own secrets only at their original paths', async () => {
    const headers = { authorization: 'Bearer own-key-123', $secret: '0', 'x-plain': 'plain' }
    const flow = chain([sends({ a: { $secret: 0 } }, { headers }), uses('crm')], [text('x')], [text('y')])
    await run(flow)
    expect(seen[0]).toMatchObject({
      headers: { authorization: 'Bearer own-key-123', 'x-plain': 'plain', $secret: '0' },
      body: '{"a":{"$secret":0}}',
    })
    expect(inDatabase('own-key-123')).toBe(false)
    expect(inDatabase('x-plain')).toBe(true)
  })
})

describe('keys of a registered tool', () => {
  const echoed = chain([uses('crm')], [text('x')], [text('y')])

  test('are sent to its URL and masked in the response', async () => {
    const { results, record } = await run(echoed)
    expect(seen).toMatchObject([{ url: `/hooks/${PATH_KEY}?key=${QUERY_KEY}&format=json`, headers: KEYS }])
    expectNoKeys([results, record])
    // Values that are in every request are not secrets.
    expect(results.y).toContain('application/json')
    expect(results.y).toContain('format=json')
  })

  test('do not reach the next node of the flow', async () => {
    const { record } = await run(chain([uses('crm'), sends('{{y}}')], [text('x')], [{ title: 'response' }]))
    expect(record.status).toBe('completed')
    expect(sunk()).toHaveLength(1)
    expectNoKeys(sunk())
  })

  test('are masked in failure messages', async () => {
    const { record } = await run(chain([uses('fails')], [text('x')], [text('y')]))
    expect(record).toMatchObject({ status: 'failed' })
    expectNoKeys(record)
  })

  test('are masked in a workflow that uses the tool', async () => {
    const saved = await admin.call('POST', '/workflows/import/agentspec?save=true', echoed)
    const { id } = saved.body.data as { id: string }
    const started = await operator.call('POST', `/workflows/${id}/execute`, { inputs: { x: 'hi' } })
    const execution = (started.body.data as { execution_id: string }).execution_id
    const details = await operator.untilAt(
      `/pipelines/${execution}`,
      ({ status }) => status === 'completed' || status === 'failed',
    )
    expect(details.status).toBe('completed')
    expect(JSON.stringify(details)).toContain('application/json')
    expectNoKeys(details)
    expectNoKeys((await operator.call('GET', `/executions/${execution}`)).body)
  })

  test('and of agents are not in the database in plain text', async () => {
    await run(chain([uses('crm'), { ...asksAgent, outputs: [text('y')] }], [text('x')], [text('y')]))
    expect(inDatabase('Test flow')).toBe(true)
    for (const key of ALL_KEYS) expect([key, inDatabase(key)]).toEqual([key, false])
  })
})

test('the internal node that runs flows cannot be created by a user', async () => {
  const node = {
    id: 'f',
    type: 'agentspec.flow',
    data: { config: { flow: {}, places: [], named: '__secret__:abcd' }, metadata: { node_type_id: 'agentspec.flow' } },
  }
  const { status } = await operator.call('POST', '/execute', { workflow: { nodes: [node], edges: [] } })
  expect(status).toBe(422)
})
