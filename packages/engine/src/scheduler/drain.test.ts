/** A planned stop: running steps end and are recorded, nothing new starts, and the next process continues. */
import { expect, test } from 'vitest'
import { planOf } from '../testing/drawing.ts'
import { FakeClock } from '../testing/fake-clock.ts'
import { MemoryJournal } from '../testing/memory-journal.ts'
import { never, recordOf, type Script, simulation } from '../testing/simulate.ts'

const turns = async (count = 20) => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}

function held(): { readonly script: Script; readonly release: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { script: () => promise.then(() => ({ outputs: { out: 'paid' } })), release: resolve }
}

test('waits for running steps while draining, records them, and starts no more', async () => {
  const journal = new MemoryJournal()
  const clock = new FakeClock()
  const pay = held()
  const first = simulation({ pay: pay.script }, { journal, clock, mayNotRunAgain: ['pay'] })
  await first.engine.start(recordOf('execution-1', planOf('pay -> after \n after -> out'), clock), { inputs: {} })
  let isDrained = false
  const drained = first.engine.drain().then(() => {
    isDrained = true
  })
  await turns()
  expect(isDrained).toBe(false)
  pay.release()
  await drained
  expect(first.ran).toEqual(['pay'])
  expect(journal.rows.get('execution-1')?.events.map(({ type }) => type)).toContain('step-completed')
  await first.engine.close()

  const next = simulation({}, { journal, clock, mayNotRunAgain: ['pay'] })
  await next.engine.recover()
  await next.settle()
  expect(next.ran).toEqual(['after', 'out'])
  expect((await next.state()).status).toBe('completed')
})

test('queues an execution that is started while draining for the next process', async () => {
  const journal = new MemoryJournal()
  const clock = new FakeClock()
  const first = simulation({}, { journal, clock })
  await first.engine.drain()
  await first.engine.start(recordOf('execution-1', planOf('a -> out'), clock), { inputs: {} })
  await turns()
  expect(first.ran).toEqual([])
  expect((await first.state()).status).toBe('pending')
  await first.engine.close()
  const next = simulation({}, { journal, clock })
  await next.engine.recover()
  await next.settle()
  expect(next.ran).toEqual(['a', 'out'])
})

test('leaves a timer that comes due while draining to the next process', async () => {
  const journal = new MemoryJournal()
  const clock = new FakeClock()
  const nap: Script = () => ({ sleepUntil: clock.now() + 1000, outputs: { out: 1 } })
  const first = simulation({ nap }, { journal, clock })
  await first.engine.start(recordOf('execution-1', planOf('nap -> out'), clock), { inputs: {} })
  await turns()
  await first.engine.drain()
  clock.moveTo(clock.now() + 5000)
  await turns()
  expect(first.ran).toEqual(['nap'])
  await first.engine.close()
  const next = simulation({ nap }, { journal, clock })
  await next.engine.recover()
  await next.settle()
  expect((await next.state()).status).toBe('completed')
})

test('does not wait for a step that only waits for another execution', async () => {
  const run = simulation({ agent: ({ record }) => run.engine.idle(record.id, () => new Promise(() => {})) })
  await run.engine.start(recordOf('execution-1', planOf('agent -> out'), run.clock), { inputs: {} })
  await turns()
  await run.engine.drain()
  expect(run.ran).toEqual(['agent'])
  await run.engine.close()
})

test('aborts a step that does not end when the engine is closed', async () => {
  const run = simulation({ stuck: never })
  await run.engine.start(recordOf('execution-1', planOf('stuck -> out'), run.clock), { inputs: {} })
  await turns()
  const drained = run.engine.drain()
  await turns()
  await run.engine.close()
  expect(run.tasks[0]?.signal.aborted).toBe(true)
  await drained
})
