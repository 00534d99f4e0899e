import type { ExecutionItem } from '@millrace/model'
import { expect, test } from 'vitest'
import { throttled } from '../api/throttle.ts'
import { NO_FILTER } from './list-filter.ts'
import { withUpdate } from './live-list.ts'

const item = (id: string, status: ExecutionItem['status'], second = 0, workflow = 'w'): ExecutionItem => ({
  id,
  workflow_id: workflow,
  status,
  created: '2026-01-01T00:00:00Z',
  updated: `2026-01-01T00:00:0${second}Z`,
})

const page = { items: [item('b', 'running', 1), item('a', 'completed', 1)], total: 2 }
const ALL = NO_FILTER
const NOW = Date.parse('2026-01-01T00:00:10Z')

test('updates a visible execution in place', () => {
  const { page: next, isStale } = withUpdate(page, item('b', 'failed', 2), { filter: ALL, now: NOW })
  expect(next.items.map(({ id, status }) => `${id} ${status}`)).toEqual(['b failed', 'a completed'])
  expect([next.total, isStale, page.items[0]?.status]).toEqual([2, false, 'running'])
})

test('reloads the list for an execution that is not visible but matches', () => {
  expect(withUpdate(page, item('c', 'running'), { filter: ALL, now: NOW })).toEqual({ page, isStale: true })
  expect(withUpdate(page, item('c', 'running'), { filter: { ...ALL, status: 'failed' }, now: NOW }).isStale).toBe(false)
  expect(withUpdate(page, item('c', 'running'), { filter: { ...ALL, workflow: 'other' }, now: NOW }).isStale).toBe(
    false,
  )
  expect(
    withUpdate(page, item('c', 'failed'), { filter: { ...ALL, workflow: 'w', status: 'failed' }, now: NOW }).isStale,
  ).toBe(true)
})

test('an execution that no longer matches stays until the list is reloaded', () => {
  const { page: next, isStale } = withUpdate(page, item('b', 'completed', 2), {
    filter: { ...ALL, status: 'running' },
    now: NOW,
  })
  expect([next.items.length, isStale]).toEqual([2, true])
})

test('ignores outdated updates', () => {
  expect(withUpdate(page, item('b', 'pending', 0), { filter: ALL, now: NOW })).toEqual({ page, isStale: false })
})

test('a throttled task never runs concurrently and runs once more for all calls meanwhile', async () => {
  const end = new AbortController()
  let [now, most, runs] = [0, 0, 0]
  const ends: (() => void)[] = []
  const ask = throttled(1, end.signal, async () => {
    runs++
    most = Math.max(most, ++now)
    await new Promise<void>((resolve) => ends.push(resolve))
    now--
  })
  for (let at = 0; at < 50; at++) ask()
  expect(runs).toBe(1)
  ends.shift()?.()
  await expect.poll(() => runs).toBe(2)
  end.abort()
  ends.shift()?.()
  await Promise.resolve()
  ask()
  expect([runs, most]).toEqual([2, 1])
})
