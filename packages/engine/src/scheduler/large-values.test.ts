/** Large values stay text between steps; if a step needs their contents, they are parsed in slices beforehand. */
import { LargeJson } from '@millrace/model'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { gives, type Script, simulate } from '../testing/simulate.ts'

const rows = Array.from({ length: 500 }, (_, at) => ({ at, name: `row ${at} ${'x'.repeat(500)}` }))
const text = JSON.stringify(rows)
/** The journal in memory prints values, which parses large ones; that is not counted. */
class Kept extends LargeJson {
  override toJSON(): unknown {
    return rows
  }
}
const large: Script = () => ({ outputs: { out: new Kept(text) } })
const LOOP = 'list -> each.items \n each -item-> work \n work -> each.loop_back \n each -results-> out'

/** How often a text was parsed at once, in one turn of the event loop. */
function countsParses(): () => number {
  const parse = vi.spyOn(JSON, 'parse')
  return () => parse.mock.calls.filter(([given]) => given === text).length
}

afterEach(() => vi.restoreAllMocks())

describe('large values', () => {
  test.each([
    ['json', 'string', text],
    ['json', 'array', rows],
    ['json', 'json[]', rows],
    ['array', 'json[]', rows],
  ])('from a port of type %s to one of type %s are not parsed at once', async (gives, takes, value) => {
    const parses = countsParses()
    const seen: unknown[] = []
    const end = await simulate(
      'list -> work \n work -> out',
      {
        list: large,
        work: ({ inputs }) => {
          seen.push(inputs.in)
          return { outputs: { out: 1 } }
        },
      },
      { nodes: { list: { gives }, work: { takes } } },
    )
    expect(end.status).toBe('completed')
    expect(parses()).toBe(0)
    const [given] = seen
    expect(given instanceof LargeJson ? given.value : given).toEqual(value)
  })

  test('fail the step if they do not fit the port', async () => {
    const nodes = { list: { gives: 'array' }, work: { takes: 'string[]' } }
    const end = await simulate('list -> work', { list: large }, { nodes })
    expect(end).toMatchObject({ status: 'failed', failure: 'BAD_INPUT' })
  })

  test('from several sources form one list', async () => {
    const parses = countsParses()
    const end = await simulate(
      'list -> work \n other -> work \n empty -> work \n one -> work \n work -> out',
      {
        list: large,
        other: gives([1, 2]),
        empty: () => ({ outputs: { out: new LargeJson('[]') } }),
        one: gives('text'),
        work: ({ inputs: { in: given } }) => ({ outputs: { out: given instanceof LargeJson ? given.text : given } }),
      },
      { nodes: { work: { takes: 'array' } } },
    )
    expect(end.outputs).toEqual({ out: JSON.stringify([...rows, 1, 2, 'text']) })
    expect(parses()).toBe(0)
  })

  test('can be looped over', async () => {
    const parses = countsParses()
    const end = await simulate(
      LOOP,
      { list: large, work: ({ inputs }) => ({ outputs: { out: inputs.in } }), out: () => ({ outputs: { out: 1 } }) },
      { nodes: { each: { config: { concurrency: 100 } } }, quick: ['work'] },
    )
    expect(end.status).toBe('completed')
    expect(parses()).toBe(0)
  })

  test('can be results of loop rounds', async () => {
    const one = JSON.stringify('x'.repeat(70_000))
    const end = await simulate(LOOP, {
      list: gives([1, 2, 3]),
      work: ({ inputs }) => ({ outputs: { out: inputs.in === 2 ? 'small' : new LargeJson(one) } }),
    })
    expect(end.outputs).toEqual({ out: [JSON.parse(one), 'small', JSON.parse(one)] })
  })
})

describe('the limit for a value', () => {
  const maxValueBytes = 10_000

  test('applies to the results of a loop', async () => {
    const work: Script = () => ({ outputs: { out: 'x'.repeat(3000) } })
    const end = await simulate(LOOP, { list: gives([1, 2, 3, 4, 5, 6]), work }, { maxValueBytes })
    expect(end).toMatchObject({ status: 'failed', failure: 'VALUE_TOO_LARGE', steps: { each: 'failed' } })
    // No round is opened once the results are too large.
    expect(end.ran.filter((id) => id === 'work')).toHaveLength(4)
    const enough = await simulate(LOOP, { list: gives([1, 2, 3]), work }, { maxValueBytes })
    expect(enough.status).toBe('completed')
  })

  test('is a failure that the error edge of a loop receives', async () => {
    const work: Script = () => ({ outputs: { out: 'x'.repeat(3000) } })
    const drawing = `${LOOP} \n each -error-> caught`
    const nodes = { each: { config: { concurrency: 2 } } }
    const end = await simulate(drawing, { list: gives([1, 2, 3, 4, 5, 6]), work }, { maxValueBytes, nodes })
    expect(end).toMatchObject({ status: 'completed', steps: { each: 'failed', caught: 'completed' } })
  })

  test('applies to pinned data', async () => {
    const nodes = { a: { extensions: { 'millrace:pinned': { out: 'x'.repeat(maxValueBytes) } } } }
    const end = await simulate('a -> out', {}, { maxValueBytes, nodes, launch: { isTest: true } })
    expect(end).toMatchObject({ status: 'failed', failure: 'VALUE_TOO_LARGE' })
  })
})
