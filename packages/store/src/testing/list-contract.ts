import { expect, test } from 'vitest'
import type { WorkflowQuery, WorkflowStore } from '../store.ts'
import { type Backend, opener } from './backend.ts'
import { sampleSave, upTo } from './sample-records.ts'

const ALL = { sort: 'name', order: 'asc', limit: 100, offset: 0 } as const satisfies WorkflowQuery

async function ids(workflows: WorkflowStore, query: Partial<WorkflowQuery>): Promise<string> {
  return (await workflows.list({ ...ALL, ...query })).items.map((item) => item.id).join(' ')
}

export function listContract(backend: Backend): void {
  const { open } = opener(backend)

  test('returns an empty list for an empty store', async () => {
    const { workflows } = await open()
    expect(await workflows.list(ALL)).toStrictEqual({ items: [], total: 0 })
  })

  test('lists workflows with their documents', async () => {
    const { workflows } = await open()
    await workflows.create(sampleSave('a', { tags: ['x'], secrets: new Uint8Array([1]) }))
    await workflows.create(sampleSave('b'))
    await workflows.update(sampleSave('b', { revision: 2 }), 1, 10)
    expect(await workflows.list(ALL)).toStrictEqual({
      items: [await workflows.get('a'), await workflows.get('b')],
      total: 2,
    })
  })

  test('sorts in both directions, and breaks ties by id in the same direction', async () => {
    const { workflows } = await open()
    const rows = [
      { id: 'd', name: 'beta', createdAt: 3, updatedAt: 9 },
      { id: 'a', name: 'Beta', createdAt: 1, updatedAt: 5 },
      { id: 'c', name: 'alpha', createdAt: 3, updatedAt: 5 },
      { id: 'B', name: 'BETA', createdAt: 2, updatedAt: 5 },
      { id: 'é', name: 'gamma', createdAt: 3, updatedAt: 7 },
    ]
    for (const { id, ...row } of rows) await workflows.create(sampleSave(id, row))
    const orders = {
      name: 'c B a d é',
      created_at: 'a B c d é',
      updated_at: 'B a c é d',
    } as const
    for (const sort of ['name', 'created_at', 'updated_at'] as const) {
      expect(await ids(workflows, { sort, order: 'asc' })).toBe(orders[sort])
      expect(await ids(workflows, { sort, order: 'desc' })).toBe(orders[sort].split(' ').reverse().join(' '))
    }
  })

  test('sorts names by code point of their case-folded form', async () => {
    const { workflows } = await open()
    const sorted = ['', ' b', '-a', '10', '9', '_', 'a', 'A b', 'a-c', 'ab', 'Z', 'É', 'ß', 'Ω', '中', '\u{ff5e}', '😀']
    for (const [at, name] of sorted.entries()) {
      await workflows.create(sampleSave(`${99 - at}`, { name }))
    }
    const { items } = await workflows.list(ALL)
    expect(items.map((item) => item.name)).toStrictEqual(sorted.toSorted((a, b) => byCodePoint(fold(a), fold(b))))
  })

  test('returns pages without gaps or duplicates, and the same total with each', async () => {
    const { workflows } = await open()
    for (const n of upTo(23)) await workflows.create(sampleSave(`id${n}`, { updatedAt: n % 4, name: `n${n % 3}` }))
    for (const sort of ['name', 'updated_at'] as const) {
      for (const order of ['asc', 'desc'] as const) {
        const whole = (await ids(workflows, { sort, order })).split(' ')
        const paged: string[] = []
        for (const offset of [0, 5, 10, 15, 20]) {
          const page = await workflows.list({ ...ALL, sort, order, limit: 5, offset })
          expect(page.total).toBe(23)
          paged.push(...page.items.map((item) => item.id))
        }
        expect(new Set(paged).size).toBe(23)
        expect(paged).toStrictEqual(whole)
      }
    }
  })

  test('returns the total with an empty page beyond the end', async () => {
    const { workflows } = await open()
    for (const n of upTo(3)) await workflows.create(sampleSave(`${n}`, { tags: ['t'] }))
    expect(await workflows.list({ ...ALL, offset: 3 })).toStrictEqual({ items: [], total: 3 })
    expect(await workflows.list({ ...ALL, tags: ['t'], offset: 50 })).toStrictEqual({ items: [], total: 3 })
    expect(await workflows.list({ ...ALL, limit: 0 })).toStrictEqual({ items: [], total: 3 })
  })

  test('matches any of the tags, ignoring case, and lists a workflow once', async () => {
    const { workflows } = await open()
    await workflows.create(sampleSave('a', { tags: ['Finance', 'Daily'] }))
    await workflows.create(sampleSave('b', { tags: ['finance'] }))
    await workflows.create(sampleSave('c', { tags: ['Änderung', "it's"] }))
    await workflows.create(sampleSave('d', { tags: [] }))
    expect(await ids(workflows, { tags: ['FINANCE'] })).toBe('a b')
    expect(await ids(workflows, { tags: ['daily', 'finance', 'Finance'] })).toBe('a b')
    expect(await ids(workflows, { tags: ['änderung'] })).toBe('c')
    expect(await ids(workflows, { tags: ["IT'S", 'daily'] })).toBe('a c')
    expect(await ids(workflows, { tags: ['fin'] })).toBe('')
    expect((await workflows.list({ ...ALL, tags: ['daily', 'finance'] })).total).toBe(2)
  })

  test('lists all tags, the most used first, without duplicates that differ in case', async () => {
    const { workflows } = await open()
    const page = { limit: 10, offset: 0 }
    expect(await workflows.tags(page)).toStrictEqual({ items: [], total: 0 })
    await workflows.create(sampleSave('a', { tags: ['Finance', '50%_off'] }))
    await workflows.create(sampleSave('b', { tags: ['FINANCE', 'Änderung', 'daily'] }))
    await workflows.create(sampleSave('c', { tags: ['finance', 'daily'] }))
    const all = [
      { tag: 'Finance', count: 3 },
      { tag: 'daily', count: 2 },
      { tag: '50%_off', count: 1 },
      { tag: 'Änderung', count: 1 },
    ]
    expect(await workflows.tags(page)).toStrictEqual({ items: all, total: 4 })
    expect(await workflows.tags({ limit: 2, offset: 1 })).toStrictEqual({ items: all.slice(1, 3), total: 4 })
    expect(await workflows.tags({ limit: 2, offset: 4 })).toStrictEqual({ items: [], total: 4 })
    expect(await workflows.tags({ ...page, search: 'N' })).toMatchObject({ total: 2 })
    expect(await workflows.tags({ ...page, search: 'äND' })).toStrictEqual({ items: [all[3]], total: 1 })
    expect(await workflows.tags({ ...page, search: '%_' })).toStrictEqual({ items: [all[2]], total: 1 })
    expect(await workflows.tags({ ...page, search: '\0' })).toStrictEqual({ items: [], total: 0 })
    // Removed with the last workflow that has it, and with a save that does not.
    await workflows.remove('a')
    await workflows.update(sampleSave('b', { tags: ['FINANCE'], revision: 2 }), 1, 5)
    expect(await workflows.tags(page)).toStrictEqual({
      items: [
        { tag: 'FINANCE', count: 2 },
        { tag: 'daily', count: 1 },
      ],
      total: 2,
    })
  })

  test('ignores an empty search and an empty list of tags', async () => {
    const { workflows } = await open()
    await workflows.create(sampleSave('a', { tags: ['x'] }))
    await workflows.create(sampleSave('b'))
    expect(await ids(workflows, { search: '', tags: [] })).toBe('a b')
  })

  test('keeps the case, order and duplicates of tags', async () => {
    const { workflows } = await open()
    await workflows.create(sampleSave('a', { tags: ['b', 'A', 'a', 'B'] }))
    expect((await workflows.get('a'))?.tags).toStrictEqual(['b', 'A', 'a', 'B'])
    expect(await ids(workflows, { tags: ['a', 'b'] })).toBe('a')
  })

  test('combines search and tags with sort and pages', async () => {
    const { workflows } = await open()
    for (const n of upTo(12)) {
      await workflows.create(
        sampleSave(`${n + 10}`, {
          name: n % 2 ? `Odd ${n}` : `Even ${n}`,
          tags: n % 3 ? ['other'] : ['third'],
          updatedAt: n,
        }),
      )
    }
    const query = { search: 'ODD', tags: ['third', 'none'], sort: 'updated_at' } as const
    expect(await ids(workflows, { ...query, order: 'desc' })).toBe('19 13')
    expect(await workflows.list({ ...ALL, ...query, limit: 1, offset: 1 })).toMatchObject({
      total: 2,
      items: [{ id: '19' }],
    })
    expect(await ids(workflows, { search: 'd', tags: ['third'] })).toBe('13 19')
  })
}

function fold(text: string): string {
  return text.toLowerCase()
}

/** By UTF-8 bytes, which is by code point; JavaScript compares UTF-16 units. */
function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
