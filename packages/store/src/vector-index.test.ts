import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasValues, MetadataTags } from './metadata-tags.ts'
import { Nearest } from './nearest.ts'
import { VectorIndex } from './vector-index.ts'

/** The textbook cosine similarity. */
function similarity(a: Float32Array, b: Float32Array): number {
  const sum = (terms: readonly number[]) => terms.reduce((all, term) => all + term, 0)
  const length = (of: Float32Array) => Math.sqrt(sum([...of].map((x) => x * x)))
  const lengths = length(a) * length(b)
  return lengths === 0 ? 0 : sum([...a].map((x, at) => x * b[at]!)) / lengths
}

const few = fc.integer({ min: 0, max: 40 })

test('keeps the best entries of a sorted list, ties by number', () => {
  const scores = fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 200 })
  fc.assert(
    fc.property(scores, few, (values, limit) => {
      const offers = values.map((score, at) => ({ num: (at * 7919) % 1009, score }))
      const nearest = new Nearest(limit)
      for (const { num, score } of offers) nearest.offer(num, score)
      const sorted = offers.toSorted((a, b) => b.score - a.score || a.num - b.num)
      expect(nearest.best()).toStrictEqual(sorted.slice(0, limit))
    }),
  )
})

test('finds the same documents as a sort of all similarities, also after replacements', async () => {
  const float = fc.float({ noNaN: true, noDefaultInfinity: true, min: -1000, max: 1000 })
  const world = fc.integer({ min: 1, max: 9 }).chain((dimensions) => {
    const embedding = fc.float32Array({ minLength: dimensions, maxLength: dimensions, noNaN: true, min: -9, max: 9 })
    return fc.record({
      documents: fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), embedding), { maxLength: 120 }),
      query: fc.array(float, { minLength: dimensions, maxLength: dimensions }).map((all) => Float32Array.from(all)),
      limit: few,
    })
  })
  await fc.assert(
    fc.asyncProperty(world, async ({ documents, query, limit }) => {
      const index = new VectorIndex(query.length, 3)
      for (const [num, embedding] of documents) index.put(num, embedding)
      const last = new Map(documents)
      expect(index.size).toBe(last.size)
      const expected = [...last.values()].map((embedding) => similarity(query, embedding)).sort((a, b) => b - a)
      const found = await index.nearest(query, limit)
      expect(found).toHaveLength(Math.min(limit, last.size))
      expect(new Set(found.map(({ num }) => num)).size).toBe(found.length)
      for (const [at, { num, score }] of found.entries()) {
        expect(score).toBeCloseTo(expected[at]!, 5)
        expect(score).toBeCloseTo(similarity(query, last.get(num)!), 5)
      }
    }),
  )
})

test('yields to the event loop during a search through many blocks', async () => {
  const index = new VectorIndex(2048, 4000)
  for (let num = 1; num <= 4000; num++) index.put(num, new Float32Array(2048).fill(num === 3999 ? 1 : num % 2))
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const [best] = await index.nearest(new Float32Array(2048).fill(1), 1)
  isOver = true
  expect(best?.num).toBe(1)
  expect(turns).toBeGreaterThan(1)
})

test('matches the same documents by tags as by values', () => {
  const key = fc.constantFrom('a', 'b', '__proto__', 'toString')
  const value = fc.oneof(
    fc.constantFrom(0, 1, '0', '', null, true, 'x'.repeat(200), 'x'.repeat(201)),
    fc.dictionary(fc.constantFrom('x', 'y'), fc.constantFrom(1, null, 'x')),
    fc.array(fc.constantFrom(1, '1', null), { maxLength: 2 }),
  )
  const metadata = fc.dictionary(key, value, { maxKeys: 3 })
  fc.assert(
    fc.property(fc.array(metadata, { maxLength: 20 }), metadata, (documents, filter) => {
      const tags = new MetadataTags()
      const texts = documents.map((each) => JSON.stringify(each))
      // Each index held another document before.
      for (const [at] of texts.entries()) tags.put(at, '{"a":1,"b":[]}')
      for (const [at, text] of texts.entries()) tags.put(at, text)
      const isWanted = tags.test(filter)
      expect(texts.map((_, at) => isWanted(at))).toStrictEqual(texts.map((text) => hasValues(text, filter)))
    }),
  )
})
