import { describe, expect, test } from 'vitest'
import { smallCatalogue } from '../testing/small-catalogue.ts'
import type { Graph, WorkflowNode } from '../workflow/workflow.ts'
import { type EditHistory, editHistory, HISTORY_LIMITS, rebased, redone, undone } from './history.ts'
import { transacted } from './transaction.ts'

const node = (id: string): WorkflowNode => ({
  id,
  type: 'x',
  position: { x: 0, y: 0 },
  data: { label: id, config: {} },
})
const start: Graph = { nodes: [node('a'), node('b')], edges: [] }

interface Options {
  readonly label?: string
  readonly coalesce?: string
  readonly ignoresPause?: boolean
  readonly atMs?: number
}

function moved(history: EditHistory<Graph>, x: number, { label = 'move', ...options }: Options = {}) {
  const result = transacted(history, { label, catalogue: smallCatalogue, ...options }, (tx) =>
    tx.move({ node: 'a', to: { x, y: 0 } }),
  )
  if (!result.ok) throw new Error(result.problem.message)
  return result.history
}

const back = (history: EditHistory<Graph>) => {
  const result = undone(history)
  return result.ok ? result.history : history
}
const forth = (history: EditHistory<Graph>) => {
  const result = redone(history)
  return result.ok ? result.history : history
}

describe('undo and redo', () => {
  test('go through every step and restore the same parts', () => {
    let history = editHistory(start)
    for (let x = 1; x <= 50; x++) history = moved(history, x)
    const end = history.document
    for (let step = 0; step < 50; step++) history = back(history)
    expect(history.document.nodes[0]).toBe(start.nodes[0])
    expect(history.past).toEqual([])
    for (let step = 0; step < 50; step++) history = forth(history)
    expect(history.document).toEqual(end)
    expect(history.future).toEqual([])
  })

  test('are rejected at both ends', () => {
    expect(undone(editHistory(start))).toMatchObject({ ok: false, problem: { code: 'UNDO_UNAVAILABLE' } })
    expect(redone(editHistory(start))).toMatchObject({ ok: false, problem: { code: 'REDO_UNAVAILABLE' } })
  })

  test('keep the label of the step', () => {
    const history = moved(moved(editHistory(start), 1, { label: 'first' }), 2, { label: 'second' })
    expect(history.past.map(({ label }) => label)).toEqual(['first', 'second'])
    expect(back(history).future.map(({ label }) => label)).toEqual(['second'])
    expect(forth(back(history)).past.map(({ label }) => label)).toEqual(['first', 'second'])
  })

  test('drop undone steps after a new step', () => {
    const history = moved(back(moved(editHistory(start), 1)), 9)
    expect(history.future).toEqual([])
  })

  test('ignore a step that changes nothing', () => {
    const history = moved(editHistory(start), 1)
    expect(moved(history, 1)).toBe(history)
  })

  test('drop the oldest steps beyond the limit', () => {
    let history = editHistory(start)
    for (let x = 1; x <= HISTORY_LIMITS.steps + 5; x++) history = moved(history, x)
    expect(history.past).toHaveLength(HISTORY_LIMITS.steps)
    for (let step = 0; step < HISTORY_LIMITS.steps; step++) history = back(history)
    expect(history.document.nodes[0]?.position).toEqual({ x: 5, y: 0 })
  })

  test('work across a rebase of the document, such as a save', () => {
    const history = moved(editHistory(start), 1)
    const stored = { ...history.document, nodes: history.document.nodes.map((one) => ({ ...one, type: 'stored' })) }
    expect(back(rebased(history, stored)).document.nodes.map(({ type }) => type)).toEqual(['x', 'stored'])
  })
})

test('rejects a rebase on a document with other nodes', () => {
  const history = moved(editHistory(start), 1)
  const [first, ...others] = start.nodes
  for (const nodes of [others, [...others, first!], [...start.nodes, node('c')]]) {
    expect(() => rebased(history, { ...start, nodes })).toThrow(TypeError)
  }
})

describe('steps with a coalesce key', () => {
  const { coalesceMs } = HISTORY_LIMITS

  test('are merged while they follow each other quickly', () => {
    let history = moved(editHistory(start), 1, { coalesce: 'a', atMs: 1_000 })
    history = moved(history, 2, { coalesce: 'a', atMs: 1_000 + coalesceMs - 1 })
    history = moved(history, 3, { coalesce: 'a', atMs: 1_000 + 2 * (coalesceMs - 1) })
    expect(history.past).toHaveLength(1)
    expect(back(history).document.nodes[0]).toBe(start.nodes[0])
  })

  test('are merged after a pause if the step asks for it, and a sum without a change leaves no step', () => {
    const first = moved(editHistory(start), 1, { coalesce: 'a', atMs: 0 })
    const later = { coalesce: 'a', atMs: 10 * coalesceMs, ignoresPause: true }
    expect(moved(first, 2, later).past).toHaveLength(1)
    expect(moved(first, 0, later).past).toEqual([])
    expect(moved(first, 2, { ...later, coalesce: 'b' }).past).toHaveLength(2)
  })

  test.each<[string, Options, Options]>([
    ['after a pause', { coalesce: 'a', atMs: 0 }, { coalesce: 'a', atMs: coalesceMs }],
    ['with another key', { coalesce: 'a' }, { coalesce: 'b' }],
    ['with another label', { coalesce: 'a', label: 'one' }, { coalesce: 'a', label: 'two' }],
    ['without a key', {}, {}],
  ])('stay apart %s', (_, first, second) => {
    expect(moved(moved(editHistory(start), 1, first), 2, second).past).toHaveLength(2)
  })

  test('are not merged across an undo', () => {
    const history = moved(moved(editHistory(start), 1, { coalesce: 'a' }), 2, { coalesce: 'b' })
    expect(moved(back(history), 3, { coalesce: 'a' }).past).toHaveLength(2)
    expect(moved(forth(back(history)), 3, { coalesce: 'b' }).past).toHaveLength(3)
  })
})
