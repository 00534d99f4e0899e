/** Runs that use every part of the engine; their end does not depend on crashes or on where they run. */
import { planOf } from './drawing.ts'
import { COUNTS_TO_3, CYCLE } from './golden-cases.ts'
import { asks, fails, gives, resolvePaths, type Script, type SimulationOptions, takes } from './simulate.ts'

/** The workflow that a step of a case calls. */
export const INNER = planOf('inside -> out')

/** A plan with scripted nodes that comes to an end. */
export interface Case {
  readonly drawing: string
  readonly scripts?: Record<string, Script>
  readonly options?: SimulationOptions
}

const LOOP = 'list -> each.items \n each -item-> work \n work -> each.loop_back \n each -results-> out'
const RETRY = { extensions: { 'millrace:retry': { maxAttempts: 3, delayMs: 100 } } }

const EXPRESSION = (text: string) => ({ extensions: { 'millrace:expressions': { in: text } } })

export const CORPUS: Record<string, Case> = {
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
