import type { Property } from '@millrace/agentspec'
import { type FlowCall, NEXT_BRANCH, NodeFailure, takeBranches } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { driveNode, failure, list, type NodeDrive, number, outputs, text } from '../testing/drive-node.ts'
import catches from '../types/agentspec.catch-exception-node.ts'
import flowNode from '../types/agentspec.flow-node.ts'
import mapNode from '../types/agentspec.map-node.ts'
import parallelFlow from '../types/agentspec.parallel-flow-node.ts'
import parallelMap from '../types/agentspec.parallel-map-node.ts'

/** A flow with only its ports; the test defines its result. */
const flow = (name: string, inputs: readonly Property[], outs: readonly Property[], branchName = 'next') => ({
  kind: 'flow',
  id: name,
  name,
  startNode: 's',
  nodes: [
    { kind: 'start', id: 's', name: 's', inputs },
    { kind: 'end', id: 'e', name: 'e', outputs: outs, branchName },
  ],
  controlFlow: [],
})
const breaks = () => {
  throw new NodeFailure('BROKEN', 'It broke.')
}
const inner = flow('inner', [text('x')], [text('y')], 'ok')
const stored = { kind: 'ref', name: 'stored' }

describe('a flow node', () => {
  const node: NodeDrive = { type: flowNode, node: { kind: 'flow', subflow: inner }, inputs: { x: 'a' } }

  test('takes the branch of the end node that was reached', async () => {
    expect(await outputs({ ...node, flows: () => ({ outputs: { y: 'z' }, branch: 'ok' }) })).toEqual(
      takeBranches(['ok'], { y: 'z' }),
    )
    const next = { ...node, node: { kind: 'flow', subflow: flow('inner', [text('x')], [text('y')]) } } as const
    expect(await outputs({ ...next, flows: () => ({ outputs: { y: 'z' } }) })).toEqual(
      takeBranches([NEXT_BRANCH], { y: 'z' }),
    )
  })

  test('shares the conversation with its flow', async () => {
    const calls: FlowCall[] = []
    const driven = await driveNode({
      ...node,
      conversation: [{ role: 'user', content: 'Hi' }],
      flows: (call) => {
        calls.push(call)
        return { outputs: { y: 'z' }, branch: 'ok', messages: [{ role: 'assistant', content: 'Hello' }] }
      },
    })
    expect(calls[0]).toMatchObject({ inputs: { x: 'a' }, conversation: [{ role: 'user', content: 'Hi' }] })
    expect(driven.messages).toEqual([{ role: 'assistant', content: 'Hello' }])
  })

  test('runs a stored workflow and outputs its results by name and as a whole', async () => {
    const outs = [text('y'), { title: 'outputs' }]
    const drive: NodeDrive = {
      ...node,
      node: { kind: 'flow', subflow: stored, inputs: [text('x'), { title: 'inputs' }], outputs: outs },
      inputs: { x: null, inputs: { w: 'b' } },
      workflows: { stored: (launch) => ({ y: JSON.stringify(launch) }) },
    }
    const driven = await driveNode(drive)
    expect(driven.end).toEqual(
      takeBranches([NEXT_BRANCH], { y: '{"w":"b","x":""}', outputs: { y: '{"w":"b","x":""}' } }),
    )
    expect(driven.done).toEqual(['workflow:stored key:1'])
    expect(await failure({ ...drive, workflows: {} })).toMatchObject({ code: 'UNKNOWN_FLOW' })
  })
})

describe('a catch exception node', () => {
  const node: NodeDrive = {
    type: catches,
    node: {
      kind: 'catch_exception',
      subflow: inner,
      outputs: [text('y', { default: 'none' }), { title: 'caught_exception_info' }],
    },
    inputs: { x: 'a' },
  }

  test('takes the error branch with defaults if its flow fails', async () => {
    expect(await outputs({ ...node, flows: breaks })).toEqual(
      takeBranches(['caught_exception_branch'], { y: 'none', caught_exception_info: 'It broke.' }),
    )
    expect(await outputs({ ...node, flows: () => ({ outputs: { y: 'z' }, branch: 'ok' }) })).toEqual(
      takeBranches(['ok'], { y: 'z', caught_exception_info: null }),
    )
  })

  test('does not catch the step limit of the execution', async () => {
    const flows = () => {
      throw new NodeFailure('STEP_LIMIT', 'Too many steps.')
    }
    expect(await failure({ ...node, flows })).toMatchObject({ code: 'STEP_LIMIT' })
  })
})

describe('parallel flows', () => {
  const node: NodeDrive = {
    type: parallelFlow,
    node: {
      kind: 'parallel_flow',
      subflows: [inner, flow('other', [text('w')], [text('z')])],
      inputs: [text('x'), text('w')],
      outputs: [text('y'), text('z')],
    },
    inputs: { x: 'a', w: 'b' },
  }

  test('share inputs, output all results and append to the conversation in order', async () => {
    const first = Promise.withResolvers<void>()
    const calls: FlowCall[] = []
    const driven = await driveNode({
      ...node,
      conversation: [{ role: 'user', content: 'Hi' }],
      async flows(call) {
        calls.push(call)
        const isInner = Object.hasOwn(call.inputs, 'x')
        // The first flow finishes after the second.
        if (isInner) await first.promise
        else first.resolve()
        return {
          outputs: isInner ? { y: '1' } : { z: '2' },
          messages: [{ role: 'assistant', content: isInner ? 'inner' : 'other' }],
        }
      },
    })
    expect(driven.end).toEqual({ y: '1', z: '2' })
    expect(calls.map(({ inputs, conversation }) => [inputs, conversation?.length])).toEqual([
      [{ x: 'a' }, 1],
      [{ w: 'b' }, 1],
    ])
    expect(driven.messages.map(({ content }) => content)).toEqual(['inner', 'other'])
  })

  test('fail after all started flows have finished if one fails', async () => {
    const failed = Promise.withResolvers<void>()
    let hasEnded = false
    const flows = async (call: FlowCall) => {
      if (Object.hasOwn(call.inputs, 'x')) {
        failed.resolve()
        return breaks()
      }
      await failed.promise
      await new Promise(setImmediate)
      hasEnded = true
      return { outputs: { z: '2' } }
    }
    expect(await failure({ ...node, flows })).toMatchObject({ code: 'BROKEN' })
    expect(hasEnded).toBe(true)
  })
})

describe('maps', () => {
  const square = flow('square', [number('n'), number('by', { default: 1 })], [number('m')])
  const flows = ({ inputs: { n, by = 1 } }: FlowCall) => ({ outputs: { m: Number(n) * Number(by) } })
  const map = (kind: 'map' | 'parallel_map', more: object = {}): NodeDrive => ({
    type: kind === 'map' ? mapNode : parallelMap,
    node: { kind, subflow: square, ...more },
    flows,
  })

  test.each(['map', 'parallel_map'] as const)(
    'a %s collects results in list order and passes other values to every iteration',
    async (kind) => {
      const drive = map(kind)
      expect(await outputs({ ...drive, inputs: { iterated_n: [1, 2, 3], iterated_by: 10 } })).toEqual({
        collected_m: [10, 20, 30],
      })
      expect(await outputs({ ...drive, inputs: { iterated_n: [1, 2], iterated_by: [3, 4] } })).toEqual({
        collected_m: [3, 8],
      })
      expect(await outputs({ ...drive, inputs: { iterated_n: [] } })).toEqual({ collected_m: [] })
      const driven = await driveNode({ ...drive, inputs: { iterated_n: [1, 2] } })
      expect(driven.done).toEqual(['flow:square 1[0]', 'flow:square 1[1]'])
    },
  )

  test('a parallel map runs at most ten iterations at a time', async () => {
    let running = 0
    let most = 0
    const drive = map('parallel_map')
    await outputs({
      ...drive,
      inputs: { iterated_n: Array.from({ length: 25 }, (_, at) => at) },
      async flows(call) {
        running += 1
        most = Math.max(most, running)
        await new Promise(setImmediate)
        running -= 1
        return flows(call)
      },
    })
    expect(most).toBe(10)
  })

  test('a parallel map starts no iteration after a failure', async () => {
    const begun: unknown[] = []
    const drive = { ...map('parallel_map'), inputs: { iterated_n: Array.from({ length: 25 }, (_, at) => at) } }
    const failing = ({ inputs }: FlowCall) => {
      begun.push(inputs.n)
      return breaks()
    }
    expect(await failure({ ...drive, flows: failing })).toMatchObject({ code: 'BROKEN' })
    expect(begun).toHaveLength(10)
  })

  test('a map rejects lists of different lengths and inputs without a list', async () => {
    expect(await failure({ ...map('map'), inputs: { iterated_n: [1, 2], iterated_by: [1] } })).toMatchObject({
      code: 'UNEQUAL_LISTS',
    })
    expect(await failure({ ...map('map'), inputs: { iterated_n: 1 } })).toMatchObject({ code: 'NOTHING_TO_ITERATE' })
  })

  test('the iterations of a map share one conversation', async () => {
    const known: (number | undefined)[] = []
    await outputs({
      ...map('map'),
      inputs: { iterated_n: [1, 2] },
      flows(call) {
        known.push(call.conversation?.length)
        return { ...flows(call), messages: [{ role: 'assistant', content: 'said' }] }
      },
    })
    expect(known).toEqual([0, 1])
  })

  test.each([
    ['append', [1, 2, 6], [1, 2, 6], []],
    ['sum', [1, 2, 6], 9, 0],
    ['average', [1, 2, 6], 3, 'EMPTY_LIST'],
    ['max', [1, 6, 2], 6, 'EMPTY_LIST'],
    ['min', [2, 1, 6], 1, 'EMPTY_LIST'],
  ])('the reducer %s', async (reducer, values, expected, empty) => {
    const drive = map('map', { reducers: { m: reducer } })
    expect(await outputs({ ...drive, inputs: { iterated_n: values } })).toEqual({ collected_m: expected })
    const none = { ...drive, inputs: { iterated_n: [] } }
    if (typeof empty === 'string') expect(await failure(none)).toMatchObject({ code: empty })
    else expect(await outputs(none)).toEqual({ collected_m: empty })
  })

  test('a map fails if its flow does not exist', async () => {
    expect(
      await failure({ ...map('map', { subflow: stored, inputs: [list('l')], outputs: [] }), inputs: { l: [] } }),
    ).toMatchObject({ code: 'UNKNOWN_FLOW' })
  })
})
