import fc from 'fast-check'
import { expect, test } from 'vitest'
import { iso } from './iso.ts'

/** The last time that a date can have. */
const MAX_TIME = 8_640_000_000_000_000

test('prints a time as a date does', () => {
  const near = fc.integer({ min: -3000, max: 3000 }).map((ms) => 1_795_000_000_000 + ms)
  const any = fc.double({ min: -MAX_TIME, max: MAX_TIME, noNaN: true })
  const times = fc.array(fc.oneof(near, fc.integer({ min: -3000, max: 3000 }), any), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(times, (all) => {
      expect(all.map(iso)).toEqual(all.map((time) => new Date(time).toISOString()))
    }),
  )
})

test.each([Number.NaN, Number.POSITIVE_INFINITY, MAX_TIME + 1000])('rejects %s, and prints the next one', (time) => {
  expect(() => iso(time)).toThrow(RangeError)
  expect(iso(1001)).toBe('1970-01-01T00:00:01.001Z')
})
