import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { foldCase } from './fold-case.ts'
import { migrate } from './migrate.ts'
import type { Sql } from './sql.ts'
import { openSqlite } from './sqlite/sqlite-sql.ts'
import type { WorkflowQuery, WorkflowSummary } from './store.ts'
import { sampleSave, upTo } from './testing/sample-records.ts'
import { listWorkflows } from './workflow-list.ts'
import { workflowStore } from './workflows.ts'

let sql: Sql
const summaries: WorkflowSummary[] = []

beforeAll(async () => {
  sql = openSqlite(':memory:')
  await migrate(sql)
  const store = workflowStore(sql)
  for (const n of upTo(40)) {
    const save = sampleSave(`${n + 100}`, {
      name: `${n % 2 ? 'Odd' : 'Even'} ${n % 7}`,
      description: n % 5 ? 'common words' : 'rare words',
      tags: [n % 3 ? 'many' : 'some', ...(n === 17 ? ['one'] : [])],
      createdAt: n % 4,
      updatedAt: (n * 7) % 11,
    })
    await store.create(save)
    summaries.push(save.summary)
  }
})

afterAll(() => sql.close())

/** The list, computed in memory. */
function plainly(query: WorkflowQuery): { ids: string[]; total: number } {
  const search = foldCase(query.search ?? '')
  const tags = query.tags ?? []
  const key = { name: 'name', created_at: 'createdAt', updated_at: 'updatedAt' } as const
  const sortKey = (summary: WorkflowSummary) =>
    query.sort === 'name' ? foldCase(summary.name) : summary[key[query.sort]]
  const passing = summaries
    .filter((summary) => foldCase(summary.name).includes(search) || foldCase(summary.description).includes(search))
    .filter((summary) => tags.length === 0 || summary.tags.some((tag) => tags.includes(tag)))
    .sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : sortKey(a) > sortKey(b) ? 1 : a.id < b.id ? -1 : 1))
  if (query.order === 'desc') passing.reverse()
  return {
    ids: passing.slice(query.offset, query.offset + query.limit).map((summary) => summary.id),
    total: passing.length,
  }
}

// The limit between few and many decides how rows are found, and must not change the result.
describe.each([0, 3, 12, 1000])('listing workflows with up to %d matches counted as few', (few) => {
  const searches = [undefined, 'o', 'odd', 'rare', 'words', 'EVEN 3', 'nothing']
  const tags = [undefined, ['many'], ['one'], ['one', 'some'], ['many', 'some'], ['none']]
  const cases = searches.flatMap((search) => tags.map((of) => ({ search, tags: of })))

  test.each(cases)('returns the same as a plain filter for $search with $tags', async (filters) => {
    for (const sort of ['name', 'created_at', 'updated_at'] as const) {
      for (const order of ['asc', 'desc'] as const) {
        for (const [limit, offset] of [
          [100, 0],
          [3, 0],
          [4, 5],
          [2, 39],
        ] as const) {
          const query: WorkflowQuery = {
            sort,
            order,
            limit,
            offset,
            ...(filters.search !== undefined && { search: filters.search }),
            ...(filters.tags !== undefined && { tags: filters.tags }),
          }
          const { items, total } = await listWorkflows(sql, query, few)
          expect({ ids: items.map((item) => item.id), total }).toStrictEqual(plainly(query))
        }
      }
    }
  })
})

test('returns large documents in a page unchanged', async () => {
  const own = openSqlite(':memory:')
  await migrate(own)
  const store = workflowStore(own)
  const saves = [10, 100_000, 70_000, 20].map((length, at) => {
    const save = sampleSave(`${at + 1}`, { name: `Sized ${at}` })
    return { ...save, version: { ...save.version, document: JSON.stringify({ text: 'ü'.repeat(length) }) } }
  })
  for (const save of saves) await store.create(save)
  const { items } = await listWorkflows(own, { sort: 'name', order: 'asc', limit: 10, offset: 0 })
  await own.close()
  expect(items.map(({ document }) => document)).toEqual(saves.map(({ version }) => version.document))
})
