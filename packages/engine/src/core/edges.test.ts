/** Edges, joins, inputs and conversions, run on the real engine. */
import { describe, expect, test } from 'vitest'
import type { Outcome } from '../ports.ts'
import { planOf } from '../testing/drawing.ts'
import { gives, recordOf, simulate, simulation, takes } from '../testing/simulate.ts'

describe('edges and joins', () => {
  test('runs a chain in order and passes its values', async () => {
    const end = await simulate('a -> b \n b -> out', {
      a: gives(7),
      b: ({ inputs }) => ({ outputs: { out: Number(inputs.in) + 1 } }),
    })
    expect(end.ran).toEqual(['a', 'b', 'out'])
    expect(end).toMatchObject({ status: 'completed', outputs: { out: 8 } })
  })

  test('skips nodes that only an untaken branch feeds', async () => {
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

  describe('a branch that leads to a data port', () => {
    test.each(['buy', 'wait'])('triggers "%s" and carries the incoming value', async (taken) => {
      const end = await simulate('price -> ask \n ask -buy-> buy.in \n ask -wait-> wait.in', {
        price: gives(7),
        ask: takes(taken),
      })
      const other = taken === 'buy' ? 'wait' : 'buy'
      expect(end.steps).toMatchObject({ [taken]: 'completed', [other]: 'skipped' })
      expect(end.tasks.at(-1)?.inputs).toEqual({ in: 7 })
    })

    test('passes the value through several gateways', async () => {
      const end = await simulate('price -> a \n a -yes-> b.in \n b -yes-> out.in', {
        price: gives(7),
        a: takes('yes'),
        b: takes('yes'),
      })
      expect(end).toMatchObject({ status: 'completed', outputs: { out: 7 } })
    })

    test('converts the value as an edge from its source would', async () => {
      const end = await simulate(
        'price -> ask \n ask -yes-> text.in',
        { price: gives(7), ask: takes('yes') },
        { nodes: { price: { gives: 'number' }, text: { takes: 'string' } } },
      )
      expect(end.tasks.at(-1)?.inputs).toEqual({ in: '7' })
    })

    test.each([
      ['direct', 7],
      ['doubled', 14],
    ])('joins a branch that leads through another node: %s', async (taken, expected) => {
      const end = await simulate('price -> ask \n ask -doubled-> double.in \n double -> out \n ask -direct-> out.in', {
        price: gives(7),
        ask: takes(taken),
        double: ({ inputs }) => ({ outputs: { out: Number(inputs.in) * 2 } }),
      })
      expect(end).toMatchObject({ status: 'completed', outputs: { out: expected } })
    })

    test('does not run a node of an untaken branch because of a value from before the gateway', async () => {
      const end = await simulate('price -> ask \n price -> buy.name \n ask -yes-> buy.in', { ask: takes('no') })
      expect(end.steps.buy).toBe('skipped')
    })

    test('only triggers if the gateway has no input', async () => {
      const end = await simulate(
        'ask -yes-> buy.in',
        { ask: takes('yes') },
        { nodes: { buy: { config: { in: 'from the settings' } } } },
      )
      expect(end.tasks.at(-1)?.inputs).toEqual({ in: 'from the settings' })
    })

    test('returns the value to a loop', async () => {
      const end = await simulate(
        'list -> each.items \n each -item-> ask \n ask -yes-> each.loop_back \n each -results-> out',
        { list: gives([1, 2]), ask: takes('yes') },
      )
      expect(end.outputs).toEqual({ out: [1, 2] })
    })
  })

  test('skips every node of an untaken branch', async () => {
    const end = await simulate('ask -no-> a \n a -> b \n b -> c', { ask: takes('yes') })
    expect(end.steps).toEqual({ ask: 'completed', a: 'skipped', b: 'skipped', c: 'skipped' })
    expect(end.status).toBe('completed')
  })

  test('makes a join wait for all of its live sources', async () => {
    const end = await simulate('a -> join \n b -> c \n c -> join', {}, { nodes: { join: { takes: 'array' } } })
    expect(end.ran.at(-1)).toBe('join')
    expect(end.tasks.at(-1)?.inputs).toEqual({ in: ['a', 'b'] })
  })

  test('runs a join of kind any once, at the first arrival', async () => {
    const late = Promise.withResolvers<Outcome>()
    const end = await simulate(
      'a -> join \n b -> join',
      {
        b: () => late.promise,
        join: () => {
          late.resolve({ outputs: { out: 'late' } })
          return { outputs: {} }
        },
      },
      { nodes: { join: { extensions: { 'millrace:join': 'any' } } } },
    )
    expect(end.ran.filter((id) => id === 'join')).toHaveLength(1)
  })

  test('skips a node whose required input is dead even if another is live', async () => {
    const end = await simulate(
      'ask -no-> a \n a -> b.x \n c -> b',
      { ask: takes('yes') },
      { nodes: { b: { required: ['x'] } } },
    )
    expect(end.steps.b).toBe('skipped')
  })

  test('runs a node with order edges only if one of them delivers', async () => {
    const end = await simulate('ask -no-> b \n c -> b', { ask: takes('yes') })
    expect(end.steps.b).toBe('skipped')
  })

  test('runs isolated nodes', async () => {
    expect((await simulate('a \n b')).steps).toEqual({ a: 'completed', b: 'completed' })
  })

  test('delivers nothing for an output that a node omits', async () => {
    const end = await simulate('a -> b', { a: () => ({ outputs: {} }) })
    expect(end.steps.b).toBe('skipped')
  })

  test('runs parallel branches at the same time', async () => {
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

describe('inputs of a step', () => {
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

  test('count an explicit null as delivered', async () => {
    const end = await simulate('a -> b', { a: gives(null) }, { nodes: { b: { config: { in: 'set' } } } })
    expect(end.tasks[1]?.inputs).toEqual({ in: null })
  })

  test('take the last edge for a single value and all edges for a list', async () => {
    expect((await simulate('a -> c \n b -> c')).tasks[2]?.inputs).toEqual({ in: 'b' })
    expect((await simulate('a -> c \n b -> c', {}, { nodes: { c: { takes: 'array' } } })).tasks[2]?.inputs).toEqual({
      in: ['a', 'b'],
    })
  })
})

describe('conversions between ports', () => {
  // `out` of a node is mixed, which fits everything unchecked; `items` of a loop is a list, so results are typed.
  const typed = (takes: string) => ({ nodes: { b: { takes } } })

  test('convert a value if a rule exists, and pass it unchanged otherwise', async () => {
    const end = await simulate('list -> each.items \n each -results-> b', { list: gives([1, 'two']) }, typed('array'))
    expect(end.tasks.at(-1)?.inputs).toEqual({ in: [null, null] })
    const plan = planOf('a -> b', { b: { takes: 'string' } })
    const edges = plan.edges.map((edge) => ({ ...edge, fromType: 'number' }))
    const run = simulation({ a: gives(12) })
    await run.engine.start(recordOf('execution-1', { ...plan, edges }, run.clock), { inputs: {} })
    await run.settle()
    expect(run.tasks.at(-1)?.inputs).toEqual({ in: '12' })
  })

  test('fail the node for a value that does not fit, with the port in the message', async () => {
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
