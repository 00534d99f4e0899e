/** Long runs: the cost of a step does not grow with the number of steps before it. */

import { setImmediate } from 'node:timers'
import { isStepOver } from '@millrace/model'
import { expect, test } from 'vitest'
import { foldInSlices, indexed } from '../driver/history.ts'
import { planOf } from '../testing/drawing.ts'
import { goldenJournals } from '../testing/golden-files.ts'
import { apply, fold } from './apply.ts'
import type { ExecutionEvent } from './events.ts'
import { progressOf } from './progress.ts'
import { emptyState } from './state.ts'

test('runs a loop of 100,000 rounds without nodes without a scope per round', async () => {
  const ROUNDS = 100_000
  const plan = planOf('list -> each.items', { each: { config: { maxIterations: ROUNDS } } })
  const state = emptyState(indexed(plan))
  for (const event of [
    { type: 'started', v: 1, at: 1, inputs: {}, queued: true },
    { type: 'released', at: 1 },
    { type: 'step-completed', at: 1, node: 0, outputs: { out: Array.from({ length: ROUNDS }, (_, at) => at) } },
    { type: 'loop-opened', at: 1, node: 1, total: ROUNDS },
  ] as const satisfies ExecutionEvent[]) {
    apply(state, event)
  }
  expect(state.steps.map(({ status }) => status)).toEqual(['completed', 'completed'])
  expect(state.steps[1]?.outputs?.results).toHaveLength(ROUNDS)
  expect([...state.scopes.keys()]).toEqual([''])
})

test.each(goldenJournals())(
  'computes the progress of $name as the share of nodes whose steps are all over',
  ({ record, events }) => {
    const state = emptyState(indexed(record.plan))
    for (const event of events) {
      apply(state, event)
      const known = new Set(state.steps.map(({ node }) => node))
      for (const { node, status } of state.steps) if (!isStepOver(status)) known.delete(node)
      const share = Math.floor((known.size / record.plan.nodes.length) * 100)
      expect(progressOf(state)).toBe(state.finishedAt === undefined ? share : 100)
    }
  },
)

test('folds a long history in slices to the same state and lets other work run', async () => {
  const ROUNDS = 30_000
  const config = { maxIterations: ROUNDS, concurrency: 100 }
  const plan = planOf('list -> each.items \n each -item-> work \n work -> each.loop_back', { each: { config } })
  const place = new Map(plan.nodes.map(({ id }, at) => [id, at]))
  const [list, each, work] = ['list', 'each', 'work'].map((id) => place.get(id) ?? -1)
  const items = Array.from({ length: ROUNDS }, (_, at) => at)
  const events = [
    { type: 'started', v: 1, at: 1, inputs: {}, queued: true },
    { type: 'released', at: 1 },
    { type: 'step-completed', at: 1, node: list, outputs: { out: items } },
    { type: 'loop-opened', at: 1, node: each, total: ROUNDS },
    ...items.map((at) => ({ type: 'step-completed', at: 2, node: work, scope: `0:${at}`, outputs: { out: at } })),
    { type: 'finished', at: 3, status: 'completed' },
  ] as ExecutionEvent[]
  let [turns, isDone] = [0, false]
  const count = () => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const before = process.threadCpuUsage()
  const sliced = await foldInSlices(indexed(plan), events)
  const { user, system } = process.threadCpuUsage(before)
  isDone = true
  const whole = fold(indexed(plan), events)
  expect(sliced.steps.map(({ status }) => status)).toEqual(whole.steps.map(({ status }) => status))
  expect(sliced.steps).toHaveLength(ROUNDS + 2)
  expect(turns).toBeGreaterThanOrEqual(Math.floor((user + system) / 1000 / 250))
})

test('stores a note at constant cost', () => {
  const NOTES = 50_000
  const state = emptyState(indexed(planOf('agent -> out')))
  apply(state, { type: 'started', v: 1, at: 1, inputs: {}, queued: true })
  apply(state, { type: 'released', at: 1 })
  apply(state, { type: 'step-started', at: 1, node: 0, attempt: 1 })
  apply(state, { type: 'step-noted', at: 1, node: 0, key: '0', value: 0 })
  const notes = state.steps[0]?.notes
  for (let at = 1; at < NOTES; at++) apply(state, { type: 'step-noted', at: 1, node: 0, key: String(at), value: at })
  apply(state, { type: 'step-noted', at: 1, node: 0, key: '__proto__', value: 'plain' })
  expect(state.steps[0]?.notes).toBe(notes)
  expect(Object.keys(notes ?? {})).toHaveLength(NOTES + 1)
  expect(Object.getPrototypeOf(notes)).toBe(Object.prototype)
})
