import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import type { Sql } from './sql.ts'
import { openSqlite, type SqliteSql } from './sqlite/sqlite-sql.ts'
import { plansOf } from './testing/query-plans.ts'
import { upTo } from './testing/sample-records.ts'
import { VectorCache } from './vector-cache.ts'
import { collectionRow } from './vector-rows.ts'
import { vectorStore } from './vectors.ts'

let sqlite: SqliteSql

beforeEach(async () => {
  sqlite = openSqlite(':memory:')
  await migrate(sqlite)
})

afterEach(() => sqlite.close())

const storeOn = (sql: Sql) => vectorStore({ sql, transaction: (statements) => sqlite.transaction(statements) })

async function fill(collection: string, count: number, first = 1): Promise<void> {
  const documents = upTo(count).map((n) => ({
    id: `${n + first - 1}`,
    text: '',
    metadata: { n },
    embedding: upTo(100).map((d) => n + d),
  }))
  await storeOn(sqlite).upsert(collection, documents)
}

/** The same database with a counter of the documents read from it. */
function counted(): { readonly sql: Sql; readonly taken: () => number } {
  let rows = 0
  return {
    sql: {
      dialect: sqlite.dialect,
      getLarge: (text, params) => sqlite.getLarge(text, params),
      async all<Row>(text: string, params: Parameters<Sql['all']>[1]) {
        const found = await sqlite.all<Row>(text, params)
        rows += found.length
        return found
      },
      rows: (text, params) => sqlite.rows(text, params),
      get: (text, params) => sqlite.get(text, params),
      run: (text, params) => sqlite.run(text, params),
      transaction: (statements) => sqlite.transaction(statements),
      close: async () => {},
    },
    taken: () => {
      const before = rows
      rows = 0
      return before
    },
  }
}

test('reads a collection once, then added documents, and everything after a removal', async () => {
  await fill('c', 1200)
  const { sql, taken } = counted()
  const cache = new VectorCache(sql, 10_000_000)
  const read = async (withTags = false) => {
    const collection = (await collectionRow(sql, 'c'))!
    // Two concurrent searches.
    const [index] = await Promise.all([
      cache.indexOf(collection, { withTags }),
      cache.indexOf(collection, { withTags }),
    ])
    return [index?.size, taken()]
  }
  expect(await read()).toStrictEqual([1200, 1200])
  expect(await read()).toStrictEqual([1200, 0])
  await fill('c', 3, 1199)
  expect(await read()).toStrictEqual([1201, 3])
  expect(await read(true)).toStrictEqual([1201, 1201])
  await fill('c', 2, 1)
  expect(await read(true)).toStrictEqual([1201, 2])
  await storeOn(sqlite).delete('c', { ids: ['7'] })
  expect(await read()).toStrictEqual([1200, 1200])
})

test('evicts the least recently used collection and does not cache one that is too large', async () => {
  for (const name of ['a', 'b', 'c']) await fill(name, 100)
  await fill('large', 500)
  const { sql, taken } = counted()
  const cache = new VectorCache(sql, 120_000)
  const use = async (name: string) => {
    const index = await cache.indexOf((await collectionRow(sql, name))!, { withTags: false })
    expect(cache.size.bytes).toBeLessThan(120_000)
    return [index?.size, taken()]
  }
  expect(await use('a')).toStrictEqual([100, 100])
  expect(await use('b')).toStrictEqual([100, 100])
  expect(await use('a')).toStrictEqual([100, 0])
  expect(await use('c')).toStrictEqual([100, 100])
  expect(cache.size.collections).toBe(2)
  expect(await use('a')).toStrictEqual([100, 0])
  expect(await use('b')).toStrictEqual([100, 100])
  expect(await use('large')).toStrictEqual([undefined, 0])
  expect(await use('b')).toStrictEqual([100, 0])
  expect(cache.size.collections).toBe(2)
})

test('reads a collection without scanning others and without sorting', async () => {
  await fill('c', 3)
  const lines = await plansOf(sqlite, async (sql) => {
    const vectors = storeOn(sql)
    await vectors.search('c', { embedding: upTo(100), topK: 3, filter: { n: 1 } })
    await vectors.count('c')
    await vectors.delete('c', { ids: ['1'] })
    await vectors.delete('c', { filter: { n: 9 } })
  })
  expect(lines.filter((line) => line.startsWith('SCAN') || line.includes('TEMP B-TREE'))).toStrictEqual([])
  expect(lines.join('; ')).toContain('vector_documents_by_version (collection=? AND version>?)')
  expect(lines.join('; ')).toContain('vector_documents_by_key (collection=? AND key=?)')
})
