/** The status of every node of a run, as the pipeline detail and its event stream report it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client, edge, node } from './testing/client.ts'

let client: Client
beforeAll(async () => {
  client = await Client.open()
})
afterAll(() => client[Symbol.asyncDispose]())

const loop = (config: object = {}) => ({
  nodes: [
    node('list', 'code', { source: 'return [1, 0, 3]' }),
    node('each', 'foreach', config),
    node('work', 'code', { source: 'if (data === 0) throw new Error("zero"); return data' }),
  ],
  edges: [edge('list:result', 'each:items'), edge('each:item', 'work:data'), edge('work:result', 'each:loop_back')],
})

test.each([{ concurrency: 1 }, { concurrency: 3 }])(
  'a failing round fails its node and the loop, %j',
  async (config) => {
    const detail = await client.run(loop(config))
    expect(detail).toMatchObject({
      status: 'failed',
      node_statuses: {
        list: { status: 'completed' },
        work: { status: 'failed', error: expect.stringContaining('zero') },
        each: { status: 'failed', error: expect.stringContaining('Round 2 failed') },
      },
    })
  },
)

test.each([
  ['fail', { message: 'No luck' }],
  ['end', { variant: 'exit', status: 'failed' }],
])('a %s node that ends the run as failed is failed', async (type, config) => {
  const detail = await client.run({ nodes: [node('stop', type, config)], edges: [] })
  expect(detail).toMatchObject({
    status: 'failed',
    node_statuses: { stop: { status: 'failed', error: expect.any(String) } },
    job_status_summary: { failed: 1, completed: 0 },
  })
})

test('a tool that was never called is skipped when the run ends', async () => {
  const drawing = {
    nodes: [
      node('in', 'text_input', { defaultValue: 'Hello' }),
      node('agent', 'simple_agent', { provider: 'echo', model: 'echo' }),
      node('sum', 'calculator', {}),
    ],
    edges: [edge('in:text', 'agent:message'), edge('sum:tool', 'agent:tool')],
  }
  const detail = await client.run(drawing)
  expect(detail.node_statuses.sum).toEqual({ status: 'skipped', executions: 0, status_counts: {} })
})

test('an edge from a branch named in another case is taken', async () => {
  const drawing = {
    nodes: [
      node('in', 'text_input', { defaultValue: 'yes' }),
      node('if', 'if_else', { matchText: 'yes' }),
      node('next', 'text_input', { defaultValue: 'taken' }),
    ],
    edges: [edge('in:text', 'if:data'), edge('if: true', 'next:trigger')],
  }
  const detail = await client.run(drawing)
  expect(detail).toMatchObject({ status: 'completed', node_statuses: { next: { status: 'completed' } } })
})

test('the jobs of a node in a loop count its rounds', async () => {
  const detail = await client.run(loop({ continueOnError: true }))
  const counts = (id: string) =>
    detail.jobs.filter((job) => job.node_id === id).map((job) => [job.execution_count, job.attempt])
  expect(counts('work')).toEqual([
    [1, 1],
    [2, 1],
    [3, 1],
  ])
  expect(counts('list')).toEqual([[1, 1]])
  expect(detail.node_statuses.work?.executions).toBe(3)
})

test('attempts are not rounds', async () => {
  const retry = { 'millrace:retry': { maxAttempts: 3, delayMs: 1 } }
  const request = node('ask', 'http_request', { url: 'http://127.0.0.1:9/' }, retry)
  const detail = await client.run({ nodes: [request], edges: [] })
  expect(detail.jobs).toMatchObject([{ node_id: 'ask', status: 'failed', execution_count: 1 }])
})
