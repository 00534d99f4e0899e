import type { Box } from '@millrace/model'
import { expect, test } from 'vitest'
import { crosses, detour } from './edge-detour.ts'
import { ObstacleIndex } from './obstacle-index.ts'

const CARD = { width: 236, height: 120 }

/** Rows of ten connected nodes, as an auto-layout draws them. */
function rows(count: number) {
  const boxes = Array.from({ length: count }, (_, at) => ({
    id: `n${at}`,
    x: (at % 10) * 340,
    y: Math.floor(at / 10) * 180,
    ...CARD,
  }))
  // Every connection skips one node, so that it crosses that node.
  const ends = boxes.slice(0, -2).map((box, at) => ({
    sourceX: box.x + box.width,
    sourceY: box.y + 60,
    targetX: boxes[at + 2]?.x ?? 0,
    targetY: (boxes[at + 2]?.y ?? 0) + 60,
  }))
  return { boxes, ends: ends.filter(({ sourceX, targetX }) => targetX > sourceX) }
}

/** Routes all connections; returns how many boxes were compared. */
function workFor(count: number) {
  const { boxes, ends } = rows(count)
  const index = new ObstacleIndex(boxes)
  let detours = 0
  for (const one of ends) {
    const between = { x: one.sourceX + 1, width: one.targetX - one.sourceX - 2 }
    const direct = index.near({ ...between, y: one.sourceY, height: 0 })
    if (!crosses(one, direct)) continue
    const area: Box = { ...between, y: one.sourceY - 400, height: 800 }
    if (detour(one, index.near(area)) !== undefined) detours += 1
  }
  return { compared: index.compared, detours, connections: ends.length }
}

test('finds the boxes that touch an area, each once', () => {
  const index = new ObstacleIndex([
    { id: 'wide', x: -300, y: 0, width: 2000, height: 50 },
    { id: 'far', x: 5000, y: 0, ...CARD },
  ])
  expect(index.near({ x: 0, y: 20, width: 900, height: 900 }).map(({ id }) => id)).toEqual(['wide'])
  expect(index.near({ x: 0, y: 60, width: 900, height: 900 })).toEqual([])
})

test('routing every connection around its nodes takes work that grows with their number', () => {
  const [small, large] = [workFor(1000), workFor(10_000)]
  expect(small.detours).toBe(small.connections)
  expect(large.detours).toBe(large.connections)
  // A connection is compared with the boxes of a few cells, not with all nodes.
  expect(small.compared / small.connections).toBeLessThan(60)
  expect(large.compared / large.connections).toBeLessThan(60)
})

test('a connection across the whole canvas is left as it is instead of searching all of it', () => {
  const index = new ObstacleIndex(rows(100).boxes)
  expect(index.near({ x: -1e6, y: -1e6, width: 2e6, height: 2e6 })).toEqual([])
  expect(index.compared).toBe(0)
})
