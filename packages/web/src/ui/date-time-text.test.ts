import { describe, expect, test } from 'vitest'
import { clockText, dateTimeText, dayText, fullTimeText, momentText, secondsText } from './date-time-text.ts'

const AFTERNOON = new Date(2026, 4, 6, 13, 5, 9)
const NIGHT = new Date(2025, 4, 6, 0, 5, 9)
const FORMATS = { clockText, dateTimeText, fullTimeText, momentText, secondsText }

describe.each(Object.entries(FORMATS))('%s', (_, format) => {
  test.each(['en', 'en-US', 'de'])('uses 24 hours in %s, also after midnight', (locale) => {
    expect(format(AFTERNOON.toISOString(), { locale })).toMatch(/\b13:05(:09)?(?! ?[AP]M)/)
    expect(format(NIGHT.toISOString(), { locale })).toMatch(/\b00:05(:09)?(?! ?[AP]M)/)
  })
})

test('adds the date unless it is today, and the year unless it is this year', () => {
  const now = new Date(2026, 4, 6, 18)
  const texts = [AFTERNOON, new Date(2026, 3, 1, 9), NIGHT].map((date) =>
    momentText(date.toISOString(), { locale: 'en' }, now),
  )
  expect(texts).toEqual(['13:05:09', 'Apr 1, 09:00:00', 'May 6, 2025, 00:05:09'])
})

test('returns no text for an invalid date', () => {
  expect(fullTimeText('x', { locale: 'en' })).toBe('')
})

test('shows a day in UTC as that day in every time zone', () => {
  expect([dayText('2026-11-17', { locale: 'en' }), dayText('2026-11-17', { locale: 'de' })]).toEqual([
    ...['Nov 17, 2026', '17.11.2026'],
  ])
})
