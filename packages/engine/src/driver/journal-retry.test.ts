/** A journal that cannot be written for a while: no step is repeated, and none is failed. */
import { expect, test } from 'vitest'
import { planOf } from '../testing/drawing.ts'
import { MemoryJournal } from '../testing/memory-journal.ts'
import { endOf, recordOf, simulation } from '../testing/simulate.ts'

const unavailable = () => Object.assign(new Error('The disk is full.'), { isTransient: true })

/** Fails on demand, before the write or after it so that only the reply is lost. */
class FailingJournal extends MemoryJournal {
  failing: 'before' | 'after' | undefined
  failures = 0

  constructor() {
    super()
    this.tap = (when) => {
      if (when !== this.failing) return
      this.failures += 1
      throw unavailable()
    }
  }
}

function payment(journal: FailingJournal) {
  const paid = Promise.withResolvers<void>()
  const run = simulation(
    {
      pay: async () => {
        await paid.promise
        return { outputs: { out: 'receipt' } }
      },
    },
    { journal, mayNotRunAgain: ['pay'] },
  )
  return { ...run, paid }
}

test.each(['before', 'after'] as const)(
  'keeps the result of a step that must not run twice: the journal fails %s writing',
  async (moment) => {
    const journal = new FailingJournal()
    const { engine, clock, settle, state, ran, paid } = payment(journal)
    await engine.start(recordOf('execution-1', planOf('pay -> out'), clock), { inputs: {} })
    journal.failing = moment
    paid.resolve()
    const settled = settle()
    // Long after a minute: the result is kept as long as the process lives.
    for (const startedAt = clock.now(); moment === 'before' && clock.now() - startedAt < 600_000; ) {
      await new Promise((resolve) => setImmediate(resolve))
      clock.moveTo(clock.next() ?? clock.now())
    }
    if (moment === 'before') expect(journal.failures).toBeGreaterThan(10)
    await settled
    journal.failing = undefined
    clock.moveTo(clock.now() + 60_000)
    await settle()
    const end = endOf(await state())
    expect(end.status).toBe('completed')
    expect(JSON.stringify(end.outputs)).toContain('receipt')
    expect(ran).toEqual(['pay', 'out'])
    await engine.close()
  },
)

test('rejects callers while the journal fails, and drops their events', async () => {
  const journal = new FailingJournal()
  const { engine, clock, settle, state, paid } = payment(journal)
  await engine.start(recordOf('execution-1', planOf('pay -> out'), clock), { inputs: {} })
  journal.failing = 'before'
  paid.resolve()
  await new Promise((resolve) => setImmediate(resolve))
  const waiting = engine.pause('execution-1')
  const refused = expect(waiting).rejects.toThrow('The disk is full.')
  for (let timers = 0; timers < 10; timers++) {
    await new Promise((resolve) => setImmediate(resolve))
    clock.moveTo(clock.next() ?? clock.now())
  }
  await refused
  await expect(engine.cancel('execution-1')).rejects.toThrow('The disk is full.')
  journal.failing = undefined
  clock.moveTo(clock.now() + 60_000)
  await settle()
  expect(await state()).toMatchObject({ status: 'completed', isPaused: false })
  await engine.close()
})

test('retries the start of a child while the database is unavailable', async () => {
  let tries = 0
  const journal = new MemoryJournal()
  const run = simulation(
    {
      call: () => ({ child: { workflow: 'inner', inputs: {}, wait: true } }),
    },
    {
      journal,
      children: {
        get inner() {
          tries += 1
          if (tries < 12) throw unavailable()
          return planOf('inside -> out')
        },
      },
    },
  )
  await run.engine.start(recordOf('execution-1', planOf('call -outputs-> b'), run.clock), { inputs: {} })
  for (let timers = 0; timers < 60; timers++) {
    for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => setImmediate(resolve))
    run.clock.moveTo(run.clock.next() ?? run.clock.now())
  }
  expect(tries).toBe(12)
  expect((await run.state()).status).toBe('completed')
  await run.engine.close()
})
