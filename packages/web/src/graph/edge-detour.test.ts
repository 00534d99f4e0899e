import { expect, test } from 'vitest'
import { crosses, detour } from './edge-detour.ts'
import { loopBack } from './edge-routing.ts'
import { crossedBoxes } from './testing/crossed-boxes.ts'

const ENDS = { sourceX: 0, sourceY: 100, targetX: 600, targetY: 100 }
const between = { x: 200, y: 60, width: 200, height: 100 }

test('a connection without a node in its way keeps its curve', () => {
  expect(
    crosses(ENDS, [
      { ...between, y: 300 },
      { ...between, x: 700 },
    ]),
  ).toBe(false)
})

test('a connection goes around a node in its way, on the shorter side', () => {
  expect(crosses(ENDS, [between])).toBe(true)
  const [path, , y] = detour(ENDS, [between]) ?? ['', 0, 0]
  // The box ends 60 below the line and begins 40 above it.
  expect(y).toBeLessThan(between.y)
  expect(path.startsWith('M 0 100')).toBe(true)
  expect(path.endsWith('H 600')).toBe(true)
})

test('a detour avoids the nodes beside the one in the way', () => {
  const above = { x: 300, y: -60, width: 100, height: 110 }
  const [, , y] = detour(ENDS, [between, above]) ?? ['', 0, 0]
  for (const box of [between, above]) expect(y <= box.y || y >= box.y + box.height).toBe(true)
})

test('a detour goes around nodes that stand in its vertical parts', () => {
  // Above and below the start, so that going up or down right behind it would cross one of them.
  const beside = [
    { x: -40, y: -140, width: 100, height: 200 },
    { x: -40, y: 140, width: 100, height: 200 },
    { x: 540, y: 140, width: 100, height: 200 },
  ]
  const boxes = [between, ...beside]
  const [path] = detour(ENDS, boxes) ?? ['']
  expect(path).not.toBe('')
  expect(crossedBoxes(path, boxes)).toEqual([])
})

test('without space between the two nodes the curve stays', () => {
  expect(detour({ ...ENDS, targetX: 40 }, [between])).toBeUndefined()
})

test('checking a connection against 1,000 nodes needs one pass', () => {
  const many = Array.from({ length: 1000 }, (_, at) => ({ x: at * 300, y: 1000, width: 200, height: 100 }))
  let reads = 0
  const counted = many.map((box) => ({
    get x() {
      reads += 1
      return box.x
    },
    y: box.y,
    width: box.width,
    height: box.height,
  }))
  expect(crosses(ENDS, counted)).toBe(false)
  expect(reads).toBeLessThanOrEqual(2 * many.length)
})

test.each([-30, 0, 60])('a node between two ports above each other is in the way: %i px to the right', (targetX) => {
  const ends = { sourceX: 0, sourceY: 0, targetX, targetY: 400 }
  const box = { x: -80, y: 150, width: 200, height: 80 }
  expect(crosses(ends, [box])).toBe(true)
  expect(detour(ends, [box])).toBeUndefined()
  const own = [
    { x: -160, y: -30, width: 160, height: 60 },
    { x: targetX, y: 370, width: 160, height: 60 },
  ]
  const [path] = loopBack(ends, own, () => [box])
  expect(crossedBoxes(path, [box])).toEqual([])
})
