import { expect, test } from 'vitest'
import { daysOf, usageExport } from './usage-period.ts'

test('a month goes from its first to its last day in UTC, also over the turn of the year', () => {
  const january = Date.UTC(2028, 0, 31, 23)
  expect(daysOf('this', january)).toEqual({ from: '2028-01-01', to: '2028-01-31' })
  expect(daysOf('last', january)).toEqual({ from: '2027-12-01', to: '2027-12-31' })
  expect(daysOf('this', Date.UTC(2028, 1, 29))).toEqual({ from: '2028-02-01', to: '2028-02-29' })
})

test('the export has the period and the project of the page', () => {
  const address = (project: string) => usageExport('/api/v1', { period: 'this', project }, Date.UTC(2028, 0, 31))
  expect(address('')).toBe('/api/v1/usage/export?from=2028-01-01&to=2028-01-31')
  expect(address('sales')).toBe('/api/v1/usage/export?from=2028-01-01&to=2028-01-31&project=sales')
})
