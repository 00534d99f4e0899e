import { MAX_KEYS } from '@millrace/model'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ListOffsets, MAX_JSON_DEPTH, shapeLike, shapeOf } from './body-shape.ts'
import { commonEnds } from './common-ends.ts'

function wholly(bytes: Buffer) {
  const offsets = new ListOffsets()
  return { bytes, offsets, shape: shapeOf(bytes, offsets) }
}

/** A body that is read as a whole, and as one that is like another. */
function both(before: string, after: string) {
  const [known, bytes] = [wholly(Buffer.from(before)), Buffer.from(after)]
  return { whole: wholly(bytes), like: shapeLike(known, bytes, commonEnds(known.bytes, bytes)) }
}

/** Texts with what could be taken for structure, and with characters of several bytes. */
const label = fc.string({ unit: fc.constantFrom('a', 'ü', '"', '\\', '{', ']', ':', ',', '€'), maxLength: 6 })
const part = fc.oneof(
  fc.record({ id: fc.nat(9), data: fc.record({ label, list: fc.array(fc.nat(3), { maxLength: 2 }) }) }),
  fc.constantFrom({}, [], [[]], { a: { b: {} } }),
)
const parts = fc.array(part, { minLength: 4, maxLength: 12 })
const body = fc.record({ name: label, nodes: parts, edges: parts, metadata: fc.dictionary(label, part) })

test('a body like another one has the shape that it has as a whole', () => {
  let found = 0
  const change = fc.tuple(
    fc.nat(),
    fc.nat(30),
    fc.oneof(
      part.map((one) => JSON.stringify(one)),
      label,
    ),
  )
  fc.assert(
    fc.property(body, fc.array(change, { minLength: 1, maxLength: 2 }), fc.boolean(), (value, changes, isFormatted) => {
      const before = JSON.stringify(value, null, isFormatted ? 1 : 0)
      // Any bytes may be replaced, so most results are not even JSON.
      let after = before
      for (const [place, length, text] of changes) {
        const at = place % (after.length + 1)
        after = `${after.slice(0, at)}${text}${after.slice(at + length)}`
      }
      const { whole, like } = both(before, after)
      if (like === undefined) return
      found++
      const { isTooDeep, containers, rootKeys, mostKeys } = whole.shape
      expect(like.shape).toMatchObject({ isTooDeep, containers, rootKeys })
      expect(like.shape.mostKeys).toBeGreaterThanOrEqual(mostKeys)
      expect(like.offsets).toEqual(whole.offsets)
    }),
    { numRuns: 3000 },
  )
  expect(found).toBeGreaterThan(300)
})

const nodes = (count: number) => Array.from({ length: count }, (_, id) => ({ id, data: { label: `node ${id}` } }))
const sample = { nodes: nodes(20), edges: nodes(20), tags: ['t'] }
const text = JSON.stringify(sample)

test.each([
  ['one changed node', text.replace('node 7', 'renamed')],
  ['an added node', JSON.stringify({ ...sample, nodes: [...nodes(10), { id: 'new' }, ...nodes(20).slice(10)] })],
  ['a removed node', JSON.stringify({ ...sample, nodes: nodes(20).filter(({ id }) => id !== 9) })],
  ['a change between the lists', text.replace('"edges"', '"more":{"a":[{}]},"edges"')],
  ['a change before the lists', text.replace('{"nodes"', '{"first":[{}],"nodes"')],
  ['a change after the lists', text.replace('["t"]', '["t","u"]')],
  ['the same', text],
])('reads only what has changed: %s', (_, after) => {
  const { whole, like } = both(text, after)
  expect(like?.offsets).toEqual(whole.offsets)
  expect(like?.shape).toMatchObject({ containers: whole.shape.containers, rootKeys: whole.shape.rootKeys })
})

test.each([
  ['another document', JSON.stringify({ name: 'other' })],
  ['a list that is not closed', text.replace('}},{"id":7', '}},[{"id":7')],
  ['a text that is not closed', text.replace('"node 7"', '"node 7')],
  ['too many levels', text.replace('"node 7"', '['.repeat(MAX_JSON_DEPTH))],
  ['most of it changed', text.replaceAll('node', 'changed')],
])('reads all of it: %s', (_, after) => {
  expect(both(text, after).like).toBeUndefined()
})

test('reads all of it before the number of keys can be above the limit', () => {
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 0]))
  const bodyOf = (count: number) => JSON.stringify({ nodes: [...nodes(2000), keys(count), ...nodes(2000)], edges: [] })
  const { like } = both(bodyOf(MAX_KEYS / 2 - 1), bodyOf(MAX_KEYS / 2))
  expect(like?.shape.mostKeys).toBe(MAX_KEYS - 1)
  expect(both(bodyOf(MAX_KEYS / 2), bodyOf(MAX_KEYS / 2 + 1)).like).toBeUndefined()
})
