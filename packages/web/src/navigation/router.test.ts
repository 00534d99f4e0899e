import { expect, test } from 'vitest'
import { locationOf, matched } from './router.ts'

test('parses a hash into a path and a query', () => {
  const { path, query } = locationOf('#/workflows/a%20b?tab=runs')
  expect(path).toBe('/workflows/a%20b')
  expect(query.get('tab')).toBe('runs')
  expect(locationOf('').path).toBe('/')
})

test('a pattern returns its decoded values, or undefined', () => {
  expect(matched('/workflows/:id', '/workflows/a%20b')).toEqual({ id: 'a b' })
  expect(matched('/', '/')).toEqual({})
  expect(matched('/workflows/:id', '/workflows')).toBeUndefined()
  expect(matched('/workflows/:id', '/runs/1')).toBeUndefined()
})

test('an address with an invalid escape matches no page', () => {
  expect(matched('/workflows/:id', '/workflows/%E0%A4%A')).toBeUndefined()
})
