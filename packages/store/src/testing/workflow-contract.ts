import { expect, test } from 'vitest'
import { type Backend, opener } from './backend.ts'
import { sampleSave, upTo } from './sample-records.ts'

export function workflowContract(backend: Backend): void {
  const { open, openSql, migratedDatabase } = opener(backend)

  test('finds a created workflow by id and by machine name', async () => {
    const { workflows } = await open()
    const save = sampleSave('a', {
      name: 'Invoices',
      description: 'Sorts them',
      tags: ['Finance', 'daily'],
      document: '{"nodes":[]}',
      secrets: new Uint8Array([0, 1, 254, 255]),
    })
    expect(await workflows.create(save)).toBe(true)
    const expected = {
      ...save.summary,
      versionId: save.version.versionId,
      document: '{"nodes":[]}',
      secrets: new Uint8Array([0, 1, 254, 255]),
    }
    expect(await workflows.get('a')).toStrictEqual(expected)
    expect(await workflows.get('machine_a')).toStrictEqual(expected)
    expect(await workflows.current('machine_a')).toStrictEqual({
      id: 'a',
      revision: save.summary.revision,
      isManual: false,
      publishedRevision: null,
      isActive: true,
      hasTriggers: false,
      project: 'default',
    })
    expect(await workflows.current('nobody')).toBeUndefined()
  })

  test('returns undefined, false or an empty list for a missing workflow', async () => {
    const { workflows } = await open()
    expect(await workflows.get('nobody')).toBeUndefined()
    expect(await workflows.remove('nobody')).toBe(false)
    expect(await workflows.update(sampleSave('nobody', { revision: 2 }), 1, 10)).toBe(false)
    expect(await workflows.version('nobody', 1)).toBeUndefined()
    expect(await workflows.versions('nobody', { limit: 10, offset: 0 })).toStrictEqual({ items: [], total: 0 })
  })

  test('treats ids and machine names as case-sensitive', async () => {
    const { workflows } = await open()
    expect(await workflows.create(sampleSave('a', { machineName: 'name' }))).toBe(true)
    expect(await workflows.create(sampleSave('A', { machineName: 'Name' }))).toBe(true)
    expect((await workflows.get('Name'))?.id).toBe('A')
  })

  test('prefers an id to a machine name that looks the same', async () => {
    const { workflows } = await open()
    await workflows.create(sampleSave('one', { machineName: 'two' }))
    await workflows.create(sampleSave('two', { machineName: 'three' }))
    expect((await workflows.get('two'))?.id).toBe('two')
  })

  test('rejects a taken id or machine name and writes nothing', async () => {
    const { workflows } = await open()
    const first = sampleSave('a', { tags: ['old'] })
    await workflows.create(first)
    expect(await workflows.create(sampleSave('a', { machineName: 'other', tags: ['new'] }))).toBe(false)
    expect(await workflows.create(sampleSave('b', { machineName: 'machine_a', tags: ['new'] }))).toBe(false)
    const { items, total } = await workflows.list({ sort: 'name', order: 'asc', limit: 10, offset: 0 })
    expect(total).toBe(1)
    expect(items[0]).toMatchObject(first.summary)
    expect(await workflows.list({ tags: ['new'], sort: 'name', order: 'asc', limit: 10, offset: 0 })).toMatchObject({
      total: 0,
    })
  })

  test('creates exactly one of several concurrent workflows with one id', async () => {
    const database = await migratedDatabase()
    const stores = [await open(database), await open(database)]
    const answers = await Promise.all(
      upTo(10).map((n) => stores[n % 2]?.workflows.create(sampleSave('a', { machineName: `name_${n}` }))),
    )
    expect(answers.filter(Boolean)).toHaveLength(1)
  })

  test('replaces all fields and the document with an update', async () => {
    const { workflows } = await open()
    await workflows.create(sampleSave('a', { tags: ['one', 'two'], secrets: new Uint8Array([1]) }))
    const save = sampleSave('a', {
      revision: 2,
      name: 'Other',
      machineName: 'other',
      description: 'New',
      tags: ['two', 'three'],
      document: '{"second":true}',
    })
    expect(await workflows.update(save, 1, 10)).toBe(true)
    const expected = { ...save.summary, versionId: 'a@2', document: '{"second":true}', secrets: null }
    expect(await workflows.get('a')).toStrictEqual(expected)
    expect(await workflows.get('other')).toStrictEqual(expected)
    expect(await workflows.get('machine_a')).toBeUndefined()
    const tagged = (tag: string) =>
      workflows.list({ tags: [tag], sort: 'name', order: 'asc', limit: 10, offset: 0 }).then((page) => page.total)
    expect([await tagged('one'), await tagged('two'), await tagged('three')]).toStrictEqual([0, 1, 1])
  })

  test('rejects an update of a stale revision and writes nothing', async () => {
    const { workflows } = await open()
    await workflows.create(sampleSave('a'))
    await workflows.update(sampleSave('a', { revision: 2, name: 'Second' }), 1, 10)
    expect(await workflows.update(sampleSave('a', { revision: 2, name: 'Late', tags: ['late'] }), 1, 10)).toBe(false)
    expect(await workflows.get('a')).toMatchObject({ revision: 2, name: 'Second', tags: [] })
    expect((await workflows.versions('a', { limit: 10, offset: 0 })).total).toBe(2)
  })

  test('accepts exactly one of several concurrent updates of the same revision', async () => {
    const database = await migratedDatabase()
    const stores = [await open(database), await open(database)]
    await stores[0]?.workflows.create(sampleSave('a'))
    for (const round of upTo(10)) {
      const answers = await Promise.all(
        upTo(8).map((n) =>
          stores[n % 2]?.workflows.update(
            sampleSave('a', { revision: round + 1, name: `${n}`, document: `"${n}"` }),
            round,
            100,
          ),
        ),
      )
      const winner = answers.indexOf(true) + 1
      expect(answers.filter(Boolean)).toHaveLength(1)
      expect(await stores[0]?.workflows.get('a')).toMatchObject({ name: `${winner}`, document: `"${winner}"` })
    }
    expect((await stores[1]?.workflows.versions('a', { limit: 1, offset: 0 }))?.total).toBe(11)
  })

  test('rejects an update to a taken machine name and writes nothing', async () => {
    const { workflows } = await open()
    await workflows.create(sampleSave('a'))
    await workflows.create(sampleSave('b'))
    await expect(workflows.update(sampleSave('b', { revision: 2, machineName: 'machine_a' }), 1, 10)).rejects.toThrow()
    expect(await workflows.get('b')).toMatchObject({ revision: 1, machineName: 'machine_b' })
  })

  test('lists versions newest first, in pages, without their documents', async () => {
    const { workflows } = await open()
    await workflows.create(sampleSave('a'))
    for (const n of [2, 3, 4, 5]) await workflows.update(sampleSave('a', { revision: n }), n - 1, 100)
    await workflows.create(sampleSave('b'))
    const page = await workflows.versions('a', { limit: 2, offset: 1 })
    expect(page).toStrictEqual({
      total: 5,
      items: [4, 3].map((revision) => ({
        workflowId: 'a',
        revision,
        versionId: `a@${revision}`,
        savedAt: 1_700_000_000_000 + revision,
        savedBy: 'Ada',
      })),
    })
  })

  test('returns an old version unchanged', async () => {
    const { workflows } = await open()
    const first = sampleSave('a', { document: '{"first":"é"}', secrets: new Uint8Array([7]) })
    await workflows.create(first)
    await workflows.update(sampleSave('a', { revision: 2 }), 1, 10)
    expect(await workflows.version('a', 1)).toStrictEqual(first.version)
    expect((await workflows.version('a', 2))?.document).toBe('{"id":"a","revision":2}')
    expect(await workflows.version('a', 3)).toBeUndefined()
    expect(await workflows.version('a', 'a@1')).toStrictEqual(first.version)
    expect(await workflows.version('a', 'b@1')).toBeUndefined()
    expect(await workflows.version('b', 'a@1')).toBeUndefined()
  })

  test('keeps the newest versions only, and always the current document', async () => {
    const { workflows } = await open()
    await workflows.create(sampleSave('a'))
    await workflows.create(sampleSave('b'))
    for (const n of [2, 3, 4, 5]) await workflows.update(sampleSave('a', { revision: n }), n - 1, 3)
    const kept = async () =>
      (await workflows.versions('a', { limit: 10, offset: 0 })).items.map((version) => version.revision)
    expect(await kept()).toStrictEqual([5, 4, 3])
    expect(await workflows.version('a', 2)).toBeUndefined()
    await workflows.update(sampleSave('a', { revision: 6 }), 5, 0)
    expect(await kept()).toStrictEqual([6])
    expect((await workflows.get('a'))?.revision).toBe(6)
    expect((await workflows.versions('b', { limit: 10, offset: 0 })).total).toBe(1)
  })

  test('removes all data of a workflow and frees its names', async () => {
    const database = await migratedDatabase()
    const { workflows } = await open(database)
    await workflows.create(sampleSave('a', { name: 'Doomed', tags: ['gone'] }))
    await workflows.update(sampleSave('a', { name: 'Doomed', revision: 2, tags: ['gone'] }), 1, 10)
    expect(await workflows.remove('a')).toBe(true)
    expect(await workflows.remove('a')).toBe(false)
    expect(await workflows.get('a')).toBeUndefined()
    expect(await workflows.version('a', 1)).toBeUndefined()
    const sql = openSql(database)
    for (const table of ['workflows', 'workflow_tags', 'workflow_versions']) {
      expect(await sql.get(`SELECT count(*) AS rows FROM ${table}`, [])).toMatchObject({ rows: 0 })
    }
    expect(await workflows.create(sampleSave('a'))).toBe(true)
    expect(await workflows.suggest('doom', 10)).toStrictEqual([])
  })

  test('finds machine names by their exact prefix', async () => {
    const { workflows } = await open()
    for (const [at, machineName] of ['my_flow', 'my_flow_2', 'my_flowers', 'myxflow', 'My_flow', 'my%', 'é1'].entries())
      await workflows.create(sampleSave(`${at}`, { machineName }))
    expect(await workflows.machineNamesLike('my_flow')).toStrictEqual(['my_flow', 'my_flow_2', 'my_flowers'])
    expect(await workflows.machineNamesLike('my%')).toStrictEqual(['my%'])
    expect(await workflows.machineNamesLike('é')).toStrictEqual(['é1'])
    expect(await workflows.machineNamesLike('none')).toStrictEqual([])
    expect(await workflows.machineNamesLike('')).toHaveLength(7)
  })

  test('stores a document of 5 MB unchanged', async () => {
    const { workflows } = await open()
    const document = JSON.stringify({ text: 'naïve 😀 "quoted" \\ '.repeat(250_000) })
    expect(document.length).toBeGreaterThan(5_000_000)
    await workflows.create(sampleSave('a', { document }))
    expect((await workflows.get('a'))?.document === document).toBe(true)
    const page = await workflows.list({ sort: 'name', order: 'asc', limit: 1, offset: 0 })
    expect(page.items[0]?.document === document).toBe(true)
  })
}
