import { expect, test } from 'vitest'
import { type Backend, opener } from './backend.ts'
import { sampleSave } from './sample-records.ts'

const ODD = [
  `'; DROP TABLE workflows; --`,
  `"double" 'single' \`back\``,
  'back\\slash \\u0041 \\x41',
  '$1 $2 ?1 ? :a @b',
  'tab\tnew\nline\r\u0001\u007f\u2028',
  'emoji 👩‍👩‍👧‍👦 and e\u0301 and é',
  '\u{10ffff}\uffff',
  ' spaces ',
]

export function textContract(backend: Backend): void {
  const { open } = opener(backend)

  test.each(ODD)('stores %j unchanged in every field', async (text) => {
    const { workflows, tokens, grants } = await open()
    const save = sampleSave(text, { machineName: text, name: text, description: text, tags: [text], document: text })
    expect(await workflows.create(save)).toBe(true)
    expect(await workflows.get(text)).toStrictEqual({
      ...save.summary,
      versionId: save.version.versionId,
      document: text,
      secrets: null,
    })
    const query = { search: text, tags: [text], sort: 'name', order: 'asc', limit: 10, offset: 0 } as const
    expect((await workflows.list(query)).total).toBe(1)
    expect(await tokens.byHash(text)).toBeUndefined()
    expect(await grants.take('link', text)).toBeUndefined()
  })

  test('replaces a lone surrogate by U+FFFD, but keeps it escaped in JSON text', async () => {
    const { workflows } = await open()
    const document = JSON.stringify({ name: 'a\ud800b' })
    await workflows.create(sampleSave('a', { name: 'a\ud800b', tags: ['t\udfff'], document }))
    const stored = await workflows.get('a')
    expect(stored).toMatchObject({ name: 'a\ufffdb', tags: ['t\udfff'] })
    expect(JSON.parse(stored?.document ?? '')).toStrictEqual({ name: 'a\ud800b' })
    const query = { sort: 'name', order: 'asc', limit: 10, offset: 0 } as const
    expect((await workflows.list({ ...query, search: '\ud800B', tags: ['T\udfff'] })).total).toBe(1)
  })

  test('treats tags that differ only in lone surrogates as one tag', async () => {
    const { workflows } = await open()
    expect(await workflows.create(sampleSave('a', { tags: ['\ud800', '\ud801'] }))).toBe(true)
    expect((await workflows.get('a'))?.tags).toStrictEqual(['\ud800', '\ud801'])
  })

  test('rejects a write with a NUL character completely', async () => {
    const { workflows } = await open()
    await workflows.create(sampleSave('a'))
    for (const save of [
      sampleSave('b', { name: 'x\0y' }),
      sampleSave('b', { description: 'x\0y' }),
      sampleSave('b', { tags: ['x\0y'] }),
      sampleSave('b', { document: 'x\0y' }),
      sampleSave('b', { document: 'é\0y' }),
      sampleSave('b\0'),
    ]) {
      await expect(workflows.create(save)).rejects.toThrow('NUL')
    }
    await expect(workflows.update(sampleSave('a', { revision: 2, tags: ['\0'] }), 1, 10)).rejects.toThrow('NUL')
    expect(await workflows.list({ sort: 'name', order: 'asc', limit: 10, offset: 0 })).toMatchObject({
      total: 1,
      items: [{ id: 'a', revision: 1 }],
    })
  })

  test('finds nothing for a text with a NUL character', async () => {
    const { workflows } = await open()
    await workflows.create(sampleSave('a', { name: 'xy', tags: ['t'] }))
    const query = { sort: 'name', order: 'asc', limit: 10, offset: 0 } as const
    expect(await workflows.get('a\0')).toBeUndefined()
    expect(await workflows.remove('a\0')).toBe(false)
    expect(await workflows.version('a\0', 1)).toBeUndefined()
    expect(await workflows.versions('a\0', { limit: 10, offset: 0 })).toStrictEqual({ items: [], total: 0 })
    expect(await workflows.list({ ...query, search: 'x\0' })).toStrictEqual({ items: [], total: 0 })
    expect(await workflows.list({ ...query, tags: ['t\0'] })).toStrictEqual({ items: [], total: 0 })
    expect((await workflows.list({ ...query, tags: ['t\0', 't'] })).total).toBe(1)
    expect(await workflows.suggest('x\0', 10)).toStrictEqual([])
    expect(await workflows.machineNamesLike('m\0')).toStrictEqual([])
  })

  test('stores a document that escapes NUL in JSON', async () => {
    const { workflows } = await open()
    const document = JSON.stringify({ text: 'a\0b' })
    await workflows.create(sampleSave('a', { document }))
    expect((await workflows.get('a'))?.document).toBe(document)
  })
}
