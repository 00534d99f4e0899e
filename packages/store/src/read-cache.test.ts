import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cachedReads } from './read-cache.ts'
import type { Sql } from './sql.ts'
import { openSqlite } from './sqlite/sqlite-sql.ts'

let dir: string
let direct: Sql
let loads: number
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-read-cache-'))
  direct = openSqlite(join(dir, 'cache.db'))
  await direct.run('CREATE TABLE names (id INTEGER PRIMARY KEY, name TEXT)', [])
  loads = 0
})
afterEach(async () => {
  await direct.close()
  await rm(dir, { recursive: true })
})

/** A database with a cache, and a read of all names through it. */
function opened(inner: Sql = direct) {
  const { sql, cache } = cachedReads(inner)
  const load = async () => {
    loads += 1
    const rows = await sql.all<{ name: string }>('SELECT name FROM names ORDER BY id', [])
    return rows.map(({ name }) => name)
  }
  return { sql, cache, load, names: () => cache.read('names', load) }
}

const add = (sql: Sql, name: string) => sql.run('INSERT INTO names (name) VALUES ($1)', [name])

test('a repeated read is answered from memory until something is written', async () => {
  const { sql, names } = opened()
  await add(sql, 'a')
  expect([await names(), await names(), loads]).toEqual([['a'], ['a'], 1])
  await add(sql, 'b')
  expect([await names(), await names(), loads]).toEqual([['a', 'b'], ['a', 'b'], 2])
  await sql.transaction([{ text: 'DELETE FROM names WHERE name = $1', params: ['a'] }])
  expect([await names(), loads]).toEqual([['b'], 3])
  await sql.all('INSERT INTO names (name) VALUES ($1) RETURNING id', ['c'])
  expect([await names(), loads]).toEqual([['b', 'c'], 4])
})

test('a write that fails empties the cache too', async () => {
  const { sql, names } = opened()
  await names()
  await expect(sql.run('INSERT INTO unknown (name) VALUES ($1)', ['a'])).rejects.toThrow()
  await names()
  expect(loads).toBe(2)
})

test('a read during a write is not kept', async () => {
  const gate = Promise.withResolvers<void>()
  const slow: Sql = {
    ...direct,
    dialect: direct.dialect,
    all: (text, params) => direct.all(text, params),
    run: (text, params) => gate.promise.then(() => direct.run(text, params)),
  }
  const { sql, names } = opened(slow)
  const adding = add(sql, 'a')
  expect(await names()).toEqual([])
  gate.resolve()
  await adding
  expect([await names(), loads]).toEqual([['a'], 2])
})

test('a read that began before a write and ended after it is not kept', async () => {
  const { sql, cache, load } = opened()
  const gate = Promise.withResolvers<void>()
  const reading = cache.read('names', async () => {
    const found = await load()
    await gate.promise
    return found
  })
  await add(sql, 'a')
  gate.resolve()
  await reading
  expect([await cache.read('names', load), loads]).toEqual([['a'], 2])
})

test('keeps a limited number of results, and none that the caller excludes', async () => {
  const { cache } = opened()
  let calls = 0
  const count = async () => {
    calls += 1
    return calls
  }
  for (let key = 0; key < 1000; key++) await cache.read(`key ${key}`, count)
  await cache.read('key 0', count)
  expect(calls).toBe(1001)
  const isKept = () => false
  expect([await cache.read('x', count, isKept), await cache.read('x', count, isKept)]).toEqual([1002, 1003])
})
