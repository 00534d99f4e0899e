/** Values of a run as table, tree and text: only the visible rows exist, and every value has a path. */
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { drawing } from '../support/drawing.ts'
import { seriousFindings } from './support/axe.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { useWeb } from './support/web.ts'
import { spread } from './support/workflows.ts'

const COUNT = 100_000

/** Makes a list of many rows, and an object with a list inside. */
const ROWS = spread(
  drawing(
    'Many rows',
    [
      {
        id: 'make',
        type: 'code',
        config: {
          source: `return Array.from({ length: ${COUNT} }, (_, at) => ({ id: at, name: 'row ' + at }))`,
        },
      },
      { id: 'pack', type: 'code', config: { source: 'return { total: data.length, first: data.slice(0, 3) }' } },
    ],
    `make.result -> pack.data`,
  ),
)

describeInBrowser('the viewer of values', () => {
  const web = useWeb()
  let page: Page

  const outputOf = async (node: string): Promise<Locator> => {
    await page.locator(`.react-flow__node[data-id="${node}"]`).click()
    return page.getByRole('complementary', { name: 'Details' })
  }

  beforeAll(async () => {
    page = web.page
    const { id } = await web.call('/workflows', ROWS)
    const { execution_id } = await web.call<{ execution_id: string }>(`/workflows/${id}/execute`, {})
    await web.visit(`/executions/${execution_id}`)
    await page.getByRole('status').filter({ hasText: 'Completed' }).first().waitFor()
  })

  test('shows 100,000 rows as a table with only the visible rows in the page', async () => {
    const details = await outputOf('make')
    await details.getByRole('button', { name: 'Show all' }).click()
    const table = details.getByRole('grid', { name: 'result' })
    await table.getByRole('gridcell', { name: 'row 3', exact: true }).waitFor()
    expect(await table.getAttribute('aria-rowcount')).toBe(String(COUNT + 1))
    expect(await table.getByRole('row').count()).toBeLessThan(80)
    await table.focus()
    await page.keyboard.press('End')
    await table.getByRole('gridcell', { name: `row ${COUNT - 1}`, exact: true }).waitFor()
    expect(await table.getByRole('row').count()).toBeLessThan(80)
    await details.getByText(`nodes.make.result[${COUNT - 1}].id`).waitFor()
  })

  test('searches all rows', async () => {
    const details = await outputOf('make')
    await details.getByRole('searchbox', { name: 'Search in result' }).fill('row 77777')
    const table = details.getByRole('grid', { name: 'result' })
    await expect.poll(() => table.getAttribute('aria-rowcount')).toBe('2')
    await table.getByRole('gridcell', { name: 'row 77777', exact: true }).click()
    await details.getByText('nodes.make.result[77777].name').waitFor()
    await details.getByRole('searchbox', { name: 'Search in result' }).fill('')
  })

  test('shows the same rows as a tree and as text, again only the visible ones', async () => {
    const details = await outputOf('make')
    await details.getByRole('button', { name: 'Tree' }).click()
    const tree = details.getByRole('tree', { name: 'result' })
    await tree.getByRole('treeitem').first().waitFor()
    expect(await tree.getByRole('treeitem').count()).toBeLessThan(80)
    await tree.focus()
    await page.keyboard.press('End')
    await details.getByText(`nodes.make.result[${COUNT - 1}]`).waitFor()
    await page.keyboard.press('ArrowRight')
    await tree.getByRole('treeitem', { name: /^name "row 99999"/ }).waitFor()
    await details.getByRole('button', { name: 'Text' }).click()
    const text = details.getByRole('region', { name: 'result' })
    await text.getByText('"name": "row 0"').waitFor()
    expect(await text.locator('.mr-lines__line').count()).toBeLessThan(120)
  })

  test('copies the path and the value of a row, and downloads the whole value', async () => {
    const details = await outputOf('pack')
    const tree = details.getByRole('tree', { name: 'result' })
    await tree.getByRole('treeitem', { name: /^name "row 1"/ }).click()
    const copied = () => page.evaluate('navigator.clipboard.readText()')
    await details.getByRole('button', { name: 'Copy path' }).click()
    await expect.poll(copied).toBe('nodes.pack.result.first[1].name')
    await details.getByRole('button', { name: 'Copy value' }).click()
    await expect.poll(copied).toBe('row 1')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      details.getByRole('button', { name: 'Download result' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('result.json')
    expect(await seriousFindings(page)).toEqual([])
  })

  test('shows the result before anything else in the overview', async () => {
    const details = page.getByRole('complementary', { name: 'Details' })
    await details.getByRole('tab', { name: 'Overview' }).click()
    const headings = await details.getByRole('heading', { level: 2 }).allTextContents()
    // The workflow has no output node, so the node that ended last has the result.
    expect(headings[0]).toBe('Output of pack')
  })
})
