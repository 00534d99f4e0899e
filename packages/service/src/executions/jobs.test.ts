import type { Job } from '@millrace/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client, type Drawing, edge, node } from './testing/client.ts'

let client: Client
beforeAll(async () => {
  client = await Client.open()
})
afterAll(() => client[Symbol.asyncDispose]())

/** A loop with this many rounds; round 3 fails and is tolerated. */
const rounds = (count: number): Drawing => ({
  nodes: [
    node('list', 'json_input', {
      defaultValue: Array.from({ length: count }, (_, at) => (at === 3 ? '{' : String(at))),
    }),
    node('each', 'foreach', { maxIterations: 100_000, concurrency: 100, continueOnError: true }),
    node('parse', 'json_parse'),
  ],
  edges: [edge('list:value', 'each:items'), edge('each:item', 'parse:text'), edge('parse:data', 'each:loop_back')],
})

const ranWith = async (count: number) => (await client.run(rounds(count))).id

const pageOf = (id: string, query: string) => client.call<Job[]>('GET', `/pipelines/${id}/jobs${query}`)

test('the detail of a run with up to 1,000 jobs contains all of them', async () => {
  const detail = await client.run(rounds(998))
  expect(detail.jobs).toHaveLength(1000)
  expect(detail.has_more_jobs).toBeUndefined()
  expect(detail.jobs_total).toBeUndefined()
})

test('the detail of a longer run contains failed and newest jobs and complete counts', async () => {
  const detail = await client.run(rounds(3000))
  expect(detail).toMatchObject({ has_more_jobs: true, jobs_total: 3002 })
  expect(detail.jobs).toHaveLength(1000)
  expect(detail.jobs[0]).toMatchObject({ node_id: 'parse', status: 'failed', iteration: '0:3' })
  expect(detail.jobs.at(-1)).toMatchObject({ iteration: '0:2999', output_data: { data: 2999 } })
  expect(detail.job_status_summary).toMatchObject({ total: 3002, completed: 3001, failed: 1 })
  expect(detail.node_statuses.parse).toMatchObject({ executions: 3000, status_counts: { completed: 2999, failed: 1 } })
})

test('lists all jobs page by page, with a filter by node', async () => {
  const id = await ranWith(3001)
  const ids = new Set<string>()
  for (let offset = 0; offset < 3003; offset += 1000) {
    const { headers, data } = await pageOf(id, `?limit=1000&offset=${offset}`)
    expect(headers).toMatchObject({ 'x-total-count': '3003', 'x-page-size': '1000', 'x-page-offset': String(offset) })
    for (const job of data) ids.add(job.id)
  }
  expect(ids.size).toBe(3003)
  const own = await pageOf(id, '?node_id=each')
  expect(own.data.map((job) => job.node_id)).toEqual(['each'])
  expect(own.headers['x-total-count']).toBe('1')
})

test('limits the page size, and an unknown execution is 404', async () => {
  expect((await pageOf('00000000-0000-4000-8000-000000000000', '')).status).toBe(404)
  expect((await pageOf('00000000-0000-4000-8000-000000000000', '?limit=1001')).status).toBe(400)
})
