import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { smallCatalogue } from '../testing/small-catalogue.ts'
import type { Graph } from '../workflow/workflow.ts'
import type { Command } from './command.ts'
import { type EditHistory, editHistory, redone, undone } from './history.ts'
import { commands, graphs } from './testing/arbitraries.ts'
import { type Transaction, transacted } from './transaction.ts'

const EMPTY: Graph = { nodes: [], edges: [] }
const options = { label: 'test', catalogue: smallCatalogue }
const transact = <T>(history: EditHistory<Graph>, work: (tx: Transaction<Graph>) => T) =>
  transacted(history, options, work)

const ref = (node: string, port: string) => ({ node, port })

describe('a transaction', () => {
  test('is one undo step, and later edits see earlier ones', () => {
    const result = transact(editHistory(EMPTY), (tx) => {
      const [text = ''] = tx.add({ type: 'text' }).nodes
      const [model = ''] = tx.add({ type: 'model', after: text }).nodes
      const [edge = ''] = tx.connect({ source: ref(text, 'text'), target: ref(model, 'message') }).edges
      tx.comment({ edge, text: 'The question' })
      tx.resize({ node: text, to: { width: 300, height: 200 } })
      tx.pin({ node: model, outputs: { response: 'Hello' } })
      return tx.current.nodes.length
    })
    if (!result.ok) throw new Error(result.problem.message)
    expect(result).toMatchObject({ value: 2, made: { nodes: ['text.1', 'model.1'], edges: [expect.any(String)] } })
    expect(result.history.past.map(({ label }) => label)).toEqual(['test'])
    expect(undone(result.history)).toMatchObject({ ok: true, history: { document: EMPTY, past: [] } })
  })

  test('is rejected as a whole if one edit is', () => {
    const history = editHistory(EMPTY)
    const result = transact(history, (tx) => {
      tx.add({ type: 'text' })
      tx.move({ node: 'missing', to: { x: 1, y: 1 } })
    })
    expect(result).toMatchObject({ ok: false, problem: { code: 'NODE_NOT_FOUND' } })
    expect(history).toEqual(editHistory(EMPTY))
  })

  test('rethrows an error of the function and does not change the history', () => {
    const history = editHistory(EMPTY)
    const work = (tx: Transaction<Graph>) => {
      tx.add({ type: 'text' })
      throw new RangeError('a fault of the caller')
    }
    expect(() => transact(history, work)).toThrow(RangeError)
    expect(history).toEqual(editHistory(EMPTY))
  })

  test('does not report ids that it created and removed again', () => {
    const result = transact(editHistory(EMPTY), (tx) => {
      tx.add({ type: 'text', name: 'one' })
      tx.add({ type: 'text', name: 'two' })
      tx.delete({ node: 'one' })
    })
    expect(result).toMatchObject({ ok: true, made: { nodes: ['two'] } })
  })

  test('without a change is not a step', () => {
    const history = editHistory(EMPTY)
    const result = transact(history, () => undefined)
    expect(result.ok && result.history).toBe(history)
  })

  test('must be synchronous and cannot be used after its end', () => {
    let kept: Transaction<Graph> | undefined
    transact(editHistory(EMPTY), (tx) => {
      kept = tx
    })
    expect(() => kept?.clear()).toThrow('over')
    expect(() => kept?.runAll([])).toThrow('over')
    expect(() => transact(editHistory(EMPTY), async () => undefined)).toThrow('synchronous')
  })
})

describe('a batch in a transaction', () => {
  const batch: Command[] = [
    { verb: 'add', type: 'text' },
    { verb: 'delete', node: 'missing' },
  ]

  test('is all or nothing, unless rejected commands are skipped', () => {
    expect(transact(editHistory(EMPTY), (tx) => tx.runAll(batch))).toMatchObject({
      problem: { code: 'NODE_NOT_FOUND' },
    })
    const skipping = transact(editHistory(EMPTY), (tx) => tx.runAll(batch, { skipRefused: true }))
    expect(skipping).toMatchObject({ ok: true, made: { nodes: ['text.1'] }, value: { ok: false } })
  })

  test('fails when every command is skipped', () => {
    const result = transact(editHistory(EMPTY), (tx) => tx.runAll(batch.slice(1), { skipRefused: true }))
    expect(result).toMatchObject({ ok: false, problem: { code: 'NODE_NOT_FOUND' } })
  })
})

type Action =
  | { readonly do: 'undo' | 'redo' }
  | {
      readonly do: 'transact'
      readonly all: readonly Command[]
      readonly coalesce: string | undefined
      readonly fails: boolean
    }

const actions: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('transact' as const),
      all: fc.array(commands, { maxLength: 4 }),
      coalesce: fc.constantFrom(undefined, 'a', 'b'),
      fails: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('undo' as const, 'redo' as const) }) },
)

/** The history after an action, unchanged if it was rejected. The clock is fixed: equal keys in a row always coalesce. */
function after(history: EditHistory<Graph>, action: Action): EditHistory<Graph> {
  if (action.do !== 'transact') {
    const walked = action.do === 'undo' ? undone(history) : redone(history)
    return walked.ok ? walked.history : history
  }
  const { all, coalesce, fails } = action
  const result = transacted(history, { ...options, coalesce }, (tx) => {
    for (const command of all) tx.run(command)
    if (fails) tx.delete({ node: 'not in any graph' })
  })
  if (fails) expect(result.ok).toBe(false)
  return result.ok ? result.history : history
}

function walkedToEnd(history: EditHistory<Graph>, walk: typeof undone): EditHistory<Graph> {
  let now = history
  for (let next = walk(now); next.ok; next = walk(now)) now = next.history
  return now
}

describe('any sequence of transactions, undos and redos', () => {
  test('returns the first document after undoing everything, and the last after redoing everything', () => {
    fc.assert(
      fc.property(graphs, fc.array(actions, { maxLength: 25 }), (graph, all) => {
        const original = structuredClone(graph)
        const history = all.reduce(after, editHistory<Graph>(graph))
        const newest = structuredClone(walkedToEnd(history, redone).document)
        const oldest = walkedToEnd(history, undone)
        expect(oldest.document).toEqual(original)
        expect(oldest.past).toEqual([])
        const again = walkedToEnd(oldest, redone)
        expect(again.document).toEqual(newest)
        expect(again.future).toEqual([])
        // No step was lost.
        expect(again.past).toHaveLength(history.past.length + history.future.length)
      }),
      { numRuns: 300 },
    )
  })

  test('is not changed by a failing transaction', () => {
    fc.assert(
      fc.property(graphs, fc.array(actions, { maxLength: 10 }), fc.array(commands), (graph, before, all) => {
        const history = before.reduce(after, editHistory<Graph>(graph))
        const [kept, document] = [{ ...history }, structuredClone(history.document)]
        expect(after(history, { do: 'transact', all, coalesce: undefined, fails: true })).toBe(history)
        expect(history).toEqual(kept)
        expect(history.document).toEqual(document)
      }),
    )
  })
})
