import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commonEnds } from './common-ends.ts'

/** The same, byte by byte. */
function slowly(one: Buffer, other: Buffer) {
  const most = Math.min(one.length, other.length)
  let start = 0
  while (start < most && one[start] === other[start]) start++
  let end = 0
  while (end < most - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end++
  return { start, end }
}

const few = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 40 }).map((text) => Buffer.from(text))

test('finds the common start and end of two bodies', () => {
  fc.assert(
    fc.property(few, few, (one, other) => {
      expect(commonEnds(one, other)).toEqual(slowly(one, other))
    }),
  )
})

test('finds them in bodies that are longer than one comparison', () => {
  const long = Buffer.alloc(300_000, 'x')
  for (const at of [0, 1, 65_535, 65_536, 65_537, 150_000, 299_999]) {
    const other = Buffer.concat([long.subarray(0, at), Buffer.from('changed'), long.subarray(at + 1)])
    expect(commonEnds(long, other)).toEqual({ start: at, end: long.length - at - 1 })
  }
  expect(commonEnds(long, long)).toEqual({ start: long.length, end: 0 })
})
