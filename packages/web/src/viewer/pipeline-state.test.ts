import type { Job, PipelineDetail, PipelineUpdate } from '@millrace/model'
import { expect, test } from 'vitest'
import { statusOfNode, withDelta, withDetail, withMoreJobs, withUpdates } from './pipeline-state.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, seconds)).toISOString()
const job = (id: string, given: Partial<Job> = {}): Job =>
  ({ id, node_id: id, label: id, status: 'idle', execution_count: 0, attempt: 0, ...given }) as Job
const detail = (jobs: Job[], given: Partial<PipelineDetail> = {}): PipelineDetail =>
  ({
    id: 'p',
    status: 'running',
    updated: at(5),
    created: at(0),
    is_paused: false,
    jobs,
    node_statuses: {},
    ...given,
  }) as PipelineDetail
const update = (seconds: number, jobs: Job[], given: Partial<PipelineUpdate> = {}): PipelineUpdate => ({
  seq: seconds,
  type: 'step-completed',
  at: at(seconds),
  status: 'running',
  progress: 50,
  jobs,
  logs: [],
  ...given,
})

test('an update changes its jobs in place, the counts and the nodes', () => {
  const before = withDetail(undefined, detail([job('a', { status: 'running' }), job('b')]))
  const { detail: after, progress } = withUpdates(before, [
    update(6, [job('a', { status: 'completed', execution_count: 1, execution_time: 20 })]),
    update(7, [job('b', { status: 'running', started: at(7) })]),
  ])
  expect(after.jobs.map(({ id, status }) => [id, status])).toEqual([
    ['a', 'completed'],
    ['b', 'running'],
  ])
  expect(after.job_status_summary).toMatchObject({ total: 2, completed: 1, running: 1, pending: 0 })
  expect(after.node_statuses).toMatchObject({
    a: { status: 'completed', execution_time: 20 },
    b: { status: 'running', last_executed: at(7) },
  })
  expect([after.updated, progress]).toEqual([at(7), 50])
})

test('a stream replayed from its beginning never reverts anything', () => {
  const before = withDetail(undefined, detail([job('a', { status: 'completed' })]))
  expect(withUpdates(before, [update(1, [job('a', { status: 'running' })])])).toBe(before)
})

test('job data stays until the next detail, because updates contain none', () => {
  const before = withDetail(undefined, detail([job('a', { status: 'running', input_data: { text: 'x' } })]))
  const after = withUpdates(before, [update(6, [job('a', { status: 'completed' })])])
  expect(after.detail.jobs[0]).toMatchObject({ status: 'completed', input_data: { text: 'x' } })
})

test('iterations replace the placeholder job of a node in a loop', () => {
  const before = withDetail(undefined, detail([job('a')]))
  const round = job('a#0', { node_id: 'a', iteration: '0', status: 'running' })
  expect(withUpdates(before, [update(6, [round])]).detail.jobs.map(({ id }) => id)).toEqual(['a#0'])
})

test('applies pausing, failing and ending', () => {
  const before = withDetail(undefined, detail([job('a')]))
  const paused = withUpdates(before, [update(6, [], { type: 'paused' })])
  expect(paused.detail.is_paused).toBe(true)
  expect(withUpdates(paused, [update(7, [], { type: 'resumed' })]).detail.is_paused).toBe(false)
  const failed = withUpdates(before, [update(8, [], { type: 'finished', status: 'failed', error: 'No' })])
  expect(failed.detail).toMatchObject({ status: 'failed', error: 'No', completed: at(8) })
})

test('a kanban configuration stays if a later response lacks it, until another execution is shown', () => {
  const kanban_config = { columns: [{ key: 'a', label: 'A', statuses: ['idle' as const] }] }
  const before = withDetail(undefined, detail([], { kanban_config }))
  expect(withDetail(before, detail([])).detail.kanban_config).toEqual(kanban_config)
  expect(withDetail(before, detail([], { id: 'q' })).detail.kanban_config).toBeUndefined()
})

test('joins text pieces, ignores a piece after a gap, and removes drafts when their job ends', () => {
  const state = withDetail(undefined, detail([job('a', { status: 'running' })]))
  const first = withDelta(state, { executionId: 'e', job: 'a', nodeId: 'a', from: 0, text: 'Hel' })
  const second = withDelta(first, { executionId: 'e', job: 'a', nodeId: 'a', from: 3, text: 'lo' })
  expect(second.drafts.get('a')).toBe('Hello')
  expect(withDelta(second, { executionId: 'e', job: 'a', nodeId: 'a', from: 9, text: '!' })).toBe(second)
  expect(withDelta(second, { executionId: 'e', job: 'a', nodeId: 'a', from: 0, text: 'New' }).drafts.get('a')).toBe(
    'New',
  )
  expect(withUpdates(second, [update(6, [job('a', { status: 'completed' })])]).drafts.size).toBe(0)
})

test('the status of a node is the reported one, else that of its last job; unknown statuses count as pending', () => {
  const jobs = [job('a', { status: 'failed' }), job('b', { status: 'odd' as never })]
  expect(statusOfNode({ jobs, node_statuses: {} }, 'a')).toBe('failed')
  expect(statusOfNode({ jobs, node_statuses: { a: { status: 'running' } as never } }, 'a')).toBe('running')
  expect(statusOfNode({ jobs, node_statuses: {} }, 'b')).toBe('pending')
  expect(statusOfNode({ jobs, node_statuses: {} }, 'c')).toBeUndefined()
})

test('a detail that lacks jobs keeps loaded jobs, and counts stay those of the detail', () => {
  const summary = { total: 5, completed: 5 } as PipelineDetail['job_status_summary']
  const newest = [job('d', { status: 'running' }), job('e')]
  const some = detail(newest, {
    jobs_total: 5,
    has_more_jobs: true,
    job_status_summary: summary,
    node_statuses: { d: { status: 'running', executions: 3, status_counts: { running: 3 } } },
  })
  const first = withDetail(undefined, some)
  const more = withMoreJobs(first, [job('a'), job('b'), job('d', { status: 'idle' })])
  expect(more.detail.jobs.map(({ id }) => id)).toEqual(['a', 'b', 'd', 'e'])
  expect(more.detail.has_more_jobs).toBe(true)
  const again = withDetail(more, some)
  expect(again.detail.jobs.map(({ id }) => id)).toEqual(['a', 'b', 'd', 'e'])
  const { detail: after } = withUpdates(again, [update(9, [job('d', { status: 'completed' })])])
  expect(after.jobs.find(({ id }) => id === 'd')?.status).toBe('completed')
  expect(after.node_statuses.d).toEqual({ status: 'completed', executions: 3, status_counts: { running: 3 } })
  expect(after.job_status_summary).toEqual(summary)
  expect(withMoreJobs(again, [job('c')]).detail.has_more_jobs).toBe(false)
})
