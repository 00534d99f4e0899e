import { expect, test } from 'vitest'
import { leastCpuMs } from './testing/cpu-time.ts'
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
  expect(leastCpuMs(1000, () => expect(withoutTrailingSlashes(text)).toBe(text))).toBeLessThan(1000)
})
