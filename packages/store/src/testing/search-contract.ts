import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldCase } from '../fold-case.ts'
import type { WorkflowQuery, WorkflowStore } from '../store.ts'
import { type Backend, opener } from './backend.ts'
import { sampleSave, upTo } from './sample-records.ts'

const ALL = { sort: 'created_at', order: 'asc', limit: 100, offset: 0 } as const satisfies WorkflowQuery

async function found(workflows: WorkflowStore, search: string): Promise<string[]> {
  const page = await workflows.list({ ...ALL, search })
  expect(page.total).toBe(page.items.length)
  return page.items.map((item) => item.name)
}

async function withNames(workflows: WorkflowStore, names: readonly string[]): Promise<void> {
  for (const [at, name] of names.entries()) await workflows.create(sampleSave(`${at}`, { name, createdAt: at }))
}

export function searchContract(backend: Backend): void {
  const { open } = opener(backend)

  test('finds a text anywhere in name or description, but not across the two', async () => {
    const { workflows } = await open()
    await workflows.create(sampleSave('1', { name: 'Send invoices', description: 'every morning', createdAt: 1 }))
    await workflows.create(sampleSave('2', { name: 'Weather', description: 'sends a mail', createdAt: 2 }))
    expect(await found(workflows, 'send')).toStrictEqual(['Send invoices', 'Weather'])
    expect(await found(workflows, 'nvoic')).toStrictEqual(['Send invoices'])
    expect(await found(workflows, 'g')).toStrictEqual(['Send invoices'])
    expect(await found(workflows, 'ma')).toStrictEqual(['Weather'])
    expect(await found(workflows, 'invoices every')).toStrictEqual([])
    expect(await found(workflows, 'invoicesevery')).toStrictEqual([])
    expect(await found(workflows, 'machine_')).toStrictEqual([])
  })

  test('ignores case in every alphabet', async () => {
    const { workflows } = await open()
    await withNames(workflows, ['ÄRGER', 'ärger', 'ΟΔΟΣ', 'οδοσα', 'Straße', 'ЖУК', 'İstanbul'])
    expect(await found(workflows, 'ärg')).toStrictEqual(['ÄRGER', 'ärger'])
    expect(await found(workflows, 'Ä')).toStrictEqual(['ÄRGER', 'ärger'])
    expect(await found(workflows, 'ΔΟΣ')).toStrictEqual(['ΟΔΟΣ', 'οδοσα'])
    expect(await found(workflows, 'οδος')).toStrictEqual(['ΟΔΟΣ', 'οδοσα'])
    expect(await found(workflows, 'жук')).toStrictEqual(['ЖУК'])
    expect(await found(workflows, 'İST')).toStrictEqual(['İstanbul'])
  })

  test('treats wildcards and quotes as plain characters', async () => {
    const { workflows } = await open()
    const odd = [
      '100%',
      '100',
      'a_b_c',
      'axbxc',
      'back\\slash',
      '"quoted" text',
      "it's",
      'a*b?c[d]',
      '-minus',
      'a OR b',
    ]
    await withNames(workflows, odd)
    const expected = {
      '%': ['100%'],
      '0%': ['100%'],
      '00%': ['100%'],
      _: ['a_b_c'],
      a_b: ['a_b_c'],
      a_b_c: ['a_b_c'],
      '\\': ['back\\slash'],
      '\\sl': ['back\\slash'],
      '"quo': ['"quoted" text'],
      '"': ['"quoted" text'],
      "t's": ["it's"],
      '*b?': ['a*b?c[d]'],
      '[d]': ['a*b?c[d]'],
      '-mi': ['-minus'],
      ' OR ': ['a OR b'],
      'a or b': ['a OR b'],
      'name_key : a': [],
    }
    for (const [search, names] of Object.entries(expected)) expect(await found(workflows, search)).toStrictEqual(names)
  })

  test('searches for one, two, three and very many characters', async () => {
    const { workflows } = await open()
    const long = 'word '.repeat(400)
    await workflows.create(sampleSave('1', { name: '中文名', description: long, createdAt: 1 }))
    await workflows.create(sampleSave('2', { name: '😀😃😄', createdAt: 2 }))
    expect(await found(workflows, '文')).toStrictEqual(['中文名'])
    expect(await found(workflows, '中文')).toStrictEqual(['中文名'])
    expect(await found(workflows, '中文名')).toStrictEqual(['中文名'])
    expect(await found(workflows, '😃')).toStrictEqual(['😀😃😄'])
    expect(await found(workflows, '😀😃')).toStrictEqual(['😀😃😄'])
    expect(await found(workflows, '😀😃😄')).toStrictEqual(['😀😃😄'])
    expect(await found(workflows, '😀😄')).toStrictEqual([])
    expect(await found(workflows, long)).toStrictEqual(['中文名'])
    expect(await found(workflows, `${long}x`)).toStrictEqual([])
  })

  test('finds a workflow by its current name only', async () => {
    const { workflows } = await open()
    await workflows.create(sampleSave('a', { name: 'Before', description: 'earlier' }))
    await workflows.update(sampleSave('a', { revision: 2, name: 'After', description: 'earlier' }), 1, 10)
    expect(await found(workflows, 'before')).toStrictEqual([])
    expect(await found(workflows, 'after')).toStrictEqual(['After'])
    expect(await found(workflows, 'earlier')).toStrictEqual(['After'])
    await workflows.update(sampleSave('a', { revision: 3, name: 'After', description: 'later' }), 2, 10)
    expect(await found(workflows, 'earlier')).toStrictEqual([])
    expect(await found(workflows, 'later')).toStrictEqual(['After'])
  })

  test('finds exactly the workflows whose folded text contains the search', async () => {
    const { workflows } = await open()
    const letter = fc.constantFrom(...'aAbB éÉßσςΣİ%_\\"\'*?[-:^中😀😃\n1.')
    const text = (maxLength: number) => fc.string({ unit: letter, maxLength })
    const rows = fc.sample(fc.tuple(text(12), text(25)), { numRuns: 60, seed: 1 })
    for (const [at, [name, description]] of rows.entries()) {
      await workflows.create(sampleSave(`${at}`, { name, description, createdAt: at }))
    }
    const parts = fc
      .tuple(fc.constantFrom(...rows.flat()), fc.nat(20), fc.integer({ min: 1, max: 8 }))
      .map(([whole, start, length]) => [...whole].slice(start, start + length).join(''))
    await fc.assert(
      fc.asyncProperty(fc.oneof(parts, text(5)), async (search) => {
        const wanted = foldCase(search)
        const expected = rows.filter((row) => row.some((field) => foldCase(field).includes(wanted)))
        expect(await found(workflows, search)).toStrictEqual(expected.map(([name]) => name))
      }),
      { numRuns: 300, seed: 2 },
    )
  })

  test('suggests names that start with the text first, then those in which a word does, then the rest', async () => {
    const { workflows } = await open()
    await withNames(workflows, ['Workflow', 'My flow', 'Flow', 'Flower shop', 'Overflow', 'A FLOW of things', 'Other'])
    const names = async (text: string, limit: number) =>
      (await workflows.suggest(text, limit)).map((suggestion) => suggestion.name)
    const best = ['Flow', 'Flower shop', 'A FLOW of things', 'My flow', 'Overflow', 'Workflow']
    expect(await names('flow', 10)).toStrictEqual(best)
    expect(await names('FLOW', 4)).toStrictEqual(best.slice(0, 4))
    expect(await names('fl', 3)).toStrictEqual(best.slice(0, 3))
    expect(await names('lo', 10)).toStrictEqual([...best].sort())
    expect(await names('', 2)).toStrictEqual(['A FLOW of things', 'Flow'])
    expect(await names('flow', 0)).toStrictEqual([])
    expect(await names('%', 10)).toStrictEqual([])
    expect(await names('"', 10)).toStrictEqual([])
  })

  test('suggests summaries by name only', async () => {
    const { workflows } = await open()
    const save = sampleSave('a', { name: 'Mail', description: 'about invoices', tags: ['T'] })
    await workflows.create(save)
    expect(await workflows.suggest('ail', 5)).toStrictEqual([save.summary])
    expect(await workflows.suggest('invoice', 5)).toStrictEqual([])
  })

  test('suggests equal names in the order of their ids', async () => {
    const { workflows } = await open()
    for (const n of upTo(5).reverse()) await workflows.create(sampleSave(`${n}`, { name: n % 2 ? 'same' : 'the same' }))
    expect((await workflows.suggest('same', 10)).map((summary) => summary.id)).toStrictEqual(['1', '3', '5', '2', '4'])
  })
}
