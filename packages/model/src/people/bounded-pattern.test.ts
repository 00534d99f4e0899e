import { expect, test } from 'vitest'
import { leastCpuMs } from '../testing/cpu-time.ts'
import { boundedCheck, longestTextFor } from './bounded-pattern.ts'

test.each([
  ['^[A-Z]{2}$', Number.POSITIVE_INFINITY],
  ['^\\d{5}(-\\d{4})?$', Number.POSITIVE_INFINITY],
  ['^\\d+$', 4_999_999],
  ['\\d+', 2235],
  ['^\\S+@\\S+$', 2235],
  ['^\\p{L}+ [^\\]\\s]*$', 2235],
  ['^(?:yes|no)$', 2_499_999],
  ['^[a-z]{1,10}\\d*$', 499_999],
])('tests %s for texts of up to %d characters', (pattern, longest) => {
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
])('does not test %s', (pattern) => {
  expect(longestTextFor(pattern)).toBeUndefined()
})

test.each(['a*b', 'a*a*b', '^a*a*a*b', '(a|a)(a|a)(a|a)a*b', 'a?a?a?a?a?a*a*b', '^a{1,50}a{1,50}a*b', 'a{1,20}a*b'])(
  'tests %s quickly on the worst text of the longest length',
  (pattern) => {
    const text = 'a'.repeat(Math.min(longestTextFor(pattern)!, 10_000_000))
    const cpuMs = leastCpuMs(2000, () => expect(new RegExp(pattern, 'u').test(text)).toBe(false))
    // Far above the usual time, far below that of a runaway pattern.
    expect(cpuMs).toBeLessThan(2000)
  },
)

test('shares the step limit among the patterns of one answer', () => {
  const check = boundedCheck()
  const text = 'a'.repeat(1500)
  expect(check('a*b', text)).toBe(false)
  expect(check('a*b', 'ab')).toBe(true)
  expect(check('a*b', text)).toBe(false)
  expect(check('a*b', text)).toBe('there is too much text for the patterns')
  expect(check('(a+)+$', 'a')).toBe('its pattern may take too long')
})
