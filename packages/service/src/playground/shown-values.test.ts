import { CutValue, issuesOf } from '@millrace/model'
import { expect, test } from 'vitest'
import { shownText, shownValues } from './shown-values.ts'

test('keeps a short value', () => {
  const values = { a: 'x', b: [1, { c: null }], d: 'y'.repeat(16_000) }
  expect(shownValues(values)).toEqual(values)
  expect(shownText('y'.repeat(500_000))).toHaveLength(500_000)
})

test('truncates a long value', () => {
  const { a, b } = shownValues({ a: 'y'.repeat(20_000), b: 1 }) as Record<string, { preview: string }>
  expect(a).toMatchObject({ $cut: true, characters: 20_002 })
  expect(issuesOf(CutValue, a)).toEqual([])
  expect(a?.preview).toBe(`"${'y'.repeat(1023)}`)
  expect(b).toBe(1)
  expect(shownText('y'.repeat(9_000_000))).toHaveLength(500_001)
})

test('limits the total length of many values', () => {
  const values = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`v${at}`, 'y'.repeat(10_000)]))
  const shown = shownValues(values)
  expect(Object.keys(shown)).toHaveLength(500)
  expect(shown.v0).toBe(values.v0)
  expect(shown.v499).toEqual({ $cut: true, characters: 10_002, preview: '' })
  expect(JSON.stringify(shown).length).toBeLessThan(120_000)
})
