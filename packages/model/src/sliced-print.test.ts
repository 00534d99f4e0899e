import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LargeJson } from './large-json.ts'
import { DOCUMENT_AT_ONCE, printAtOnce, printInSlices } from './sliced-print.ts'

const many = Array.from({ length: 30_000 }, (_, at) => ({ at, text: `"${at}"` }))

describe('printing large values in slices', () => {
  test.each([
    [many],
    [{ many, after: 1 }],
    [{ before: 1, many, other: many, b: undefined }],
    [[1, many, [many, many], 2]],
    [Object.fromEntries(many.map((one) => [`key ${one.at}`, one.at % 2 ? one : undefined]))],
    [[[], {}, many.map(() => ({}))]],
    ['x'.repeat(2_000_000)],
    [
      {
        a: '"\u0001é'.repeat(900_000),
        b: `${'x'.repeat(999_999)}😀${'😀'.repeat(600_000)}`,
        c: '\ud83d'.repeat(1_100_000),
      },
    ],
    [{ toJSON: 'a key like any other', many }],
  ])('returns the same as the built-in printer (%#)', async (value) => {
    expect(await printInSlices(value)).toBe(JSON.stringify(value))
    expect(await printInSlices(value, DOCUMENT_AT_ONCE)).toBe(JSON.stringify(value))
  })

  test('prints a document of usual size at once, and other values of its size in slices', async () => {
    const nodes = many.slice(0, 2_000)
    for (const [atOnce, expected] of [
      [DOCUMENT_AT_ONCE, false],
      [undefined, true],
    ] as const) {
      let hasTurned = false
      setImmediate(() => {
        hasTurned = true
      })
      await printInSlices({ nodes }, atOnce)
      expect(hasTurned).toBe(expected)
    }
  })

  test('keeps values that are already printed', async () => {
    const large = new LargeJson('{"a": 1}')
    expect(await printInSlices({ large, many: [1] })).toBe('{"large":{"a": 1},"many":[1]}')
    expect(await printInSlices(large)).toBe('{"a": 1}')
  })

  test('prints a value at once only if that takes a few milliseconds', () => {
    const node = { id: 'a', data: { config: { text: 'x' }, list: [1, null] } }
    expect(printAtOnce(node)).toBe(JSON.stringify(node))
    for (const large of [many, { text: 'x'.repeat(600_000) }, { large: new LargeJson('{}') }]) {
      expect(printAtOnce(large)).toBeUndefined()
    }
  })

  test('rejects values that contain themselves', async () => {
    const loop: unknown[] = []
    loop.push(loop)
    await expect(printInSlices(loop)).rejects.toThrow(TypeError)
  })

  test('returns the same as the built-in printer for random values', async () => {
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
