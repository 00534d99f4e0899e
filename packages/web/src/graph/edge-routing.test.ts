import { expect, test } from 'vitest'
import { hasSpaceBetween, lineBelow, routeAround } from './edge-routing.ts'

const ends = { sourceX: 500, sourceY: 60, targetX: 0, targetY: 40 }
const head = { x: 0, y: 0, width: 200, height: 200 }
const body = { x: 300, y: 20, width: 200, height: 80 }

test('a loop-back edge passes below both of its nodes', () => {
  expect(lineBelow(ends, [head, body], [])).toBe(224)
})

test('a loop-back edge passes below nodes between its ends, at any depth', () => {
  const deep = { x: 250, y: 150, width: 100, height: 120 }
  const deeper = { x: 100, y: 275, width: 100, height: 50 }
  expect(lineBelow(ends, [head, body], [deep, deeper])).toBe(349)
})

test('a loop-back edge ignores nodes that are far below or beside it', () => {
  const beside = { x: 900, y: 150, width: 100, height: 120 }
  const farBelow = { x: 100, y: 800, width: 100, height: 50 }
  expect(lineBelow(ends, [head, body], [beside, farBelow])).toBe(224)
})

test('detects space for a line between stacked nodes', () => {
  expect(hasSpaceBetween(head, { ...body, y: 240 })).toBe(true)
  expect(hasSpaceBetween(head, { ...body, y: 220 })).toBe(false)
  expect(hasSpaceBetween(head, body)).toBe(false)
})

test('the path starts and ends at the ports', () => {
  const [path, x, y] = routeAround(ends, 224)
  expect([path.startsWith('M 500 60 '), path.endsWith('H 0'), x, y]).toEqual([true, true, 250, 224])
})
