import { describe, expect, test } from 'vitest'
import { planOf } from '../testing/drawing.ts'
import { fails, gives, recordOf, simulate, simulation, takes } from '../testing/simulate.ts'

describe('edges and joins', () => {
  test('a chain runs in order and hands its values on', async () => {
    const end = await simulate('a -> b \n b -> out', {
      a: gives(7),
      b: ({ inputs }) => ({ outputs: { out: Number(inputs.in) + 1 } }),
    })
    expect(end.ran).toEqual(['a', 'b', 'out'])
    expect(end).toMatchObject({ status: 'completed', outputs: { out: 8 } })
  })

  test('a branch not taken skips what only it feeds', async () => {
    const end = await simulate(
      `
      ask -yes-> buy
      ask -no-> wait
      buy => tell
      wait => tell
    `,
      { ask: takes('yes') },
    )
    expect(end.steps).toEqual({ ask: 'completed', buy: 'completed', wait: 'skipped', tell: 'completed' })
  })

  test('skips spread down the whole branch', async () => {
    const end = await simulate('ask -no-> a \n a -> b \n b -> c', { ask: takes('yes') })
    expect(end.steps).toEqual({ ask: 'completed', a: 'skipped', b: 'skipped', c: 'skipped' })
    expect(end.status).toBe('completed')
  })

  test('a join waits for all of its live sources', async () => {
    const end = await simulate('a -> join \n b -> c \n c -> join', {}, { nodes: { join: { takes: 'array' } } })
    expect(end.ran.at(-1)).toBe('join')
    expect(end.tasks.at(-1)?.inputs).toEqual({ in: ['a', 'b'] })
  })

  test('a join of the kind any runs at the first arrival, and once', async () => {
    const end = await simulate(
      'a -> join \n b -> join',
      { b: () => new Promise((resolve) => setTimeout(() => resolve({ outputs: { out: 'late' } }), 5)) },
      { nodes: { join: { extensions: { 'millrace:join': 'any' } } } },
    )
    expect(end.ran.filter((id) => id === 'join')).toHaveLength(1)
  })

  test('a node whose required input is dead is skipped though another is live', async () => {
    const end = await simulate(
      'ask -no-> a \n a -> b.x \n c -> b',
      { ask: takes('yes') },
      { nodes: { b: { required: ['x'] } } },
    )
    expect(end.steps.b).toBe('skipped')
  })

  test('a node with order edges runs only if one of them delivers', async () => {
    const end = await simulate('ask -no-> b \n c -> b', { ask: takes('yes') })
    expect(end.steps.b).toBe('skipped')
  })

  test('isolated nodes run', async () => {
    expect((await simulate('a \n b')).steps).toEqual({ a: 'completed', b: 'completed' })
  })

  test('an output that a node leaves out delivers nothing', async () => {
    const end = await simulate('a -> b', { a: () => ({ outputs: {} }) })
    expect(end.steps.b).toBe('skipped')
  })

  test('parallel branches are under way at the same time', async () => {
    let inside = 0
    let most = 0
    const slow = async () => {
      most = Math.max(most, ++inside)
      await new Promise((resolve) => setImmediate(resolve))
      inside--
      return { outputs: { out: 1 } }
    }
    await simulate('a -> b \n a -> c \n a -> d', { b: slow, c: slow, d: slow })
    expect(most).toBe(3)
  })
})

describe('inputs', () => {
  test('come from an edge, else from the launch, else from a setting, else from nowhere', async () => {
    const nodes = { b: { config: { in: 'set' } } }
    expect(
      (await simulate('a -> b', {}, { nodes, launch: { inputs: { b: { in: 'launch' } } } })).tasks[1]?.inputs,
    ).toEqual({ in: 'a' })
    expect((await simulate('b', {}, { nodes, launch: { inputs: { b: { in: 'launch' } } } })).tasks[0]?.inputs).toEqual({
      in: 'launch',
    })
    expect((await simulate('b', {}, { nodes })).tasks[0]?.inputs).toEqual({ in: 'set' })
    expect((await simulate('b')).tasks[0]?.inputs).toEqual({})
  })

  test('explicit null counts as delivered', async () => {
    const end = await simulate('a -> b', { a: gives(null) }, { nodes: { b: { config: { in: 'set' } } } })
    expect(end.tasks[1]?.inputs).toEqual({ in: null })
  })

  test('several sources of a single value: the last edge counts; of a list: all do', async () => {
    expect((await simulate('a -> c \n b -> c')).tasks[2]?.inputs).toEqual({ in: 'b' })
    expect((await simulate('a -> c \n b -> c', {}, { nodes: { c: { takes: 'array' } } })).tasks[2]?.inputs).toEqual({
      in: ['a', 'b'],
    })
  })
})

describe('conversions', () => {
  // `out` of a node is mixed, which fits everything unchecked; `items` of a loop is a list, so results are typed.
  const typed = (takes: string) => ({ nodes: { b: { takes } } })

  test('a value is converted where a rule says so, and handed on as it is elsewhere', async () => {
    const end = await simulate('list -> each.items \n each -results-> b', { list: gives([1, 'two']) }, typed('array'))
    expect(end.tasks.at(-1)?.inputs).toEqual({ in: [null, null] })
    const plan = planOf('a -> b', { b: { takes: 'string' } })
    const edges = plan.edges.map((edge) => ({ ...edge, fromType: 'number' }))
    const run = simulation({ a: gives(12) })
    await run.engine.start(recordOf('execution-1', { ...plan, edges }, run.clock), { inputs: {} })
    await run.settle()
    expect(run.tasks.at(-1)?.inputs).toEqual({ in: '12' })
  })

  test('a value that does not fit fails the node that should get it, and names the port', async () => {
    const plan = planOf('a -> b', { b: { takes: 'url' } })
    const edges = plan.edges.map((edge) => ({ ...edge, fromType: 'string' }))
    const run = simulation({ a: gives('no address') })
    await run.engine.start(recordOf('execution-1', { ...plan, edges }, run.clock), { inputs: {} })
    await run.settle()
    const { status, failure } = await run.state()
    expect([status, failure?.code]).toEqual(['failed', 'BAD_INPUT'])
    expect(failure?.message).toContain('input "in" (url) is not a web address')
  })
})

describe('failures', () => {
  test('a wired error edge gets the failure and the run goes on', async () => {
    const end = await simulate('a -> b \n a -error-> mend', { a: fails('BROKEN') })
    expect(end).toMatchObject({ status: 'completed', steps: { a: 'failed', b: 'skipped', mend: 'completed' } })
    expect(end.tasks.at(-1)?.inputs.in).toEqual({
      message: 'BROKEN happened',
      code: 'BROKEN',
      node_id: 'a',
      retryable: false,
    })
  })

  test('an error edge stays dead when all goes well', async () => {
    expect((await simulate('a -error-> mend')).steps).toEqual({ a: 'completed', mend: 'skipped' })
  })

  test('without one the execution fails, siblings are aborted, the rest is skipped', async () => {
    let aborted = false
    const end = await simulate('a -> c \n b', {
      a: fails('BROKEN'),
      b: ({ signal }) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () => {
            aborted = true
            resolve({ outputs: {} })
          }),
        ),
    })
    expect(end).toMatchObject({
      status: 'failed',
      failure: 'BROKEN',
      steps: { a: 'failed', b: 'cancelled', c: 'skipped' },
    })
    expect(end.state.failure?.message).toBe('Node "a" (a) failed: BROKEN happened')
    expect(aborted).toBe(true)
  })

  test('a node that throws fails', async () => {
    const end = await simulate('a', {
      a: () => {
        throw new Error('oh')
      },
    })
    expect(end.failure).toBe('FAILED')
  })

  test('a failure that may pass is retried with growing delays, and shows as paused meanwhile', async () => {
    const times: number[] = []
    const end = await simulate(
      'a',
      {
        a: ({ clock, attempt }) => {
          times.push(clock.now())
          return attempt < 4 ? { failure: { code: 'BUSY', message: 'busy', retryable: true } } : { outputs: {} }
        },
      },
      {
        nodes: {
          a: { extensions: { 'millrace:retry': { maxAttempts: 5, delayMs: 100, factor: 3, maxDelayMs: 500 } } },
        },
      },
    )
    expect(times.map((time, at) => time - (times[at - 1] ?? time))).toEqual([0, 100, 300, 500])
    expect(end.status).toBe('completed')
  })

  test('a failure that will not pass is not retried, and the last retry is final', async () => {
    const nodes = { a: { extensions: { 'millrace:retry': { maxAttempts: 2, delayMs: 10 } } } }
    expect((await simulate('a', { a: fails('BROKEN') }, { nodes })).ran).toEqual(['a'])
    const twice = await simulate('a', { a: fails('BUSY', true) }, { nodes })
    expect(twice.ran).toEqual(['a', 'a'])
    expect(twice).toMatchObject({ status: 'failed', failure: 'BUSY' })
  })

  test('an attempt that takes too long is aborted and fails', async () => {
    const end = await simulate(
      'a',
      { a: () => new Promise(() => {}) },
      { nodes: { a: { extensions: { 'millrace:timeoutMs': 200 } } } },
    )
    expect(end).toMatchObject({ status: 'failed', failure: 'TIMED_OUT' })
  })
})

describe('loops', () => {
  const double = ({ inputs }: { inputs: Record<string, unknown> }) => ({ outputs: { out: Number(inputs.in) * 2 } })

  test('foreach runs its body once per item and collects what comes back in order', async () => {
    const end = await simulate(
      `
      list -> each.items
      each -item-> work
      work -> each.loop_back
      each -results-> out
    `,
      { list: gives([1, 2, 3]), work: double },
    )
    expect(end.ran).toEqual(['list', 'work', 'work', 'work', 'out'])
    expect(end).toMatchObject({ status: 'completed', outputs: { out: [2, 4, 6] } })
  })

  test.each([
    ['item', ['a', 'b', 'c']],
    ['index', [0, 1, 2]],
  ])('foreach without a body collects its own %s output', async (port, results) => {
    const drawing = `list -> each.items \n each -${port}-> each.loop_back \n each -results-> out`
    const end = await simulate(drawing, { list: gives(['a', 'b', 'c']) })
    expect(end).toMatchObject({ status: 'completed', outputs: { out: results } })
  })

  test('foreach collects its own output beside a body', async () => {
    const end = await simulate(
      'list -> each.items \n each -item-> work \n each -index-> each.loop_back \n each -results-> out',
      { list: gives(['a', 'b']), work: double },
    )
    expect(end).toMatchObject({ status: 'completed', outputs: { out: [0, 1] } })
    expect(end.ran.filter((id) => id === 'work')).toHaveLength(2)
  })

  test('an empty list completes at once', async () => {
    const end = await simulate(
      'list -> each.items \n each -item-> work \n work -> each.loop_back \n each -results-> out',
      { list: gives([]) },
    )
    expect(end).toMatchObject({ status: 'completed', outputs: { out: [] }, steps: { work: 'skipped' } })
  })

  test('what is no list fails the node', async () => {
    const end = await simulate('list -> each.items \n each -item-> work', { list: gives({ no: 'list' }) })
    expect(end).toMatchObject({ status: 'failed', failure: 'NOT_A_LIST' })
  })

  test('a list longer than maxIterations fails the node', async () => {
    const nodes = { each: { config: { maxIterations: 2 } } }
    const end = await simulate('list -> each.items \n each -item-> work', { list: gives([1, 2, 3]) }, { nodes })
    expect(end).toMatchObject({ status: 'failed', failure: 'TOO_MANY_ITERATIONS' })
  })

  test('concurrent iterations keep the order of the results', async () => {
    let inside = 0
    let most = 0
    const end = await simulate(
      'list -> each.items \n each -item-> work \n work -> each.loop_back \n each -results-> out',
      {
        list: gives([5, 1, 3]),
        work: async ({ inputs }) => {
          most = Math.max(most, ++inside)
          for (let turn = 0; turn < Number(inputs.in); turn++) await new Promise((resolve) => setImmediate(resolve))
          inside--
          return { outputs: { out: inputs.in } }
        },
      },
      { nodes: { each: { config: { concurrency: 3 } } } },
    )
    expect(end.outputs).toEqual({ out: [5, 1, 3] })
    expect(most).toBe(3)
  })

  test('loops nest', async () => {
    const end = await simulate(
      `
      list -> each1.items
      each1 -item-> each2.items
      each2 -item-> work
      work -> each2.loop_back
      each2 -results-> each1.loop_back
      each1 -results-> out
    `,
      { list: gives([[1, 2], [3]]), work: double },
    )
    expect(end.outputs).toEqual({ out: [[2, 4], [6]] })
  })

  test('a branch inside a body is taken anew in every iteration', async () => {
    const end = await simulate(
      `
      list -> each.items
      each -item-> ask
      ask -odd-> a
      ask -even-> b
      a -> each.loop_back
      b -> each.loop_back
      each -results-> out
    `,
      {
        list: gives([1, 2, 3]),
        ask: ({ inputs }) => ({ outputs: {}, taken: [Number(inputs.in) % 2 ? 'odd' : 'even'] }),
      },
    )
    expect(end.outputs).toEqual({ out: ['a', 'b', 'a'] })
  })

  test('what feeds a body from outside is there in every iteration, and what leaves it is the last value', async () => {
    const end = await simulate(
      `
      list -> each.items
      base -> work.x
      each -item-> work
      work -> each.loop_back
      work -> out
      each -completed-> out
    `,
      {
        list: gives([1, 2]),
        base: gives(10),
        work: ({ inputs }) => ({ outputs: { out: Number(inputs.in) + Number(inputs.x) } }),
      },
    )
    expect(end.outputs).toEqual({ out: 12 })
  })

  test('continueOnError leaves null for an item that failed and goes on', async () => {
    const end = await simulate(
      'list -> each.items \n each -item-> work \n work -> after \n after -> each.loop_back \n each -results-> out',
      {
        list: gives([1, 2, 3]),
        work: ({ inputs }) =>
          inputs.in === 2 ? { failure: { code: 'BAD', message: 'bad' } } : { outputs: { out: inputs.in } },
      },
      { nodes: { each: { config: { continueOnError: true } } } },
    )
    expect(end).toMatchObject({ status: 'completed', outputs: { out: [1, null, 3] } })
  })

  test('while asks before every round and hands its value round', async () => {
    const end = await simulate(
      'one -> while.value \n while -value-> work \n work -> while.loop_back \n while -result-> out',
      {
        one: gives(1),
        while: ({ inputs }) => ({ goesOn: Number(inputs.value) < 100 }),
        work: double,
      },
    )
    expect(end.outputs).toEqual({ out: 128 })
  })

  test('while stops at maxIterations', async () => {
    const end = await simulate(
      'while -value-> work \n work -> while.loop_back',
      { while: () => ({ goesOn: true }) },
      { nodes: { while: { config: { maxIterations: 3 } } } },
    )
    expect(end).toMatchObject({ status: 'failed', failure: 'TOO_MANY_ITERATIONS' })
    expect(end.ran.filter((id) => id === 'work')).toHaveLength(3)
  })
})

describe('endings', () => {
  test('a node may end the run, well or badly', async () => {
    const well = await simulate('a -> b', { a: () => ({ outputs: {}, ends: { status: 'completed' } }) })
    expect(well).toMatchObject({ status: 'completed', steps: { a: 'completed', b: 'skipped' } })
    const badly = await simulate('a -> b', {
      a: () => ({ outputs: {}, ends: { status: 'failed', failure: { code: 'ENOUGH', message: 'enough' } } }),
    })
    expect(badly).toMatchObject({ status: 'failed', failure: 'ENOUGH', steps: { a: 'failed', b: 'skipped' } })
  })

  test('maxSteps counts attempts and fails the execution', async () => {
    const end = await simulate('a -> b \n b -> c', {}, { launch: { maxSteps: 2 } })
    expect(end).toMatchObject({
      status: 'failed',
      failure: 'TOO_MANY_STEPS',
      steps: { a: 'completed', b: 'completed', c: 'skipped' },
    })
  })

  test('a timeout fails the execution and leaves nothing running', async () => {
    const end = await simulate('a', { a: () => new Promise(() => {}) }, { launch: { timeoutMs: 500 } })
    expect(end).toMatchObject({ status: 'failed', failure: 'TIMED_OUT', steps: { a: 'cancelled' } })
  })

  test('a sleeping step completes when its time has come', async () => {
    const end = await simulate('a -> out', {
      a: ({ clock }) => ({ sleepUntil: clock.now() + 5000, outputs: { out: 'rested' } }),
    })
    expect(end.outputs).toEqual({ out: 'rested' })
  })
})
