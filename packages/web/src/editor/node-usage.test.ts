import { expect, test } from 'vitest'
import { nodeUsage } from './node-usage.ts'

const DAY_MS = 24 * 60 * 60 * 1000

function memoryStorage() {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  }
}

test('ranks types by how often and how recently they were used', () => {
  let at = 0
  const usage = nodeUsage(memoryStorage, () => at)
  for (const type of ['code', 'code', 'code', 'merge']) usage.record(type)
  expect(usage.favourites(5)).toEqual(['code', 'merge'])
  at = 60 * DAY_MS
  for (const type of ['delay', 'delay']) usage.record(type)
  expect(usage.favourites(2)).toEqual(['delay', 'code'])
  expect(usage.score('delay')).toBeGreaterThan(usage.score('code'))
  expect(usage.score('unused')).toBe(0)
  expect(usage.score('delay')).toBeLessThan(1)
})

test('keeps the counts in the storage and ignores a value that it cannot read', () => {
  const storage = memoryStorage()
  nodeUsage(() => storage).record('code')
  expect(nodeUsage(() => storage).favourites(5)).toEqual(['code'])
  storage.setItem('millrace:node-usage', '[["code", {"weight": "many"}], 7')
  expect(nodeUsage(() => storage).favourites(5)).toEqual([])
})

test('counts without storage for as long as the page is open', () => {
  const usage = nodeUsage(() => {
    throw new Error('blocked')
  })
  usage.record('code')
  expect(usage.favourites(5)).toEqual(['code'])
})
