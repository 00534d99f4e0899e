import { get } from 'node:http'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startModelServer } from '../effects/testing/model-server.ts'
import { edge, node } from '../executions/testing/client.ts'
import { type RunningService, runningService } from '../testing/running-service.ts'
import { BoundedNames } from './bounded-names.ts'
import { Gauges } from './gauges.ts'
import { Metrics } from './metrics.ts'

let models: Awaited<ReturnType<typeof startModelServer>>
let service: RunningService
beforeAll(async () => {
  models = await startModelServer()
  service = await runningService([
    ...['--metrics', '127.0.0.1:0', '--model-price', 'openai_compatible/tiny=2/8'],
    ...['--egress-allow', '127.0.0.1'],
  ])
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await models.close()
})

/** The served samples, `name{labels}` to value. */
async function samples(): Promise<Map<string, number>> {
  const response = await fetch(service.composed.metricsAddress ?? '')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

function statusOf(headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(service.composed.metricsAddress ?? '', { headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).on('error', reject)
  })
}

describe('metrics', () => {
  test('count executions, steps with their time, commits of the journal and requests', async () => {
    const ok = { nodes: [node('t', 'text_input', { defaultValue: 'x' })], edges: [] }
    const bad = {
      nodes: [node('t', 'text_input', { defaultValue: '{' }), node('p', 'json_parse')],
      edges: [edge('t:text', 'p:text')],
    }
    await service.run(ok)
    await service.run(ok)
    expect((await service.run(bad)).status).toBe('failed')
    await fetch(`${service.origin}/nowhere`)
    await vi.waitFor(
      async () => {
        const found = await samples()
        expect(found.get('millrace_executions{status="completed"}')).toBe(2)
        expect(found.get('millrace_executions{status="failed"}')).toBe(1)
        expect(found.get('millrace_executions{status="pending"}')).toBe(0)
        expect(found.get('millrace_executions{status="running"}')).toBe(0)
        expect(found.get('millrace_executions_started_total{trigger="manual"}')).toBe(3)
        expect(found.get('millrace_executions_finished_total{status="completed"}')).toBe(2)
        expect(found.get('millrace_executions_finished_total{status="failed"}')).toBe(1)
        expect(found.get('millrace_execution_duration_seconds_count{status="completed"}')).toBe(2)
        expect(found.get('millrace_steps_total{type="text_input",result="completed"}')).toBe(3)
        expect(found.get('millrace_steps_total{type="json_parse",result="failed"}')).toBe(1)
        expect(found.get('millrace_step_duration_seconds_count{type="text_input"}')).toBe(3)
        expect(found.get('millrace_journal_commit_seconds_count{result="written"}')).toBeGreaterThanOrEqual(3)
        expect(found.get('millrace_journal_commit_seconds_sum{result="written"}')).toBeGreaterThan(0)
        expect(found.get('millrace_http_requests_total{operation="executeWorkflow",status="202"}')).toBe(3)
        expect(found.get('millrace_http_request_duration_seconds_count{operation="executeWorkflow"}')).toBe(3)
        expect(found.get('millrace_http_requests_total{operation="unknown",status="404"}')).toBe(1)
      },
      { timeout: 120_000 },
    )
  })

  test('count the tokens and the cost of model calls by provider and model, and failed calls', async () => {
    const limited = { scope: 'instance', unit: 'tokens', limit: 3000 }
    const { data: budget } = await service.call<{ data: { id: string } }>('POST', '/usage/budgets', limited)
    models.script({ text: 'Hi', usage: { input: 1000, output: 500 } }, { status: 500 })
    const settings = { provider: 'openai_compatible', baseUrl: models.baseUrl, model: 'tiny', message: 'Hello' }
    const drawing = {
      nodes: [node('in', 'text_input', { defaultValue: 'Hello' }), node('m', 'chat_model', settings)],
      edges: [edge('in:text', 'm:message')],
    }
    expect((await service.run(drawing)).status).toBe('completed')
    expect((await service.run(drawing)).status).toBe('failed')
    const found = await samples()
    const labels = 'provider="openai_compatible",model="tiny"'
    expect(found.get(`millrace_model_tokens_total{${labels},direction="input"}`)).toBe(1000)
    expect(found.get(`millrace_model_tokens_total{${labels},direction="output"}`)).toBe(500)
    expect(found.get(`millrace_budget_used_ratio{budget="${budget.id}",scope="instance",unit="tokens"}`)).toBe(0.5)
    expect(found.get(`millrace_model_cost_total{${labels}}`)).toBeCloseTo((1000 * 2 + 500 * 8) / 1e6)
    expect(found.get(`millrace_model_calls_total{${labels},result="ok"}`)).toBe(1)
    expect(found.get(`millrace_model_calls_total{${labels},result="UPSTREAM_FAILED"}`)).toBe(1)
    expect(found.get(`millrace_model_call_duration_seconds_count{${labels}}`)).toBe(2)
  })

  test('count calls of the sandbox and the processes that it had to end', async () => {
    const code = { nodes: [node('c', 'code', { source: 'return 1' })], edges: [] }
    expect((await service.run(code)).status).toBe('completed')
    const found = await samples()
    expect(found.get('millrace_sandbox_processes')).toBeGreaterThanOrEqual(1)
    expect(found.get('millrace_sandbox_calls_total')).toBeGreaterThanOrEqual(1)
    expect(found.get('millrace_sandbox_queued_calls')).toBe(0)
    const kills = [...found].filter(([name]) => name.startsWith('millrace_sandbox_kills_total'))
    expect(kills).toEqual(
      ['time', 'cancelled', 'memory', 'result_size', 'outside', 'gone'].map((reason) => [
        `millrace_sandbox_kills_total{reason="${reason}"}`,
        0,
      ]),
    )
  })

  test('show the questions that wait for people', async () => {
    const asks = { nodes: [node('q', 'confirmation', { message: 'Go?' })], edges: [] }
    const saved = await service.call<{ data: { id: string } }>('POST', '/workflows', { name: 'Asks', ...asks })
    await service.call('POST', `/workflows/${saved.data.id}/execute`, {})
    await vi.waitFor(
      async () => {
        expect((await samples()).get('millrace_open_questions{status="pending"}')).toBe(1)
      },
      { timeout: 120_000 },
    )
  })

  test('include the event loop, the process and the version', async () => {
    const text = await (await fetch(service.composed.metricsAddress ?? '')).text()
    const declared = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
    for (const name of [
      ...['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes', 'process_cpu_seconds_total'],
      // Has samples only after the first collection of garbage.
      ...['nodejs_gc_duration_seconds', 'process_start_time_seconds', 'millrace_build_info'],
    ])
      expect(declared, name).toContain(name)
  })

  test('have no label for a workflow, an execution or a person', async () => {
    const labels = [...(await samples()).keys()].flatMap((key) => [...key.matchAll(/(\w+)="/g)].map(([, name]) => name))
    const known = ['status', 'trigger', 'type', 'result', 'operation', 'provider', 'model', 'direction', 'reason', 'le']
    const own = new Set([...known, 'version', 'build', 'budget', 'scope', 'unit'])
    const ofNode = new Set(['kind', 'space', 'major', 'minor', 'patch'])
    expect([...new Set(labels)].filter((name) => !own.has(name!) && !ofNode.has(name!))).toEqual([])
  })

  test('are served at one path, to GET, and for known hosts only', async () => {
    const address = new URL(service.composed.metricsAddress ?? '')
    expect((await fetch(new URL('/', address))).status).toBe(404)
    expect((await fetch(address, { method: 'POST' })).status).toBe(405)
    expect(await statusOf({ host: 'rebound.example.com' })).toBe(403)
    expect(await statusOf({ host: 'localhost' })).toBe(200)
  })

  test('do not appear on the port of the API', async () => {
    expect((await fetch(`${service.origin}/metrics`)).status).toBe(404)
  })

  test('an address that is in use stops the start and is named', async () => {
    const { host } = new URL(service.composed.metricsAddress ?? '')
    await expect(runningService(['--metrics', host])).rejects.toThrow(`--metrics: ${host} cannot be used (EADDRINUSE)`)
  })

  test('are off by default', async () => {
    await using quiet = await runningService([])
    expect(quiet.composed.metricsAddress).toBeUndefined()
  })
})

test('leave out what the database does not answer, and serve the others', async () => {
  const metrics = new Metrics({ version: '1', build: 'test' })
  const failures: unknown[] = []
  const away = () => Promise.reject(new Error('away'))
  const sandbox = () => ({ processes: 1, queued: 0, calls: 0, kills: new Map() })
  const onFailure = (error: unknown) => void failures.push(error)
  metrics.addGauges(
    new Gauges({
      ...{ executions: { counts: away }, interrupts: { list: away }, budgets: { list: away }, clock: Date },
      ...{ sandbox, onFailure },
    }),
  )
  const text = await metrics.registry.metrics()
  expect(text).toContain('millrace_sandbox_processes 1')
  expect(text).not.toMatch(/^millrace_(executions|open_questions|budget_used_ratio)[{ ]/m)
  expect(failures).toHaveLength(3)
})

test('names beyond the limit of a label become "other"', () => {
  const names = new BoundedNames(2)
  expect(['a', 'b', 'c', 'a'].map((name) => names.name(name))).toEqual(['a', 'b', 'other', 'a'])
})
