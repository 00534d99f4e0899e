/** The invariants E1 to E4 of the driver, on every golden case with a journal whose writes take a while. */
import { describe, expect, test } from 'vitest'
import { fold } from '../core/apply.ts'
import { type Decision, decide } from '../core/decide.ts'
import type { ExecutionEvent } from '../core/events.ts'
import { indexPlan } from '../core/plan-index.ts'
import { progressOf } from '../core/progress.ts'
import type { ExecutionState } from '../core/state.ts'
import type { ExecutionRecord, Task } from '../ports.ts'
import { planOf } from '../testing/drawing.ts'
import { turn } from '../testing/faulty-journal.ts'
import { GOLDEN, type GoldenCase, ID, runGolden } from '../testing/golden-cases.ts'
import { goldenJournals } from '../testing/golden-files.ts'
import { appendsOf, endOf, recordOf, type SimulationOptions, simulation } from '../testing/simulate.ts'
import { SlowJournal } from '../testing/slow-journal.ts'

/** Runs a golden case on a slow journal. */
async function runSlowly(one: GoldenCase, hooks: (journal: SlowJournal) => SimulationOptions) {
  const journal = new SlowJournal()
  const run = await runGolden({ ...one, options: { ...one.options, journal, ...hooks(journal) } })
  await run.engine.close()
  return { ...run, journal }
}

function eventsOf(journal: SlowJournal, { id }: ExecutionRecord): readonly ExecutionEvent[] {
  return journal.rows.get(id)?.events ?? []
}

function folded({ plan }: ExecutionRecord, events: readonly ExecutionEvent[]): ExecutionState {
  return fold(indexPlan(plan), events)
}

/** Decisions as plain values. */
function decisionsOf(state: ExecutionState): unknown[] {
  return decide(state).map((decision: Decision) =>
    decision.do === 'run' ? { run: decision.step.node, scope: decision.step.scope.path } : decision,
  )
}

describe.each(Object.entries(GOLDEN))('%s', (_, one) => {
  test('E1 publishes no event that is not in the journal', async () => {
    const early: ExecutionEvent[] = []
    let published = 0
    const { journal } = await runSlowly(one, (journal) => ({
      onEvents: ({ record, events, length }) => {
        const stored = eventsOf(journal, record).slice(length - events.length, length)
        if (JSON.stringify(stored) !== JSON.stringify(events)) early.push(...events)
        published += events.length
      },
    }))
    expect(early).toEqual([])
    expect(published).toBe([...journal.rows.values()].reduce((sum, { events }) => sum + events.length, 0))
  })

  test('E2 decides the same from the live state and from the history', async () => {
    const live: unknown[] = []
    const again: unknown[] = []
    await runSlowly(one, (journal) => ({
      onEvents: ({ record, state }) => {
        live.push(decisionsOf(state))
        again.push(decisionsOf(folded(record, eventsOf(journal, record))))
      },
    }))
    expect(live).toEqual(again)
    expect(live.length).toBeGreaterThan(0)
  })

  test('E3 has one append in flight', async () => {
    const { journal } = await runSlowly(one, () => ({}))
    expect(journal.mostInFlight).toBe(1)
  })

  test('E4 runs a step with effects after its start and the results that led to it are recorded', async () => {
    const runs = new Map<string, number>()
    const wrong: string[] = []
    const check = (journal: SlowJournal, { record, node, scope }: Task) => {
      const { id = '', heads = -1 } = record.plan.nodes[node] ?? {}
      const isPure = one.options?.quick?.includes(id) === true || heads >= 0
      if (isPure) return
      const events = eventsOf(journal, record)
      const key = `${record.id} ${id} ${scope}`
      runs.set(key, (runs.get(key) ?? 0) + 1)
      const starts = events.filter(
        (event) => event.type === 'step-started' && event.node === node && (event.scope ?? '') === scope,
      )
      if (starts.length < (runs.get(key) ?? 0)) wrong.push(`${key} ran before its start was recorded`)
      const state = folded(record, events)
      const step = state.scopes.get(scope)?.steps[state.index.nodePlace[node] ?? -1]
      if (step?.status !== 'running') wrong.push(`${key} ran ahead`)
    }
    await runSlowly(one, (journal) => ({ onRun: (task) => check(journal, task) }))
    expect(wrong).toEqual([])
  })

  test.each([1, 2, 3])('E4 ends the same if an append has at most %i events', async (most) => {
    const whole = await runSlowly(one, () => ({}))
    const parts = await runSlowly(one, () => ({ batchLimits: appendsOf(most) }))
    const ends = ({ journal }: typeof whole) =>
      [...journal.rows].map(([id, { record, events }]) => [id, endOf(folded(record, events))])
    expect(ends(parts)).toEqual(ends(whole))
  })
})

test.each(goldenJournals())('E2 decides the same from every prefix of $name, read twice', ({ record, events }) => {
  for (let length = 1; length <= events.length; length++) {
    const once = folded(record, events.slice(0, length))
    const again = folded(structuredClone(record), structuredClone(events.slice(0, length)))
    expect(decisionsOf(once)).toEqual(decisionsOf(again))
    // Deciding must not change the state.
    expect(decisionsOf(once)).toEqual(decisionsOf(again))
  }
})

test('E1 resolves a caller when its event is in the journal', async () => {
  const journal = new SlowJournal()
  const { engine, clock, settle } = simulation({ a: () => new Promise(() => {}) }, { journal })
  await engine.start(recordOf(ID, planOf('a -> b'), clock), { inputs: {} })
  await settle()
  const last = () => journal.rows.get(ID)?.events.at(-1)?.type
  expect([await engine.pause(ID), last()]).toEqual([true, 'paused'])
  expect([await engine.resume(ID), last()]).toEqual([true, 'resumed'])
  expect([await engine.cancel(ID), last()]).toEqual([true, 'finished'])
})

test('E1 shows no progress that is not in the journal', async () => {
  const journal = new SlowJournal()
  const { engine, clock } = simulation({}, { journal, quick: ['a', 'c'] })
  const record = recordOf(ID, planOf('a -> b \n b -> c \n c -> d'), clock)
  await engine.start(record, { inputs: {} })
  const seen = new Set<number>()
  for (let glance = engine.glance(ID); glance !== undefined; glance = engine.glance(ID)) {
    seen.add(glance.progress)
    expect(glance.progress).toBeLessThanOrEqual(progressOf(folded(record, eventsOf(journal, record))))
    await turn()
  }
  expect([...seen]).toEqual([25, 75])
})

test('E1 reports that an execution is over only when its end is in the journal', async () => {
  const journal = new SlowJournal()
  const { engine, clock } = simulation({}, { journal })
  await engine.start(recordOf(ID, planOf('a'), clock), { inputs: {} })
  await turn()
  const isOver = () => journal.rows.get(ID)?.events.at(-1)?.type === 'finished'
  expect(isOver()).toBe(false)
  expect(await engine.cancel(ID)).toBe(false)
  expect(isOver()).toBe(true)
})

test('E3 has one append in flight when many events arrive at once', async () => {
  const journal = new SlowJournal()
  const note = { level: 'info', message: 'a line' } as const
  const { engine, clock, settle, state } = simulation(
    {
      a: async ({ note: keep }) => ({
        outputs: { out: await Promise.all(['x', 'y', 'z'].map((key) => keep(key, 1))) },
      }),
    },
    { journal },
  )
  await engine.start(recordOf(ID, planOf('a -> b \n c -> b \n d -> b'), clock), { inputs: {} })
  const calls = Array.from({ length: 20 }, () => [engine.note(ID, [note]), engine.pause(ID), engine.resume(ID)]).flat()
  await Promise.all(calls)
  await engine.resume(ID)
  await settle()
  expect(journal.mostInFlight).toBe(1)
  expect((await state()).status).toBe('completed')
})

test('E3 drives an execution once, however often it is resumed', async () => {
  const journal = new SlowJournal()
  const first = simulation({ a: () => new Promise(() => {}) }, { journal })
  await first.engine.start(recordOf(ID, planOf('a -> b'), first.clock), { inputs: {} })
  await first.settle()
  await first.engine.close()
  const next = simulation({}, { journal, clock: first.clock })
  const line = { level: 'info', message: 'a line' } as const
  const { recover, note } = { recover: () => next.engine.recover(), note: () => next.engine.note(ID, [line]) }
  await Promise.all([recover(), note(), recover(), note(), recover()])
  await next.settle()
  expect(next.ran).toEqual(['a', 'b'])
  expect((await next.state()).logs).toHaveLength(2)
})
