import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { printInSlices } from './sliced-print.ts'

const many = Array.from({ length: 30_000 }, (_, at) => ({ at, text: `"${at}"` }))

describe('large values in slices', () => {
  test.each([
    [many],
    [{ many, after: 1 }],
    [{ before: 1, many, other: many, b: undefined }],
    [[1, many, [many, many], 2]],
    [Object.fromEntries(many.map((one) => [`key ${one.at}`, one.at % 2 ? one : undefined]))],
    [[[], {}, many.map(() => ({}))]],
    ['x'.repeat(2_000_000)],
  ])('are printed as the built-in printer prints them (%#)', async (value) => {
    expect(await printInSlices(value)).toBe(JSON.stringify(value))
  })

  test('whatever is in them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        for (const whole of [value, [value, many, value], { value, many, also: value }]) {
          expect(await printInSlices(whole)).toBe(JSON.stringify(whole))
        }
      }),
      { numRuns: 20 },
    )
  })
})
