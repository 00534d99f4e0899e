import { expect, test } from 'vitest'
import { ENGLISH } from '../i18n/texts.ts'
import { relativeTime } from './relative-time.ts'

const now = Date.parse('2026-05-01T12:00:00Z')

test.each([
  ['2026-05-01T11:59:58Z', 'just now'],
  ['2026-05-01T11:57:10Z', '2 minutes ago'],
  ['2026-05-01T09:00:00Z', '3 hours ago'],
  ['2026-04-30T11:00:00Z', 'yesterday'],
  ['2026-04-10T12:00:00Z', '3 weeks ago'],
  ['2024-04-10T12:00:00Z', '2 years ago'],
  ['2026-05-03T12:00:00Z', 'in 2 days'],
  ['2026-07-30T11:59:59Z', 'in 3 months'],
  ['2026-05-01T12:00:30Z', 'in a moment'],
  ['never', ''],
])('formats %s as %s', (iso, text) => {
  expect(relativeTime(iso, now, ENGLISH)).toBe(text)
})
