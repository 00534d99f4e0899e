/** Loops, run on the real engine. */
import { describe, expect, test } from 'vitest'
import { gives, simulate } from '../testing/simulate.ts'

describe('loops', () => {
  const double = ({ inputs }: { inputs: Record<string, unknown> }) => ({ outputs: { out: Number(inputs.in) * 2 } })

  test('run the body of a foreach once per item and collect the results in order', async () => {
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
  ])('collect the own %s output of a foreach without a body', async (port, results) => {
    const drawing = `list -> each.items \n each -${port}-> each.loop_back \n each -results-> out`
    const end = await simulate(drawing, { list: gives(['a', 'b', 'c']) })
    expect(end).toMatchObject({ status: 'completed', outputs: { out: results } })
  })

  test('collect the own output of a foreach with a body', async () => {
    const end = await simulate(
      'list -> each.items \n each -item-> work \n each -index-> each.loop_back \n each -results-> out',
      { list: gives(['a', 'b']), work: double },
    )
    expect(end).toMatchObject({ status: 'completed', outputs: { out: [0, 1] } })
    expect(end.ran.filter((id) => id === 'work')).toHaveLength(2)
  })

  test('complete at once for an empty list', async () => {
    const end = await simulate(
      'list -> each.items \n each -item-> work \n work -> each.loop_back \n each -results-> out',
      { list: gives([]) },
    )
    expect(end).toMatchObject({ status: 'completed', outputs: { out: [] }, steps: { work: 'skipped' } })
  })

  test('fail the node for a value that is not a list', async () => {
    const end = await simulate('list -> each.items \n each -item-> work', { list: gives({ no: 'list' }) })
    expect(end).toMatchObject({ status: 'failed', failure: 'NOT_A_LIST' })
  })

  test('fail the node for a list longer than maxIterations', async () => {
    const nodes = { each: { config: { maxIterations: 2 } } }
    const end = await simulate('list -> each.items \n each -item-> work', { list: gives([1, 2, 3]) }, { nodes })
    expect(end).toMatchObject({ status: 'failed', failure: 'TOO_MANY_ITERATIONS' })
  })

  test('keep the order of the results of concurrent iterations', async () => {
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

  test('can be nested', async () => {
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

  test('choose a branch inside a body again in every round', async () => {
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

  test('get values from outside in every round, and deliver those of the last round to the outside', async () => {
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

  test('continue with null for a failed item with continueOnError', async () => {
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

  test('check the condition of a while before every round and pass its value to the next', async () => {
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

  test('stop a while at maxIterations', async () => {
    const end = await simulate(
      'while -value-> work \n work -> while.loop_back',
      { while: () => ({ goesOn: true }) },
      { nodes: { while: { config: { maxIterations: 3 } } } },
    )
    expect(end).toMatchObject({ status: 'failed', failure: 'TOO_MANY_ITERATIONS' })
    expect(end.ran.filter((id) => id === 'work')).toHaveLength(3)
  })
})
