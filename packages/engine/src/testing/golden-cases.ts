/** The runs of the golden journals: every kind of graph, and everything that can happen to one. */
import { planOf } from './drawing.ts'
import {
  ADA,
  answerAll,
  asks,
  fails,
  gives,
  never,
  recordOf,
  type Script,
  type Simulation,
  type SimulationOptions,
  simulation,
  takes,
} from './simulate.ts'

export interface GoldenCase {
  readonly drawing: string
  readonly scripts?: Record<string, Script>
  readonly options?: SimulationOptions
  /** Prepared, but not released. */
  readonly waits?: boolean
  /** What happens to it from outside while it runs. */
  readonly after?: (run: Simulation) => Promise<unknown>
}

export const ID = 'execution-1'

const LOOP = 'list -> each.items \n each -item-> work \n work -> each.loop_back \n each -results-> out'
/** Adds one in every round; the last write wins over the first value. */
export const CYCLE =
  'walk begin \n begin => add \n add => choose \n choose -again-> add \n choose -done-> out \n' +
  'begin -> add \n add -> add \n add -> choose \n add -> out'
export const COUNTS_TO_3: Record<string, Script> = {
  begin: gives(0),
  add: ({ inputs }) => ({ outputs: { out: Number(inputs.in) + 1 } }),
  choose: ({ inputs }) => ({ outputs: {}, taken: [Number(inputs.in) < 3 ? 'again' : 'done'] }),
}
const CALL: Script = () => ({ child: { workflow: 'inner', inputs: {}, wait: true } })
/** Fails for one item and waits for the others, so that one round waits while another one fails. */
const failsFor =
  (bad: number): Script =>
  ({ inputs, clock }) =>
    inputs.in === bad
      ? { failure: { code: 'BAD', message: 'bad' } }
      : { sleepUntil: clock.now() + 10, outputs: { out: inputs.in } }
/** The node behind an error edge, as the recorded journals call it. */
const HANDLER = 'mend'
const BAD = { failure: { code: 'BAD', message: 'bad' } }
/** Longer than `settle` waits. */
const SLEEPS: Script = ({ clock }) => ({ sleepUntil: clock.now() + 3_600_000, outputs: { out: 'late' } })

export const GOLDEN: Record<string, GoldenCase> = {
  expressions: {
    drawing: 'a -> b.other \n b -> c.other \n c -> out',
    scripts: { a: gives({ id: 7 }) },
    options: {
      quick: ['a', 'c'],
      nodes: {
        b: { extensions: { 'millrace:expressions': { in: '{{ other.id }}' } } },
        c: {
          extensions: {
            'millrace:expressions': { in: '{{ nodes.a.out.id }}/{{ nodes.b.out }} of {{ execution.id }}' },
          },
        },
      },
    },
  },
  chain: { drawing: 'a -> b \n b -> out' },
  'chain-quick': { drawing: 'a -> b \n b -> out', options: { quick: ['a', 'b', 'out'] } },
  branch: {
    drawing: 'ask -yes-> b \n ask -no-> c \n b => join \n c => join \n join -> out',
    scripts: { ask: takes('yes') },
  },
  'branch-value': {
    drawing: 'a -> ask \n ask -yes-> b.in \n b -> join \n ask -no-> join.in \n join -> out',
    scripts: { a: gives(7), ask: takes('no') },
  },
  'join-all': {
    drawing: 'a -> join \n b -> join \n join -> out',
    options: { nodes: { join: { takes: 'array' } } },
  },
  'join-any': {
    drawing: 'a -> join \n z -> b \n b -> join \n join -> out',
    options: { nodes: { join: { extensions: { 'millrace:join': { mode: 'any' } } } } },
  },
  'routed-error': { drawing: `a -> b \n a -error-> ${HANDLER} \n ${HANDLER} -> out`, scripts: { a: fails('BROKEN') } },
  failure: { drawing: 'z -> a \n a -> b', scripts: { a: fails('BROKEN') } },
  retry: {
    drawing: 'a -> out',
    scripts: {
      a: ({ attempt }) =>
        attempt < 3 ? { failure: { code: 'BUSY', message: 'busy', retryable: true } } : { outputs: { out: attempt } },
    },
    options: { nodes: { a: { extensions: { 'millrace:retry': { maxAttempts: 3, delayMs: 100 } } } } },
  },
  'retry-quick': {
    drawing: 'a -> out',
    scripts: {
      a: ({ attempt }) =>
        attempt < 3 ? { failure: { code: 'BUSY', message: 'busy', retryable: true } } : { outputs: { out: attempt } },
    },
    options: {
      quick: ['a', 'out'],
      nodes: { a: { extensions: { 'millrace:retry': { maxAttempts: 3, delayMs: 100 } } } },
    },
  },
  'retry-exhausted': {
    drawing: `a -error-> ${HANDLER} \n ${HANDLER} -> out`,
    scripts: { a: fails('BUSY', true) },
    options: { nodes: { a: { extensions: { 'millrace:retry': { maxAttempts: 2, delayMs: 100 } } } } },
  },
  'failure-quick': { drawing: 'z -> a \n a -> b', scripts: { a: fails('BROKEN') }, options: { quick: ['z', 'a'] } },
  'attempt-timeout': {
    drawing: `a -error-> ${HANDLER} \n ${HANDLER} -> out`,
    scripts: { a: () => new Promise(() => {}) },
    options: { nodes: { a: { extensions: { 'millrace:timeout': { ms: 200 } } } } },
  },
  'loop-sequential': { drawing: LOOP, scripts: { list: gives([1, 2, 3]) } },
  'loop-empty': { drawing: LOOP, scripts: { list: gives([]) } },
  'loop-own-output': {
    drawing: 'list -> each.items \n each -item-> each.loop_back \n each -results-> out',
    scripts: { list: gives([1, 2, 3]) },
  },
  'loop-concurrent': {
    drawing: LOOP,
    scripts: { list: gives([1, 2, 3, 4]) },
    options: { nodes: { each: { config: { concurrency: 2 } } } },
  },
  'loop-continue-on-error': {
    drawing: LOOP,
    scripts: {
      list: gives([1, 2, 3]),
      work: ({ inputs }) =>
        inputs.in === 2 ? { failure: { code: 'BAD', message: 'bad' } } : { outputs: { out: inputs.in } },
    },
    options: { nodes: { each: { config: { continueOnError: true } } } },
  },
  'loop-fails': { drawing: LOOP, scripts: { list: gives([1, 2, 3]), work: failsFor(2) } },
  'loop-fails-concurrent': {
    drawing: LOOP,
    scripts: { list: gives([1, 2, 3, 4]), work: failsFor(2) },
    options: { nodes: { each: { config: { concurrency: 3 } } } },
  },
  'loop-while-fails': {
    drawing: 'one -> while.value \n while -value-> work \n work -> while.loop_back \n while -result-> out',
    scripts: { one: gives(1), while: () => ({ goesOn: true }), work: fails('BAD') },
  },
  'loop-while-limit': {
    drawing: 'one -> while.value \n while -value-> work \n work -> while.loop_back \n while -result-> out',
    scripts: { one: gives(1), while: () => ({ goesOn: true }) },
    options: { nodes: { while: { config: { maxIterations: 2 } } } },
  },
  'loop-not-a-list': { drawing: LOOP, scripts: { list: gives('text') } },
  /** One branch of each round fails while the other runs, sleeps, asks or has not begun. */
  'loop-continue-cancels': {
    drawing: `list -> each.items
      each -item-> work
      each -item-> other
      work -> after
      after -> each.loop_back
      each -results-> out`,
    scripts: {
      list: gives([1, 2, 3]),
      work: ({ inputs, clock }) =>
        inputs.in === 1
          ? new Promise((resolve) => clock.at(clock.now() + 10, () => resolve(BAD)))
          : { sleepUntil: clock.now() + 10, outputs: { out: 1 } },
      after: () => BAD,
      other: (task) => {
        if (task.inputs.in === 1) return never(task)
        return task.inputs.in === 2 ? asks()(task) : SLEEPS(task)
      },
    },
    options: { nodes: { each: { config: { continueOnError: true, concurrency: 3 } } } },
  },
  'loop-nested-fails': {
    drawing: `list -> each1.items
      each1 -item-> each2.items
      each2 -item-> work
      work -> each2.loop_back
      each2 -results-> each1.loop_back
      each1 -results-> out`,
    scripts: { list: gives([[1, 2], [3]]), work: failsFor(2) },
  },
  'ends-failed': {
    drawing: 'a -> b',
    scripts: { a: () => ({ outputs: {}, ends: { status: 'failed', failure: { code: 'ENOUGH', message: 'enough' } } }) },
  },
  'loop-nested': {
    drawing: `list -> each1.items
      each1 -item-> each2.items
      each2 -item-> work
      work -> each2.loop_back
      each2 -results-> each1.loop_back
      each1 -results-> out`,
    scripts: { list: gives([[1, 2], [3]]) },
  },
  'loop-while': {
    drawing: 'one -> while.value \n while -value-> work \n work -> while.loop_back \n while -result-> out',
    scripts: {
      one: gives(1),
      while: ({ inputs }) => ({ goesOn: Number(inputs.value) < 5 }),
      work: ({ inputs }) => ({ outputs: { out: Number(inputs.in) * 2 } }),
    },
  },
  timer: {
    drawing: 'a -> b \n b -> out',
    scripts: { b: ({ clock }) => ({ sleepUntil: clock.now() + 1000, outputs: { out: 'late' } }) },
  },
  'timer-quick': {
    drawing: 'a -> b \n b -> out',
    scripts: { b: ({ clock }) => ({ sleepUntil: clock.now() + 1000, outputs: { out: 'late' } }) },
    options: { quick: ['a', 'b', 'out'] },
  },
  child: { drawing: 'a -> call \n call -outputs-> b', scripts: { call: CALL } },
  'child-fails': {
    drawing: `a -> call \n call -error-> ${HANDLER}`,
    scripts: { call: CALL, inside: fails('INNER') },
  },
  'asks-and-waits': { drawing: 'a -> ask \n ask -> out', scripts: { ask: asks() } },
  'asks-quick-answered': {
    drawing: 'a -> ask \n ask -> out',
    scripts: { ask: asks({ type: 'text', config: { message: 'Name?' } }) },
    options: { quick: ['ask'] },
    after: (run) => answerAll(run, 'Grace'),
  },
  'asks-answered': { drawing: 'a -> ask \n ask -> out', scripts: { ask: asks() }, after: (run) => answerAll(run) },
  'asks-dismissed': {
    drawing: `a -> ask \n ask -error-> ${HANDLER}`,
    scripts: { ask: asks() },
    after: ({ engine }) => engine.answer({ execution: ID, question: `${ID}/ask/`, by: ADA }),
  },
  'asks-expires': {
    drawing: `a -> ask \n ask -error-> ${HANDLER}`,
    scripts: { ask: (task) => asks({ expiresAt: task.clock.now() + 1000 })(task) },
  },
  'asks-two-people': {
    drawing: 'a -> ask \n ask -> out',
    scripts: { ask: asks({ config: { message: 'Both?', approvals: 2 } }) },
    async after({ engine }) {
      for (const name of ['ada', 'ada', 'grace']) {
        const by = { id: name, name }
        await engine.answer({ execution: ID, question: `${ID}/ask/`, by, answer: { value: true } })
      }
    },
  },
  'asks-cancelled': { drawing: 'a -> ask', scripts: { ask: asks() }, after: ({ engine }) => engine.cancel(ID) },
  'asks-quick-dismissed': {
    drawing: `a -> ask \n ask -error-> ${HANDLER}`,
    scripts: { ask: asks() },
    options: { quick: ['ask'] },
    after: ({ engine }) => engine.answer({ execution: ID, question: `${ID}/ask/`, by: ADA }),
  },
  notes: {
    drawing: 'a -> out',
    scripts: {
      async a({ note }) {
        await note('first', { done: true })
        return { outputs: { out: 1 } }
      },
    },
  },
  'walk-cycle': { drawing: CYCLE, scripts: COUNTS_TO_3, options: { quick: ['begin', 'choose', 'out'] } },
  'walk-endless': { drawing: 'walk a \n a => b \n b => a', options: { launch: { maxSteps: 7 } } },
  'walk-dead-end': { drawing: 'walk a \n a -left-> b', scripts: { a: takes('right') } },
  'walk-error': {
    drawing: `walk a \n a => b \n a -error-> ${HANDLER} \n ${HANDLER} -again-> a \n ${HANDLER} -done-> out`,
    scripts: {
      a: fails('BROKEN'),
      [HANDLER]: ({ scope }) => ({ outputs: {}, taken: [scope === '' ? 'again' : 'done'] }),
    },
  },
  'walk-asks': {
    drawing: 'walk ask \n ask => again \n again -yes-> ask \n again -no-> out \n ask -> out',
    scripts: { ask: asks(), again: ({ scope }) => ({ outputs: {}, taken: [scope === '' ? 'yes' : 'no'] }) },
    after: (run) => answerAll(run, 'Grace'),
  },
  'walk-messages': {
    drawing: 'walk a \n a => b \n b => out',
    scripts: {
      a: () => ({ outputs: {}, messages: [{ role: 'assistant', content: 'Hello' }], steps: 3 }),
      b: ({ conversation }) => ({ outputs: { out: conversation.map(({ content }) => content) } }),
    },
    options: { launch: { maxSteps: 6, conversation: [{ role: 'user', content: 'Hi' }] } },
  },
  'early-end': { drawing: 'a -> b', scripts: { a: () => ({ outputs: {}, ends: { status: 'completed' } }) } },
  'max-steps': { drawing: 'a -> b \n b -> c', options: { launch: { maxSteps: 2 } } },
  cancel: { drawing: 'a -> b \n b -> out', scripts: { b: SLEEPS }, after: ({ engine }) => engine.cancel(ID) },
  'cancel-waiting': { drawing: 'a -> out', waits: true, after: ({ engine }) => engine.cancel(ID) },
  'cancel-running': { drawing: 'a -> b', scripts: { a: never }, after: ({ engine }) => engine.cancel(ID) },
  'cancel-paused': {
    drawing: 'a -> b \n b -> out',
    waits: true,
    async after({ engine, settle }) {
      await engine.pause(ID)
      await engine.release(ID)
      await settle()
      await engine.cancel(ID)
    },
  },
  timeout: {
    drawing: 'a -> out',
    scripts: { a: () => new Promise(() => {}) },
    options: { launch: { timeoutMs: 500 } },
  },
  pause: {
    drawing: 'a -> b \n b -> out',
    waits: true,
    async after({ engine, settle }) {
      await engine.pause(ID)
      await engine.release(ID, { inputs: { a: { in: 5 } } })
      await settle()
      await engine.resume(ID)
    },
  },
  paused: {
    drawing: 'a -> b \n b -> out',
    waits: true,
    async after({ engine }) {
      await engine.pause(ID)
      await engine.release(ID)
    },
  },
  asleep: { drawing: 'a -> b \n b -> out', scripts: { b: SLEEPS } },
  waiting: { drawing: 'a -> out', waits: true },
  pinned: {
    drawing: 'a -> b \n b -> out',
    scripts: { a: fails('UNUSED') },
    options: {
      nodes: { a: { extensions: { 'millrace:pinned': { out: 'pinned' } } } },
      launch: { isTest: true },
    },
  },
  reused: {
    drawing: 'a -> b \n b -> out',
    options: { launch: { reused: { 0: { outputs: { out: 'from before' } } } } },
  },
  logged: {
    drawing: 'a -> out',
    scripts: {
      a: () => ({ outputs: { out: 1 }, logs: [{ level: 'warning', message: 'beware', context: { of: 'dog' } }] }),
    },
    waits: true,
    async after({ engine, clock }) {
      await engine.send(ID, () => ({ type: 'logged', at: clock.now(), level: 'info', message: 'a word from outside' }))
      await engine.release(ID)
    },
  },
}

/** Runs a case as far as it goes. */
export async function runGolden(one: GoldenCase): Promise<Simulation> {
  const run = simulation(one.scripts ?? {}, { ...one.options, children: { inner: planOf('inside -> out') } })
  const record = recordOf(ID, planOf(one.drawing, one.options?.nodes), run.clock)
  const launch = { inputs: {}, ...one.options?.launch }
  await (one.waits === true ? run.engine.prepare(record, launch) : run.engine.start(record, launch))
  await run.settle()
  await one.after?.(run)
  await run.settle()
  return run
}
