import { expect, test } from 'vitest'
import { grownGroups } from './group-growth.ts'
import { withGroupMembers } from './group-moves.ts'

const box = (id: string, x: number, y: number, size: { width: number; height: number; isGroup?: boolean }) => ({
  id,
  x,
  y,
  isGroup: false,
  ...size,
})
const CARD = { width: 100, height: 40 }
const OUTER = box('outer', 0, 0, { width: 600, height: 300, isGroup: true })
const INNER = box('inner', 20, 60, { width: 200, height: 120, isGroup: true })
const NODES = [OUTER, INNER, box('a', 40, 100, CARD), box('b', 400, 100, CARD), box('far', 900, 0, CARD)]

test('the nodes of a moved group move along, also those of the groups in it', () => {
  expect(withGroupMembers({ outer: { x: 10, y: -5 } }, NODES)).toEqual({
    outer: { x: 10, y: -5 },
    inner: { x: 30, y: 55 },
    a: { x: 50, y: 95 },
    b: { x: 410, y: 95 },
  })
  expect(Object.keys(withGroupMembers({ inner: { x: 0, y: 0 } }, NODES))).toEqual(['inner', 'a'])
})

test('a node that is moved itself is not moved twice, and other moves stay as they are', () => {
  const moved = { outer: { x: 10, y: 0 }, a: { x: 50, y: 100 } }
  expect(withGroupMembers(moved, NODES).a).toEqual({ x: 50, y: 100 })
  const plain = { far: { x: 1, y: 1 } }
  expect(withGroupMembers(plain, NODES)).toBe(plain)
})

test('a group grows with a node that is added after one of its nodes, and so do the groups around it', () => {
  const added = box('new', 560, 280, CARD)
  const growth = { before: NODES, after: [...NODES, added], added: { id: 'new', near: 'b' } }
  expect([...grownGroups(growth)]).toEqual([['outer', { x: 0, y: 0, width: 700, height: 360 }]])
  const inInner = { ...growth, after: [...NODES, box('new', 200, 100, CARD)], added: { id: 'new', near: 'a' } }
  expect([...grownGroups(inInner).keys()]).toEqual(['inner'])
})

test('a group does not grow over nodes that are not in it', () => {
  const added = box('new', 1000, 100, CARD)
  const growth = { before: NODES, after: [...NODES, added], added: { id: 'new', near: 'b' } }
  expect(grownGroups(growth).size).toBe(0)
})

test('a group grows with nodes that moved aside, and not with nodes that left before', () => {
  const after = NODES.map((node) => (node.id === 'b' ? { ...node, x: 560 } : node))
  expect(grownGroups({ before: NODES, after, added: undefined }).get('outer')?.width).toBe(700)
  expect(grownGroups({ before: after, after, added: undefined }).size).toBe(0)
})
