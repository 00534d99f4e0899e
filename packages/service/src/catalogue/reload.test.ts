/** Custom node types that are reloaded while the service runs, and their icons. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NodeDefinition, NodeType, RunContext } from '@millrace/model'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testService } from '../testing/test-service.ts'
import { loadCatalogue } from './catalogue.ts'
import { catalogueText } from './catalogue-text.ts'
import type { LiveCatalogue } from './live-catalogue.ts'
import { serialisedType } from './serialised-type.ts'
import { watchNodes } from './watch-nodes.ts'

const node = (id: string, name: string, run = `async () => ({ value: '${name}' })`) => `export default {
  id: '${id}', version: '1.0.0', name: '${name}', description: 'For a test.', category: 'logic', tags: [],
  inputs: {}, outputs: { value: { dataType: 'mixed' } }, config: { type: 'object', properties: {} }, run: ${run},
}`

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'millrace-reload-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFiles(folder, files)
  return folder
}

async function watched(folder: string) {
  const catalogue = await loadCatalogue({ nodes: [folder], basePath: '/api' })
  const lines: { readonly facts: object; readonly message: string }[] = []
  const line = (facts: object, message: string) => void lines.push({ facts, message })
  onTestFinished(watchNodes(catalogue, { info: line, warn: line }))
  return { catalogue, lines }
}

/** Saves files and waits for a reload that satisfies the condition. */
async function saved(catalogue: LiveCatalogue, folder: string, files: Record<string, string>, isDone: () => boolean) {
  writeFiles(folder, files)
  await vi.waitUntil(isDone, { timeout: 60_000, interval: 5 })
  return catalogue
}

const outputsOf = async (definition: NodeDefinition | undefined) =>
  (await definition?.run?.({} as RunContext)) as object

test('a saved file is reloaded, and new and deleted files are seen', async () => {
  const folder = folderWith({ 'one.ts': node('one', 'First') })
  const { catalogue } = await watched(folder)
  const { types, definitions } = catalogue
  const text = catalogueText(catalogue)
  const before = definitions.get('one')
  const changes = { 'one.ts': node('one', 'Changed'), 'two.ts': node('two', 'Second') }
  await saved(catalogue, folder, changes, () => types.has('two') && types.get('one')?.name === 'Changed')
  expect(await outputsOf(definitions.get('one'))).toEqual({ value: 'Changed' })
  // A step that runs keeps the code that it began with.
  expect(await outputsOf(before)).toEqual({ value: 'First' })
  expect(catalogueText(catalogue)).not.toBe(text)
  rmSync(join(folder, 'two.ts'))
  await vi.waitUntil(() => !types.has('two'), { timeout: 60_000, interval: 5 })
  expect(types.has('one') && types.has('text_input')).toBe(true)
})

test('an invalid file keeps its last valid version, and the catalogue and the log contain the reason', async () => {
  const folder = folderWith({ 'one.ts': node('one', 'First'), 'two.ts': node('two', 'Second') })
  const { catalogue, lines } = await watched(folder)
  const { types, definitions } = catalogue
  const changes = { 'one.ts': 'export default {', 'two.ts': node('two', 'Changed') }
  await saved(catalogue, folder, changes, () => types.get('two')?.name === 'Changed' && catalogue.problems.length > 0)
  expect(await outputsOf(definitions.get('one'))).toEqual({ value: 'First' })
  expect(catalogue.problems).toEqual([{ file: 'one.ts', message: expect.stringContaining('cannot be imported') }])
  expect(lines).toContainEqual({
    facts: { file: 'one.ts', problem: expect.stringContaining('cannot be imported') },
    message: 'a node file is invalid',
  })
  await saved(catalogue, folder, { 'one.ts': node('one', 'Fixed') }, () => types.get('one')?.name === 'Fixed')
  expect(catalogue.problems).toEqual([])
})

test('categories that are invalid after a change leave the node types as they are', async () => {
  const folder = folderWith({ 'one.ts': node('one', 'First') })
  const { catalogue } = await watched(folder)
  const hasProblem = (text: string) => () => catalogue.problems.some(({ message }) => message.includes(text))
  await saved(catalogue, folder, { 'categories.json': '{' }, hasProblem('is not JSON'))
  expect(catalogue.types.get('one')?.name).toBe('First')
  await saved(catalogue, folder, { 'categories.json': '[]' }, () => catalogue.problems.length === 0)
})

test('the SVG file beside a node is its icon, served without a credential and without the right to run scripts', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const folder = folderWith({ 'one.ts': node('one', 'First'), 'one.svg': svg, 'two.ts': node('two', 'Second') })
  await using service = await testService({ flags: ['--nodes', folder] })
  const { types } = service.services.catalogue
  expect(types.get('one')).toMatchObject({ icon: 'mdi:puzzle-outline' })
  const url = String(types.get('one')?.iconUrl)
  expect(url).toMatch(/^\/api\/v1\/nodes\/one\/icon\?v=[0-9a-f]{16}$/)
  const icon = await service.app.inject({ url })
  expect([icon.statusCode, icon.body]).toEqual([200, svg])
  expect(icon.headers).toMatchObject({
    'content-type': 'image/svg+xml; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  expect((await service.app.inject({ url: '/api/v1/nodes/two/icon' })).statusCode).toBe(404)
  const elsewhere = JSON.parse(serialisedType(types.get('one') as NodeType, 'https://flows.example'))
  expect(elsewhere.iconUrl).toBe(`https://flows.example${url}`)
})

test.each([
  ['too large', `<svg>${' '.repeat(64 * 1024)}</svg>`, 'has an icon of more than 64 KiB'],
  ['another file', 'not an image', 'has an icon that is not an SVG image'],
])('a node with an icon that is %s is left out', async (_, svg, reason) => {
  const folder = folderWith({ 'one.ts': node('one', 'First'), 'one.svg': svg })
  const catalogue = await loadCatalogue({ nodes: [folder], basePath: '' })
  expect(catalogue.types.has('one')).toBe(false)
  expect(catalogue.problems).toEqual([{ file: 'one.ts', message: expect.stringContaining(reason) }])
})

test('a file that was invalid at the start is loaded when it is corrected', async () => {
  const folder = folderWith({ 'one.ts': 'export default 1' })
  const { catalogue } = await watched(folder)
  expect(catalogue.problems).toHaveLength(1)
  await saved(catalogue, folder, { 'one.ts': node('one', 'First') }, () => catalogue.types.has('one'))
  expect([catalogue.problems, catalogue.whyMissing('one')]).toEqual([[], undefined])
})

test('listeners are called after each reload', async () => {
  const folder = folderWith({ 'one.ts': node('one', 'First') })
  await using service = await testService({ flags: ['--nodes', folder] })
  const catalogue = service.services.catalogue as LiveCatalogue
  const reply = await service.app.inject({ url: '/api/v1/system/config', headers: service.as('viewer') })
  expect(reply.json().data.features.reloadsNodes).toBe(false)
  let reloads = 0
  onTestFinished(catalogue.onReload(() => void reloads++))
  catalogue.failed(new Error('broken'))
  expect([reloads, catalogue.problems]).toEqual([1, [{ file: '', message: 'broken' }]])
})
