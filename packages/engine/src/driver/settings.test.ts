/** Settings that are expressions: evaluated once, recorded with the start of the step, and used by every attempt. */
import { describe, expect, test } from 'vitest'
import type { ExecutionEvent } from '../core/events.ts'
import type { ResolveRequest } from '../ports.ts'
import { planOf } from '../testing/drawing.ts'
import { fails, gives, recordOf, resolvePaths, type Script, simulate, simulation, takes } from '../testing/simulate.ts'

const expression = (setting: string, text: string) => ({ extensions: { 'millrace:expressions': { [setting]: text } } })
const settingsOf: Script = ({ settings }) => ({ outputs: { out: settings, value: settings } })
const startsIn = (events: readonly ExecutionEvent[]) => events.filter((event) => event.type === 'step-started')

describe('the names that an expression can use', () => {
  test.each<[string, unknown]>([
    ['{{ in }}', 'value of a'],
    ['{{ nodes.a.out }}', 'value of a'],
    ['{{ nodes.start.out }}', 'start'],
    ['{{ launch.who }} in {{ execution.id }} of {{ workflow.name }}', 'Ada in execution-1 of Orders'],
    ['{{ now }}', '1970-01-01T00:16:40.000Z'],
    ['{{ nodes.skipped.out }}', null],
    ['{{ nodes.skipped.out.deeper }}', null],
    ['{{ nodes.broken.error.code }}', 'BROKEN'],
  ])('%s', async (text, value) => {
    const drawing = `start -> a \n a -> b \n choose -no-> skipped \n skipped => b \n start => b \n start -> out
      broken -error-> handle \n handle => b \n b -> out.value`
    const run = simulation(
      { a: gives('value of a'), choose: takes('yes'), broken: fails(), b: settingsOf },
      { resolve: resolvePaths },
    )
    run.clock.moveTo(1_000_000)
    const plan = planOf(drawing, { b: expression('x', text) })
    const record = { ...recordOf('execution-1', plan, run.clock), about: { workflowName: 'Orders' } }
    await run.engine.start(record, { inputs: { who: 'Ada' } })
    await run.settle()
    const step = (await run.state()).steps.find(({ node }) => plan.nodes[node]?.id === 'b')
    expect(step?.settings).toEqual({ x: value })
    expect(step?.outputs?.out).toEqual({ x: value })
    await run.engine.close()
  })

  test('only the values that are used are part of the scope', async () => {
    const scopes: unknown[] = []
    await simulate(
      'start -> a \n a -> b.big \n a -> b.small \n b -> out',
      { a: gives({ large: true }) },
      {
        nodes: { b: expression('x', '{{ small }}{{ nodes.a.value }}') },
        resolve: (request: ResolveRequest) => {
          scopes.push(request.scope)
          return {}
        },
      },
    )
    expect(scopes).toEqual([
      {
        small: { large: true },
        nodes: { a: { value: { large: true } } },
        launch: {},
        execution: { id: 'execution-1' },
        workflow: { name: '' },
        now: expect.any(String),
      },
    ])
  })

  test('in a loop, a reference sees the result of the same round, and nodes outside of it', async () => {
    const { outputs } = await simulate(
      `list -> each.items \n before => each \n each -item-> work \n work -> tell \n tell -> each.loop_back
       each -results-> out`,
      { list: gives(['a', 'b']), work: ({ inputs }) => ({ outputs: { out: `${inputs.in}!` } }), tell: settingsOf },
      { nodes: { tell: expression('x', '{{ nodes.work.out }} {{ nodes.before.out }} {{ nodes.each.item }}') } },
    )
    expect(outputs).toEqual({ out: [{ x: 'a! before a' }, { x: 'b! before b' }] })
  })
})

describe('resolved settings', () => {
  test('replace the plain setting, for the inputs of the same name as well', async () => {
    const seen: unknown[] = []
    await simulate(
      'a -> b.other \n b -> out',
      { b: ({ inputs, settings }) => ({ outputs: { out: seen.push(inputs, settings) } }) },
      { nodes: { b: { config: { in: 'plain' }, ...expression('in', '{{ other }}') } } },
    )
    expect(seen).toEqual([{ in: 'a', other: 'a' }, { in: 'a' }])
  })

  test('a setting that an expression computes is not an input of the others', async () => {
    const scopes: object[] = []
    await simulate(
      'b -> out',
      {},
      {
        nodes: {
          b: { config: { in: 'plain' }, extensions: { 'millrace:expressions': { in: '{{ now }}', x: '{{ in }}' } } },
        },
        resolve: ({ scope }) => {
          scopes.push(scope)
          return {}
        },
      },
    )
    expect(scopes).toEqual([expect.not.objectContaining({ in: expect.anything() })])
  })

  test('a launch value for the setting wins, and its expression is not evaluated', async () => {
    const asked: unknown[] = []
    await simulate(
      'b -> out',
      {},
      {
        launch: { inputs: { b: { x: 'mine' } } },
        nodes: { b: { extensions: { 'millrace:expressions': { x: '{{ now }}', 'y/z': '{{ now }}' } } } },
        resolve: ({ settings }) => {
          asked.push(settings.map(({ setting }) => setting))
          return {}
        },
      },
    )
    expect(asked).toEqual([['y/z']])
  })

  test('are recorded with the start of the step, also for a quick node', async () => {
    for (const quick of [[], ['b']]) {
      const { run } = await simulate('a -> b \n b -> out', {}, { quick, nodes: { b: expression('x', '{{ in }}') } })
      const starts = startsIn(run.journal.rows.get('execution-1')?.events ?? [])
      expect(starts.filter(({ settings }) => settings !== undefined)).toMatchObject([{ node: 1, settings: { x: 'a' } }])
    }
  })

  test('every attempt uses the values of the first', async () => {
    const seen: unknown[] = []
    let evaluations = 0
    const flaky: Script = ({ settings, attempt }) => {
      seen.push(settings)
      return attempt < 3 ? { failure: { code: 'BUSY', message: 'busy', retryable: true } } : { outputs: { out: 1 } }
    }
    const extensions = { ...expression('x', '{{ now }}').extensions, 'millrace:retry': { maxAttempts: 3, delayMs: 50 } }
    await simulate('b -> out', { b: flaky }, { nodes: { b: { extensions } }, resolve: () => ({ x: ++evaluations }) })
    expect(seen).toEqual([{ x: 1 }, { x: 1 }, { x: 1 }])
  })

  test('an expression that fails fails the step, and its error edge is taken', async () => {
    const { steps, outputs } = await simulate(
      'a -> b \n b -error-> handle \n handle -> out',
      {},
      {
        nodes: { b: expression('x', '{{ in }}') },
        resolve: () => {
          throw Object.assign(new Error('must be a text'), { code: 'BAD_SETTINGS' })
        },
      },
    )
    expect(steps).toMatchObject({ b: 'failed', handle: 'completed' })
    expect(outputs.out).toMatchObject({ code: 'BAD_SETTINGS', message: 'must be a text', node_id: 'b' })
  })

  test('a step that waits for its expression starts when it is known, and is aborted when it is cancelled', async () => {
    const open: ((value: Record<string, unknown>) => void)[] = []
    const signals: AbortSignal[] = []
    const run = simulation(
      { b: settingsOf },
      {
        resolve: ({ signal }) => {
          signals.push(signal)
          return new Promise((resolve) => open.push(resolve))
        },
      },
    )
    const plan = planOf('a -> b \n b -> out', { b: expression('x', '{{ in }}') })
    for (const id of ['one', 'two']) await run.engine.start(recordOf(id, plan, run.clock), { inputs: {} })
    await run.settle()
    expect(startsIn(run.journal.rows.get('one')?.events ?? []).map(({ node }) => node)).toEqual([0])
    await run.engine.cancel('two')
    open[0]?.({ x: 7 })
    await run.settle()
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true])
    expect((await run.state('one')).status).toBe('completed')
    expect((await run.state('two')).status).toBe('cancelled')
    await run.engine.close()
  })
})

describe('after a crash', () => {
  test('a step that had started sees the recorded values', async () => {
    const seen: unknown[] = []
    const plan = planOf('a -> b \n b -> out', { b: expression('x', '{{ in }}') })
    const hangs: Script = ({ settings, signal }) => {
      seen.push(settings)
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    }
    const first = simulation({ b: hangs }, { resolve: () => ({ x: 'first' }) })
    await first.engine.start(recordOf('execution-1', plan, first.clock), { inputs: {} })
    await first.settle()
    await first.engine.close()
    const second = simulation(
      { b: ({ settings }) => ({ outputs: { out: seen.push(settings) } }) },
      { journal: first.journal, clock: first.clock, resolve: () => ({ x: 'second' }) },
    )
    await second.engine.recover()
    await second.settle()
    expect((await second.state()).status).toBe('completed')
    expect(seen).toEqual([{ x: 'first' }, { x: 'first' }])
    await second.engine.close()
  })
})
