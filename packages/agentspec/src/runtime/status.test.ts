import { expect, test } from 'vitest'
import { FlowBoard } from './status.ts'

const statuses = (board: FlowBoard) => Object.fromEntries([...board.nodes].map(([name, { status }]) => [name, status]))

test('nodes are idle until they are visited, and what was never reached is skipped', () => {
  const board = new FlowBoard(['a', 'b', 'c'])
  expect(statuses(board)).toEqual({ a: 'idle', b: 'idle', c: 'idle' })
  board.note('0', { node: 'a', status: 'completed', startedAt: 10, endedAt: 15 })
  board.note('1', { node: 'b', status: 'running', startedAt: 20 })
  expect(statuses(board)).toEqual({ a: 'completed', b: 'running', c: 'idle' })
  board.note('1', { node: 'b', status: 'completed', startedAt: 20, endedAt: 40 })
  board.finish('completed')
  expect(statuses(board)).toEqual({ a: 'completed', b: 'completed', c: 'skipped' })
  expect(board.nodes.get('b')).toEqual({ status: 'completed', executionCount: 1, startedAt: 20, durationMs: 20 })
})

test('every visit counts once, and the newest is shown', () => {
  const board = new FlowBoard(['a'])
  for (const [key, startedAt] of [
    ['0', 1],
    ['2', 5],
  ] as const) {
    board.note(key, { node: 'a', status: 'running', startedAt })
    board.note(key, { node: 'a', status: 'completed', startedAt, endedAt: startedAt + 1 })
  }
  expect(board.nodes.get('a')).toMatchObject({ executionCount: 2, startedAt: 5 })
})

test('notes of nested flows, agents and questions change nothing', () => {
  const board = new FlowBoard(['a'])
  for (const key of ['0/0', '0[1]/0', '0/turn:0', '0!', 'ask:0']) {
    board.note(key, { node: 'a', status: 'completed', startedAt: 1 })
  }
  expect(board.takeChanged()).toEqual([])
})

test('a node that waits is interrupted, and goes on afterwards', () => {
  const board = new FlowBoard(['a'])
  board.note('0', { node: 'a', status: 'running', startedAt: 1 })
  board.waitsAt('a')
  expect(statuses(board)).toEqual({ a: 'interrupted' })
  board.waitsAt(undefined)
  expect(statuses(board)).toEqual({ a: 'running' })
})

test('what was under way ends with the run', () => {
  for (const [end, expected] of [
    ['failed', 'failed'],
    ['cancelled', 'cancelled'],
  ] as const) {
    const board = new FlowBoard(['a', 'b'])
    board.note('0', { node: 'a', status: 'running', startedAt: 1 })
    board.finish(end)
    expect(statuses(board)).toEqual({ a: expected, b: 'skipped' })
  }
})

test('changes are named in the order in which they happened, once', () => {
  const board = new FlowBoard(['a', 'b'])
  board.note('0', {
    node: 'b',
    status: 'completed',
    startedAt: 1,
    endedAt: 2,
    said: [{ role: 'assistant', content: 'Hi' }],
  })
  board.note('1', { node: 'a', status: 'running', startedAt: 3 })
  expect(board.takeChanged()).toEqual(['b', 'a'])
  expect(board.takeChanged()).toEqual([])
  expect(board.messages).toEqual([{ role: 'assistant', content: 'Hi' }])
})
