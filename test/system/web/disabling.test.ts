/** Disabling nodes on the canvas: by key, menu and palette, undone, saved and run. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { drawing } from '../support/drawing.ts'
import { seriousFindings } from './support/axe.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { EditorActions } from './support/editor-actions.ts'
import { until } from './support/until.ts'
import { useWeb } from './support/web.ts'

const DRAWN = drawing(
  'Greeting',
  [
    { id: 'name', type: 'text_input', config: { defaultValue: 'ada' } },
    { id: 'loud', type: 'text_formatter', config: { operation: 'uppercase' } },
    { id: 'note', type: 'logger' },
    { id: 'out', type: 'text_output' },
  ],
  `name.text -> loud.text
  loud.formatted -> out.text
  loud.formatted -> note.message`,
)
const FLOW = {
  ...DRAWN,
  nodes: DRAWN.nodes.map((node, at) => ({ ...node, position: { x: at * 330, y: (at % 2) * 60 } })),
}

describeInBrowser('disabled nodes', () => {
  const web = useWeb()
  let page: Page
  let editor: EditorActions
  let id = ''
  const isOff = (node: string) => editor.node(node).locator('.mr-node--disabled').count()
  const offNodes = async () => {
    const { nodes } = await web.call(`/workflows/${id}`)
    return nodes.filter((node) => JSON.stringify(node.data).includes('millrace:disabled')).map((node) => node.id)
  }

  beforeAll(async () => {
    page = web.page
    editor = new EditorActions(page)
    ;({ id } = await web.call('/workflows', FLOW))
    await web.visit(`/workflows/${id}`)
    await editor.counts(4)
  })

  test('the key D disables the selected nodes in one undo step', async () => {
    await editor.node('loud').click()
    await editor.node('note').click({ modifiers: ['Shift'] })
    await page.keyboard.press('d')
    await until('both are disabled', async () => (await isOff('loud')) + (await isOff('note')) === 2)
    await editor.node('loud').getByText('Disabled', { exact: true }).waitFor()
    await page.keyboard.press('Control+z')
    await until('both are enabled', async () => (await isOff('loud')) + (await isOff('note')) === 0)
  })

  test('the menu and the command palette disable and enable', async () => {
    await editor.clickCanvas()
    await editor.node('loud').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Disable' }).click()
    await until('it is disabled', async () => (await isOff('loud')) === 1)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Enable')
    await page
      .getByRole('option', { name: /^Enable/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await until('it is enabled', async () => (await isOff('loud')) === 0)
    await page.keyboard.press('d')
    await until('it is disabled again', async () => (await isOff('loud')) === 1)
    expect(await seriousFindings(page)).toEqual([])
    await editor.save()
    expect(await offNodes()).toEqual(['loud'])
  })

  test('a run passes the value over the node and shows it as disabled', async () => {
    await editor.runButton.click()
    const panel = page.getByRole('complementary', { name: 'Run', exact: true })
    await panel.getByRole('button', { name: 'Run', exact: true }).click()
    await editor.node('out').locator('.mr-node--is-completed').waitFor()
    await page.getByRole('button', { name: 'Fit to screen' }).click()
    expect(await isOff('loud')).toBe(1)
    const { execution_id } = await web.call<{ execution_id: string }>(`/workflows/${id}/execute`, {})
    await web.visit(`/executions/${execution_id}`)
    await page.getByText('Completed', { exact: true }).first().waitFor()
    const run = await web.call<{ jobs: { node_id: string; output_data: unknown }[] }>(`/pipelines/${execution_id}`)
    expect(run.jobs.map((job) => job.node_id).toSorted()).toEqual(['name', 'note', 'out'])
    expect(run.jobs.find((job) => job.node_id === 'out')?.output_data).toMatchObject({ text: 'ada' })
    await editor.node('loud').locator('.mr-node--disabled').waitFor()
  })
})
