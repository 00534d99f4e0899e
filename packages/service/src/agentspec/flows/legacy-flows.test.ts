/** Executions of flows from version 0.1: one step of one node, with notes of an interpreter that no longer exists. */
import { Engine } from '@millrace/engine'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestService, testService } from '../../testing/test-service.ts'
import { clientOf } from '../testing/flows.ts'
import { failEarlierFlows } from './legacy-flows.ts'

let service: TestService
let client: ReturnType<typeof clientOf>
beforeAll(async () => {
  service = await testService()
  client = clientOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

const AT = 1_700_000_000_000
const node = {
  id: 'flow',
  type: 'agentspec.flow',
  label: 'Old flow',
  config: { flow: {}, places: [], secrets: [], named: '', nodes: ['start', 'ask', 'end'] },
  inputs: [],
  loop: -1,
  heads: -1,
  join: 'all' as const,
  hasErrorEdge: false,
}
const plan = { nodes: [node], edges: [], loops: [], tools: [] }
const noted = (key: string, name: string, status: string) =>
  ({ type: 'step-noted', at: AT, node: 0, key, value: { node: name, status, startedAt: AT } }) as const
const begun = [
  { type: 'started', v: 1, at: AT, inputs: {}, queued: true },
  { type: 'released', at: AT },
  { type: 'step-started', at: AT, node: 0, attempt: 1 },
  noted('0', 'start', 'completed'),
  noted('1', 'ask', 'running'),
] as const

async function write(id: string, more: readonly object[], status: 'running' | 'completed'): Promise<void> {
  const record = { id, workflowId: '', createdAt: AT, plan, secrets: null, depth: 0, about: { agentspec: 'Old flow' } }
  const head = { status, updatedAt: AT, wakeAt: null, isActive: status === 'running' }
  const events = [...begun, ...more] as unknown as Parameters<typeof service.services.store.journal.create>[1]
  await service.services.store.journal.create(record, events, head)
}

test('a completed flow of an earlier version keeps its status and results', async () => {
  const id = '11111111-1111-4111-8111-111111111111'
  const outputs = { outputs: { mood: 'fine' }, end_node: 'end', end_branch: 'next' }
  await write(
    id,
    [
      noted('1', 'ask', 'completed'),
      { type: 'step-completed', at: AT, node: 0, outputs },
      { type: 'finished', at: AT, status: 'completed' },
    ],
    'completed',
  )
  expect((await client.call('GET', `/agentspec/executions/${id}`)).body).toMatchObject({
    status: 'completed',
    end_node: 'end',
    end_branch: 'next',
    nodes: { start: { status: 'completed' }, ask: { status: 'completed' }, end: { status: 'skipped' } },
  })
  expect((await client.results(id)).body).toEqual({ mood: 'fine' })
})

test('an unfinished flow of an earlier version fails with a reason at the next start', async () => {
  const id = '22222222-2222-4222-8222-222222222222'
  await write(id, [], 'running')
  const { store } = service.services
  const runner = {
    isQuick: () => false,
    isPure: () => false,
    mayRunAgain: () => false,
    run: () => ({ outputs: {} }),
    resolve: () => ({}),
    childOutputs: () => ({}),
  }
  const clock = { now: () => AT + 1, at: () => () => {} }
  const engine = new Engine({ journal: store.journal, runner, clock, maxActive: 1 })
  await failEarlierFlows(engine, store.executions)
  await engine.close()
  expect((await client.call('GET', `/agentspec/executions/${id}`)).body).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('started by an earlier version'),
    nodes: { start: { status: 'completed' }, ask: { status: 'failed' }, end: { status: 'skipped' } },
  })
})
