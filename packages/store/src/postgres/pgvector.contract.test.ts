import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openStore } from '../open-store.ts'
import type { Sql } from '../sql.ts'
import type { Store } from '../store.ts'
import { type PostgresServer, startPostgres } from '../testing/postgres-server.ts'
import { vectorContract } from '../testing/vector-contract.ts'
import { collectionRow } from '../vector-rows.ts'
import { vectorStore } from '../vectors.ts'
import { openPgvector } from './pgvector.ts'
import { openPostgres } from './postgres-sql.ts'

const OPTIONS = { poolSize: 2, statementTimeoutMs: 10_000, connectTimeoutMs: 5_000, onLost: () => {} }

// Of the extension, what we use: the text of a value, and the cosine distance, which is NaN where there is no direction.
const STAND_IN = [
  'CREATE DOMAIN vector AS text',
  `CREATE FUNCTION stand_in_distance(a vector, b vector) RETURNS float8 LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN sum(x * x) = 0 OR sum(y * y) = 0 THEN 'NaN'
      ELSE 1 - sum(x * y) / sqrt(sum(x * x) * sum(y * y)) END
    FROM unnest(translate(a, '[]', '{}')::float8[], translate(b, '[]', '{}')::float8[]) AS pair (x, y)
  $$`,
  'CREATE OPERATOR <=> (LEFTARG = vector, RIGHTARG = vector, FUNCTION = stand_in_distance)',
]

let server: PostgresServer

beforeAll(async () => {
  server = await startPostgres()
})

afterAll(() => server.stop())

/** A database that has the extension, or what stands in for it where the server does not know it. */
async function databaseWithVectors(): Promise<string> {
  const database = await server.freshDatabase()
  const sql = openPostgres(database, OPTIONS)
  const known = await sql.all(`SELECT 1 FROM pg_available_extensions WHERE name = 'vector'`, [])
  if (known.length === 0) for (const text of STAND_IN) await sql.run(text, [])
  await sql.close()
  return database
}

describe('vectors on Postgres with pgvector', () => vectorContract({ freshDatabase: databaseWithVectors }))

describe('points', () => {
  let sql: Sql
  let store: Store

  beforeEach(async () => {
    const database = await databaseWithVectors()
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

  test('what is written has a point, and the database searches', async () => {
    await store.vectors.upsert('c', documents)
    expect(await pointsMissing()).toBe(0)
    expect(await nearest()).toStrictEqual([0.995, 0.981])
  })

  test('a writer that does not know of points leaves none that is wrong, and they are filled in', async () => {
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

  test('a writer that changes all but the embedding leaves the point', async () => {
    const plain = vectorStore({ sql, transaction: (statements) => sql.transaction(statements) })
    await store.vectors.upsert('c', documents)
    await plain.upsert(
      'c',
      documents.map((document) => ({ ...document, text: 'new' })),
    )
    expect(await pointsMissing()).toBe(0)
  })
})

test('a server without the extension has no points, and is not asked for them', async () => {
  const database = await server.freshDatabase()
  const store = await openStore({ database })
  const sql = openPostgres(database, OPTIONS)
  const hasExtension = (await sql.all(`SELECT 1 FROM pg_extension WHERE extname = 'vector'`, [])).length > 0
  expect((await openPgvector(sql)) !== undefined).toBe(hasExtension)
  await store.close()
  await sql.close()
})
