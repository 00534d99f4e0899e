/** What cards show, and what new nodes and panels do not show yet. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { drawing } from '../support/drawing.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { EditorActions, settledBox } from './support/editor-actions.ts'
import { until } from './support/until.ts'
import { useWeb } from './support/web.ts'
import { SHOUT } from './support/workflows.ts'

describeInBrowser('cards and panels', () => {
  const web = useWeb()
  let page: Page
  let editor: EditorActions

  beforeAll(() => {
    page = web.page
    editor = new EditorActions(page)
  })

  const open = async (workflow: typeof SHOUT) => {
    const { id } = await web.call('/workflows', workflow)
    await web.visit(`/workflows/${id}`)
    await editor.counts(workflow.nodes.length, workflow.edges.length)
    // No card is under the pointer.
    await page.mouse.move(700, 20)
  }
  const dotOpacity = (node: string, port: string) =>
    page.evaluate(`getComputedStyle(document.querySelector('[data-handleid="${node}-${port}"]'), '::after').opacity`)
  const untilDot = (node: string, port: string, opacity: string) =>
    until(`the dot ${node}-${port} has opacity ${opacity}`, async () => (await dotOpacity(node, port)) === opacity)

  test('a card shows a line about its settings', async () => {
    await open({
      ...SHOUT,
      ...drawing(
        'Summaries',
        [
          { id: 'fetch', type: 'http_request', config: { url: 'https://api.example.com/v1/customers/7/orders' } },
          { id: 'check', type: 'if_else', config: { operator: 'expression', expression: 'total > 100' } },
          { id: 'model', type: 'chat_model', config: { provider: 'ollama', model: 'qwen3' } },
        ],
        'fetch.json -> check.data',
      ),
    })
    const summaryOf = (id: string) => editor.node(id).locator('.mr-node__subtitle').textContent()
    expect(await summaryOf('fetch')).toBe('GET api…/orders')
    expect(await summaryOf('check')).toBe('total > 100')
    expect(await summaryOf('model')).toBe('qwen3')
  })

  test('zoomed out, a card shows its title and summary in large type and can still be connected', async () => {
    const zoomOut = page.getByRole('button', { name: 'Zoom out' })
    await until('compact cards', async () => {
      if ((await editor.node('fetch').locator('.mr-node__far-summary').count()) > 0) return true
      await zoomOut.click()
      await settledBox(editor.node('fetch'))
      return false
    })
    expect(await editor.node('fetch').locator('.mr-node__far-summary').textContent()).toBe('GET api…/orders')
    expect(await page.locator('[data-handleid="fetch-output-json"]').count()).toBe(1)
  })

  test('trigger, error and tool ports appear on hover, focus and use', async () => {
    await open(SHOUT)
    for (const port of ['input-trigger', 'output-trigger', 'output-error']) await untilDot('loud', port, '0')
    // The only port of its side, and ports for data, are always drawn.
    await untilDot('loud', 'output-formatted', '1')
    await editor.node('loud').hover()
    for (const port of ['input-trigger', 'output-trigger', 'output-error']) await untilDot('loud', port, '1')
    await page.mouse.move(700, 20)
    await untilDot('loud', 'output-trigger', '0')
    await page.getByLabel('Workflow name').focus()
    await until('the node has the focus', async () => {
      await page.keyboard.press('Tab')
      return (await page.evaluate('document.activeElement.dataset.id')) === 'loud'
    })
    await untilDot('loud', 'output-trigger', '1')
  })

  test('a new node has no errors until its form is left, edited, saved or run', async () => {
    await open(SHOUT)
    await editor.clickCanvas()
    await editor.add('HTTP request')
    await editor.add('Confirmation')
    const problems = page.getByRole('button', { name: /^Problems:/ })
    await problems.click()
    const listed = page.locator('.mr-problem--suggestion').filter({ hasText: 'Confirmation' })
    await listed.first().waitFor()
    expect(await page.locator('.mr-node--error').count()).toBe(0)
    expect(await problems.getAttribute('aria-label')).toContain('No')
    // Leaving a required field that is empty marks the node.
    await page.getByLabel('Message').first().focus()
    await page.keyboard.press('Tab')
    await page.locator('.mr-node--error').first().waitFor()
    await problems.click()
  })

  test('saving checks all new nodes', async () => {
    await open(SHOUT)
    await editor.clickCanvas()
    await editor.add('Confirmation')
    await editor.save()
    await page.locator('.mr-node--error').waitFor()
  })

  test('the settings are closed until something is selected', async () => {
    await open(SHOUT)
    const settings = page.getByRole('complementary', { name: 'Settings' })
    expect(await settings.count()).toBe(0)
    await editor.node('loud').click()
    await settings.waitFor()
    await editor.clickCanvas()
    await settings.waitFor({ state: 'detached' })
  })

  test('the catalogue collapses to icons, which is remembered', async () => {
    await open(SHOUT)
    await page.getByRole('button', { name: 'Hide nodes' }).click()
    await page.getByPlaceholder('Search nodes').waitFor({ state: 'detached' })
    await page.reload()
    await editor.counts(3)
    expect(await page.getByPlaceholder('Search nodes').count()).toBe(0)
    await page.getByRole('complementary', { name: 'Nodes' }).getByRole('button', { name: 'Logic' }).click()
    await page.getByPlaceholder('Search nodes').waitFor()
    await page.getByRole('button', { name: 'Add Switch' }).waitFor()
  })
})
