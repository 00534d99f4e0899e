/** Every way to start or continue an execution, on a service that is paused after a restore. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '@millrace/store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chain, llm, text } from '../agentspec/testing/flows.ts'
import { echo, edge, node } from '../executions/testing/client.ts'
import { type RunningService, runningService } from '../testing/running-service.ts'
import { markPaused } from './pause.ts'

const TOOL = {
  ...{ name: 'Greet', nodes: [node('begin', 'start'), node('out', 'output', { name: 'greeted' })] },
  ...{ edges: [edge('begin:inputs', 'out:value')], config: { tool: {} } },
}
const CHAT = {
  ...{ name: 'Chat', nodes: [node('said', 'chat_input'), node('reply', 'chat_output')] },
  edges: [edge('said:message', 'reply:message')],
}
const FLOW = chain([llm('greet', 'Hello {{name}}', 'greeting')], [text('name')], [text('greeting')])
const HOOK = {
  name: 'Hooked',
  nodes: [node('hook', 'webhook_trigger', { path: 'waits', respond: 'finished' })],
  edges: [],
}

let dataDir: string
let service: RunningService
/** What exists before the service is paused. */
const known = { completed: '', prepared: '', session: '' }

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'millrace-paused-starts-'))
  const before = await runningService([], { dataDir })
  known.completed = (await before.run({ ...echo, name: 'Echo' })).id
  for (const drawing of [TOOL, CHAT, HOOK]) await before.call('POST', '/workflows', drawing)
  const create = async (path: string) => (await before.call<{ data: { id: string } }>('POST', path, {})).data.id
  known.prepared = await create('/workflows/echo/pipelines')
  known.session = await create('/workflows/chat/playground/sessions')
  await before.stop()
  const store = await openStore({ database: join(dataDir, 'millrace.db') })
  await markPaused(store.keyValues)
  await store.close()
  service = await runningService([], { dataDir })
})
afterAll(async () => {
  await service.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const stored = async () => ({
  executions: await service.call('GET', '/executions?limit=100'),
  messages: await service.call('GET', `/playground/sessions/${known.session}/messages`),
  session: await service.call('GET', `/playground/sessions/${known.session}`),
})

/** Path and body of each start. */
const STARTS: readonly (readonly [string, () => readonly [string, object]])[] = [
  ['of a stored workflow', () => ['/workflows/echo/execute', {}]],
  ['by its id in the body', () => ['/execute', { workflow_id: 'echo' }]],
  ['of an unsaved workflow', () => ['/execute', { workflow: { ...echo, name: 'Unsaved' } }]],
  ['that waits for a second request', () => ['/workflows/echo/pipelines', {}]],
  ['of an execution that waits for it', () => [`/pipelines/${known.prepared}/execute`, {}]],
  ['by a rerun', () => [`/pipelines/${known.completed}/rerun`, {}]],
  ['by a rerun of the stored workflow', () => [`/pipelines/${known.completed}/rerun`, { version: 'latest' }]],
  ['by a retry from a step', () => [`/pipelines/${known.completed}/rerun`, { from: 'out' }]],
  ['by a message of the playground', () => [`/playground/sessions/${known.session}/messages`, { content: 'Hello' }]],
  ['by a turn of the playground', () => [`/playground/sessions/${known.session}/turn`, { content: 'Hello' }]],
  ['of an Agent Spec flow', () => ['/agentspec/flows/execute', { flow: FLOW, inputs: { name: 'Ada' } }]],
  ['by a webhook that waits for the result', () => ['/hooks/waits', {}]],
]

test.each(STARTS)(
  'a paused service refuses a start %s with 503 and the reason, and stores nothing',
  async (_, requestOf) => {
    const before = await stored()
    const [path, body] = requestOf()
    const response = await fetch(`${service.origin}/api/v1${path}`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    })
    const paused = { success: false, code: 'NOT_READY', error: expect.stringContaining('The service is paused') }
    expect([response.status, await response.json()]).toEqual([503, paused])
    expect(await stored()).toEqual(before)
  },
)

test.each([
  ['run_workflow', { workflow: 'echo' }],
  ['greet', {}],
])('a paused service refuses the MCP tool %s with the reason, and stores nothing', async (name, args) => {
  const before = await stored()
  const response = await fetch(`${service.origin}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  })
  expect(await response.text()).toMatch(/"isError":true.*The service is paused|The service is paused.*"isError":true/)
  expect(await stored()).toEqual(before)
})
