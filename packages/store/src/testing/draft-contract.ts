import { expect, test } from 'vitest'
import type { DraftSave } from '../draft-store.ts'
import { type Backend, opener } from './backend.ts'
import { sampleSave, upTo } from './sample-records.ts'

const draftOf = (change: Partial<DraftSave> = {}): DraftSave => ({
  workflowId: 'a',
  owner: 'ada',
  baseRevision: 1,
  updatedAt: 1_700_000_000_000,
  document: '{"name":"größer 😀"}',
  secrets: null,
  ...change,
})

const guard = (seen?: number, maxPerOwner = 100) => ({ seen, maxPerOwner })

export function draftContract(backend: Backend): void {
  const { open, openSql, migratedDatabase } = opener(backend)

  test('keeps one draft per person and workflow and returns it unchanged', async () => {
    const database = await migratedDatabase()
    const { workflows, drafts } = await open(database)
    await workflows.create(sampleSave('a'))
    await workflows.create(sampleSave('b'))
    const first = draftOf({ secrets: new Uint8Array([1, 2, 3]) })
    expect(await drafts.put(first, guard())).toStrictEqual({ status: 'saved', revision: 1 })
    const other = draftOf({ owner: 'x'.repeat(5000), document: '{"name":"other"}' })
    expect(await drafts.put(other, guard())).toStrictEqual({ status: 'saved', revision: 1 })
    const again = await open(database)
    expect(await again.drafts.get('a', 'ada')).toStrictEqual({ ...first, revision: 1 })
    expect(await again.drafts.get('a', other.owner)).toStrictEqual({ ...other, revision: 1 })
    expect(await again.drafts.get('b', 'ada')).toBeUndefined()
    expect(await again.drafts.get('a\0', 'ada')).toBeUndefined()
    expect(await again.drafts.secrets('a', 'ada')).toStrictEqual(new Uint8Array([1, 2, 3]))
    expect(await again.drafts.secrets('a', other.owner)).toBeUndefined()
    expect(await again.hasSealedValues()).toBe(true)
  })

  test('writes a draft only at the revision that the caller saw', async () => {
    const { workflows, drafts } = await open()
    await workflows.create(sampleSave('a'))
    expect(await drafts.put(draftOf(), guard(1))).toStrictEqual({ status: 'stale', revision: undefined })
    await drafts.put(draftOf(), guard())
    expect(await drafts.put(draftOf({ document: 'late' }), guard())).toStrictEqual({ status: 'stale', revision: 1 })
    const second = draftOf({ document: 'second', baseRevision: 7, updatedAt: 9 })
    expect(await drafts.put(second, guard(1))).toStrictEqual({ status: 'saved', revision: 2 })
    expect(await drafts.put(draftOf({ document: 'late' }), guard(1))).toStrictEqual({ status: 'stale', revision: 2 })
    expect(await drafts.get('a', 'ada')).toStrictEqual({ ...second, revision: 2 })
    expect(await drafts.put(draftOf({ workflowId: 'gone' }), guard())).toStrictEqual({ status: 'missing' })
    expect(await drafts.put(draftOf({ workflowId: 'a\0' }), guard())).toStrictEqual({ status: 'missing' })
  })

  test('never reuses the revision of a deleted draft', async () => {
    const { workflows, drafts } = await open()
    await workflows.create(sampleSave('a'))
    await drafts.put(draftOf({ secrets: new Uint8Array([1]) }), guard())
    expect(await drafts.remove('a', 'ada', 9)).toBe('stale')
    expect(await drafts.remove('a', 'grace')).toBe('missing')
    expect(await drafts.remove('a', 'ada', 1)).toBe('removed')
    expect([await drafts.get('a', 'ada'), await drafts.secrets('a', 'ada')]).toStrictEqual([undefined, undefined])
    expect(await drafts.remove('a', 'ada')).toBe('missing')
    expect(await drafts.put(draftOf(), guard(1))).toStrictEqual({ status: 'stale', revision: undefined })
    const answer = await drafts.put(draftOf(), guard())
    expect(answer).toStrictEqual({ status: 'saved', revision: 3 })
    expect(await drafts.remove('a', 'ada')).toBe('removed')
  })

  test('accepts exactly one of several concurrent writes of the same revision', async () => {
    const database = await migratedDatabase()
    const stores = [await open(database), await open(database)]
    await stores[0]?.workflows.create(sampleSave('a'))
    for (const round of upTo(5)) {
      const seen = round === 1 ? undefined : round - 1
      const answers = await Promise.all(
        upTo(8).map((n) => stores[n % 2]?.drafts.put(draftOf({ document: `"${n}"` }), guard(seen))),
      )
      expect(answers.filter((answer) => answer?.status === 'saved')).toStrictEqual([
        { status: 'saved', revision: round },
      ])
    }
  })

  test('limits the drafts of a person, and not the changes of those they have', async () => {
    const { workflows, drafts } = await open()
    for (const id of ['a', 'b', 'c']) await workflows.create(sampleSave(id))
    await drafts.put(draftOf(), guard(undefined, 2))
    await drafts.put(draftOf({ workflowId: 'b' }), guard(undefined, 2))
    const third = draftOf({ workflowId: 'c' })
    expect(await drafts.put(third, guard(undefined, 2))).toStrictEqual({ status: 'full' })
    expect(await drafts.put(draftOf(), guard(1, 2))).toMatchObject({ status: 'saved' })
    expect(await drafts.put({ ...third, owner: 'grace' }, guard(undefined, 2))).toMatchObject({ status: 'saved' })
    await drafts.remove('b', 'ada')
    expect(await drafts.put(third, guard(undefined, 2))).toMatchObject({ status: 'saved' })
  })

  test('deletes the drafts of a workflow with it', async () => {
    const database = await migratedDatabase()
    const { workflows, drafts } = await open(database)
    await workflows.create(sampleSave('a'))
    await drafts.put(draftOf(), guard())
    await drafts.put(draftOf({ owner: 'grace' }), guard())
    await workflows.remove('a')
    const rows = await openSql(database).get('SELECT count(*) AS rows FROM drafts', [])
    expect(rows).toMatchObject({ rows: 0 })
    await workflows.create(sampleSave('a'))
    expect(await drafts.get('a', 'ada')).toBeUndefined()
  })

  test('keeps a draft of 5 MB and does not change the versions of the workflow', async () => {
    const { workflows, drafts } = await open()
    await workflows.create(sampleSave('a'))
    const document = JSON.stringify({ text: 'naïve 😀 "quoted" \\ '.repeat(250_000) })
    await drafts.put(draftOf({ document }), guard())
    expect((await drafts.get('a', 'ada'))?.document === document).toBe(true)
    expect((await workflows.versions('a', { limit: 10, offset: 0 })).total).toBe(1)
    expect((await workflows.get('a'))?.revision).toBe(1)
  })
}
