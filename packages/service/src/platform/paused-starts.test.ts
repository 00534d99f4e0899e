/** Every way to start or continue an execution, on a service that is paused after a restore. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '@millrace/store'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
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

const ASKING = { name: 'Asking', nodes: [node('ask', 'text_prompt', { message: 'Well?' })], edges: [] }
/** Longer than a stop may take on a busy machine: the execution must not end before. */
const WAIT_SECONDS = 5
const DUE = { name: 'Due', nodes: [node('wait', 'delay', { seconds: WAIT_SECONDS })], edges: [] }
const CALLING = { name: 'Calling', nodes: [node('call', 'sub_workflow', { workflow: 'asking' })], edges: [] }

let dataDir: string
let service: RunningService
let dueAt = 0
/** What exists before the service is paused. */
const known = { completed: '', prepared: '', session: '', due: '', asking: '', calling: '' }

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'millrace-paused-starts-'))
  const before = await runningService([], { dataDir })
  known.completed = (await before.run({ ...echo, name: 'Echo' })).id
  for (const drawing of [TOOL, CHAT, HOOK]) await before.call('POST', '/workflows', drawing)
  const create = async (path: string) => (await before.call<{ data: { id: string } }>('POST', path, {})).data.id
  known.prepared = await create('/workflows/echo/pipelines')
  known.session = await create('/workflows/chat/playground/sessions')
  const start = async (workflow: string) => {
    type Started = { data: { execution_id: string } }
    return (await before.call<Started>('POST', `/workflows/${workflow}/execute`, {})).data.execution_id
  }
  for (const drawing of [ASKING, DUE, CALLING]) await before.call('POST', '/workflows', drawing)
  known.asking = await start('asking')
  known.calling = await start('calling')
  await vi.waitFor(() => expect(childOfCalling(before)).resolves.toEqual(expect.any(String)), { timeout: 60_000 })
  known.due = await start('due')
  dueAt = Date.now() + WAIT_SECONDS * 1000
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

/** The execution that the workflow "Calling" waits for. */
async function childOfCalling({ call }: Pick<RunningService, 'call'>): Promise<string | undefined> {
  type Jobs = { data: readonly { node_id: string; child_id?: string }[] }
  const { data } = await call<Jobs>('GET', `/pipelines/${known.calling}/jobs`)
  return data.find(({ node_id }) => node_id === 'call')?.child_id
}

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

test('a paused service wakes no execution when another one is cancelled, and wakes it when it is resumed', async () => {
  const statusOf = async (id: string) => (await service.call<{ status: string }>('GET', `/pipelines/${id}`)).status
  await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(dueAt), { timeout: 60_000 })
  await service.call('POST', `/executions/${known.asking}/cancel`, {})
  expect(await statusOf(known.asking)).toBe('cancelled')
  // A cancel lets the engine look for timers and queued executions, which takes less time than these requests.
  for (let request = 0; request < 20; request++) expect(await statusOf(known.due)).toBe('running')
  // Nor the execution that waits for the cancelled one.
  await service.call('POST', `/executions/${await childOfCalling(service)}/cancel`, {})
  for (let request = 0; request < 20; request++) expect(await statusOf(known.calling)).toBe('running')
  await service.call('POST', '/system/resume')
  await vi.waitFor(async () => expect(await statusOf(known.due)).toBe('completed'), { timeout: 60_000 })
  await vi.waitFor(async () => expect(await statusOf(known.calling)).toBe('failed'), { timeout: 60_000 })
})
