import type { ExecutionItem } from '@millrace/model'
import { expect, test } from 'vitest'
import { clientWith, dataReply } from '../api/testing/client-with.ts'
import { loadLastRuns, newestByWorkflow, withRun } from './last-runs.ts'

const run = (id: string, workflow: string, status: ExecutionItem['status'] = 'completed'): ExecutionItem => ({
  id,
  workflow_id: workflow,
  status,
  created: '2026-01-01T00:00:00Z',
  updated: '2026-01-01T00:00:00Z',
})

test('the first execution of each workflow is its newest', () => {
  const newest = newestByWorkflow([run('3', 'a', 'failed'), run('2', 'b'), run('1', 'a')])
  expect([...newest].map(([workflow, { id }]) => [workflow, id])).toEqual([
    ['a', '3'],
    ['b', '2'],
  ])
})

test('an update counts unless a newer execution of its workflow is known', () => {
  const at = (item: ExecutionItem, created: string) => ({ ...item, created })
  const known = new Map([['a', at(run('2', 'a', 'running'), '2026-01-02T00:00:00Z')]])
  const lastRun = (item: ExecutionItem) => withRun(known, item).get(item.workflow_id)
  expect(lastRun(at(run('2', 'a', 'failed'), '2026-01-02T00:00:00Z'))?.status).toBe('failed')
  expect(lastRun(at(run('3', 'a', 'pending'), '2026-01-03T00:00:00Z'))?.id).toBe('3')
  expect(lastRun(at(run('1', 'a'), '2026-01-01T00:00:00Z'))?.id).toBe('2')
  expect(lastRun(run('9', 'b'))?.id).toBe('9')
  expect(known.size).toBe(1)
})

test('requests only workflows that the first page does not contain', async () => {
  const requests: string[] = []
  const client = clientWith(({ query }) => {
    const workflow = query.get('workflow_id')
    if (workflow === null) return dataReply([run('9', 'a')], { 'X-Total-Count': '500' })
    requests.push(workflow)
    return dataReply(workflow === 'b' ? [run('1', 'b')] : [])
  })
  const runs = await loadLastRuns(client, ['a', 'b', 'c'], new AbortController().signal)
  expect(requests).toEqual(['b', 'c'])
  expect([...runs.keys()]).toEqual(['a', 'b'])
})
