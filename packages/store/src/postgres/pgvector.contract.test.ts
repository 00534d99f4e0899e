import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openStore } from '../open-store.ts'
import type { Sql } from '../sql.ts'
import type { Store } from '../store.ts'
import { type PgvectorServer, startPgvector } from '../testing/pgvector-server.ts'
import { startPostgres } from '../testing/postgres-server.ts'
import { upTo } from '../testing/sample-records.ts'
import { vectorContract } from '../testing/vector-contract.ts'
import { checkedEmbedding } from '../vector-limits.ts'
import { collectionRow } from '../vector-rows.ts'
import { vectorStore } from '../vectors.ts'
import { openPgvector } from './pgvector.ts'
import { openPostgres } from './postgres-sql.ts'

const OPTIONS = { poolSize: 2, statementTimeoutMs: 10_000, connectTimeoutMs: 5_000, onLost: () => {} }

/** The same numbers in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

let server: PgvectorServer

beforeAll(async () => {
  server = await startPgvector()
})

afterAll(() => server.stop())

describe('vectors on Postgres with pgvector', () =>
  vectorContract({
    freshDatabase: () => server.freshDatabase(),
    migratedDatabase: () => server.migratedDatabase(),
  }))

describe('points of vector documents', () => {
  let sql: Sql
  let store: Store

  beforeEach(async () => {
    const database = await server.freshDatabase()
    store = await openStore({ database })
    sql = openPostgres(database, OPTIONS)
  })

  afterEach(async () => {
    await store.close()
    await sql.close()
  })

  const documents = [1, 2, 3].map((n) => ({ id: `${n}`, text: '', metadata: {}, embedding: [1, n / 10] }))
  const pointsMissing = async () => (await sql.all('SELECT num FROM vector_documents WHERE point IS NULL', [])).length
  const nearest = async () => {
    const collection = await collectionRow(sql, 'c')
    const found = await (await openPgvector(sql))?.nearest(collection!, new Float32Array([1, 0]), 2)
    return found?.map(({ score }) => Number(score.toFixed(3)))
  }

  test('writes a point with every document and searches in the database', async () => {
    await store.vectors.upsert('c', documents)
    expect(await pointsMissing()).toBe(0)
    expect(await nearest()).toStrictEqual([0.995, 0.981])
  })

  test('clears points when a writer without pgvector changes embeddings, and fills them in later', async () => {
    const plain = vectorStore({ sql, transaction: (statements) => sql.transaction(statements) })
    await store.vectors.upsert('c', documents.slice(0, 2))
    await plain.upsert('c', [{ id: '1', text: '', metadata: {}, embedding: [-1, 0] }, ...documents.slice(2)])
    expect(await pointsMissing()).toBe(2)
    const search = async () => (await store.vectors.search('c', { embedding: [1, 0], topK: 9 })).map(({ id }) => id)
    expect(await search()).toStrictEqual(['2', '3', '1'])
    await expect.poll(pointsMissing).toBe(0)
    expect(await search()).toStrictEqual(['2', '3', '1'])
    expect(await nearest()).toStrictEqual([0.981, 0.958])
  })

  test('keeps the point if the embedding does not change', async () => {
    const plain = vectorStore({ sql, transaction: (statements) => sql.transaction(statements) })
    await store.vectors.upsert('c', documents)
    await plain.upsert(
      'c',
      documents.map((document) => ({ ...document, text: 'new' })),
    )
    expect(await pointsMissing()).toBe(0)
  })
})

describe('search with pgvector and in memory', () => {
  let sql: Sql
  let store: Store

  beforeAll(async () => {
    const database = await server.freshDatabase()
    store = await openStore({ database })
    sql = openPostgres(database, OPTIONS)
  })

  afterAll(async () => {
    await store.close()
    await sql.close()
  })

  test.each([
    ['of one dimension', 1, [1]],
    ['of three', 3, [1]],
    ['of the usual length', 384, [1]],
    ['whose squares overflow', 8, [1e30, 1e-3, 1]],
    ['whose squares underflow', 8, [1e-30, 1e-40, 1]],
  ])('finds the same vectors %s with both', async (name, dimensions, sizes) => {
    const random = randomNumbers(7)
    const embeddings = upTo(300).map((n) =>
      upTo(dimensions).map(() => (random() - 0.5) * (sizes[n % sizes.length] ?? 1)),
    )
    const documents = [...embeddings, upTo(dimensions).map(() => 0), ...embeddings.slice(0, 5)]
    await store.vectors.upsert(
      name,
      documents.map((embedding, n) => ({ id: `${n}`, text: '', metadata: {}, embedding })),
    )
    const inMemory = vectorStore({ sql, transaction: (statements) => sql.transaction(statements) })
    for (const embedding of [...embeddings.slice(20, 24), upTo(dimensions).map(() => 0)]) {
      const [found, expected] = [
        await store.vectors.search(name, { embedding, topK: 1000 }),
        await inMemory.search(name, { embedding, topK: 1000 }),
      ]
      expect(found).toHaveLength(documents.length)
      const scores = new Map(expected.map(({ id, score }) => [id, score]))
      for (const { id, score } of found) expect(score).toBeCloseTo(scores.get(id) ?? 9, 6)
      // Documents at the same distance may be swapped by the last bit.
      for (const [place, { score }] of found.entries()) expect(score).toBeCloseTo(expected[place]?.score ?? 9, 6)
    }
    const collection = await collectionRow(sql, name)
    const query = checkedEmbedding(embeddings[0] ?? [])
    expect(await (await openPgvector(sql))?.nearest(collection!, query, 3)).toHaveLength(3)
  })

  test('runs with the real extension', async () => {
    const [row] = await sql.all<{ version: string }>(
      `SELECT extversion AS version FROM pg_extension WHERE extname = 'vector'`,
      [],
    )
    expect(row?.version).toMatch(/^\d+\.\d+/)
  })
})

describe('a user who may not create the extension', () => {
  const documents = [1, 2, 3].map((n) => ({ id: `${n}`, text: '', metadata: {}, embedding: [1, n / 10] }))
  const found = async (store: Store) =>
    (await store.vectors.search('c', { embedding: [1, 0], topK: 2 })).map(({ id }) => id)

  test('gets a store that searches in memory', async () => {
    const database = await server.freshDatabaseOfPlainUser()
    const store = await openStore({ database })
    const sql = openPostgres(database, OPTIONS)
    await store.vectors.upsert('c', documents)
    expect(await found(store)).toStrictEqual(['1', '2'])
    expect(await openPgvector(sql)).toBeUndefined()
    expect(await sql.all(`SELECT 1 FROM pg_extension WHERE extname = 'vector'`, [])).toStrictEqual([])
    await store.close()
    await sql.close()
  })

  test('uses the extension once an administrator has created it, also for existing documents', async () => {
    const database = await server.freshDatabaseOfPlainUser()
    const before = await openStore({ database })
    await before.vectors.upsert('c', documents)
    await server.run('SET SESSION AUTHORIZATION postgres; CREATE EXTENSION vector; SET SESSION AUTHORIZATION plain')
    const store = await openStore({ database })
    const sql = openPostgres(database, OPTIONS)
    const missing = async () => (await sql.all('SELECT 1 FROM vector_documents WHERE point IS NULL', [])).length
    expect(await missing()).toBe(3)
    expect(await found(store)).toStrictEqual(['1', '2'])
    await expect.poll(missing).toBe(0)
    expect(await found(store)).toStrictEqual(['1', '2'])
    // The other process does not use it yet.
    await before.vectors.upsert('c', [{ id: '1', text: '', metadata: {}, embedding: [-1, 0] }])
    expect(await found(store)).toStrictEqual(['2', '3'])
    await Promise.all([before.close(), store.close(), sql.close()])
  })
})

test('writes no points on a server without the extension', async () => {
  const plain = await startPostgres()
  try {
    const database = await plain.freshDatabase()
    const store = await openStore({ database })
    const sql = openPostgres(database, OPTIONS)
    expect(await openPgvector(sql)).toBeUndefined()
    expect(await sql.all(`SELECT 1 FROM pg_available_extensions WHERE name = 'vector'`, [])).toStrictEqual([])
    await store.close()
    await sql.close()
  } finally {
    await plain.stop()
  }
})
