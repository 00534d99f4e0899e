/** Custom nodes in the editor: their icons, and their reload when a file is saved. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder } from '../program.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { useWeb } from './support/web.ts'

const nodes = join(freshFolder(), 'nodes')
const custom = (id: string, icon: string, name = id) => `export default {
  id: '${id}', version: '1.0.0', name: '${name}', description: 'Does nothing.', category: 'logic', icon: '${icon}',
  tags: [], inputs: {}, outputs: {}, config: { type: 'object', properties: {} }, run: () => ({}),
}`

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z" fill="#0a0"/></svg>'

describeInBrowser('the icon of a custom node', () => {
  mkdirSync(nodes, { recursive: true })
  writeFileSync(join(nodes, 'feed.js'), custom('feed', 'mdi:rss'))
  writeFileSync(join(nodes, 'odd.js'), custom('odd', 'mdi:no-such-icon'))
  writeFileSync(join(nodes, 'own.js'), custom('own', 'mdi:rss'))
  writeFileSync(join(nodes, 'own.svg'), SVG)
  const web = useWeb(async () => ['--nodes', nodes, '--watch-nodes'])

  test('an icon that is not bundled is rendered, and an unknown one is a cube', async () => {
    const { page } = web
    const at = { position: { x: 0, y: 0 } }
    const drawn = ['feed', 'odd'].map((id) => ({ id, ...at, data: { label: id, metadata: { node_type_id: id } } }))
    const { id } = await web.call<{ id: string }>('/workflows', { name: 'Icons', nodes: drawn, edges: [] })
    await web.visit(`/workflows/${id}`)
    const bodyOf = (node: string) => page.locator(`[data-id="${node}"] svg.mr-icon`).first().innerHTML()
    await expect.poll(async () => (await bodyOf('feed')) !== (await bodyOf('odd'))).toBe(true)
    expect(await bodyOf('feed')).toContain('<path')
  })

  test('an SVG file beside the node is shown in the palette and on the canvas, and a saved node is reloaded', async () => {
    const { page } = web
    const drawn = [{ id: 'a', position: { x: 0, y: 0 }, data: { label: 'a', metadata: { node_type_id: 'own' } } }]
    const { id } = await web.call<{ id: string }>('/workflows', { name: 'Own', nodes: drawn, edges: [] })
    await web.visit(`/workflows/${id}`)
    const image = page.locator('[data-id="a"] img.mr-icon').first()
    await expect.poll(() => image.evaluate((one) => Reflect.get(one, 'naturalWidth'))).toBeGreaterThan(0)
    const palette = page.locator('.mr-sidebar__search input')
    await palette.fill('own')
    await expect.poll(() => page.locator('.mr-sidebar img.mr-icon').count()).toBeGreaterThan(0)
    await palette.fill('Renamed node')
    writeFileSync(join(nodes, 'own.js'), custom('own', 'mdi:rss', 'Renamed node'))
    await expect.poll(() => page.locator('.mr-sidebar .mr-type', { hasText: 'Renamed node' }).count()).toBe(1)
  })
})

describeInBrowser('a node file that does not load', () => {
  const broken = join(freshFolder(), 'broken')
  mkdirSync(broken, { recursive: true })
  writeFileSync(join(broken, 'quiet.js'), "throw new Error('no voice')")
  const web = useWeb(async () => ['--nodes', broken])

  test('a node file that does not load is shown when an editor opens', async () => {
    const { id } = await web.call<{ id: string }>('/workflows', { name: 'Empty', nodes: [], edges: [] })
    await web.visit(`/workflows/${id}`)
    await web.page.locator('.mr-toast', { hasText: 'quiet.js: cannot be imported: no voice (quiet.js:1)' }).waitFor()
  })
})
