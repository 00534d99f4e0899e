/**
 * Crashes before and after every write of a corpus of runs, and in every step, and compares the end with a run without
 * crashes.
 */
import type { Plan } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { type Case, CORPUS, INNER } from '../testing/corpus.ts'
import { planOf } from '../testing/drawing.ts'
import { FakeClock } from '../testing/fake-clock.ts'
import { MemoryJournal } from '../testing/memory-journal.ts'
import {
  answerAll,
  appendsOf,
  endOf,
  gives,
  recordOf,
  type Script,
  type Simulation,
  type SimulationOptions,
  simulate,
  simulation,
} from '../testing/simulate.ts'

class Crash extends Error {}

function optionsOf({ options }: Case): SimulationOptions {
  return { ...options, children: { inner: INNER } }
}

async function start(plan: Plan, one: Case, options: SimulationOptions & { readonly clock: FakeClock }) {
  const { clock } = options
  const run = simulation(one.scripts ?? {}, { ...optionsOf(one), ...options })
  await run.engine.start(recordOf('execution-1', plan, clock), { inputs: {} }).catch((error: unknown) => {
    if (!(error instanceof Crash)) throw error
  })
  await run.settle()
  await answering(run)
  return run
}

/** Answers all questions, unless the process crashes. */
async function answering(run: Simulation): Promise<void> {
  await answerAll(run).catch((error: unknown) => {
    if (!(error instanceof Crash)) throw error
  })
}

/** The steps whose results are recorded; they must not run again. */
function recorded(journal: MemoryJournal): Set<string> {
  const done = new Set<string>()
  for (const [id, row] of journal.rows) {
    for (const event of row.events) {
      if (event.type === 'step-completed' || (event.type === 'step-failed' && event.retryAt === undefined)) {
        done.add(`${id}:${row.record.plan.nodes[event.node]?.id}:${event.scope ?? ''}`)
      }
    }
  }
  return done
}

/** Starts a new process on what a dead one left, and compares its end and its runs with what was recorded. */
async function checkNextLife(
  one: Case,
  { journal, clock }: { journal: MemoryJournal; clock: FakeClock },
  context: Dead,
) {
  const done = recorded(journal)
  const next = simulation(one.scripts ?? {}, { ...optionsOf(one), journal, clock })
  await next.engine.recover()
  await next.settle()
  await answering(next)
  expect(endOf(await next.state()), context.where).toEqual(context.expected)
  expect([...journal.questions.values()].filter(({ status }) => status === 'pending')).toEqual([])
  const again = next.tasks
    .filter((task) => task.round === 0)
    .map((task) => `${task.record.id}:${task.record.plan.nodes[task.node]?.id}:${task.scope}`)
  expect(
    again.filter((key) => done.has(key)),
    `${context.where}: ran again`,
  ).toEqual([])
  expect(
    [...journal.rows.values()].every((row) => !row.head.isActive),
    'nothing is left active',
  ).toBe(true)
}

interface Dead {
  readonly where: string
  readonly expected: unknown
}

describe.each(Object.entries(CORPUS))('%s', (_, one) => {
  const plan = planOf(one.drawing, one.options?.nodes)

  async function calmRun(options: SimulationOptions = {}) {
    let writes = 0
    const journal = new MemoryJournal()
    journal.tap = (when) => {
      if (when === 'before') writes++
    }
    const calm = await start(plan, one, { ...options, journal, clock: new FakeClock() })
    const expected = endOf(await calm.state())
    expect(['completed', 'failed']).toContain(expected.status)
    return { writes, expected, runs: calm.tasks.length }
  }

  async function checkEveryWrite(options: SimulationOptions = {}) {
    const { writes, expected } = await calmRun(options)
    for (let at = 1; at <= writes; at++) {
      for (const when of ['before', 'after'] as const) {
        const journal = new MemoryJournal()
        const clock = new FakeClock()
        let count = 0
        let isDead = false
        journal.tap = (moment) => {
          if (isDead) throw new Crash()
          if (moment === 'before') count++
          if (count === at && moment === when) {
            isDead = true
            throw new Crash()
          }
        }
        const dying = await start(plan, one, { ...options, journal, clock })
        await dying.engine.close()
        journal.tap = () => {}
        if (!journal.rows.has('execution-1')) continue
        await checkNextLife(one, { journal, clock }, { expected, where: `crash ${when} write ${at} of ${writes}` })
      }
    }
  }

  test('ends the same wherever the process dies, and repeats no recorded result', () => checkEveryWrite())

  // Appends of one event put a write, and so a crash, between any two events of a batch.
  test('ends the same if the process dies between two events of a batch', () =>
    checkEveryWrite({ batchLimits: appendsOf(1) }))

  test('ends the same if the process dies while any of its steps runs', async () => {
    const { runs, expected } = await calmRun()
    for (let at = 1; at <= runs; at++) {
      const journal = new MemoryJournal()
      const clock = new FakeClock()
      let isDead = false
      let count = 0
      const onRun = () => {
        isDead ||= ++count === at
      }
      journal.tap = () => {
        if (isDead) throw new Crash()
      }
      const dying = await start(plan, one, { journal, clock, onRun })
      await dying.engine.close()
      journal.tap = () => {}
      if (!journal.rows.has('execution-1')) continue
      await checkNextLife(one, { journal, clock }, { expected, where: `crash in run ${at} of ${runs}` })
    }
  })
})

test('E5 fails a step that must not run twice after a crash, and delivers the failure to its error edge', async () => {
  const plan = planOf('pay -> out \n pay -error-> handle')
  const journal = new MemoryJournal()
  const clock = new FakeClock()
  const first = simulation({ pay: () => new Promise(() => {}) }, { journal, clock })
  await first.engine.start(recordOf('execution-1', plan, clock), { inputs: {} })
  await first.settle()
  await first.engine.close()
  const next = simulation({}, { journal, clock, mayNotRunAgain: ['pay'] })
  await next.engine.recover()
  await next.settle()
  expect(next.ran).toEqual(['handle'])
  expect(next.tasks[0]?.inputs.in).toMatchObject({ code: 'INTERRUPTED_BY_CRASH', node_id: 'pay' })
  expect((await next.state()).status).toBe('completed')
})

test('E5 runs a step that may run twice again after a crash, with the same idempotency key', async () => {
  const plan = planOf('a -> out')
  const journal = new MemoryJournal()
  const clock = new FakeClock()
  const first = simulation({ a: () => new Promise(() => {}) }, { journal, clock })
  await first.engine.start(recordOf('execution-1', plan, clock), { inputs: {} })
  await first.settle()
  await first.engine.close()
  const next = simulation({}, { journal, clock })
  await next.engine.recover()
  await next.settle()
  expect(next.tasks[0]?.idempotencyKey).toBe(first.tasks[0]?.idempotencyKey)
  expect((await next.state()).status).toBe('completed')
})

describe('the idempotency key of a step', () => {
  const retried = { extensions: { 'millrace:retry': { maxAttempts: 3, delayMs: 10 } } }
  const busy: Script = () => ({ failure: { code: 'BUSY', message: 'busy', retryable: true } })

  test('E5 is the same for every attempt of a step, which is counted separately', async () => {
    const { tasks } = await simulate('a', { a: busy }, { nodes: { a: retried } })
    expect(tasks.map(({ attempt }) => attempt)).toEqual([1, 2, 3])
    expect(new Set(tasks.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
  })

  test('differs between nodes, rounds and executions', async () => {
    const loop = 'list -> each.items \n each -item-> work \n work -> each.loop_back'
    const { tasks } = await simulate(loop, { list: gives([1, 2]) })
    expect(new Set(tasks.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(tasks.length)
  })

  test('keeps its old form in an execution of behaviour 1', async () => {
    const journal = new MemoryJournal()
    const clock = new FakeClock()
    const record = recordOf('execution-1', planOf('a', { a: retried }), clock)
    const events = [
      { type: 'started', v: 1, at: clock.now(), inputs: {}, queued: true },
      { type: 'released', at: clock.now() },
    ] as const
    await journal.create(record, events, { status: 'running', updatedAt: clock.now(), wakeAt: null, isActive: true })
    const run = simulation({ a: busy }, { journal, clock })
    await run.engine.recover()
    await run.settle()
    expect(run.tasks.map(({ idempotencyKey }) => idempotencyKey)).toEqual([
      'execution-1:a::1',
      'execution-1:a::2',
      'execution-1:a::3',
    ])
  })
})
