/** Executions that wait are not in memory; each event from outside has exactly one effect. */
import { expect, test } from 'vitest'
import { planOf } from '../testing/drawing.ts'
import { recordOf, type Script, simulation } from '../testing/simulate.ts'

const sleeps: Script = ({ clock }) => ({ sleepUntil: clock.now() + 10 * 60_000, outputs: { out: 'rested' } })

async function asleep() {
  const run = simulation({ a: sleeps })
  await run.engine.start(recordOf('execution-1', planOf('a -> out'), run.clock), { inputs: {} })
  await run.settle()
  expect((await run.state()).active.size).toBe(1)
  return run
}

test('accepts one of two concurrent cancels', async () => {
  const { engine, state } = await asleep()
  expect((await Promise.all([engine.cancel('execution-1'), engine.cancel('execution-1')])).sort()).toEqual([
    false,
    true,
  ])
  expect((await state()).status).toBe('cancelled')
})

test('ends an execution once if it is cancelled while it wakes up', async () => {
  const { engine, clock, settle, state, journal } = await asleep()
  clock.moveTo(clock.now() + 10 * 60_000)
  await engine.cancel('execution-1')
  await settle()
  expect((await state()).finishedAt).toBeDefined()
  const ends = journal.rows.get('execution-1')?.events.filter((event) => event.type === 'finished')
  expect(ends).toHaveLength(1)
})

test('loses nothing if pause and resume coincide with a wake-up', async () => {
  const { engine, clock, settle, state } = await asleep()
  const pausing = engine.pause('execution-1')
  clock.moveTo(clock.now() + 10 * 60_000)
  await pausing
  await settle()
  expect((await state()).status).toBe('running')
  await engine.resume('execution-1')
  await settle()
  expect((await state()).status).toBe('completed')
})

test('starts nothing while paused, and continues after resume', async () => {
  const run = simulation({})
  await run.engine.prepare(recordOf('execution-1', planOf('a -> b'), run.clock), { inputs: {} })
  await run.engine.pause('execution-1')
  await run.engine.release('execution-1', { inputs: { a: { in: 5 } } })
  await run.settle()
  expect(run.ran).toEqual([])
  await run.engine.resume('execution-1')
  await run.settle()
  expect(run.ran).toEqual(['a', 'b'])
  expect((await run.state()).status).toBe('completed')
})

test('queues executions beyond the slots and finishes all', async () => {
  const run = simulation({}, { maxActive: 2 })
  const plan = planOf('a -> b')
  for (const [at, workflowId] of ['x', 'x', 'x', 'x', 'y', 'y'].entries()) {
    await run.engine.start({ ...recordOf(`execution-${at}`, plan, run.clock), workflowId }, { inputs: {} })
  }
  await run.settle()
  expect([...run.journal.rows.values()].map((row) => row.head.status)).toEqual(new Array(6).fill('completed'))
})
