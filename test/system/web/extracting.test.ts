/** Extracting a selection to a sub-workflow: dialog, canvas, run, undo and reasons for a refusal. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { drawing } from '../support/drawing.ts'
import { seriousFindings } from './support/axe.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { EditorActions } from './support/editor-actions.ts'
import { useWeb } from './support/web.ts'

const DRAWN = drawing(
  'Greeting',
  [
    { id: 'name', type: 'text_input', config: { defaultValue: 'ada' } },
    { id: 'loud', type: 'text_formatter', config: { operation: 'uppercase' } },
    { id: 'mark', type: 'text_formatter', config: { operation: 'none', suffix: '!' } },
    { id: 'out', type: 'text_output' },
  ],
  `name.text -> loud.text
  loud.formatted -> mark.text
  mark.formatted -> out.text`,
)
const FLOW = { ...DRAWN, nodes: DRAWN.nodes.map((node, at) => ({ ...node, position: { x: at * 300, y: 0 } })) }

describeInBrowser('extracting a selection', () => {
  const web = useWeb()
  let page: Page
  let editor: EditorActions
  let id = ''
  const dialog = () => page.getByRole('dialog', { name: 'Extract to sub-workflow' })
  const select = async (...nodes: readonly string[]) => {
    await editor.clickCanvas()
    for (const node of nodes) await editor.node(node).click({ modifiers: ['Shift'] })
  }
  /** What the stored workflow returns. */
  const result = async () => {
    const { execution_id } = await web.call<{ execution_id: string }>(`/workflows/${id}/execute`, {})
    await web.visit(`/executions/${execution_id}`)
    await page.getByText('Completed', { exact: true }).first().waitFor()
    const { jobs } = await web.call<{ jobs: { node_id: string; output_data: unknown }[] }>(`/pipelines/${execution_id}`)
    await web.visit(`/workflows/${id}`)
    return jobs.find((job) => job.node_id === 'out')?.output_data
  }

  beforeAll(async () => {
    page = web.page
    editor = new EditorActions(page)
    ;({ id } = await web.call('/workflows', FLOW))
    await web.visit(`/workflows/${id}`)
    await editor.counts(4)
    await page.getByRole('button', { name: 'Fit to screen' }).click()
  })

  test('reports why a selection cannot be extracted', async () => {
    await select('name', 'loud')
    await page.keyboard.press('Shift+E')
    await page.getByText('“name” takes an input of this workflow.').waitFor()
    expect(await dialog().count()).toBe(0)
  })

  test('replaces the selection by one node that returns the same', async () => {
    const before = await result()
    await editor.counts(4)
    await page.getByRole('button', { name: 'Fit to screen' }).click()
    await select('loud', 'mark')
    await editor.node('mark').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Extract to sub-workflow' }).click()
    await dialog().getByText('text', { exact: true }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await dialog().getByLabel('Name of the new workflow').fill('Shout')
    await dialog().getByRole('button', { name: 'Extract', exact: true }).click()
    await editor.counts(3, 2)
    await editor.node('sub_workflow.1').getByText('Shout').first().waitFor()
    await editor.save()
    expect(await result()).toEqual(before)
  })

  test('undo restores the canvas', async () => {
    const own = await web.call('/workflows', { ...FLOW, name: 'Again' })
    await web.visit(`/workflows/${own.id}`)
    await editor.counts(4)
    await page.getByRole('button', { name: 'Fit to screen' }).click()
    await select('loud')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Extract to')
    await page
      .getByRole('option', { name: /Extract to sub-workflow/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await dialog().getByRole('button', { name: 'Extract', exact: true }).click()
    await editor.node('sub_workflow.1').waitFor()
    await editor.clickCanvas()
    await page.keyboard.press('Control+z')
    await editor.counts(4, 3)
    await editor.node('loud').waitFor()
    expect(await editor.node('sub_workflow.1').count()).toBe(0)
  })

  test('a selected group is extracted with its nodes', async () => {
    const own = await web.call('/workflows', { ...FLOW, name: 'Framed' })
    id = own.id
    await web.visit(`/workflows/${id}`)
    await editor.counts(4)
    await page.getByRole('button', { name: 'Fit to screen' }).click()
    await select('loud', 'mark')
    await page.keyboard.press('Control+g')
    await page.locator('.mr-node__rename').waitFor()
    await page.keyboard.type('Frame')
    await page.keyboard.press('Enter')
    await editor.counts(5)
    await editor.clickCanvas()
    await editor.node('group.1').locator('.mr-group__title').click()
    await page.keyboard.press('Shift+E')
    await dialog().getByText('2 nodes move to a new workflow').waitFor()
    await dialog().getByLabel('Name of the new workflow').fill('Framed part')
    await dialog().getByRole('button', { name: 'Extract', exact: true }).click()
    await editor.counts(3, 2)
    await editor.save()
    expect(await result()).toMatchObject({ text: 'ADA!' })
    const parts = await web.call<{ name: string; nodes: { id: string }[] }[]>('/workflows?search=Framed%20part')
    expect(parts.find(({ name }) => name === 'Framed part')?.nodes.map((node) => node.id)).toContain('group.1')
  })
})
