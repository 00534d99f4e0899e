import { expect, test } from 'vitest'
import { cpuMsOf } from '../testing/cpu-time.ts'
import { longestTextFor } from './bounded-pattern.ts'

test.each([
  ['^[A-Z]{2}$', Number.POSITIVE_INFINITY],
  ['^\\d{5}(-\\d{4})?$', Number.POSITIVE_INFINITY],
  ['^\\d+$', 9_999_999],
  ['\\d+', 3161],
  ['^\\S+@\\S+$', 3161],
  ['^\\p{L}+ [^\\]\\s]*$', 3161],
  ['^(?:yes|no)$', 4_999_999],
  ['^[a-z]{1,10}\\d*$', 999_999],
])('%s is bearable up to %d characters', (pattern, longest) => {
  expect(longestTextFor(pattern)).toBe(longest)
})

test.each([
  '(a+)+$',
  '(?:a|a)*b',
  '^(\\w{2}){3}$',
  '(a)\\1',
  '(?<x>a)\\k<x>',
  '^(?=a)a$',
  'a{5000}',
  `${'a?'.repeat(30)}${'a'.repeat(30)}`,
  'a*a*a*a*a*a*b',
  '(',
  '[a',
  'x'.repeat(501),
])('%s is not tried', (pattern) => {
  expect(longestTextFor(pattern)).toBeUndefined()
})

test.each(['a*b', 'a*a*b', '^a*a*a*b', '(a|a)(a|a)(a|a)a*b', 'a?a?a?a?a?a*a*b', '^a{1,50}a{1,50}a*b', 'a{1,20}a*b'])(
  'the longest text for %s is done in no time, at its worst',
  (pattern) => {
    const text = 'a'.repeat(Math.min(longestTextFor(pattern)!, 10_000_000))
    const cpuMs = cpuMsOf(() => expect(new RegExp(pattern, 'u').test(text)).toBe(false))
    // Far above what it takes, far below what a runaway takes.
    expect(cpuMs).toBeLessThan(2000)
  },
)
