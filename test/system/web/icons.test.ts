/** Icons of custom nodes: any icon of the set is rendered, bundled or not. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder } from '../program.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { useWeb } from './support/web.ts'

const nodes = join(freshFolder(), 'nodes')
const custom = (id: string, icon: string) => `export default {
  id: '${id}', version: '1.0.0', name: '${id}', description: 'Does nothing.', category: 'logic', icon: '${icon}',
  tags: [], inputs: {}, outputs: {}, config: { type: 'object', properties: {} }, run: () => ({}),
}`

describeInBrowser('the icon of a custom node', () => {
  mkdirSync(nodes, { recursive: true })
  writeFileSync(join(nodes, 'feed.js'), custom('feed', 'mdi:rss'))
  writeFileSync(join(nodes, 'odd.js'), custom('odd', 'mdi:no-such-icon'))
  const web = useWeb(async () => ['--nodes', nodes])

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
})
