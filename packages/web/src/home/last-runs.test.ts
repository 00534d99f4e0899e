import type { ExecutionItem } from '@millrace/model'
import { expect, test } from 'vitest'
import { withRun } from './last-runs.ts'

const run = (id: string, workflow: string, status: ExecutionItem['status'] = 'completed'): ExecutionItem => ({
  id,
  workflow_id: workflow,
  status,
  created: '2026-01-01T00:00:00Z',
  updated: '2026-01-01T00:00:00Z',
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
