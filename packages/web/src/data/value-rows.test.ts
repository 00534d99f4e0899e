import { expect, test } from 'vitest'
import { cellOf, cellText, isTabular, stepsToCell, tableData } from './table-data.ts'
import { matchingLines, matchParts, textLines } from './text-lines.ts'
import { stepsTo, treeRows } from './tree-rows.ts'

const NONE = new Map<string, boolean>()
const value = { id: 7, items: [{ name: 'Ada' }, { name: 'Bob' }], empty: {} }

test('a small value is open as a tree, and every row knows its path', () => {
  const rows = treeRows(value, NONE)
  expect(rows.map(({ id, depth, size }) => [id, depth, size])).toEqual([
    ['id', 0, undefined],
    ['items', 0, 2],
    ['items/0', 1, 1],
    ['items/0/name', 2, undefined],
    ['items/1', 1, 1],
    ['items/1/name', 2, undefined],
    ['empty', 0, 0],
  ])
  expect(rows.map(stepsTo)[5]).toEqual(['items', 1, 'name'])
})

test('rows are opened and closed by their id', () => {
  expect(treeRows(value, new Map([['items', false]])).map(({ id }) => id)).toEqual(['id', 'items', 'empty'])
  const large = Array.from({ length: 1000 }, (_, at) => ({ at }))
  expect(treeRows(large, NONE)).toHaveLength(1000)
  expect(treeRows(large, new Map([['3', true]]))[4]?.id).toBe('3/at')
})

test('keys with slashes have rows of their own', () => {
  expect(treeRows({ 'a/b': { c: 1 }, a: { b: 2 } }, NONE).map(({ id }) => id)).toEqual(['a~1b', 'a~1b/c', 'a', 'a/b'])
})

test('a search in the tree keeps matching rows and the rows above them', () => {
  expect(treeRows(value, NONE, 'bob').map(({ id }) => id)).toEqual(['items', 'items/1', 'items/1/name'])
  expect(treeRows(value, NONE, 'ITEMS').map(({ id, isOpen }) => [id, isOpen])).toEqual([['items', false]])
  expect(treeRows(value, NONE, 'nothing')).toEqual([])
})

test('a list of objects is a table with the keys of its items as columns', () => {
  const items = [
    { id: 1, name: 'Ada' },
    { id: 2, tags: ['x'] },
  ]
  expect(isTabular(items)).toBe(true)
  expect(isTabular([1, 2])).toBe(false)
  expect(isTabular({ items })).toBe(false)
  const table = tableData(items)
  expect(table).toEqual({ columns: ['id', 'name', 'tags'], rows: [0, 1] })
  expect(cellText(cellOf(items[1], 'tags'))).toBe('["x"]')
  expect(cellText(cellOf(items[1], 'name'))).toBe('')
  expect(tableData(items, 'ada').rows).toEqual([0])
  expect(stepsToCell(1, 'tags')).toEqual([1, 'tags'])
})

test('a list of plain values is a table with one column', () => {
  expect(tableData([3, 'b'], '3')).toEqual({ columns: [undefined], rows: [0] })
  expect(stepsToCell(1, undefined)).toEqual([1])
})

test('long lines of a text are split', () => {
  const lines = textLines(`short\n${'x'.repeat(2500)}`)
  expect(lines.map(({ length }) => length)).toEqual([5, 1000, 1000, 500])
  expect(matchingLines(['One', 'two', 'done'], 'ONE')).toEqual([0, 2])
})

test('splits a text at the matches of a search', () => {
  expect(matchParts('One done', 'one')).toEqual(['', 'One', ' d', 'one', ''])
  expect(matchParts('One', '')).toEqual(['One'])
})
