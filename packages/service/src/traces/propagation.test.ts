/** The trace context of a request, through an execution, in the requests of its steps. */
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { speaksMcp, speaksSse, text } from '../effects/mcp/testing/mcp-server.ts'
import { startModelServer } from '../effects/testing/model-server.ts'
import { edge, node } from '../executions/testing/client.ts'
import { runningService } from '../testing/running-service.ts'
import { startCollector, valuesOf } from './testing/collector.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'
const STATE = 'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE'
const CALLER = { traceparent: `00-${TRACE}-${PARENT}-01`, tracestate: STATE }

let collector: Awaited<ReturnType<typeof startCollector>>
let models: Awaited<ReturnType<typeof startModelServer>>
beforeAll(async () => {
  collector = await startCollector()
  models = await startModelServer()
})
afterAll(async () => {
  await collector.close()
  await models.close()
})

const tracing = () =>
  runningService(['--egress-allow', '127.0.0.1'], { env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin } })

/** The spans of an execution by the ids of their nodes; that of the execution itself has the key `''`. */
function spansOf(execution: string) {
  const own = collector.spans().filter((span) => valuesOf(span)['millrace.execution.id'] === execution)
  return new Map(own.map((span) => [String(valuesOf(span)['millrace.node.id'] ?? ''), span]))
}

/** An MCP server that records the headers of its requests. */
async function startTools(speaks: typeof speaksMcp) {
  const listener = speaks({ tools: [{ name: 'look' }], call: async () => text('seen') }) as RequestListener
  const requests: { readonly method: string | undefined; readonly headers: IncomingHttpHeaders }[] = []
  const server = createServer((request, response) => {
    requests.push({ method: request.method, headers: request.headers })
    return listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function agentWith(settings: object) {
  const script = [{ toolCalls: [{ name: 'look', args: {} }] }, 'Done.']
  return {
    nodes: [
      node('in', 'text_input', { defaultValue: 'Go' }),
      node('agent', 'simple_agent', { provider: 'echo', model: 'echo', script }),
      node('remote', 'mcp_tools', settings),
    ],
    edges: [edge('in:text', 'agent:message'), edge('remote:tool', 'agent:tool')],
  }
}

const traceOf = ({ traceparent, tracestate }: IncomingHttpHeaders) => ({ traceparent, tracestate })

test('requests of nodes, calls of models and spans have the tracestate of the caller, in called workflows too', async () => {
  const service = await tracing()
  const settings = { provider: 'openai_compatible', baseUrl: models.baseUrl, model: 'tiny' }
  const inner = await service.call<{ data: { id: string } }>('POST', '/workflows', {
    name: 'Inner',
    nodes: [
      node('get', 'http_request', { url: `${collector.origin}/page` }),
      node('in', 'text_input', { defaultValue: 'Hello' }),
      node('ask', 'chat_model', settings),
    ],
    edges: [edge('in:text', 'ask:message')],
  })
  const calls = { nodes: [node('call', 'sub_workflow', { workflow: inner.data.id })], edges: [] }
  const { id } = await service.run(calls, CALLER)
  await service[Symbol.asyncDispose]()
  const outer = spansOf(id)
  const child = collector.spans().find(({ parentSpanId }) => parentSpanId === outer.get('call')?.spanId)!
  const steps = spansOf(String(valuesOf(child)['millrace.execution.id']))
  const headersOf = (step: string) => ({
    traceparent: `00-${TRACE}-${steps.get(step)?.spanId}-01`,
    tracestate: STATE,
  })
  expect(traceOf(collector.requests.at(-1)!)).toEqual(headersOf('get'))
  expect(traceOf(models.requests.at(-1)!.headers)).toEqual(headersOf('ask'))
  const states = [...outer.values(), ...steps.values()].map(({ traceState }) => traceState)
  expect(new Set(states)).toEqual(new Set([STATE]))
})

test('a node that sets the traceparent of a request sends none of the tracestate', async () => {
  const service = await tracing()
  const own = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
  const config = { url: `${collector.origin}/page`, headers: { Traceparent: own } }
  await service.run({ nodes: [node('get', 'http_request', config)], edges: [] }, CALLER)
  await service[Symbol.asyncDispose]()
  expect(traceOf(collector.requests.at(-1)!)).toEqual({ traceparent: own, tracestate: undefined })
})

test.each([
  ['HTTP', speaksMcp, '/mcp', {}],
  ['the older transport', speaksSse, '/sse', { transport: 'sse' }],
])('calls of MCP tools over %s carry the span of the step that uses them', async (_, speaks, path, more) => {
  await using tools = await startTools(speaks)
  const service = await tracing()
  const drawing = agentWith({ url: `${tools.origin}${path}`, ...more })
  const first = await service.run(drawing, CALLER)
  const sent = tools.requests.length
  // The connection is shared: requests of the second execution have its own trace.
  const second = await service.run(drawing)
  await service[Symbol.asyncDispose]()
  expect([first.status, second.status]).toEqual(['completed', 'completed'])
  const firstSpan = spansOf(first.id).get('agent')!
  const secondSpan = spansOf(second.id).get('agent')!
  expect(secondSpan.traceId).not.toBe(TRACE)
  const traces = tools.requests.map(({ headers }) => traceOf(headers))
  expect(sent).toBeGreaterThan(2)
  for (const trace of traces.slice(0, sent)) {
    expect(trace).toEqual({ traceparent: `00-${TRACE}-${firstSpan.spanId}-01`, tracestate: STATE })
  }
  // Closing the session at the end belongs to no step.
  const later = tools.requests.slice(sent).filter(({ method }) => method === 'POST')
  expect(later.length).toBeGreaterThan(0)
  for (const { headers } of later) {
    const traceparent = `00-${secondSpan.traceId}-${secondSpan.spanId}-01`
    expect(traceOf(headers)).toEqual({ traceparent, tracestate: undefined })
  }
})

test('MCP tools get the traceparent of their settings, and none without an endpoint for traces', async () => {
  await using tools = await startTools(speaksMcp)
  const own = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
  const url = `${tools.origin}/mcp`
  const service = await tracing()
  await service.run(agentWith({ url, headers: JSON.stringify({ traceparent: own }) }), CALLER)
  await service[Symbol.asyncDispose]()
  const sent = tools.requests.length
  expect(new Set(tools.requests.map(({ headers }) => headers.traceparent))).toEqual(new Set([own]))
  const untraced = await runningService(['--egress-allow', '127.0.0.1'])
  await untraced.run(agentWith({ url }), CALLER)
  await untraced[Symbol.asyncDispose]()
  const later = tools.requests.slice(sent)
  expect(later.length).toBeGreaterThan(2)
  expect(new Set(later.map(({ headers }) => headers.traceparent))).toEqual(new Set([undefined]))
})

test('an execution that an MCP client starts is part of the trace of its request', async () => {
  const service = await tracing()
  const drawing = { nodes: [node('t', 'text_input', { defaultValue: 'x' })], edges: [] }
  const saved = await service.call<{ data: { id: string } }>('POST', '/workflows', { name: 'Tool', ...drawing })
  const client = new McpClient({ name: 'test', version: '1' })
  const requestInit = { headers: CALLER }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', service.origin), { requestInit }) as Transport)
  const called = await client.callTool({ name: 'run_workflow', arguments: { workflow: saved.data.id } })
  const { execution_id } = called.structuredContent as { execution_id: string }
  await client.close()
  await service[Symbol.asyncDispose]()
  const span = spansOf(execution_id).get('')
  expect(span).toMatchObject({ traceId: TRACE, parentSpanId: PARENT, traceState: STATE })
})

test('spans of steps that call models have the operation and the name of the conventions for generative AI', async () => {
  const service = await tracing()
  const settings = { provider: 'openai_compatible', baseUrl: models.baseUrl, model: 'tiny' }
  models.script('Fine.', '{"label":"a","confidence":1}')
  const { id, status } = await service.run({
    nodes: [
      node('in', 'text_input', { defaultValue: 'Hello' }),
      node('texts', 'json_input', { defaultValue: ['Hello'] }),
      node('vectors', 'embeddings', settings),
      node('agent', 'simple_agent', settings),
      node('classifier', 'text_classifier', { ...settings, labels: ['a', 'b'] }),
    ],
    // One after the other: each gets the reply that is meant for it.
    edges: [
      edge('texts:value', 'vectors:texts'),
      edge('in:text', 'agent:message'),
      edge('agent:response', 'classifier:text'),
    ],
  })
  expect(status).toBe('completed')
  await service[Symbol.asyncDispose]()
  const spans = spansOf(id)
  const namesOf = (step: string) => [spans.get(step)?.name, valuesOf(spans.get(step)!)['gen_ai.operation.name']]
  expect(namesOf('vectors')).toEqual(['embeddings tiny', 'embeddings'])
  expect(namesOf('agent')).toEqual(['invoke_agent', 'invoke_agent'])
  expect(namesOf('classifier')).toEqual(['chat tiny', 'chat'])
  expect(namesOf('in')).toEqual(['text_input', undefined])
})
