import type { Box } from '@millrace/model'
import { expect, test } from 'vitest'
import { loopBack } from './edge-routing.ts'
import { ObstacleIndex } from './obstacle-index.ts'
import { crossedBoxes } from './testing/crossed-boxes.ts'

const ends = { sourceX: 500, sourceY: 60, targetX: 0, targetY: 40 }
const head = { x: 0, y: 0, width: 200, height: 200 }
const body = { x: 300, y: 20, width: 200, height: 80 }

const route = (others: readonly Box[], own: readonly Box[] = [head, body], from = ends) =>
  loopBack(from, own, () => others)

test('a loop-back edge passes below both of its nodes', () => {
  expect(route([])[2]).toBe(224)
})

test('a loop-back edge passes below nodes between its ends, at any depth', () => {
  const deep = { x: 250, y: 150, width: 100, height: 120 }
  const deeper = { x: 100, y: 275, width: 100, height: 50 }
  expect(route([deep, deeper])[2]).toBe(349)
})

test('a loop-back edge ignores nodes that are far below or beside it', () => {
  const beside = { x: 900, y: 150, width: 100, height: 120 }
  const farBelow = { x: 100, y: 800, width: 100, height: 50 }
  expect(route([beside, farBelow])[0]).toBe(route([])[0])
})

test('a loop-back edge between stacked nodes uses the gap if it is free and wide enough', () => {
  const lower = { ...body, y: 260 }
  const stacked = { ...ends, sourceY: 300 }
  expect(route([], [head, lower], stacked)[2]).toBe(230)
  expect(route([], [head, { ...lower, y: 220 }], stacked)[2]).toBe(324)
  const inGap = { x: 220, y: 210, width: 60, height: 40 }
  expect(route([inGap], [head, lower], stacked)[2]).toBe(364)
})

test('the path starts and ends at the ports', () => {
  const [path, x] = route([])
  expect([path.startsWith('M 500 60 '), path.endsWith('H 0'), x]).toEqual([true, true, 250])
})

test('the vertical parts of a loop-back edge go around nodes beside them', () => {
  const beside = [
    { x: 510, y: 120, width: 100, height: 60 },
    { x: 600, y: 150, width: 100, height: 40 },
    { x: -120, y: 90, width: 110, height: 80 },
  ]
  const [path] = route(beside)
  expect(crossedBoxes(path, [head, body, ...beside])).toEqual([])
})

test('a loop-back edge goes lower if a part that moved outwards would cross further nodes', () => {
  const beside = { x: 510, y: 120, width: 100, height: 60 }
  const below = { x: 560, y: 200, width: 60, height: 50 }
  const [path, , y] = route([beside, below])
  expect([crossedBoxes(path, [head, body, beside, below]), y]).toEqual([[], 274])
})

test('a loop-back edge does not cross its own nodes where one is above the other', () => {
  const upper = { x: 0, y: 0, width: 236, height: 100 }
  const lower = { x: -100, y: 110, width: 236, height: 100 }
  const stacked = { sourceX: 236, sourceY: 50, targetX: -100, targetY: 160 }
  const turned = { sourceX: 136, sourceY: 160, targetX: 0, targetY: 50 }
  for (const from of [stacked, turned]) {
    expect(crossedBoxes(route([], [upper, lower], from)[0], [upper, lower])).toEqual([])
  }
})

test('a loop-back edge next to a node turns in the gap before it', () => {
  const next = { x: 516, y: 0, width: 200, height: 120 }
  const [path] = route([next])
  expect(crossedBoxes(path, [head, body, next])).toEqual([])
})

test('a loop-back edge is compared with the nodes near it, also in a large workflow', () => {
  const comparedIn = (rows: number) => {
    const boxes = Array.from({ length: rows * 10 }, (_, at) => ({
      id: `n${at}`,
      x: (at % 10) * 340,
      y: Math.floor(at / 10) * 180,
      width: 236,
      height: 120,
    }))
    const index = new ObstacleIndex(boxes)
    let loops = 0
    for (const [at, source] of boxes.entries()) {
      const target = at % 10 === 0 ? undefined : boxes[at - 1]
      if (target === undefined) continue
      loops += 1
      const from = { sourceX: source.x + 236, sourceY: source.y + 60, targetX: target.x, targetY: target.y + 60 }
      const others = (area: Box) => index.near(area).filter((box) => box !== source && box !== target)
      const [path] = loopBack(from, [source, target], others)
      expect(crossedBoxes(path, boxes.slice(Math.max(0, at - 20), at + 30))).toEqual([])
    }
    return index.compared / loops
  }
  expect(comparedIn(20)).toBeLessThan(60)
  expect(comparedIn(200)).toBeLessThan(60)
})
