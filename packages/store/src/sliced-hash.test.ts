import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashInSlices } from './sliced-hash.ts'

test.each([
  ['an empty text', ''],
  ['a short text', 'é'],
  [
    'a text of several parts with a pair of surrogates between two',
    `${'x'.repeat(2 ** 20 - 1)}${'😀'.repeat(2 ** 20)}`,
  ],
])('hashes %s like a single call', async (_, text) => {
  expect(await hashInSlices(text)).toBe(createHash('sha256').update(text).digest('hex'))
})
