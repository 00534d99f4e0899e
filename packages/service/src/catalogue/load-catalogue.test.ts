import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadCatalogue } from './catalogue.ts'

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-nodes-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

const node = (id: string) => `export default {
  id: '${id}', version: '1.0.0', name: 'Shout', description: 'Says it louder.', category: 'voice',
  icon: 'mdi:bullhorn', tags: ['text'], inputs: { text: { dataType: 'string' } }, outputs: {},
  config: { type: 'object', properties: {
    to: { type: 'string', autocomplete: { url: '/people', queryParam: 'q' } },
    many: { type: 'array', items: { type: 'string', autocomplete: { url: 'https://x.example/all' } } },
  } },
}`

describe('custom node types', () => {
  test('are added to the built-in ones, with their own categories', async () => {
    const categories = JSON.stringify([
      { name: 'voice', label: 'Voice', icon: 'mdi:microphone', color: '#123456', weight: -1 },
    ])
    const nodes = [folderWith({ 'shout.js': node('shout'), 'categories.json': categories })]
    const catalogue = await loadCatalogue({ nodes, basePath: '/api' })
    expect(catalogue.types.get('shout')).toMatchObject({ name: 'Shout', category: 'voice', color: '#123456' })
    expect(catalogue.types.has('text_input')).toBe(true)
    expect(catalogue.categories[0]).toMatchObject({ name: 'voice', label: 'Voice' })
  })

  test('get the base path in their autocomplete paths, but not in absolute URLs', async () => {
    const nodes = [folderWith({ 'shout.js': node('shout') })]
    const { types } = await loadCatalogue({ nodes, basePath: '/api' })
    expect(types.get('shout')?.configSchema.properties).toMatchObject({
      to: { autocomplete: { url: '/api/people', queryParam: 'q' } },
      many: { items: { autocomplete: { url: 'https://x.example/all' } } },
    })
  })

  test('an invalid file is left out and listed, and the others are loaded', async () => {
    const folder = folderWith({
      'shout.js': "throw new Error('no voice')",
      'whisper.js': node('whisper'),
      'categories.json': '{}',
    })
    const catalogue = await loadCatalogue({ nodes: [folder], basePath: '' })
    expect([catalogue.types.has('shout'), catalogue.types.has('whisper')]).toEqual([false, true])
    const reason = 'cannot be imported: no voice (shout.js:1)'
    expect(catalogue.broken).toMatchObject([
      { path: join(folder, 'shout.js'), reason },
      { path: join(folder, 'categories.json'), reason: 'it must be a list, is an object' },
    ])
    expect(catalogue.problems[0]).toEqual({ file: 'shout.js', message: reason })
    expect([catalogue.whyMissing('shout'), catalogue.whyMissing('other')]).toEqual([reason, undefined])
  })

  test('a type that is defined twice is that of the first folder', async () => {
    const folders = [folderWith({ 'shout.js': node('shout') }), folderWith({ 'shout.js': node('shout') })]
    const catalogue = await loadCatalogue({ nodes: folders, basePath: '' })
    expect(catalogue.files.get('shout')).toBe(join(folders[0] ?? '', 'shout.js'))
    // Without the folders: clients read it.
    expect(catalogue.problems).toEqual([
      { file: 'shout.js', message: 'has the id "shout", which is already used by shout.js' },
    ])
    expect(catalogue.broken[0]?.path).toBe(join(folders[1] ?? '', 'shout.js'))
  })

  test('a folder that does not exist is an invalid setting', async () => {
    await expect(loadCatalogue({ nodes: ['/nowhere/at/all'], basePath: '' })).rejects.toThrow('/nowhere/at/all')
  })
})
