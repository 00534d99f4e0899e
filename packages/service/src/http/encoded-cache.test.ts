import { expect, test } from 'vitest'
import { EncodedCache } from './encoded-cache.ts'
import { encodedBare } from './reply.ts'

const answer = (size: number) => encodedBare('x'.repeat(size))

test('keeps the most recently used replies within its size', () => {
  const cache = new EncodedCache(100)
  const [a, b, c] = [answer(40), answer(40), answer(40)]
  cache.add('a', a)
  cache.add('b', b)
  expect(cache.get('a')).toBe(a)
  cache.add('c', c)
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([a, undefined, c])
})

test('returns a reply that is too large without keeping it, and deletes entries', () => {
  const cache = new EncodedCache(100)
  const large = answer(101)
  expect(cache.add('large', large)).toBe(large)
  expect(cache.get('large')).toBeUndefined()
  cache.add('small', answer(60))
  cache.delete('small')
  cache.delete('small')
  expect(cache.get('small')).toBeUndefined()
  cache.add('next', answer(90))
  expect(cache.get('next')).toBeDefined()
})
