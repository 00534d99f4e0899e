import type { Catalogue, Command, Graph, WorkflowNode } from '@millrace/model'
import { expect, test } from 'vitest'
import { type EditLog, edited, editLog, MERGE_WITHIN_MS, redone, replaced, undone } from './edit-log.ts'

const catalogue: Catalogue = { types: new Map(), categories: [] }
const node = (id: string): WorkflowNode => ({
  id,
  type: 'x',
  position: { x: 0, y: 0 },
  data: { label: id, config: {} },
})
const start: Graph = { nodes: [node('a'), node('b')], edges: [] }
const move = (x: number): Command => ({ verb: 'move', node: 'a', to: { x, y: 0 } })

function after(log: EditLog<Graph>, command: Command, options = {}): EditLog<Graph> {
  const result = edited(log, [command], catalogue, options)
  if (!result.ok) throw new Error(result.problem.message)
  return result.log
}

test('undo goes back further than the model remembers, and redo all the way forth', () => {
  let log = editLog(start)
  for (let x = 1; x <= 700; x++) log = after(log, move(x))
  const end = log.document
  for (let step = 0; step < 700; step++) log = undone(log)
  expect(log.document).toEqual(start)
  expect(log.past).toHaveLength(0)
  for (let step = 0; step < 700; step++) log = redone(log)
  expect(log.document).toEqual(end)
})

test('steps with the same key shortly after each other are one', () => {
  let log = after(editLog(start), move(1), { key: 'move', atMs: 1000 })
  log = after(log, move(2), { key: 'move', atMs: 1100 })
  expect(log.past).toHaveLength(1)
  log = after(log, move(3), { key: 'move', atMs: 1100 + MERGE_WITHIN_MS })
  expect(log.past).toHaveLength(2)
  log = after(log, move(4), { key: 'other', atMs: 1100 + MERGE_WITHIN_MS })
  expect(log.past).toHaveLength(3)
  expect(undone(undone(undone(log))).document).toEqual(start)
})

test('a new step after undo forgets what was undone', () => {
  const log = after(undone(after(editLog(start), move(1))), move(9))
  expect(log.future).toHaveLength(0)
  expect(redone(log)).toBe(log)
})

test('what is refused changes nothing and says why', () => {
  const result = edited(editLog(start), [move(1), { verb: 'delete', node: 'nobody' }], catalogue)
  expect(result).toMatchObject({ ok: false, problem: { code: 'NODE_NOT_FOUND' } })
})

test('another document is one step, and undo puts the very same parts back', () => {
  const log = undone(replaced(editLog(start), { ...start, nodes: [node('c')] }))
  expect(log.document.nodes[0]).toBe(start.nodes[0])
})
