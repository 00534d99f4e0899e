import { issuesOf, PlaygroundMessageListQuery, type Schema } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { propertiesOf } from '../http/parameters.ts'
import { messageQuery } from './message-query.ts'

const asked = { latest: false, limit: 100 }

test('converts a query to one page', () => {
  expect(messageQuery(asked)).toEqual({ limit: 100 })
  expect(messageQuery({ ...asked, since: '0' })).toEqual({ since: 0, limit: 100 })
  expect(messageQuery({ ...asked, before: 7 })).toEqual({ before: 7, limit: 100 })
  expect(messageQuery({ ...asked, latest: true })).toEqual({ latest: true, limit: 100 })
})

test.each([
  [{ since: '1', before: 2 }, '"since" and "before"'],
  [{ since: '1', latest: true }, '"since" and "latest"'],
  [{ before: 2, latest: true }, '"before" and "latest"'],
  [{ since: '1', before: 2, latest: true }, '"since" and "before" and "latest"'],
])('rejects the contradictory query %j', (query, names) => {
  expect(() => messageQuery({ ...asked, ...query })).toThrow(
    expect.objectContaining({ code: 'VALIDATION_ERROR', status: 400, message: expect.stringContaining(names) }),
  )
})

const fits = (since: string) => issuesOf(propertiesOf(PlaygroundMessageListQuery).since as Schema, since).length === 0
const NOON = Date.UTC(2026, 0, 1, 12)

describe('a time', () => {
  test.each([
    ['2026-01-01T12:00:00Z', NOON],
    ['2026-01-01t12:00:00z', NOON],
    ['2026-01-01T12:00:00', NOON],
    ['2026-01-01T12:00:00.123+00:00', NOON + 123],
    ['2026-01-01T12:00:00.123999+00:00', NOON + 123],
    ['2026-01-01T12:00:00.5 00:00', NOON + 500],
    ['2026-01-01T14:00:00+0200', NOON],
    ['2026-01-01T06:30:00-05:30', NOON],
    ['2028-02-29T00:00:00Z', Date.UTC(2028, 1, 29)],
  ])('%s', (since, sinceTime) => {
    expect(fits(since)).toBe(true)
    expect(messageQuery({ ...asked, since })).toEqual({ sinceTime, limit: 100 })
  })

  test.each([
    '2026-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-10T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '2026-01-01T25:00:00Z',
    '2026-01-01T12:61:00Z',
    '2026-01-01T12:00:00+99:00',
    '9999999999999999',
  ])('rejects the invalid time %s', (since) => {
    expect(fits(since)).toBe(true)
    expect(() => messageQuery({ ...asked, since })).toThrow(expect.objectContaining({ status: 400 }))
  })
})

test.each(['', '-1', '1.5', '1e3', 'now', '2026-01-01', '12345678901234567', ' 1', '1\n'])(
  'rejects %j, which is neither a number nor a time',
  (since) => {
    expect(fits(since)).toBe(false)
  },
)
