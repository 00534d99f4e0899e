/** The trace context of every request that starts an execution; tracer.test.ts checks the spans that follow from it. */
import { isExecutionOver, type PipelineDetail } from '@millrace/model'
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { exampleFlow } from '../agentspec/example.ts'
import { echo, node } from '../executions/testing/client.ts'
import { loadRoutes } from '../routes.ts'
import { type RunningService, runningService } from '../testing/running-service.ts'

const CALLER = {
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  tracestate: 'rojo=00f067aa0ba902b7',
}

let service: RunningService
/** Of a workflow that is also published as a tool, and of an ended execution of it. */
let workflow: string
let earlier: string

beforeAll(async () => {
  service = await runningService([])
  workflow = await saved({ ...echo, config: { tool: { name: 'traced_tool' } } })
  earlier = await executionIn(service.call('POST', `/workflows/${workflow}/execute`, {}))
  await ended(earlier)
})
afterAll(() => service[Symbol.asyncDispose]())

async function saved(drawing: object): Promise<string> {
  return (await service.call<{ data: { id: string } }>('POST', '/workflows', { name: 'Traced', ...drawing })).data.id
}

async function ended(id: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const { status } = await service.call<PipelineDetail>('GET', `/pipelines/${id}`)
      expect(isExecutionOver(status)).toBe(true)
    },
    { timeout: 120_000 },
  )
}

/** The id of an execution, from any of the replies to a start. */
async function executionIn(reply: Promise<object>): Promise<string> {
  const body: Record<string, unknown> = { ...(await reply) }
  const data = { ...body, ...(body.data as object | undefined) } as Record<string, unknown>
  const id = data.execution_id ?? data.pipelineId ?? data.pipeline_id ?? data.executionId ?? data.id
  expect(id, JSON.stringify(body)).toEqual(expect.any(String))
  return String(id)
}

async function chatSession(): Promise<string> {
  const path = `/workflows/${workflow}/playground/sessions`
  return (await service.call<{ data: { id: string } }>('POST', path, {})).data.id
}

async function calledHook(method: string, settings: object = {}): Promise<string> {
  const path = `traced-${method}`.toLowerCase()
  await saved({ nodes: [node('hook', 'webhook_trigger', { path, method, ...settings })], edges: [] })
  const headers = { ...CALLER, 'x-api-key': 'hook-secret' }
  return executionIn(service.call(method, `/hooks/${path}`, method === 'GET' ? undefined : {}, headers))
}

const withSecret = { auth: 'token', secret: 'hook-secret' }

async function calledTool(name: string, args: Record<string, unknown>): Promise<string> {
  const client = new McpClient({ name: 'test', version: '1' })
  const requestInit = { headers: CALLER }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', service.origin), { requestInit }) as Transport)
  await client.callTool({ name, arguments: args })
  await client.close()
  const { items } = await service.composed.services.store.executions.list({ limit: 1, offset: 0 })
  return items[0]!.id
}

/** Starts by the operation of their route; each returns the id of the execution that it started. */
const STARTS: readonly (readonly [operation: string, start: () => Promise<string>])[] = [
  ['executeWorkflow', () => executionIn(service.call('POST', `/workflows/${workflow}/execute`, {}, CALLER))],
  ['execute', () => executionIn(service.call('POST', '/execute', { workflow_id: workflow }, CALLER))],
  ['execute', () => executionIn(service.call('POST', '/execute', { workflow: { name: 'Unsaved', ...echo } }, CALLER))],
  [
    'createPipeline',
    async () => {
      const id = await executionIn(service.call('POST', `/workflows/${workflow}/pipelines`, {}, CALLER))
      // Its start has a trace of its own: the execution stays in that of its creation.
      const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
      await service.call('POST', `/pipelines/${id}/execute`, {}, { traceparent })
      return id
    },
  ],
  ['rerunPipeline', () => executionIn(service.call('POST', `/pipelines/${earlier}/rerun`, {}, CALLER))],
  ['rerunPipeline', () => executionIn(service.call('POST', `/pipelines/${earlier}/rerun`, { from: 'out' }, CALLER))],
  ['rerunPipeline', () => executionIn(service.call('POST', `/pipelines/${earlier}/rerun`, LATEST, CALLER))],
  [
    'sendPlaygroundMessage',
    async () => {
      const path = `/playground/sessions/${await chatSession()}/messages`
      return executionIn(service.call('POST', path, { content: 'Hello' }, CALLER))
    },
  ],
  [
    'sendPlaygroundTurn',
    async () => {
      const path = `/playground/sessions/${await chatSession()}/turn`
      return executionIn(service.call('POST', path, { content: 'Hello' }, CALLER))
    },
  ],
  [
    'executeAgentSpecFlow',
    () => {
      const body = { flow: exampleFlow, inputs: { name: 'Ada' } }
      return executionIn(service.call('POST', '/agentspec/flows/execute', body, CALLER))
    },
  ],
  ['postMcp', () => calledTool('run_workflow', { workflow })],
  ['postMcp', () => calledTool('traced_tool', {})],
  ['callHookGet', () => calledHook('GET', withSecret)],
  ['callHookPost', () => calledHook('POST', withSecret)],
  ['callHookPut', () => calledHook('PUT', withSecret)],
  ['callHookPatch', () => calledHook('PATCH', withSecret)],
  ['callHookDelete', () => calledHook('DELETE', withSecret)],
]
const LATEST = { version: 'latest' }

describe('a request that starts an execution', () => {
  test.each(STARTS)('passes its trace context on: %s', async (_, start) => {
    const { record } = await service.composed.services.executions.known(await start())
    expect(record.about).toMatchObject(CALLER)
  })

  test('is one of the requests of this table', async () => {
    const routes = await loadRoutes()
    const starting = routes.map(({ route }) => route).filter(({ errors }) => errors.includes('TOO_MANY_EXECUTIONS'))
    expect(new Set(STARTS.map(([operation]) => operation))).toEqual(
      new Set(['postMcp', ...starting.map(({ operation }) => operation)]),
    )
  })
})
