import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editDistance, nearestTo } from './nearest.ts'

describe('nearestTo', () => {
  const ids = ['http_request', 'chat_model', 'text_input', 'text_output', 'if_else']

  test.each([
    ['http_requst', 'http_request'],
    ['Chat_Model', 'chat_model'],
    ['text_inptu', 'text_input'],
    ['request', 'http_request'],
    ['zebra', undefined],
    ['a', undefined],
    ['', undefined],
    ['x'.repeat(10_000), undefined],
  ])('%s: %s', (given, expected) => {
    expect(nearestTo(given, ids)).toBe(expected)
  })

  test('returns the first of equally close candidates', () => {
    expect(nearestTo('text_ixput', ['text_input', 'text_inputs'])).toBe('text_input')
  })
})

test('computes the edit distance up to its limit', () => {
  const words = fc.stringMatching(/^[abc]{0,6}$/)
  fc.assert(
    fc.property(words, words, words, (a, b, c) => {
      const far = 100
      expect(editDistance(a, b, far)).toBe(editDistance(b, a, far))
      expect(editDistance(a, b, far) === 0).toBe(a === b)
      expect(editDistance(a, c, far)).toBeLessThanOrEqual(editDistance(a, b, far) + editDistance(b, c, far))
      expect(editDistance(a, b, 2)).toBe(Math.min(2, editDistance(a, b, far)))
    }),
  )
})
