import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writtenMoment } from './date-pattern.ts'
import { readMoment } from './read-moment.ts'
import { endOf, shifted, startOf } from './shift.ts'
import { momentOf, offsetMs, wallOf } from './zone.ts'

const HOUR = 3_600_000

/** Parses a moment for a test. */
function at(text: string, zone = 'UTC'): number {
  const moment = readMoment(text, zone)
  if (moment === undefined) throw new Error(`${text} is not a moment`)
  return moment
}

function iso(moment: number | undefined): string | undefined {
  return moment === undefined ? undefined : new Date(moment).toISOString()
}

describe('zones', () => {
  test.each([
    ['UTC', '2026-07-01T00:00Z', 0],
    ['Europe/Berlin', '2026-07-01T00:00Z', 2],
    ['Europe/Berlin', '2026-01-01T00:00Z', 1],
    ['America/St_Johns', '2026-01-01T00:00Z', -3.5],
    ['Asia/Kathmandu', '2026-01-01T00:00Z', 5.75],
    ['Pacific/Kiritimati', '2026-01-01T00:00Z', 14],
    ['+05:30', '2026-01-01T00:00Z', 5.5],
  ])('%s at %s is %d hours ahead', (zone, text, hours) => {
    expect(offsetMs(at(text), zone)).toBe(hours * HOUR)
  })

  test('historical offsets include seconds', () => {
    expect(offsetMs(at('1880-01-01T00:00Z'), 'Europe/Berlin')).toBe((53 * 60 + 28) * 1000)
  })

  test('a repeated time is the first one, and a skipped time is shifted by the gap', () => {
    expect(iso(at('2026-10-25T02:30', 'Europe/Berlin'))).toBe('2026-10-25T00:30:00.000Z')
    expect(iso(at('2026-03-29T02:30', 'Europe/Berlin'))).toBe('2026-03-29T01:30:00.000Z')
    expect(iso(at('2026-03-29T03:00', 'Europe/Berlin'))).toBe('2026-03-29T01:00:00.000Z')
  })

  test('converts to wall time and back, except in the repeated hour', () => {
    const moments = fc.integer({ min: Date.UTC(1950, 0, 1), max: Date.UTC(2100, 0, 1) })
    const zones = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo', 'UTC')
    fc.assert(
      fc.property(moments, zones, (moment, zone) => {
        const back = momentOf(wallOf(moment, zone), zone)
        expect(wallOf(back, zone)).toBe(wallOf(moment, zone))
        expect(back).toBeLessThanOrEqual(moment)
      }),
    )
  })
})

describe('parsing dates', () => {
  test.each([
    ['2026-02-03', '2026-02-03T00:00:00.000Z'],
    ['2026-02', '2026-02-01T00:00:00.000Z'],
    [' 2026-02-03 04:05 ', '2026-02-03T04:05:00.000Z'],
    ['2026-02-03t04:05:06.7z', '2026-02-03T04:05:06.700Z'],
    ['2026-02-03T04:05:06,123456789+0130', '2026-02-03T02:35:06.123Z'],
    ['2026-02-03T04:05-08', '2026-02-03T12:05:00.000Z'],
    ['0050-01-01', '0050-01-01T00:00:00.000Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
    ['1000000000', '2001-09-09T01:46:40.000Z'],
    ['1000000000.25', '2001-09-09T01:46:40.250Z'],
  ])('%s', (text, expected) => {
    expect(iso(readMoment(text, 'UTC'))).toBe(expected)
  })

  test.each(['', 'today', '2026', '20260203', '2026-13-01', '2026-00-01', '2026-02-29', '2026-04-31', '2026-01-00'])(
    'rejects the date "%s"',
    (text) => {
      expect(readMoment(text, 'UTC')).toBeUndefined()
    },
  )

  test.each(['2026-01-01T24:00', '2026-01-01T12:60', '2026-01-01T12:00:61', '2026-01-01T1:00', '1/2/2026'])(
    'rejects the time "%s"',
    (text) => {
      expect(readMoment(text, 'UTC')).toBeUndefined()
    },
  )

  test('parses what it formats', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        (date) => {
          expect(readMoment(date.toISOString(), 'Asia/Tokyo')).toBe(date.getTime())
          const text = writtenMoment(date.getTime(), "yyyy-MM-dd'T'HH:mm:ss.SSSxxx", 'UTC')
          expect(readMoment(text, 'Asia/Tokyo')).toBe(date.getTime())
        },
      ),
    )
  })
})

describe('formatting dates', () => {
  const moment = at('2026-07-04T17:05:09.042Z')

  test.each([
    ['yyyy yy y', '2026 26 2026'],
    ['MMMM MMM MM M', 'July Jul 07 7'],
    ['dd d EEEE EEE', '04 4 Saturday Sat'],
    ['HH H hh h a', '17 17 05 5 PM'],
    ['mm m ss s SSS', '05 5 09 9 042'],
    ['XXX xxx VV', 'Z +00:00 UTC'],
    ["'day' d", 'day 4'],
    ["''d''", "'4'"],
    ['', ''],
    ['dd.MM.yyyy – HH:mm', '04.07.2026 – 17:05'],
  ])('%s', (pattern, expected) => {
    expect(writtenMoment(moment, pattern, 'UTC')).toBe(expected)
  })

  test('formats midnight and noon on a 12-hour clock', () => {
    expect(writtenMoment(at('2026-01-01T00:00Z'), 'h a', 'UTC')).toBe('12 AM')
    expect(writtenMoment(at('2026-01-01T12:00Z'), 'h a', 'UTC')).toBe('12 PM')
  })

  test('formats positive and negative offsets', () => {
    expect(writtenMoment(moment, 'XXX', 'America/St_Johns')).toBe('-02:30')
    expect(writtenMoment(moment, 'xxx', 'Asia/Kathmandu')).toBe('+05:45')
  })

  test.each(['YYYY', 'DD', 'i', 'yyyyy', "it's", 'constructor'])('rejects the pattern "%s"', (pattern) => {
    expect(() => writtenMoment(moment, pattern, 'UTC')).toThrow(/^Setting "format" contains the unknown pattern ".+"/)
  })
})

describe('shifting dates', () => {
  const berlin = 'Europe/Berlin'

  test.each([
    ['2026-01-31', 1, 'months', '2026-02-28'],
    ['2026-03-31', -1, 'months', '2026-02-28'],
    ['2024-02-29', 1, 'years', '2025-02-28'],
    ['2026-12-31', 2, 'months', '2027-02-28'],
    ['2026-01-01', -13, 'months', '2024-12-01'],
    ['2026-01-01', 3, 'weeks', '2026-01-22'],
    ['2026-01-01', 1.5, 'days', '2026-01-02T12:00'],
    ['2026-01-01', 0.5, 'seconds', '2026-01-01T00:00:00.500'],
  ] as const)('%s and %d %s is %s', (from, amount, unit, to) => {
    expect(iso(shifted(at(from), amount, { unit, zone: 'UTC' }))).toBe(iso(at(to)))
  })

  test('rejects half a month', () => {
    expect(() => shifted(0, 0.5, { unit: 'months', zone: 'UTC' })).toThrow('must be a whole number of months')
  })

  test('the day on which clocks go forward has 23 hours', () => {
    const start = startOf(at('2026-03-29T12:00', berlin), 'days', berlin)
    expect(endOf(start, 'days', berlin) + 1 - start).toBe(23 * HOUR)
  })

  test('a repeated hour has two starts', () => {
    expect(iso(startOf(at('2026-10-25T00:30Z'), 'hours', berlin))).toBe('2026-10-25T00:00:00.000Z')
    expect(iso(startOf(at('2026-10-25T01:30Z'), 'hours', berlin))).toBe('2026-10-25T01:00:00.000Z')
  })

  test('hours start at the local hour of the zone', () => {
    expect(iso(startOf(at('2026-01-01T00:20Z'), 'hours', 'Asia/Kathmandu'))).toBe('2026-01-01T00:15:00.000Z')
  })

  test('every unit contains the moment of its start', () => {
    const units = fc.constantFrom('seconds', 'minutes', 'hours', 'days', 'weeks', 'months', 'years')
    const moments = fc.integer({ min: Date.UTC(1970, 0, 1), max: Date.UTC(2100, 0, 1) })
    fc.assert(
      fc.property(moments, units, fc.constantFrom(berlin, 'America/Sao_Paulo', 'UTC'), (moment, unit, zone) => {
        const start = startOf(moment, unit, zone)
        expect(start).toBeLessThanOrEqual(moment)
        expect(endOf(moment, unit, zone)).toBeGreaterThanOrEqual(moment)
        expect(startOf(start, unit, zone)).toBe(start)
      }),
    )
  })
})
