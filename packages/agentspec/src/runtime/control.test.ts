import { describe, expect, test } from 'vitest'
import { driveFlow } from './testing/drive-flow.ts'
import { failure, outputs } from './testing/ends.ts'
import { flowOf, number, server, text } from './testing/flow-of.ts'

describe('control and data', () => {
  test('a flow of nothing but a start and an end gives what it was given', async () => {
    const flow = flowOf({
      nodes: { s: { kind: 'start', inputs: [text('x')] }, e: { kind: 'end', outputs: [text('x')] } },
      control: 's -> e',
    })
    const { end } = await driveFlow({ flow, inputs: { x: 'hi' } })
    expect(end).toEqual({ outputs: { x: 'hi' }, endNode: 'e', endBranch: 'next' })
  })

  test('an input that is missing takes its default, and without one the flow fails', async () => {
    const flow = (more: object) =>
      flowOf({
        nodes: { s: { kind: 'start', inputs: [text('x', more)] }, e: { kind: 'end', outputs: [text('x')] } },
        control: 's -> e',
      })
    expect(await outputs({ flow: flow({ default: 'd' }) })).toEqual({ x: 'd' })
    expect(await failure({ flow: flow({}) })).toMatchObject({ code: 'MISSING_INPUT' })
  })

  test('no data edges at all is not the same as matching names', async () => {
    const nodes = {
      s: { kind: 'start', inputs: [text('x')] },
      e: { kind: 'end', outputs: [text('x', { default: 'none' })] },
    } as const
    const drive = (data: string | null) =>
      outputs({ flow: flowOf({ nodes, control: 's -> e', data }), inputs: { x: 'hi' } })
    expect(await drive(null)).toEqual({ x: 'hi' })
    expect(await drive('')).toEqual({ x: 'none' })
  })

  test('values are cast on the way: anything to text, numbers to whole numbers, a text never to a number', async () => {
    const flow = (to: object) =>
      flowOf({
        nodes: { s: { kind: 'start', inputs: [{ title: 'x' }] }, e: { kind: 'end', outputs: [{ title: 'x', ...to }] } },
        control: 's -> e',
      })
    expect(await outputs({ flow: flow({ type: 'string' }), inputs: { x: [1, true] } })).toEqual({ x: '[1,true]' })
    expect(await outputs({ flow: flow({ type: 'integer' }), inputs: { x: 2.7 } })).toEqual({ x: 2 })
    expect(await failure({ flow: flow({ type: 'number' }), inputs: { x: '3' } })).toMatchObject({
      code: 'TYPE_MISMATCH',
    })
  })

  test('the branch is looked up by the text of the value, else it is the default one', async () => {
    const flow = flowOf({
      nodes: {
        s: { kind: 'start', inputs: [{ title: 'k' }] },
        b: { kind: 'branching', mapping: { '3': 'three', true: 'yes' }, inputs: [text('k')] },
        three: { kind: 'end', outputs: [], branchName: 'a' },
        yes: { kind: 'end', outputs: [], branchName: 'b' },
        other: { kind: 'end', outputs: [], branchName: 'c' },
      },
      control: 's -> b\nb -three-> three\nb -yes-> yes\nb -default-> other',
    })
    const branch = async (k: unknown) => (await driveFlow({ flow, inputs: { k } })).end
    expect(await branch(3)).toMatchObject({ endNode: 'three', endBranch: 'a' })
    expect(await branch(true)).toMatchObject({ endNode: 'yes' })
    expect(await branch('x')).toMatchObject({ endNode: 'other' })
  })

  test('a branch that leads nowhere fails with both names', async () => {
    const flow = flowOf({
      nodes: {
        s: { kind: 'start', inputs: [text('k')] },
        b: { kind: 'branching', mapping: {}, inputs: [text('k')] },
        e: { kind: 'end', outputs: [] },
      },
      control: 's -> b',
    })
    expect(await failure({ flow, inputs: { k: 'x' } })).toEqual({
      code: 'NO_NEXT_NODE',
      message: 'Nothing follows the branch "default" of "b".',
    })
  })

  test('a loop keeps its values from round to round and is bounded', async () => {
    const flow = flowOf({
      nodes: {
        s: { kind: 'start', inputs: [number('n')] },
        add: server('add', [number('n')], [number('n'), text('done')]),
        b: { kind: 'branching', mapping: { true: 'out' }, inputs: [text('done')] },
        e: { kind: 'end', outputs: [number('n')] },
      },
      control: 's -> add -> b\nb -out-> e\nb -default-> add',
    })
    const tools = {
      add: ({ n }: Readonly<Record<string, unknown>>) => ({ n: Number(n) + 1, done: String(Number(n) >= 4) }),
    }
    const { end, notes } = await driveFlow({ flow, inputs: { n: 0 }, tools })
    expect(end).toMatchObject({ outputs: { n: 5 } })
    expect(Object.values(notes).filter((note) => (note as { node?: string }).node === 'add')).toHaveLength(5)
    expect(await failure({ flow, inputs: { n: -1e9 }, tools, limits: { maxSteps: 50 } })).toMatchObject({
      code: 'STEP_LIMIT',
    })
  })

  test('a flow output that the reached end does not have takes the default of the flow', async () => {
    const flow = flowOf({
      nodes: {
        s: { kind: 'start', inputs: [text('k')] },
        b: { kind: 'branching', mapping: { a: 'a' }, inputs: [text('k')] },
        a: { kind: 'end', outputs: [text('k')] },
        z: { kind: 'end', outputs: [] },
      },
      control: 's -> b\nb -a-> a\nb -default-> z',
      outputs: [text('k', { default: 'none' })],
    })
    expect(await outputs({ flow, inputs: { k: 'a' } })).toEqual({ k: 'a' })
    expect(await outputs({ flow, inputs: { k: 'q' } })).toEqual({ k: 'none' })
  })
})
