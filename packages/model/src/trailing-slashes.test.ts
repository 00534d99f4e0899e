import { expect, test } from 'vitest'
import { withoutTrailingSlashes } from './trailing-slashes.ts'

test.each([
  ['', ''],
  ['/', ''],
  ['a', 'a'],
  ['a//', 'a'],
  ['/a/b/', '/a/b'],
])('%o becomes %o', (text, expected) => {
  expect(withoutTrailingSlashes(text)).toBe(expected)
})

test('takes linear time if many slashes are inside the text', () => {
  const text = `a${'/'.repeat(1_000_000)}b`
  const start = process.cpuUsage()
  expect(withoutTrailingSlashes(text)).toBe(text)
  const { user, system } = process.cpuUsage(start)
  expect((user + system) / 1000).toBeLessThan(1000)
})
