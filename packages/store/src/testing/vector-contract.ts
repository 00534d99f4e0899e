import type { VectorMatch, Vectors } from '@millrace/model'
import { expect, test } from 'vitest'
import { VectorLimit, VectorMismatch } from '../vector-limits.ts'
import { vectorStore } from '../vectors.ts'
import { type Backend, opener } from './backend.ts'
import { HOSTILE } from './conversation-samples.ts'
import { upTo } from './sample-records.ts'

type NewDocument = Parameters<Vectors['upsert']>[1][number]

function sampleDocument(id: string, embedding: readonly number[], change: Partial<NewDocument> = {}): NewDocument {
  return { id, text: `Text of ${id}`, metadata: {}, embedding, ...change }
}

/** Documents on a circle: `n` at `n` degrees. */
function circle(degrees: readonly number[], change: Partial<NewDocument> = {}): NewDocument[] {
  return degrees.map((each) => sampleDocument(`${each}`, at(each), change))
}

function at(degrees: number): [number, number] {
  return [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
}

const idsOf = (matches: readonly VectorMatch[]) => matches.map(({ id }) => id)

export function vectorContract(backend: Backend): void {
  const { open, openSql, migratedDatabase } = opener(backend)

  test('finds the nearest documents, best first, with their similarity', async () => {
    const { vectors } = await open()
    expect(await vectors.search('c', { embedding: [1, 0], topK: 3 })).toStrictEqual([])
    expect(await vectors.upsert('c', circle([0, 60, 90, 180], { metadata: { a: [1, null] } }))).toBe(4)
    const matches = await vectors.search('c', { embedding: [5, 0], topK: 10 })
    expect(idsOf(matches)).toStrictEqual(['0', '60', '90', '180'])
    for (const [place, score] of [1, 0.5, 0, -1].entries()) expect(matches[place]?.score).toBeCloseTo(score, 6)
    const { score: _, ...document } = matches[0] as VectorMatch
    expect(document).toStrictEqual({ id: '0', text: 'Text of 0', metadata: { a: [1, null] } })
    expect(idsOf(await vectors.search('c', { embedding: at(80), topK: 2 }))).toStrictEqual(['90', '60'])
    expect(await vectors.search('c', { embedding: at(80), topK: 0 })).toStrictEqual([])
    expect(await vectors.search('other', { embedding: at(80), topK: 2 })).toStrictEqual([])
    expect([await vectors.count('c'), await vectors.count('other')]).toStrictEqual([4, 0])
  })

  test('returns equally near documents in the order of insertion, and a zero vector with similarity 0', async () => {
    const { vectors } = await open()
    const same = ['b', 'a', 'c'].map((id) => sampleDocument(id, [2, 0]))
    await vectors.upsert('c', [sampleDocument('far', [-1, 0]), sampleDocument('none', [0, 0]), ...same])
    await vectors.upsert('c', [sampleDocument('b', [3, 0])])
    const found = await vectors.search('c', { embedding: [1, 0], topK: 9 })
    expect(idsOf(found)).toStrictEqual(['b', 'a', 'c', 'none', 'far'])
    expect(found.map(({ score }) => score)).toStrictEqual([1, 1, 1, 0, -1])
    expect(idsOf(await vectors.search('c', { embedding: [0, 0], topK: 2 }))).toStrictEqual(['far', 'none'])
  })

  test('replaces a document with the same id, also in the same call', async () => {
    const { vectors } = await open()
    await vectors.upsert('c', circle([0, 90]))
    await vectors.search('c', { embedding: [1, 0], topK: 1 })
    const twice = [sampleDocument('90', at(45)), sampleDocument('90', at(2), { text: 'new', metadata: { a: 1 } })]
    expect(await vectors.upsert('c', [...twice, ...circle([10])])).toBe(2)
    expect(await vectors.count('c')).toBe(3)
    const [best, ...others] = await vectors.search('c', { embedding: at(3), topK: 9 })
    expect(best).toMatchObject({ id: '90', text: 'new', metadata: { a: 1 } })
    expect(idsOf(others)).toStrictEqual(['0', '10'])
    expect(await vectors.upsert('c', [])).toBe(0)
  })

  test('filters by whole values before choosing the best', async () => {
    const { vectors } = await open()
    await vectors.upsert('c', [
      sampleDocument('a', at(0), { metadata: { lang: 'de', tags: { y: [1, 2], x: null } } }),
      sampleDocument('b', at(10), { metadata: { lang: 'en', tags: { x: null, y: [1, 2] }, n: 1 } }),
      sampleDocument('c', at(20), { metadata: { lang: 'en', n: '1', flag: false } }),
      sampleDocument('d', at(30)),
    ])
    const found = async (filter: Record<string, unknown>, topK = 9) =>
      idsOf(await vectors.search('c', { embedding: [1, 0], topK, filter })).join('')
    expect(await found({ lang: 'en' }, 1)).toBe('b')
    expect(await found({ lang: 'en' })).toBe('bc')
    expect(await found({ tags: { y: [1, 2], x: null } })).toBe('ab')
    expect(await found({ lang: 'en', tags: { y: [1, 2], x: null } })).toBe('b')
    for (const none of [{ tags: { y: [1, 2] } }, { tags: { y: [2, 1], x: null } }, { lang: undefined }, { la: 'en' }]) {
      expect(await found(none)).toBe('')
    }
    expect(await found({ n: 1 })).toBe('b')
    expect(await found({ n: '1' })).toBe('c')
    expect(await found({ flag: false })).toBe('c')
    expect(await found({ toString: undefined, constructor: {} })).toBe('')
    expect(await found({})).toBe('abcd')
    // Filters see changes, too.
    await vectors.upsert('c', [sampleDocument('d', at(5), { metadata: { lang: 'en' } }), sampleDocument('e', at(6))])
    expect(await found({ lang: 'en' })).toBe('dbc')
    await vectors.upsert('c', [sampleDocument('b', at(5), { metadata: { lang: 'fr' } })])
    expect(await found({ lang: 'en' })).toBe('dc')
  })

  test('removes documents by id, by filter, by both, or all at once', async () => {
    const { vectors } = await open()
    const left = async () => idsOf(await vectors.search('c', { embedding: [1, 0], topK: 1000 })).join()
    await vectors.upsert('c', [
      ...circle([0, 10, 20], { metadata: { k: 1 } }),
      ...circle([30, 40], { metadata: { k: 2 } }),
    ])
    expect(await left()).toBe('0,10,20,30,40')
    expect(await vectors.delete('c', { ids: ['10', '10', 'nobody'] })).toBe(1)
    expect(await left()).toBe('0,20,30,40')
    expect(await vectors.delete('c', { ids: [] })).toBe(0)
    expect(await vectors.delete('c', { filter: { k: undefined } })).toBe(0)
    expect(await vectors.delete('c', { ids: ['0', '30'], filter: { k: 2 } })).toBe(1)
    expect(await left()).toBe('0,20,40')
    expect(await vectors.delete('c', { filter: { k: 1 } })).toBe(2)
    expect(await left()).toBe('40')
    await vectors.upsert('other', circle([5]))
    await vectors.upsert(
      'c',
      upTo(1200).map((n) => sampleDocument(`${n}`, at(n))),
    )
    expect(await vectors.delete('c', {})).toBe(1200)
    expect([await left(), await vectors.count('c'), await vectors.count('other')]).toStrictEqual(['', 0, 1])
    expect(await vectors.delete('c', {})).toBe(0)
  })

  test('rejects embeddings of another length until the collection is empty', async () => {
    const { vectors } = await open()
    await vectors.upsert('c', circle([0]))
    const long = sampleDocument('long', [1, 2, 3])
    const refused = vectors.upsert('c', [long])
    await expect(refused).rejects.toBeInstanceOf(VectorMismatch)
    await expect(refused).rejects.toMatchObject({ collection: 'c', expected: 2, actual: 3 })
    await expect(vectors.upsert('c', [...circle([1]), long])).rejects.toBeInstanceOf(VectorMismatch)
    await expect(vectors.search('c', { embedding: [1], topK: 1 })).rejects.toMatchObject({ expected: 2, actual: 1 })
    expect(idsOf(await vectors.search('c', { embedding: [1, 0], topK: 9 }))).toStrictEqual(['0'])
    await vectors.delete('c', { ids: ['0'] })
    expect(await vectors.upsert('c', [long])).toBe(1)
    expect(idsOf(await vectors.search('c', { embedding: [1, 0, 0], topK: 9 }))).toStrictEqual(['long'])
  })

  test('rejects documents and searches beyond the limits, and writes nothing', async () => {
    const { vectors } = await open()
    const largest = sampleDocument('largest', upTo(16_384), { text: 'ü'.repeat(524_288) })
    for (const wrong of [
      { embedding: [] },
      { embedding: upTo(16_385) },
      { embedding: [Number.NaN] },
      { embedding: [1e39] },
      { text: `${largest.text}.` },
      { metadata: { text: `${largest.text}.` } },
    ]) {
      const refused = vectors.upsert('c', [sampleDocument('a', [1]), sampleDocument('b', [1], wrong)])
      await expect(refused).rejects.toBeInstanceOf(VectorLimit)
    }
    for (const topK of [-1, 1.5, 1001, Number.NaN]) {
      await expect(vectors.search('c', { embedding: [1], topK })).rejects.toBeInstanceOf(VectorLimit)
    }
    expect(await vectors.count('c')).toBe(0)
    await vectors.upsert('c', [largest])
    const [found] = await vectors.search('c', { embedding: largest.embedding, topK: 1000 })
    expect(found?.text).toBe(largest.text)
    expect(found?.score).toBeCloseTo(1, 6)
  })

  test('stores collections, ids, texts and metadata with any characters', async () => {
    const { vectors } = await open()
    const documents = HOSTILE.map((text) => sampleDocument(text, [1, 0], { text, metadata: { [text]: [text] } }))
    for (const collection of HOSTILE) {
      expect(await vectors.upsert(collection, documents)).toBe(HOSTILE.length)
      const found = await vectors.search(collection, { embedding: [1, 0], topK: 100 })
      expect(found).toStrictEqual(documents.map(({ embedding: _, ...document }) => ({ ...document, score: 1 })))
      for (const text of HOSTILE) {
        const filter = { [text]: [text] }
        expect(idsOf(await vectors.search(collection, { embedding: [1, 0], topK: 9, filter }))).toStrictEqual([text])
      }
      expect(await vectors.delete(collection, { filter: { [HOSTILE[0] ?? '']: [HOSTILE[0]] } })).toBe(1)
      expect(await vectors.delete(collection, { ids: HOSTILE })).toBe(HOSTILE.length - 1)
    }
  })

  test('notices changes of another process', async () => {
    const database = await migratedDatabase()
    const [here, there] = [(await open(database)).vectors, (await open(database)).vectors]
    const found = async (filter?: Record<string, unknown>) =>
      idsOf(await here.search('c', { embedding: [1, 0], topK: 9, ...(filter && { filter }) })).join()
    await there.upsert('c', circle([0, 20]))
    expect(await found()).toBe('0,20')
    await there.upsert('c', circle([10], { metadata: { k: 1 } }))
    expect(await found()).toBe('0,10,20')
    expect(await found({ k: 1 })).toBe('10')
    await there.upsert('c', circle([30], { metadata: { k: 1 } }))
    expect(await found({ k: 1 })).toBe('10,30')
    await there.delete('c', { ids: ['0'] })
    expect(await found()).toBe('10,20,30')
    expect(await found({ k: 1 })).toBe('10,30')
    await there.delete('c', {})
    await there.upsert('c', circle([40]))
    expect(await found()).toBe('40')
    expect(await here.count('c')).toBe(1)
  })

  test('supports concurrent writes, searches and removals', async () => {
    const database = await migratedDatabase()
    const stores = [(await open(database)).vectors, (await open(database)).vectors] as const
    await Promise.all(
      upTo(24).flatMap((n) => {
        const vectors = stores[n % 2 === 0 ? 0 : 1]
        return [
          vectors.upsert('c', circle([n, n + 100, n % 5])),
          vectors.search('c', { embedding: [1, 0], topK: 5 }),
          vectors.delete('c', { ids: [`${n + 99}`] }),
        ]
      }),
    )
    for (const vectors of stores) {
      const found = await vectors.search('c', { embedding: [1, 0], topK: 1000 })
      expect(new Set(idsOf(found)).size).toBe(found.length)
      expect(found).toHaveLength(await vectors.count('c'))
    }
  })

  test('searches a collection that does not fit into the cache', async () => {
    const database = await migratedDatabase()
    const { vectors } = await open(database)
    const documents = upTo(700).map((n) =>
      sampleDocument(
        `${n}`,
        upTo(64).map((d) => Math.sin(n * d)),
        { metadata: { even: n % 2 === 0 } },
      ),
    )
    await vectors.upsert('c', documents)
    const sql = openSql(database)
    const small = vectorStore({ sql, transaction: (statements) => sql.transaction(statements), cacheBytes: 100_000 })
    for (const filter of [{}, { even: true }]) {
      const query = { embedding: upTo(64).map((d) => Math.cos(d)), topK: 50, filter }
      const [found, expected] = [await small.search('c', query), await vectors.search('c', query)]
      expect(idsOf(found)).toStrictEqual(idsOf(expected))
      for (const [place, { score }] of found.entries()) expect(score).toBeCloseTo(expected[place]?.score ?? 9, 6)
    }
  })
}
