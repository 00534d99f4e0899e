/** Pure steps that take a while, such as calls of the sandbox: when they run, and when their results are written. */
import { expect, test } from 'vitest'
import { planOf } from '../testing/drawing.ts'
import { turn } from '../testing/faulty-journal.ts'
import { NotedJournal } from '../testing/noted-journal.ts'
import { endOf, recordOf, type Script, type SimulationOptions, simulation } from '../testing/simulate.ts'

const ID = 'execution-1'
const CHAIN = 'a -> b \n b -> c'
const pure = ['a', 'b', 'c']

/** Longer than a batch waits for the next result. */
const LONG_MS = 60

/** Starts an execution. The creation may wait for pure steps. */
function started(scripts: Record<string, Script>, options: SimulationOptions = { pure }, drawing = CHAIN) {
  const journal = new NotedJournal()
  const run = simulation(scripts, { journal, ...options })
  const creation = run.engine.start(recordOf(ID, planOf(drawing, options.nodes), run.clock), { inputs: {} })
  return { ...run, journal, creation }
}

/** A script that ends when `finish` is called. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const script: Script = ({ inputs }) => promise.then(() => ({ outputs: { out: inputs.in ?? 1 } }))
  return { script, finish: () => resolve() }
}

test('E4 appends a chain of pure steps in one batch with its creation and its end', async () => {
  const { creation, journal, settle, ran } = started({}, { pure: [...pure, 'd'] }, `${CHAIN} \n c -> d`)
  await creation
  await settle()
  // The third step takes longer than a batch waits.
  expect(journal.appends).toEqual([
    'started, released, step-completed 0, step-completed 1, step-started 2',
    'step-completed 2, step-completed 3, finished',
  ])
  expect(ran).toEqual(['a', 'b', 'c', 'd'])
})

test('records the start of a pure step that takes long, and runs it once', async () => {
  const { script, finish } = held()
  const { creation, clock, journal, settle, state, tasks } = started({ a: script })
  await turn()
  clock.moveTo(clock.now() + LONG_MS)
  await creation
  expect(journal.appends).toEqual(['started, released, step-started 0'])
  expect(endOf(await state()).steps.a).toBe('running')
  finish()
  await settle()
  expect(tasks.filter(({ node }) => node === 0).map(({ attempt }) => attempt)).toEqual([1])
  expect((await state()).status).toBe('completed')
})

test('E4 writes the result of a step with effects without waiting for a pure step after it', async () => {
  const { script, finish } = held()
  const { creation, journal, settle, state } = started({ b: script }, { pure: ['b', 'c'] })
  await creation
  for (let turns = 0; turns < 5; turns++) await turn()
  expect(journal.appends).toEqual(['started, released, step-started 0', 'step-completed 0'])
  finish()
  await settle()
  expect((await state()).status).toBe('completed')
})

test('E4 runs a step with effects only when the pure results before it are durable', async () => {
  const seen: string[] = []
  const { creation, journal, settle } = started(
    { c: () => ({ outputs: { out: seen.push(...journal.appends) } }) },
    { pure: ['a', 'b'] },
  )
  await creation
  await settle()
  expect(seen).toEqual(['started, released, step-completed 0, step-completed 1, step-started 2'])
})

test('a cancel ends the wait for a pure step and aborts it', async () => {
  const { script } = held()
  let signal: AbortSignal | undefined
  const { creation, engine, clock, journal, state } = started({
    a: () => ({ outputs: { out: 1 } }),
    b: (task) => {
      signal = task.signal
      return script(task)
    },
  })
  await turn()
  clock.moveTo(clock.now() + LONG_MS)
  await creation
  for (let turns = 0; turns < 5; turns++) await turn()
  expect(await engine.cancel(ID)).toBe(true)
  expect(journal.appends.at(-1)).toBe('finished')
  expect(signal?.aborted).toBe(true)
  expect((await state()).status).toBe('cancelled')
})

test('E1 writes a waiting batch before a caller learns that its command had no effect', async () => {
  const first = held()
  const second = held()
  const { creation, engine, clock, journal } = started({ a: first.script, b: second.script })
  await turn()
  clock.moveTo(clock.now() + LONG_MS)
  await creation
  first.finish()
  for (let turns = 0; turns < 5; turns++) await turn()
  expect(journal.appends).toEqual(['started, released, step-started 0'])
  expect(await engine.resume(ID)).toBe(false)
  expect(journal.appends.slice(1)).toEqual(['step-completed 0, step-started 1'])
  await engine.close()
})

test('E5 records the attempt of a pure step after a crash before it runs', async () => {
  const { script } = held()
  const first = started({ b: script }, { pure: ['b', 'c'] })
  await first.creation
  for (let turns = 0; turns < 5; turns++) await turn()
  await first.engine.close()
  const { journal, clock } = first
  const seen: (string | undefined)[] = []
  const next = simulation({}, { pure: ['b', 'c'], journal, clock, onRun: () => seen.push(journal.appends.at(-1)) })
  await next.engine.recover()
  await next.settle()
  expect(next.ran).toEqual(['b', 'c'])
  expect(seen[0]).toBe('step-started 1')
  expect((await next.state()).status).toBe('completed')
})
