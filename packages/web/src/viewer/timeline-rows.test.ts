import type { Job } from '@millrace/model'
import { expect, test } from 'vitest'
import { ticksOf, timelineOf } from './timeline-rows.ts'
import type { ViewedNode } from './viewed-nodes.ts'

const START = Date.parse('2026-01-01T00:00:00.000Z')
const at = (ms: number) => new Date(START + ms).toISOString()
const job = (id: string, change: Partial<Job>): Job => ({
  ...{ id, node_id: id, label: id, status: 'completed', execution_count: 1, attempt: 1 },
  ...change,
})
const nodes = [
  { id: 'a', title: 'Fetch' },
  { id: 'b', title: 'Ask' },
] as unknown as ViewedNode[]
const bars = (one: Job, now = 1000) => {
  const { rows } = timelineOf({ created: at(0), jobs: [one] }, nodes, START + now)
  return rows[0]?.bars.map(({ kind, from, to, attempt }) => `${kind} ${attempt} ${from - START}-${to - START}`)
}

test('draws a bar per attempt and the waits between them', () => {
  const waits = [
    { from: at(20), to: at(120) },
    { from: at(130), to: at(330) },
  ]
  expect(bars(job('a', { started: at(10), completed: at(350), attempt: 3, waits }))).toEqual([
    ...['attempt 1 10-20', 'wait 1 20-120', 'attempt 2 120-130', 'wait 2 130-330', 'attempt 3 330-350'],
  ])
})

test('an open wait and a running attempt last until now', () => {
  expect(bars(job('b', { started: at(10), status: 'interrupted', waits: [{ from: at(20) }] }))).toEqual([
    ...['attempt 1 10-20', 'wait 1 20-1000'],
  ])
  expect(bars(job('a', { started: at(10), status: 'running' }))).toEqual(['attempt 1 10-1000'])
})

test('a step of no duration has a bar, one that has not started has none', () => {
  expect(bars(job('a', { started: at(5), completed: at(5) }))).toEqual(['attempt 1 5-5'])
  expect(bars(job('a', { status: 'skipped' }))).toEqual([])
})

test('sorts by start, names rounds, and ends with the last bar', () => {
  const jobs = [
    job('b', { status: 'pending' }),
    job('a.2', { node_id: 'a', label: 'x #2', iteration: '0/1', started: at(50), completed: at(700) }),
    job('a', { started: at(10), completed: at(40) }),
    job('t', { label: 'search', started: at(20), completed: at(30), tool_of: 'a' }),
  ]
  const timeline = timelineOf({ created: at(0), completed: at(600), jobs }, nodes, START + 5000)
  expect(timeline.rows.map(({ title }) => title)).toEqual(['Fetch', 'search', 'Fetch #2', 'Ask'])
  expect(timeline.rows.map(({ isCall }) => isCall)).toEqual([false, true, false, false])
  expect([timeline.from - START, timeline.to - START]).toEqual([0, 700])
})

test('lays out 50,000 steps', () => {
  const jobs = Array.from({ length: 50_000 }, (_, n) => job(`j${n}`, { started: at(n), completed: at(n + 1) }))
  const timeline = timelineOf({ created: at(0), jobs }, nodes, START)
  expect([timeline.rows.length, timeline.to - START]).toEqual([50_000, 50_000])
})

test.each([
  [0, [0]],
  [7, [0, 2, 4, 6]],
  [4200, [0, 1000, 2000, 3000, 4000]],
  [86_400_000, [0, 14_400_000, 28_800_000, 43_200_000, 57_600_000, 72_000_000, 86_400_000]],
])('the axis of %d ms has round times', (length, ticks) => {
  expect(ticksOf(length)).toEqual(ticks)
})
