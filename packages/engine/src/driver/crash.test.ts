/**
 * Crashes before and after every write of a corpus of runs, and in every step, and compares the end with a run without
 * crashes.
 */
import type { Plan } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { planOf } from '../testing/drawing.ts'
import { FakeClock } from '../testing/fake-clock.ts'
import { COUNTS_TO_3, CYCLE } from '../testing/golden-cases.ts'
import { MemoryJournal } from '../testing/memory-journal.ts'
import {
  answerAll,
  appendsOf,
  asks,
  endOf,
  fails,
  gives,
  recordOf,
  resolvePaths,
  type Script,
  type Simulation,
  type SimulationOptions,
  simulate,
  simulation,
  takes,
} from '../testing/simulate.ts'

interface Case {
  readonly drawing: string
  readonly scripts?: Record<string, Script>
  readonly options?: SimulationOptions
}

const LOOP = 'list -> each.items \n each -item-> work \n work -> each.loop_back \n each -results-> out'
const RETRY = { extensions: { 'millrace:retry': { maxAttempts: 3, delayMs: 100 } } }

const EXPRESSION = (text: string) => ({ extensions: { 'millrace:expressions': { in: text } } })

const CORPUS: Record<string, Case> = {
  'a chain': { drawing: 'a -> b \n b -> c \n c -> out' },
  'a chain of quick nodes': { drawing: 'a -> b \n b -> c \n c -> out', options: { quick: ['a', 'b', 'c', 'out'] } },
  'a chain of pure nodes that take a while': {
    drawing: 'a -> b \n b -> c \n c -> d \n d -> out',
    options: { pure: ['a', 'b', 'c', 'd', 'out'] },
  },
  'pure nodes around a node with effects': {
    drawing: 'a -> b \n b -> c \n c -> d \n d -> out',
    options: { pure: ['a', 'b', 'd', 'out'] },
  },
  'retries of a pure node': {
    drawing: 'z -> a \n a -> out',
    scripts: {
      a: ({ attempt }) =>
        attempt < 3 ? { failure: { code: 'BUSY', message: 'busy', retryable: true } } : { outputs: { out: attempt } },
    },
    options: { nodes: { a: RETRY }, pure: ['z', 'a', 'out'] },
  },
  'an expression of a pure node': {
    drawing: 'a -> b.other \n b -> out',
    options: { pure: ['a', 'b', 'out'], nodes: { b: EXPRESSION('{{ other }}') } },
  },
  'a concurrent loop of pure nodes': {
    drawing: LOOP,
    scripts: { list: gives([1, 2, 3, 4]) },
    options: { nodes: { each: { config: { concurrency: 2 } } }, pure: ['list', 'work', 'out'] },
  },
  'branches and a join': {
    drawing: 'a => ask \n ask -yes-> b \n ask -no-> c \n b => join \n c => join \n join -> out',
    scripts: { ask: takes('yes') },
  },
  'parallel branches': { drawing: 'a -> b \n a -> c \n a -> d \n b -> join \n c -> join \n d -> join \n join -> out' },
  'a routed failure': { drawing: 'a -error-> handle \n handle -> out', scripts: { a: fails('BROKEN') } },
  'a failure': { drawing: 'z -> a \n a -> b', scripts: { a: fails('BROKEN') } },
  'a loop': { drawing: LOOP, scripts: { list: gives([1, 2, 3]) } },
  'a concurrent loop': {
    drawing: LOOP,
    scripts: { list: gives([1, 2, 3, 4]) },
    options: { nodes: { each: { config: { concurrency: 2 } } } },
  },
  'a loop that goes on after errors': {
    drawing: LOOP,
    scripts: {
      list: gives([1, 2, 3]),
      work: ({ inputs }) =>
        inputs.in === 2 ? { failure: { code: 'BAD', message: 'bad' } } : { outputs: { out: inputs.in } },
    },
    options: { nodes: { each: { config: { continueOnError: true } } } },
  },
  'nested loops': {
    drawing:
      'list -> each1.items \n each1 -item-> each2.items \n each2 -item-> work \n work -> each2.loop_back \n each2 -results-> each1.loop_back \n each1 -results-> out',
    scripts: { list: gives([[1, 2], [3]]) },
  },
  'a while loop': {
    drawing: 'one -> while.value \n while -value-> work \n work -> while.loop_back \n while -result-> out',
    scripts: {
      one: gives(1),
      while: ({ inputs }) => ({ goesOn: Number(inputs.value) < 5 }),
      work: ({ inputs }) => ({ outputs: { out: Number(inputs.in) * 2 } }),
    },
  },
  'an expression': {
    drawing: 'a -> b.other \n b -> c.other \n c -> out',
    scripts: { a: gives({ id: 7 }) },
    options: { nodes: { b: EXPRESSION('{{ other.id }}'), c: EXPRESSION('{{ nodes.a.out.id }}/{{ nodes.b.out }}') } },
  },
  'an expression of a quick node, evaluated in the sandbox': {
    drawing: 'a -> b.other \n b -> out',
    options: {
      quick: ['a', 'b', 'out'],
      nodes: { b: EXPRESSION('{{ other }}') },
      resolve: async (request) => {
        await new Promise((resolve) => setImmediate(resolve))
        return resolvePaths(request)
      },
    },
  },
  retries: {
    drawing: 'a -> out',
    scripts: {
      a: ({ attempt }) =>
        attempt < 3 ? { failure: { code: 'BUSY', message: 'busy', retryable: true } } : { outputs: { out: attempt } },
    },
    options: { nodes: { a: RETRY } },
  },
  'a timer': {
    drawing: 'a -> b \n b -> out',
    scripts: { b: ({ clock }) => ({ sleepUntil: clock.now() + 1000, outputs: { out: 'late' } }) },
  },
  'a cycle in a sequential plan': { drawing: CYCLE, scripts: COUNTS_TO_3 },
  'a cycle of quick nodes': { drawing: CYCLE, scripts: COUNTS_TO_3, options: { quick: ['begin', 'add', 'choose'] } },
  'an endless cycle': { drawing: 'walk a \n a => b \n b => a' },
  'retries in a cycle': {
    drawing: 'walk a \n a -again-> a \n a -done-> out',
    scripts: {
      a: ({ attempt, scope }) =>
        attempt < 3
          ? { failure: { code: 'BUSY', message: 'busy', retryable: true } }
          : { outputs: {}, taken: [scope === '' ? 'again' : 'done'] },
    },
    options: { nodes: { a: RETRY } },
  },
  'a question in a cycle': {
    drawing: 'walk ask \n ask => again \n again -yes-> ask \n again -no-> out \n ask -> out',
    scripts: { ask: asks(), again: ({ scope }) => ({ outputs: {}, taken: [scope === '' ? 'yes' : 'no'] }) },
  },
  'a question': { drawing: 'a -> ask \n ask -> out', scripts: { ask: asks() } },
  'a question of a quick node': {
    drawing: 'a -> ask \n ask -> out',
    scripts: { ask: asks() },
    options: { quick: ['ask', 'out'] },
  },
  'questions in a concurrent loop': {
    drawing: LOOP,
    scripts: { list: gives([1, 2, 3]), work: asks() },
    options: { nodes: { each: { config: { concurrency: 2 } } } },
  },
  'a question that expires': {
    drawing: 'a -> ask \n ask -error-> handle \n handle -> out',
    scripts: { ask: (task) => asks({ expiresAt: task.clock.now() + 1000 })(task) },
  },
  'a question asked by a child': {
    drawing: 'a -> call \n call -outputs-> b',
    scripts: { call: () => ({ child: { workflow: 'inner', inputs: {}, wait: true } }), inside: asks() },
  },
  'an early end': { drawing: 'a -> b', scripts: { a: () => ({ outputs: {}, ends: { status: 'completed' } }) } },
  'a child': {
    drawing: 'a -> call \n call -outputs-> b',
    scripts: { call: () => ({ child: { workflow: 'inner', inputs: {}, wait: true } }) },
  },
  'a child that fails': {
    drawing: 'a -> call \n call -error-> handle',
    scripts: { call: () => ({ child: { workflow: 'inner', inputs: {}, wait: true } }), inside: fails('INNER') },
  },
}

const INNER = planOf('inside -> out')

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
