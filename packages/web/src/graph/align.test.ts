import { expect, test } from 'vitest'
import { aligned } from './align.ts'

const boxes = [
  { id: 'a', x: 0, y: 0, width: 100, height: 40 },
  { id: 'b', x: 50, y: 100, width: 60, height: 20 },
  { id: 'c', x: 300, y: 30, width: 100, height: 40 },
]

test.each([
  ['left', { a: 0, b: 0, c: 0 }, 'x'],
  ['right', { a: 300, b: 340, c: 300 }, 'x'],
  ['centre', { a: 150, b: 170, c: 150 }, 'x'],
  ['top', { a: 0, b: 0, c: 0 }, 'y'],
  ['bottom', { a: 80, b: 100, c: 80 }, 'y'],
  ['middle', { a: 40, b: 50, c: 40 }, 'y'],
] as const)('%s', (how, expected, axis) => {
  const places = aligned(boxes, how)
  expect(Object.fromEntries(Object.entries(places).map(([id, place]) => [id, place[axis]]))).toEqual(expected)
})

test('distributing makes gaps equal and keeps the outer two nodes in place', () => {
  expect(aligned(boxes, 'distributeX')).toEqual({ a: { x: 0, y: 0 }, b: { x: 170, y: 100 }, c: { x: 300, y: 30 } })
})

test('does not move a single node', () => {
  expect(aligned(boxes.slice(0, 1), 'left')).toEqual({})
  expect(aligned(boxes.slice(0, 2), 'distributeY')).toEqual({})
})
