/** Data beside the settings of a node: the last input and output, pinned data, and values that can be dragged. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { drawing } from '../support/drawing.ts'
import { seriousFindings } from './support/axe.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { EditorActions } from './support/editor-actions.ts'
import { useWeb } from './support/web.ts'
import { spread } from './support/workflows.ts'

/** Makes an order and computes its price. */
const ORDER = spread(
  drawing(
    'Priced order',
    [
      { id: 'order', type: 'code', config: { source: 'return { id: 7, lines: [{ price: 3 }, { price: 4 }] }' } },
      {
        id: 'price',
        type: 'code',
        config: { source: 'return data.lines.reduce((sum, line) => sum + line.price, 0)' },
      },
    ],
    `order.result -> price.data`,
  ),
)

describeInBrowser('data beside the settings', () => {
  const web = useWeb()
  let page: Page
  let editor: EditorActions
  let workflow: string

  const settings = () => page.getByRole('complementary', { name: 'Settings', exact: true })
  const view = () => page.getByRole('dialog', { name: 'price' })
  const run = () => page.getByRole('complementary', { name: 'Run', exact: true })

  beforeAll(async () => {
    page = web.page
    editor = new EditorActions(page)
    workflow = (await web.call('/workflows', ORDER)).id
    const { execution_id } = await web.call<{ execution_id: string }>(`/workflows/${workflow}/execute`, {})
    await web.visit(`/executions/${execution_id}`)
    await page.getByText('Completed', { exact: true }).first().waitFor()
    await web.visit(`/workflows/${workflow}`)
    await editor.counts(2, 1)
    await page.getByRole('button', { name: 'Fit to screen' }).click()
  })

  test('the panel of a node shows the input and output of the last stored run without leaving the settings', async () => {
    await editor.node('price').click()
    await settings().getByRole('button', { name: 'Input', exact: true }).click()
    await settings().getByRole('treeitem', { name: 'id 7' }).waitFor()
    await settings().getByRole('button', { name: 'Output', exact: true }).click()
    await settings().getByText('7', { exact: true }).last().waitFor()
    await settings()
      .getByText(/^From the run of/)
      .first()
      .waitFor()
    await settings().getByRole('textbox', { name: 'Source' }).waitFor()
    expect(await seriousFindings(page, '.mr-folds')).toEqual([])
  })

  test('the node view shows input, settings and output side by side, and stacked where it is narrow', async () => {
    await settings().getByRole('button', { name: 'Open with input and output' }).click()
    const places = async () => {
      const parts = ['Input', 'Settings', 'Output'].map((name) => view().getByRole('region', { name, exact: true }))
      return Promise.all(parts.map(async (part) => (await part.boundingBox())!))
    }
    const [input, middle, output] = await places()
    expect(input!.x + input!.width).toBeLessThanOrEqual(middle!.x + 1)
    expect(middle!.x + middle!.width).toBeLessThanOrEqual(output!.x + 1)
    expect(await seriousFindings(page, '.mr-node-view__part')).toEqual([])
    await page.setViewportSize({ width: 700, height: 900 })
    // The page gets its new size after the call.
    const distance = async () => {
      const [narrowInput, narrowSettings] = await places()
      return narrowInput!.x - narrowSettings!.x
    }
    await expect.poll(distance).toBe(0)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('values of the input are dragged as expressions', async () => {
    const row = view().getByRole('treeitem', { name: 'price 4' })
    const dragged = async () => {
      const dataTransfer = await page.evaluateHandle('window.dragged = new DataTransfer()')
      await row.dispatchEvent('dragstart', { dataTransfer })
      const types = ['application/x-millrace-expression', 'text/plain']
      return Promise.all(types.map((type) => page.evaluate(`window.dragged.getData('${type}')`)))
    }
    expect(await dragged()).toEqual(['data.lines[1].price', '{{ data.lines[1].price }}'])
    await view().getByRole('combobox', { name: 'Source of the data' }).click()
    await page.getByRole('option', { name: 'order' }).click()
    await view().getByRole('region', { name: 'Input' }).getByText('result', { exact: true }).waitFor()
    expect((await dragged())[0]).toBe('nodes.order.result.lines[1].price')
  })

  test('pinned data is typed as JSON, checked, and used by the next run', async () => {
    await page.keyboard.press('Escape')
    await editor.node('order').click()
    await settings().getByRole('button', { name: 'Set output' }).click()
    const dialog = page.getByRole('dialog', { name: 'Pinned data' })
    const result = dialog.getByLabel('Result')
    await expect.poll(() => result.inputValue()).toContain('"price": 4')
    await dialog.getByLabel('Logs').fill('not a list')
    await dialog.getByText('This is not valid JSON.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Pin data' }).isDisabled()).toBe(true)
    await dialog.getByLabel('Logs').fill('[1]')
    await dialog.getByText(/has an item that does not fit/).waitFor()
    await dialog.getByLabel('Logs').fill('')
    await result.fill('{"lines": [{"price": 100}]}')
    await dialog.getByRole('button', { name: 'Pin data' }).click()
    await settings().getByText('Pinned data', { exact: true }).waitFor()

    await page.locator('header').getByRole('button', { name: 'Run', exact: true }).click()
    await run().getByRole('status').filter({ hasText: 'Completed' }).waitFor()
    await editor.node('price').click()
    await run().locator('pre').filter({ hasText: /^100$/ }).waitFor()
  })

  test('the run leads back to the settings of its node', async () => {
    await run().getByRole('button', { name: 'Edit settings' }).click()
    await settings().getByRole('textbox', { name: 'Source' }).waitFor()
  })

  test('the data of a past run is imported as pinned data', async () => {
    await editor.node('order').click()
    await settings().getByRole('button', { name: 'Edit pinned data' }).click()
    const dialog = page.getByRole('dialog', { name: 'Pinned data' })
    await dialog.getByRole('combobox', { name: 'Import from a run' }).click()
    await page.getByRole('option').last().click()
    await expect.poll(() => dialog.getByLabel('Result').inputValue()).toContain('"id": 7')
    await dialog.getByRole('button', { name: 'Pin data' }).click()
    await settings().getByRole('treeitem', { name: 'id 7' }).waitFor()
    await settings().getByRole('button', { name: 'Unpin' }).click()
    await settings().getByText('Pinned data', { exact: true }).waitFor({ state: 'detached' })
  })
})
