import { NodeFailure } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { driveFlow } from './testing/drive-flow.ts'
import { around, failure, outputs } from './testing/ends.ts'
import { flowOf, list, number, server, text } from './testing/flow-of.ts'

describe('flows in flows', () => {
  const inner = (name = 'inner') =>
    flowOf({
      name,
      nodes: {
        s: { kind: 'start', inputs: [text('x')] },
        t: server('t', [text('x')], [text('y')]),
        e: { kind: 'end', outputs: [text('y')], branchName: 'ok' },
      },
      control: 's -> t -> e',
    })
  const fails = () => {
    throw new NodeFailure('BROKEN', 'It broke.')
  }

  test('a flow node leaves by the branch of the end that was reached', async () => {
    const flow = flowOf({
      nodes: {
        s: { kind: 'start', inputs: [text('x')] },
        f: { kind: 'flow', subflow: inner() },
        e: { kind: 'end', outputs: [text('y')] },
      },
      control: 's -> f -ok-> e',
    })
    expect(await outputs({ flow, inputs: { x: 'a' }, tools: { t: () => 'z' } })).toEqual({ y: 'z' })
  })

  test('a stored workflow is run as it is', async () => {
    const flow = around(
      { kind: 'flow', subflow: { kind: 'ref', name: 'stored' }, inputs: [text('x')], outputs: [text('y')] },
      [text('x')],
      [text('y')],
    )
    const driven = await driveFlow({ flow, inputs: { x: 'a' }, workflows: { stored: ({ x }) => ({ y: `${x}!` }) } })
    expect(driven.end).toMatchObject({ outputs: { y: 'a!' } })
    expect(driven.done).toEqual(['workflow:stored key:1'])
  })

  const caught = flowOf({
    nodes: {
      s: { kind: 'start', inputs: [text('x')] },
      c: {
        kind: 'catch_exception',
        subflow: inner(),
        outputs: [text('y', { default: 'none' }), { title: 'caught_exception_info' }],
      },
      e: { kind: 'end', outputs: [text('y'), { title: 'caught_exception_info' }] },
      bad: { kind: 'end', outputs: [text('y'), { title: 'caught_exception_info' }], branchName: 'bad' },
    },
    control: 's -> c -ok-> e\nc -caught_exception_branch-> bad',
  })

  test('a failure inside is caught as a branch with defaults', async () => {
    expect((await driveFlow({ flow: caught, inputs: { x: 'a' }, tools: { t: fails } })).end).toEqual({
      outputs: { y: 'none', caught_exception_info: 'It broke.' },
      endNode: 'bad',
      endBranch: 'bad',
    })
    expect(await outputs({ flow: caught, inputs: { x: 'a' }, tools: { t: () => 'z' } })).toEqual({
      y: 'z',
      caught_exception_info: null,
    })
  })

  test('parallel flows share their inputs and give all their outputs', async () => {
    const other = flowOf({
      name: 'other',
      nodes: {
        s: { kind: 'start', inputs: [text('x')] },
        u: server('u', [text('x')], [text('z')]),
        e: { kind: 'end', outputs: [text('z')] },
      },
      control: 's -> u -> e',
    })
    const flow = around({ kind: 'parallel_flow', subflows: [inner(), other] }, [text('x')], [text('y'), text('z')])
    expect(await outputs({ flow, inputs: { x: 'a' }, tools: { t: () => 1, u: () => 2 } })).toEqual({ y: '1', z: '2' })
  })

  test('parallel branches ask one after the other', async () => {
    const asking = (name: string) =>
      flowOf({
        name,
        nodes: {
          s: { kind: 'start', inputs: [] },
          a: { kind: 'input_message', message: `From ${name}`, outputs: [text(name)] },
          e: { kind: 'end', outputs: [text(name)] },
        },
        control: 's -> a -> e',
      })
    const flow = around(
      { kind: 'parallel_flow', subflows: [asking('one'), asking('two')] },
      [],
      [text('one'), text('two')],
    )
    const driven = await driveFlow({ flow, reply: ({ config }) => `to ${config.message}` })
    expect(driven.questions.map(({ config }) => config.message)).toEqual(['From one', 'From two'])
    expect(driven.end).toMatchObject({ outputs: { one: 'to From one', two: 'to From two' } })
  })
})

describe('maps', () => {
  const square = flowOf({
    name: 'square',
    nodes: {
      s: { kind: 'start', inputs: [number('n'), number('by', { default: 1 })] },
      t: server('t', [number('n'), number('by')], [number('m')]),
      e: { kind: 'end', outputs: [number('m')] },
    },
    control: 's -> t -> e',
  })
  const tools = { t: ({ n, by }: Readonly<Record<string, unknown>>) => Number(n) * Number(by) }
  const map = (kind: 'map' | 'parallel_map', more: object = {}) =>
    flowOf({
      nodes: {
        s: { kind: 'start', inputs: [list('iterated_n', { type: 'number' }), { title: 'iterated_by', default: 1 }] },
        m: { kind, subflow: square, ...more },
        e: { kind: 'end', outputs: [{ title: 'collected_m' }] },
      },
      control: 's -> m -> e',
    })

  for (const kind of ['map', 'parallel_map'] as const) {
    test(`a ${kind} collects in the order of the list, and values that are no list are the same in every round`, async () => {
      expect(await outputs({ flow: map(kind), inputs: { iterated_n: [1, 2, 3], iterated_by: 10 }, tools })).toEqual({
        collected_m: [10, 20, 30],
      })
      expect(await outputs({ flow: map(kind), inputs: { iterated_n: [1, 2], iterated_by: [3, 4] }, tools })).toEqual({
        collected_m: [3, 8],
      })
      expect(await outputs({ flow: map(kind), inputs: { iterated_n: [] }, tools })).toEqual({ collected_m: [] })
    })
  }

  test('lists of different lengths, and no list at all, are failures', async () => {
    expect(await failure({ flow: map('map'), inputs: { iterated_n: [1, 2], iterated_by: [1] }, tools })).toMatchObject({
      code: 'UNEQUAL_LISTS',
    })
    const flow = map('map')
    const single = {
      ...flow,
      nodes: flow.nodes.map((node) => (node.id === 's' ? { ...node, inputs: [number('iterated_n')] } : node)),
    }
    expect(await failure({ flow: single, inputs: { iterated_n: 1 }, tools })).toMatchObject({
      code: 'NOTHING_TO_ITERATE',
    })
  })

  test.each([
    ['append', [1, 2, 6], [1, 2, 6], []],
    ['sum', [1, 2, 6], 9, 0],
    ['average', [1, 2, 6], 3, 'EMPTY_LIST'],
    ['max', [1, 6, 2], 6, 'EMPTY_LIST'],
    ['min', [2, 1, 6], 1, 'EMPTY_LIST'],
  ])('the reducer %s', async (reducer, values, expected, empty) => {
    const flow = map('map', { reducers: { m: reducer } })
    expect(await outputs({ flow, inputs: { iterated_n: values }, tools })).toEqual({ collected_m: expected })
    const drive = { flow, inputs: { iterated_n: [] }, tools }
    if (typeof empty === 'string') expect(await failure(drive)).toMatchObject({ code: empty })
    else expect(await outputs(drive)).toEqual({ collected_m: empty })
  })
})
