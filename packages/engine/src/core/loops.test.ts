/** Loops, run on the real engine. */
import { describe, expect, test } from 'vitest'
import { gives, simulate } from '../testing/simulate.ts'

describe('loops', () => {
  const double = ({ inputs }: { inputs: Record<string, unknown> }) => ({ outputs: { out: Number(inputs.in) * 2 } })

  test('foreach runs its body once per item and collects the results in order', async () => {
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

  test('a value that is not a list fails the node', async () => {
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

  test('a branch inside a body is taken anew in every round', async () => {
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

  test('a value from outside is available in every round, and the last round delivers to the outside', async () => {
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

  test('continueOnError leaves null for an item that failed and continues', async () => {
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

  test('while checks its condition before every round and passes its value on', async () => {
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
