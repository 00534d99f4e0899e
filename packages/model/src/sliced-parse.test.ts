import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ProtoKey, parseInSlices, TooDeep, TooManyContainers, TooManyKeys } from './sliced-parse.ts'

const LIMITS = { depth: 64, keys: 10_000 }
/** Longer than a slice, so that containers around it are split. */
const long = 'x'.repeat(140_000)

describe('parsing large JSON in slices', () => {
  test.each([
    [[long, 1, [long, { a: long, b: [], c: {} }], null]],
    [{ [long]: { [long]: [1, 2], '': '"\\"' }, 7: 'a', 3: 'b' }],
    [Array.from({ length: 60_000 }, (_, at) => ({ at, text: 'ä"}],[{\\' }))],
    [Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`key ${at}`, at % 3 ? at : null]))],
    [long.repeat(3)],
    [{ a: { b: [[{ c: [long, [long], 1] }, 2], long, [3]], d: { e: long } }, f: [4, { g: long }] }],
  ])('returns the same as the built-in parser (%#)', async (value) => {
    for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2), ` \n${JSON.stringify(value)}\t`]) {
      const parsed = await parseInSlices(text, LIMITS)
      expect(parsed).toEqual(value)
      expect(JSON.stringify(parsed)).toBe(JSON.stringify(value))
    }
  })

  test('rejects every text that the built-in parser rejects', async () => {
    const large = JSON.stringify([long, { a: [long, 2], b: { c: long } }, 3, [], 'end'])
    const damage = fc.record({
      at: fc.oneof(fc.nat(large.length), fc.constantFrom(0, 1, large.length - 1, large.length - 9, 140_003, 280_010)),
      cut: fc.nat(3),
      put: fc.constantFrom('', ',', '[', ']', '{', '}', '"', ':', '\\', ' ', '1', 'x', ',,', '[]', '"a":1'),
    })
    await fc.assert(
      fc.asyncProperty(damage, async ({ at, cut, put }) => {
        const text = large.slice(0, at) + put + large.slice(at + cut)
        let expected: unknown = SyntaxError
        try {
          expected = JSON.parse(text)
        } catch {}
        const parsed = await parseInSlices(text, LIMITS).catch((error: unknown) => {
          expect(error).toBeInstanceOf(SyntaxError)
          return SyntaxError
        })
        expect(parsed).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })

  test.each([`[${' '.repeat(200_000)}]`, `{${' '.repeat(200_000)}}`])(
    'accepts containers with blanks only (%#)',
    async (text) => {
      expect(await parseInSlices(text, LIMITS)).toEqual(JSON.parse(text))
    },
  )

  test('rejects deep nesting and keys that change a prototype', async () => {
    await expect(parseInSlices(`${'['.repeat(65)}"${long}"${']'.repeat(65)}`, LIMITS)).rejects.toThrow(TooDeep)
    await expect(parseInSlices('['.repeat(300_000), LIMITS)).rejects.toThrow(TooDeep)
    for (const key of ['__proto__', '\\u005f_proto__']) {
      await expect(parseInSlices(`[${JSON.stringify(long)},{"${key}":1}]`, LIMITS)).rejects.toThrow(ProtoKey)
      await expect(parseInSlices(`{"${key}":"${long}"}`, LIMITS)).rejects.toThrow(ProtoKey)
    }
  })

  test('rejects too many keys in an object, and too many containers in all', async () => {
    const keys = (count: number) => `{${Array.from({ length: count }, (_, at) => `"${at}":1`).join()}}`
    await expect(parseInSlices(keys(10_001), LIMITS)).rejects.toThrow(TooManyKeys)
    const text = `[${'[],{},'.repeat(20_000)}"[[{"]`
    expect(await parseInSlices(text, { ...LIMITS, containers: 40_001 })).toHaveLength(40_001)
    await expect(parseInSlices(text, { ...LIMITS, containers: 40_000 })).rejects.toThrow(TooManyContainers)
  })

  test('takes hardly longer for a value in fifty containers', async () => {
    const text = JSON.stringify(Array.from({ length: 40_000 }, (_, at) => ({ at, text: 'a, b' })))
    const cpuOf = async (levels: number) => {
      const nested = '['.repeat(levels) + text + ']'.repeat(levels)
      const before = process.cpuUsage()
      await parseInSlices(nested, LIMITS)
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    await cpuOf(1)
    const least = async (levels: number) => Math.min(await cpuOf(levels), await cpuOf(levels), await cpuOf(levels))
    expect(await least(50)).toBeLessThan(4 * (await least(1)))
  })

  test('yields to the event loop', async () => {
    const text = JSON.stringify(Array.from({ length: 400_000 }, (_, at) => ({ at })))
    let turns = 0
    let isDone = false
    const count = () => {
      turns++
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    await parseInSlices(text, LIMITS)
    isDone = true
    expect(turns).toBeGreaterThan(10)
  })
})
