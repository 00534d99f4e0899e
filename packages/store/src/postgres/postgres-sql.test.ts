import { describe, expect, test } from 'vitest'
import { problemWithServer } from './postgres-sql.ts'

describe('the check of a Postgres server', () => {
  test.each([
    [130_000, '13.0'],
    [150_018, '15.18 (Debian 15.18-0+deb12u1)'],
    [180_004, '18.4'],
  ])('accepts version %i', (number, version) => {
    expect(problemWithServer({ number, version, encoding: 'UTF8' })).toBeUndefined()
  })

  test('rejects a version that is too old and names both versions', () => {
    expect(problemWithServer({ number: 120_022, version: '12.22', encoding: 'UTF8' })).toBe(
      'The Postgres server has version 12.22; Millrace needs PostgreSQL 13 or later.',
    )
  })

  test('rejects another encoding than UTF-8', () => {
    expect(problemWithServer({ number: 150_018, version: '15.18', encoding: 'LATIN1' })).toMatch(/UTF8, not LATIN1/)
  })
})
