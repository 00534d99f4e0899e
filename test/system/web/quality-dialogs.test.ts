/** Dialogs and panels of the editor in light and dark: axe finds nothing serious. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { drawing } from '../support/drawing.ts'
import { seriousFindings } from './support/axe.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { EditorActions } from './support/editor-actions.ts'
import { useWeb } from './support/web.ts'
import { ASKS, SHOUT } from './support/workflows.ts'

const HOOK = drawing(
  'Hooked',
  [
    { id: 'hook', type: 'webhook_trigger', config: { path: 'hooked' } },
    { id: 'rows', type: 'code', config: { source: 'return [{ id: 1, name: "lamp" }, { id: 2, name: "desk" }]' } },
  ],
  'hook.body -> rows.data',
)

describeInBrowser('dialogs and panels', () => {
  const web = useWeb()
  let page: Page
  let editor: EditorActions

  beforeAll(async () => {
    page = web.page
    editor = new EditorActions(page)
    for (const workflow of [SHOUT, ASKS, HOOK]) await web.call('/workflows', workflow)
  })

  async function open(machineName: string): Promise<void> {
    await web.visit(`/workflows/${machineName}`)
    await editor.nodes.first().waitFor()
  }

  async function expectGood(name: string, shown: Page = page): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      await shown.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await seriousFindings(shown), `${name}, ${colorScheme}`).toEqual([])
    }
  }

  test('the command palette, the box that adds nodes and the list of shortcuts', async () => {
    await open('shout')
    await page.keyboard.press('Control+k')
    await page.getByRole('option').first().waitFor()
    await expectGood('command palette')
    await page.keyboard.press('Escape')
    await page.keyboard.press('a')
    await page.getByRole('dialog', { name: 'Add node' }).getByRole('option').first().waitFor()
    await expectGood('quick add')
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await expectGood('shortcuts')
  })

  test('the window of a node with its data, pinned data, and the test of a node', async () => {
    await open('hooked')
    await editor.node('rows').click()
    await page.getByRole('button', { name: 'Test this node' }).click()
    await page.getByRole('dialog').filter({ hasText: 'rows' }).waitFor()
    await expectGood('test node')
    await page.keyboard.press('Escape')
    await editor.runButton.click()
    const panel = page.getByRole('complementary', { name: 'Run', exact: true })
    await panel.getByRole('button', { name: 'Run', exact: true }).click()
    const completed = panel.getByRole('status').filter({ hasText: /^Completed/ })
    await completed.waitFor()
    await editor.node('rows').dblclick({ position: { x: 20, y: 20 } })
    const view = page.getByRole('dialog', { name: 'rows' })
    await view.getByText('lamp').first().waitFor()
    await expectGood('node view')
    await view.getByRole('button', { name: 'Set output' }).click()
    await page.getByRole('dialog', { name: 'Pinned data' }).waitFor()
    await expectGood('pinned data')
  })

  test('the panel of a webhook while it listens for a call', async () => {
    await open('hooked')
    await editor.node('hook').click()
    await page.getByRole('button', { name: 'Listen for a call' }).click()
    await page.getByText('Waiting for a call to the test address').waitFor()
    await expectGood('listen for a call')
    await page.getByRole('button', { name: /^Stop/ }).click()
  })

  test('publishing by hand, in the bar and in the settings of the workflow', async () => {
    await open('hooked')
    await editor.choose('More', 'Name, description, tags')
    const dialog = page.getByRole('dialog', { name: 'Workflow' })
    await dialog.getByRole('switch', { name: 'Publish by hand' }).click()
    await expectGood('workflow settings')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await editor.name.fill('Hooked again')
    await page.getByRole('button', { name: 'Publish', exact: true }).waitFor()
    await expectGood('publish')
    await editor.save()
  })

  test('the playground beside the canvas', async () => {
    await open('asks')
    await page.getByRole('button', { name: 'Playground' }).first().click()
    await page.getByRole('complementary', { name: 'Chat with the canvas' }).waitFor()
    await expectGood('playground panel')
  })

  test('the questions about unsaved changes and about changes of others', async () => {
    await open('shout')
    const { id } = await web.call('/workflows/shout')
    await editor.name.fill('Mine')
    await editor.status('Unsaved changes (draft saved)')
    await page.getByRole('link', { name: 'All workflows' }).click()
    await page.getByRole('dialog', { name: 'You have unsaved changes' }).waitFor()
    await expectGood('leaving')
    await page.keyboard.press('Escape')

    const other = await web.context.newPage()
    await other.goto(`${web.origin}/#/workflows/${id}`)
    const second = new EditorActions(other)
    await second.counts(3)
    await second.name.fill('From the other window')
    await second.status('Unsaved changes (draft saved)')
    await editor.name.fill('Mine again')
    await page.getByRole('dialog', { name: 'You have other unsaved changes to this workflow' }).waitFor()
    await expectGood('other draft')
    await page.getByRole('button', { name: 'Decide later' }).click()

    await web.call(`/workflows/${id}`, { ...SHOUT, name: 'Saved by another user' }, 'PUT')
    web.expectConsoleError(/status of 409/)
    await other.keyboard.press('Control+s')
    await other.getByRole('dialog').waitFor()
    await expectGood('conflict', other)
    await other.close()
  })
})
