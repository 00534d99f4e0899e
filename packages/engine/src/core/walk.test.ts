import { describe, expect, test } from 'vitest'
import { COUNTS_TO_3, CYCLE } from '../testing/golden-cases.ts'
import { gives, simulate, takes } from '../testing/simulate.ts'

describe('a sequential plan', () => {
  test('walks a cycle as often as its branches lead back, and the last write of an input wins', async () => {
    const { status, outputs, tasks } = await simulate(CYCLE, COUNTS_TO_3)
    expect([status, outputs]).toEqual(['completed', { out: 3 }])
    const adds = tasks.filter(({ record, node }) => record.plan.nodes[node]?.id === 'add')
    expect(adds.map(({ inputs, scope }) => [inputs.in, scope])).toEqual([
      [0, ''],
      [1, 'visit:2'],
      [2, 'visit:3'],
    ])
    expect(new Set(tasks.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(tasks.length)
  })

  test('runs one node at a time and skips nodes that no branch leads to', async () => {
    const drawing = 'walk a \n a -left-> b \n a -right-> c \n b => out \n c => out'
    const { steps, ran } = await simulate(drawing, { a: takes('right') })
    expect(ran).toEqual(['a', 'c', 'out'])
    expect(steps).toEqual({ a: 'completed', b: 'skipped', c: 'completed', out: 'completed' })
  })

  test('keeps a value for every later visit until it is written again', async () => {
    const drawing = 'walk a \n a => b \n b -again-> b \n b -done-> out \n a -> b'
    const { tasks } = await simulate(drawing, {
      a: gives('kept'),
      b: ({ scope }) => ({ outputs: {}, taken: [scope === '' ? 'again' : 'done'] }),
    })
    expect(tasks.slice(1, 3).map(({ inputs }) => inputs.in)).toEqual(['kept', 'kept'])
  })

  test('fails at the step limit of its plan or of its launch if it never ends', async () => {
    const endless = 'walk a \n a => b \n b => a'
    expect(await simulate(endless)).toMatchObject({ status: 'failed', failure: 'STEP_LIMIT' })
    const { tasks, state } = await simulate(endless, {}, { launch: { maxSteps: 3 } })
    expect(tasks).toHaveLength(3)
    expect(state.failure?.message).toBe('The flow has visited 3 nodes and may visit no more.')
  })

  test('counts the steps of child flows', async () => {
    const count = { a: () => ({ outputs: {}, steps: 4 }) }
    const walk = 'walk a \n a => b \n b => out'
    expect(await simulate(walk, count, { launch: { maxSteps: 6 } })).toMatchObject({ failure: 'STEP_LIMIT' })
    const enough = await simulate(walk, count, { launch: { maxSteps: 7 } })
    expect(enough).toMatchObject({ status: 'completed' })
    expect(enough.tasks.map(({ steps }) => steps?.left)).toEqual([6, 1, 0])
  })

  test('fails if no node follows the branch that a node takes', async () => {
    const { failure, state } = await simulate('walk a \n a -left-> b', { a: takes('right') })
    expect([failure, state.failure?.message]).toEqual(['NO_NEXT_NODE', 'Nothing follows the branch "right" of "a".'])
  })
})
