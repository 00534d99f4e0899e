import { describe, expect, test } from 'vitest'
import { cronProblem, latestTime, nextTime } from './cron.ts'

const at = (text: string) => Date.parse(text)
const text = (time: number | null) => time && new Date(time).toISOString()

/** The next times of a cron expression in Amsterdam. */
function times(cron: string, from: string, count: number): string[] {
  const found: string[] = []
  let now: number | null = at(from)
  while (found.length < count && now !== null) {
    now = nextTime({ cron, timezone: 'Europe/Amsterdam' }, now)
    found.push(String(text(now)))
  }
  return found
}

describe('times', () => {
  test('nextTime is strictly after the given moment', () => {
    const line = { cron: '0 9 * * *', timezone: 'UTC' }
    expect(text(nextTime(line, at('2026-01-01T08:59:59.999Z')))).toBe('2026-01-01T09:00:00.000Z')
    expect(text(nextTime(line, at('2026-01-01T09:00:00.000Z')))).toBe('2026-01-02T09:00:00.000Z')
    expect(text(latestTime(line, at('2026-01-01T09:00:00.000Z')))).toBe('2026-01-01T09:00:00.000Z')
    expect(text(latestTime(line, at('2026-01-01T08:59:59.999Z')))).toBe('2025-12-31T09:00:00.000Z')
  })

  test('accept seconds as a sixth field at the front', () => {
    const line = { cron: '*/10 * * * * *', timezone: 'UTC' }
    expect(text(nextTime(line, at('2026-01-01T00:00:01.500Z')))).toBe('2026-01-01T00:00:10.000Z')
    expect(text(latestTime(line, at('2026-01-01T00:00:19.500Z')))).toBe('2026-01-01T00:00:10.000Z')
  })

  test('nextTime is null for a date that never occurs', () => {
    expect(nextTime({ cron: '0 0 30 2 *', timezone: 'UTC' }, 0)).toBeNull()
  })
})

describe('daylight saving in Amsterdam', () => {
  test('in spring a time that does not exist runs when the clocks change, so no day is skipped', () => {
    expect(times('30 2 * * *', '2026-03-28T00:00:00Z', 3)).toEqual([
      '2026-03-28T01:30:00.000Z',
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ])
  })

  test('in autumn a time that occurs twice runs once', () => {
    expect(times('30 2 * * *', '2026-10-24T00:00:00Z', 3)).toEqual([
      '2026-10-24T00:30:00.000Z',
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ])
  })

  test('every half hour stays every half hour when the clocks change', () => {
    for (const [from, count] of [
      ['2026-03-28T22:00:00Z', 12],
      ['2026-10-24T22:00:00Z', 12],
    ] as const) {
      const expected = Array.from({ length: count }, (_, n) => text(at(from) + (n + 1) * 1_800_000))
      expect(times('*/30 * * * *', from, count)).toEqual(expected)
    }
  })

  test('a time of day stays the same local time when the clocks change', () => {
    expect(times('0 9 * * *', '2026-03-28T00:00:00Z', 2)).toEqual([
      '2026-03-28T08:00:00.000Z',
      '2026-03-29T07:00:00.000Z',
    ])
  })
})

test.each([
  ['0 9 * * 1-5', 'Europe/Berlin', undefined],
  ['@daily', 'UTC', undefined],
  ['99 * * * *', 'UTC', { key: 'cron', message: 'Invalid value for minute: 99' }],
  ['0 9 * * *', 'Europe/Nowhere', { key: 'timezone', message: 'there is no such time zone' }],
  ['@reboot', 'UTC', { key: 'cron', message: expect.stringContaining('not supported') }],
  ['0 9 * * \0', 'UTC', { key: 'cron', message: expect.stringContaining('characters') }],
])('cronProblem of %j in %s', (cron, timezone, expected) => {
  expect(cronProblem({ cron, timezone })).toEqual(expected)
})
