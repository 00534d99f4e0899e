import { describe, expect, test } from 'vitest'
import { LargeJson, loadedValues, plainValues } from './large-json.ts'

const rows = Array.from({ length: 30_000 }, (_, at) => ({ at, text: `"${at}"` }))

describe('a large value that is kept as text', () => {
  test.each([
    ['a list', JSON.stringify(rows)],
    ['an object with a key named __proto__', `{"a":{"__proto__":${JSON.stringify(rows)}},"__proto__":[1],"b":2}`],
    ['a text', JSON.stringify('x'.repeat(300_000))],
  ])('loads the same value in slices as at once: %s', async (_, text) => {
    const loaded = await new LargeJson(text).load()
    expect(loaded).toEqual(JSON.parse(text))
    expect(JSON.stringify(loaded)).toBe(JSON.stringify(JSON.parse(text)))
  })

  test('is parsed once as long as its value is in memory', async () => {
    const large = new LargeJson(JSON.stringify(rows))
    const loaded = await large.load()
    expect(large.value).toBe(loaded)
    expect(await large.load()).toBe(loaded)
  })

  test('is returned as a plain value among values of ports', async () => {
    const values = { large: new LargeJson('[1]'), small: 2 }
    expect(plainValues(values)).toEqual({ large: [1], small: 2 })
    expect(await loadedValues(values)).toEqual({ large: [1], small: 2 })
    const small = { a: 1 }
    expect(await loadedValues(small)).toBe(small)
  })
})
