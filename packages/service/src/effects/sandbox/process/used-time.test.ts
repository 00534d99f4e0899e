import { expect, test } from 'vitest'
import { maxClockMs, nextClockMs, usedMs } from './used-time.ts'

const attempt = { allowedMs: 1_000, clockMs: 1_000, usedMs: 100, totalClockMs: 1_000, totalUsedMs: 100 }

test('CPU time grows with work', () => {
  const before = usedMs()
  let sum = 0
  while (usedMs() - before < 20) sum += Math.sqrt(sum + 1)
  expect(sum).toBeGreaterThan(0)
})

test('a call that has used its time is not repeated', () => {
  expect(nextClockMs({ ...attempt, usedMs: 1_000, totalUsedMs: 1_000 })).toBeUndefined()
  expect(nextClockMs({ ...attempt, usedMs: 800, totalUsedMs: 800 })).toBeUndefined()
})

test('a call that has used little of its time is repeated, with more time on a busier machine', () => {
  expect(nextClockMs(attempt)).toBe(20_000)
  expect(nextClockMs({ ...attempt, usedMs: 500, totalUsedMs: 500 })).toBe(4_000)
  expect(nextClockMs({ ...attempt, usedMs: 0, totalUsedMs: 0 })).toBe(59_000)
})

test('repetitions are limited in CPU time and wall-clock time', () => {
  expect(nextClockMs({ ...attempt, totalUsedMs: 2_000 })).toBeUndefined()
  expect(nextClockMs({ ...attempt, totalClockMs: maxClockMs(1_000) })).toBeUndefined()
  expect(nextClockMs({ ...attempt, totalClockMs: maxClockMs(1_000) - 10 })).toBe(10)
})
