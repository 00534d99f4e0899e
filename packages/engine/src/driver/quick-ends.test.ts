/** Executions that are over when they are created, and those that are not. */
import { describe, expect, test } from 'vitest'
import { openingEvents } from '../core/launch.ts'
import type { Outcome, Runner, Task } from '../ports.ts'
import { planOf } from '../testing/drawing.ts'
import { FakeClock } from '../testing/fake-clock.ts'
import { turn } from '../testing/faulty-journal.ts'
import { endOf, recordOf, resolvePaths, simulate } from '../testing/simulate.ts'
import { QuickEnds } from './quick-ends.ts'

const CHAIN = 'a -> b \n b -> c'

type Run = (task: Task) => Outcome | Promise<Outcome>

function quickEnds({ quick = ['a', 'b', 'c'], run = passOn }: { quick?: readonly string[]; run?: Run } = {}) {
  const clock = new FakeClock()
  const ran: string[] = []
  const runner: Runner = {
    isQuick: (type) => quick.includes(type),
    isPure: () => true,
    mayRunAgain: () => true,
    run: (task) => {
      ran.push(nameOf(task))
      return run(task)
    },
    resolve: resolvePaths,
    childOutputs: () => ({}),
  }
  const ends = new QuickEnds({ runner, clock, batchLimits: { events: 20, characters: 10_000, ms: 1_000 } })
  const of = (plan = planOf(CHAIN), inputs: Record<string, unknown> = {}) => {
    const at = clock.now()
    const first = openingEvents({ inputs }, { at, notes: [], queued: true })
    return ends.of(recordOf('execution-1', plan, clock), [...first, { type: 'released', at }])
  }
  return { of, ran, clock }
}

function nameOf({ record, node }: Task): string {
  return record.plan.nodes[node]?.id ?? ''
}

const passOn: Run = (task) => ({ outputs: { out: task.inputs.in ?? nameOf(task) } })

describe('the whole history of an execution', () => {
  test('is that of the engine, if every step is quick', async () => {
    const quick = ['a', 'b', 'c']
    const { run } = await simulate(CHAIN, {}, { quick })
    const end = quickEnds().of()
    expect(end?.events.map(({ type }) => type)).toEqual(
      (await run.engine.history('execution-1'))?.events.map(({ type }) => type),
    )
    expect(end && endOf(end.state)).toEqual(endOf(await run.state()))
    expect(end?.change.steps.size).toBe(3)
  })

  test('includes a failure', () => {
    const end = quickEnds({ run: () => ({ failure: { code: 'BROKEN', message: 'no' } }) }).of()
    expect(end && endOf(end.state)).toMatchObject({ status: 'failed' })
  })
})

describe('an execution that is not over at once', () => {
  test('runs no step that is not quick', () => {
    const { of, ran } = quickEnds({ quick: ['a', 'c'] })
    expect(of()).toBeUndefined()
    expect(ran).toEqual(['a'])
  })

  test('has a result that arrives later: its step is aborted, and the plan is not tried for a while', async () => {
    let signal: AbortSignal | undefined
    const plan = planOf(CHAIN)
    const run: Run = (task) => {
      signal = task.signal
      return new Promise(() => {})
    }
    const { of, ran, clock } = quickEnds({ run })
    expect(of(plan)).toBeUndefined()
    expect(signal?.aborted).toBe(true)
    expect(of(plan)).toBeUndefined()
    expect(ran).toEqual(['a'])
    await turn()
    clock.moveTo(clock.now() + 60_000)
    of(plan)
    expect(ran).toEqual(['a', 'a'])
  })

  test('comes to a step that is not quick: after eight in a row the plan is not tried for a while', async () => {
    const plan = planOf(CHAIN)
    const quick = ['a', 'b', 'c']
    const { of, ran, clock } = quickEnds({ quick })
    const without = (isQuick: boolean) => quick.splice(0, 3, 'a', 'b', isQuick ? 'c' : 'other')
    without(false)
    for (let tries = 0; tries < 7; tries++) of(plan)
    without(true)
    expect(of(plan)).toBeDefined()
    without(false)
    ran.splice(0)
    for (let tries = 0; tries < 20; tries++) expect(of(plan)).toBeUndefined()
    expect(ran).toHaveLength(2 * 8)
    without(true)
    expect(of(plan)).toBeUndefined()
    clock.moveTo(clock.now() + 60_000)
    await turn()
    expect(of(plan)).toBeDefined()
  })

  test('asks a question', () => {
    const question = { kind: 'text', message: 'What?' } as never
    const { of } = quickEnds({ run: (task) => (nameOf(task) === 'a' ? { asks: { id: 'q', question } } : passOn(task)) })
    expect(of()).toBeUndefined()
  })

  test('waits for a time', () => {
    expect(quickEnds({ run: () => ({ sleepUntil: 1e15, outputs: {} }) }).of()).toBeUndefined()
  })

  test('has large values or many steps; another one with the same plan is tried', () => {
    const plan = planOf(CHAIN)
    const { of, ran } = quickEnds()
    expect(of(plan, { text: 'x'.repeat(20_000) })).toBeUndefined()
    expect(ran).toEqual([])
    expect(of(plan)).toBeDefined()
    const long = Array.from({ length: 30 }, (_, at) => `n${at} -> n${at + 1}`).join('\n')
    expect(quickEnds({ quick: Array.from({ length: 31 }, (_, at) => `n${at}`) }).of(planOf(long))).toBeUndefined()
  })
})
