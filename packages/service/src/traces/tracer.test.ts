import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startModelServer } from '../effects/testing/model-server.ts'
import { edge, node } from '../executions/testing/client.ts'
import { runningService } from '../testing/running-service.ts'
import { startCollector, valuesOf } from './testing/collector.ts'

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

const tracing = (...flags: string[]) =>
  runningService(['--egress-allow', '127.0.0.1', ...flags], { env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin } })

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'

describe('traces', () => {
  test('have a span for an execution and one for each step, in the trace of the caller', async () => {
    const service = await tracing()
    const fetches = {
      nodes: [node('get', 'http_request', { url: `${collector.origin}/page` }), node('text', 'text_input')],
      edges: [],
    }
    const { id } = await service.run(fetches, { traceparent: `00-${TRACE}-${PARENT}-01` })
    await service[Symbol.asyncDispose]()
    const spans = collector.spans().filter((span) => valuesOf(span)['millrace.execution.id'] === id)
    expect(spans.map(({ name }) => name).sort()).toEqual(['execution', 'http_request', 'text_input'])
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([TRACE]))
    const execution = spans.find(({ name }) => name === 'execution')!
    const request = spans.find(({ name }) => name === 'http_request')!
    expect(execution.parentSpanId).toBe(PARENT)
    expect(request.parentSpanId).toBe(execution.spanId)
    expect(BigInt(execution.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(execution.startTimeUnixNano))
    expect(valuesOf(execution)).toMatchObject({
      'millrace.execution.status': 'completed',
      'millrace.execution.trigger': 'manual',
    })
    expect(valuesOf(request)).toMatchObject({ 'millrace.node.id': 'get', 'millrace.node.type': 'http_request' })
    // The request of the step carries the span of the step.
    expect(collector.requests.at(-1)?.traceparent).toBe(`00-${TRACE}-${request.spanId}-01`)
    const resource = valuesOf(collector.exports[0]!.resourceSpans[0]!.resource)
    expect(resource).toMatchObject({ 'service.name': 'millrace', 'service.version': expect.any(String) })
  })

  test('have the usage of models by the conventions for generative AI; model calls carry the trace context', async () => {
    models.script({ text: 'Hi', usage: { input: 7, output: 3 } })
    const service = await tracing()
    const settings = { provider: 'openai_compatible', baseUrl: models.baseUrl, model: 'tiny' }
    const asks = {
      nodes: [node('in', 'text_input', { defaultValue: 'Hello' }), node('m', 'chat_model', settings)],
      edges: [edge('in:text', 'm:message')],
    }
    const { id } = await service.run(asks)
    await service[Symbol.asyncDispose]()
    const span = collector
      .spans()
      .find((one) => one.name === 'chat tiny' && valuesOf(one)['millrace.execution.id'] === id)!
    expect(valuesOf(span)).toMatchObject({
      'millrace.node.type': 'chat_model',
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai_compatible',
      'gen_ai.request.model': 'tiny',
      'gen_ai.usage.input_tokens': 7,
      'gen_ai.usage.output_tokens': 3,
    })
    expect(models.requests.at(-1)?.headers.traceparent).toBe(`00-${span.traceId}-${span.spanId}-01`)
  })

  test('have the sum of all turns of an agent and of all attempts, with the provider of the connection', async () => {
    const service = await tracing()
    const own = { name: 'Team', provider: 'openai_compatible', baseUrl: models.baseUrl, apiKey: 'sk-0123456789' }
    const { data } = await service.call<{ data: { id: string } }>('POST', '/connections', own)
    const ran = async (type: string, config: object) => {
      const nodes = [node('in', 'text_input', { defaultValue: 'Hello' }), node('m', type, config)]
      const { id } = await service.run({ nodes, edges: [edge('in:text', 'm:message')] })
      return { id, type }
    }
    // The form of a node fills in a provider of its own, which is not used.
    const settings = { provider: 'anthropic', model: 'tiny', connection: data.id }
    models.script(
      { toolCalls: [{ name: 'no_such_tool', args: {} }], usage: { input: 10, output: 1 } },
      { text: 'Done', usage: { input: 20, output: 2 } },
    )
    const agent = await ran('simple_agent', settings)
    models.script({ status: 500 })
    const plain = { provider: 'openai_compatible', baseUrl: models.baseUrl, model: 'tiny' }
    const failed = await ran('chat_model', plain)
    const unknown = await ran('chat_model', { ...settings, connection: 'lost' })
    await service[Symbol.asyncDispose]()
    const attributesOf = ({ id, type }: { id: string; type: string }) => {
      const own = collector.spans().filter((one) => valuesOf(one)['millrace.execution.id'] === id)
      const all = own.map(valuesOf).find((values) => values['millrace.node.type'] === type)!
      return Object.fromEntries(Object.entries(all).filter(([name]) => name.startsWith('gen_ai.')))
    }
    const named = { 'gen_ai.provider.name': 'openai_compatible', 'gen_ai.request.model': 'tiny' }
    expect(attributesOf(agent)).toEqual({
      ...named,
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.usage.input_tokens': 30,
      'gen_ai.usage.output_tokens': 3,
    })
    expect(attributesOf(failed)).toEqual({ ...named, 'gen_ai.operation.name': 'chat' })
    expect(attributesOf(unknown)).toEqual({})
  })

  test('mark failures with their code, and omit what the caller does not record', async () => {
    const service = await tracing()
    const bad = {
      nodes: [node('t', 'text_input', { defaultValue: '{' }), node('p', 'json_parse')],
      edges: [edge('t:text', 'p:text')],
    }
    const failed = await service.run(bad)
    const quiet = await service.run(bad, { traceparent: `00-${TRACE}-${PARENT}-00` })
    const invalid = await service.run(bad, { traceparent: 'no trace' })
    await service[Symbol.asyncDispose]()
    const of = (id: string) => collector.spans().filter((span) => valuesOf(span)['millrace.execution.id'] === id)
    expect(of(failed.id).find(({ name }) => name === 'json_parse')).toMatchObject({
      status: { code: 2, message: 'BAD_JSON' },
    })
    expect(of(failed.id).find(({ name }) => name === 'execution')?.status.code).toBe(2)
    expect(of(quiet.id)).toEqual([])
    expect(of(invalid.id).find(({ name }) => name === 'execution')?.parentSpanId ?? '').toBe('')
  })

  test('begin with the trace of a webhook call that has a secret, and only link that of a public one', async () => {
    const service = await tracing()
    const headers = { traceparent: `00-${TRACE}-${PARENT}-00`, 'x-api-key': 'hook-secret' }
    const ran = async (path: string, settings: object) => {
      const config = { path, method: 'POST', ...settings }
      await service.call('POST', '/workflows', {
        name: path,
        nodes: [node('hook', 'webhook_trigger', config)],
        edges: [],
      })
      const called = await service.call<{ data: { execution_id: string } }>('POST', `/hooks/${path}`, {}, headers)
      const id = called.data.execution_id
      await vi.waitFor(
        async () => expect(await service.call('GET', `/pipelines/${id}`)).toMatchObject({ status: 'completed' }),
        { timeout: 120_000 },
      )
      return id
    }
    const closed = await ran('closed', { auth: 'token', secret: 'hook-secret' })
    const open = await ran('open', { auth: 'none' })
    await service[Symbol.asyncDispose]()
    const spanOf = (id: string) =>
      collector.spans().find((one) => one.name === 'execution' && valuesOf(one)['millrace.execution.id'] === id)
    // The caller with the secret has switched the recording off; an unknown caller cannot.
    expect(spanOf(closed)).toBeUndefined()
    const span = spanOf(open)
    expect(span).toMatchObject({ links: [{ traceId: TRACE, spanId: PARENT }] })
    expect(span?.traceId).not.toBe(TRACE)
    expect(span?.parentSpanId ?? '').toBe('')
    expect(valuesOf(span!)['millrace.execution.trigger']).toBe('webhook')
  })

  test('have one span for a step that is tried again', async () => {
    const service = await tracing()
    const retry = { 'millrace:retry': { maxAttempts: 2, delayMs: 1 } }
    models.script({ status: 503 }, { text: 'Hi' })
    const settings = { provider: 'openai_compatible', baseUrl: models.baseUrl, model: 'tiny' }
    const asks = {
      nodes: [node('in', 'text_input', { defaultValue: 'Hello' }), node('m', 'chat_model', settings, retry)],
      edges: [edge('in:text', 'm:message')],
    }
    const { id, status } = await service.run(asks)
    await service[Symbol.asyncDispose]()
    expect(status).toBe('completed')
    const own = collector.spans().filter((one) => valuesOf(one)['millrace.execution.id'] === id)
    expect(own.map(({ name }) => name).sort()).toEqual(['chat tiny', 'execution', 'text_input'])
  })

  test('contain no values of the execution', async () => {
    const service = await tracing()
    const secret = 'value-4711'
    await service.run({
      nodes: [node('t', 'text_input', { defaultValue: secret }), node('p', 'json_parse')],
      edges: [edge('t:text', 'p:text')],
    })
    await service[Symbol.asyncDispose]()
    expect(JSON.stringify(collector.exports)).not.toContain(secret)
  })

  test('continue in the same trace after a restart', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'millrace-traced-'))
    const options = { dataDir, env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin } }
    const before = await runningService([], options)
    const asks = {
      nodes: [node('first', 'text_input', { defaultValue: 'x' }), node('q', 'confirmation', { message: 'Go?' })],
      edges: [],
    }
    const saved = await before.call<{ data: { id: string } }>('POST', '/workflows', { name: 'Asks', ...asks })
    const started = await before.call<{ data: { execution_id: string } }>(
      'POST',
      `/workflows/${saved.data.id}/execute`,
      {},
      { traceparent: `00-${TRACE}-${PARENT}-01` },
    )
    const id = started.data.execution_id
    const question = await vi.waitFor(
      async () => {
        const { data } = await before.call<{ data: { id: string }[] }>('GET', `/pipelines/${id}/interrupts`)
        expect(data).toHaveLength(1)
        return data[0]!.id
      },
      { timeout: 120_000 },
    )
    await before.stop()
    const of = () => collector.spans().filter((span) => valuesOf(span)['millrace.execution.id'] === id)
    const [first] = of()
    expect(of().map(({ name }) => name)).toEqual(['text_input'])
    const after = await runningService([], options)
    await after.call('POST', `/interrupts/${question}/resolve`, { value: true })
    await vi.waitFor(
      async () => {
        expect(await after.call('GET', `/pipelines/${id}`)).toMatchObject({ status: 'completed' })
      },
      { timeout: 120_000 },
    )
    await after.stop()
    rmSync(dataDir, { recursive: true, force: true })
    const execution = of().find(({ name }) => name === 'execution')!
    expect(first?.parentSpanId).toBe(execution.spanId)
    expect(execution).toMatchObject({ traceId: TRACE, parentSpanId: PARENT })
    expect(
      of()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['confirmation', 'execution', 'text_input'])
  })

  test('contain called workflows, as children of the calling step', async () => {
    const service = await tracing()
    const inner = await service.call<{ data: { id: string } }>('POST', '/workflows', {
      name: 'Inner',
      nodes: [node('t', 'text_input', { defaultValue: 'x' })],
      edges: [],
    })
    const { id } = await service.run({ nodes: [node('call', 'sub_workflow', { workflow: inner.data.id })], edges: [] })
    await service[Symbol.asyncDispose]()
    const all = collector.spans()
    const call = all.find((one) => one.name === 'sub_workflow' && valuesOf(one)['millrace.execution.id'] === id)!
    const child = all.find(({ name, parentSpanId }) => name === 'execution' && parentSpanId === call.spanId)
    expect(child?.traceId).toBe(call.traceId)
  })

  test('send nothing without an endpoint, to nodes neither', async () => {
    const sent = collector.exports.length
    const service = await runningService(['--egress-allow', '127.0.0.1'])
    const fetches = { nodes: [node('get', 'http_request', { url: `${collector.origin}/page` })], edges: [] }
    await service.run(fetches, { traceparent: `00-${TRACE}-${PARENT}-01` })
    await service[Symbol.asyncDispose]()
    expect(collector.requests.at(-1)?.traceparent).toBeUndefined()
    expect(collector.exports).toHaveLength(sent)
  })

  test('go to the whole address of OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, which wins', async () => {
    const sent = collector.exports.length
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.origin}/v1/traces`,
    }
    const service = await runningService([], { env })
    await service.run({ nodes: [node('t', 'text_input', { defaultValue: 'x' })], edges: [] })
    await service[Symbol.asyncDispose]()
    expect(collector.exports.length).toBeGreaterThan(sent)
  })

  test('a collector that is away does not hold up executions', async () => {
    const service = await runningService([], { env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' } })
    const done = await service.run({ nodes: [node('t', 'text_input', { defaultValue: 'x' })], edges: [] })
    expect(done.status).toBe('completed')
    await service[Symbol.asyncDispose]()
  })
})
