/** What a new user meets while adding nodes: focus, view, messages, ports, and the first view on a phone. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { centerOf, EditorActions, settledBox } from './support/editor-actions.ts'
import { until } from './support/until.ts'
import { useWeb } from './support/web.ts'
import { SHOUT } from './support/workflows.ts'

describeInBrowser('adding nodes', () => {
  const web = useWeb()
  let page: Page
  let editor: EditorActions

  beforeAll(() => {
    page = web.page
    editor = new EditorActions(page)
  })

  const empty = async (name: string) => {
    const { id } = await web.call('/workflows', { name, nodes: [], edges: [] })
    await web.visit(`/workflows/${id}`)
    await page.getByText('Saved', { exact: true }).waitFor()
  }
  const focused = () =>
    page.evaluate("document.activeElement?.getAttribute('data-id') ?? document.activeElement?.tagName")

  test('the new node has the focus, and Escape in a field of its settings returns to it', async () => {
    await empty('Focus')
    await editor.add('http request')
    await until('the focus', async () => (await focused()) === 'http_request.1')
    await page.getByLabel('URL', { exact: true }).first().click()
    await page.keyboard.type('https://example.com')
    await page.keyboard.press('Escape')
    await until('the focus', async () => (await focused()) === 'http_request.1')
    const before = await settledBox(editor.node('http_request.1'))
    await page.keyboard.press('ArrowDown')
    await until('the move', async () => (await settledBox(editor.node('http_request.1'))).y > before.y)
    await page.keyboard.press('Delete')
    await editor.counts(0)
  })

  test('the box for the next node stays open on a slow page', async () => {
    await empty('Slow')
    await page.evaluate(`{
      const frame = window.requestAnimationFrame.bind(window)
      const after = (frames, run) => frame((time) => (frames === 0 ? run(time) : after(frames - 1, run)))
      window.requestAnimationFrame = (run) => after(20, run)
    }`)
    for (const type of ['text input', 'format text', 'text output']) await editor.add(type)
    await page.reload()
  })

  test('each of many nodes is in view when it is added, beside the panels', async () => {
    await empty('In view')
    for (const type of ['webhook', 'http request', 'transform', 'if', 'text formatter', 'output']) {
      await editor.add(type)
      const canvas = await settledBox(page.locator('.mr-canvas'))
      const node = await settledBox(page.locator('.react-flow__node.selected'))
      expect([node.x >= canvas.x, node.y >= canvas.y]).toEqual([true, true])
      expect(node.x + node.width).toBeLessThanOrEqual(canvas.x + canvas.width)
      expect(node.y + node.height).toBeLessThanOrEqual(canvas.y + canvas.height)
      // Nothing lies over it.
      const { x, y } = await centerOf(page.locator('.react-flow__node.selected'))
      expect(
        await page.evaluate(`document.elementFromPoint(${x}, ${y})?.closest('.react-flow__node.selected') !== null`),
      ).toBe(true)
    }
  })

  test('an HTTP request after a webhook is connected without a message about missing values', async () => {
    await empty('Silent')
    await editor.add('webhook')
    await editor.add('http request')
    await editor.counts(2, 1)
    // A node without settings for its inputs is announced; it would come after a message about the first.
    await editor.add('confirmation')
    await page.getByText('is connected for order only').waitFor()
    expect(await page.getByText('is connected for order only').count()).toBe(1)
  })

  test('a webhook shows one port, and names all of them while the pointer is over it', async () => {
    await empty('Ports')
    await editor.add('webhook')
    await editor.clickCanvas()
    await page.mouse.move(5, 5)
    const port = (id: string) => page.locator(`[data-handleid="webhook_trigger.1-output-${id}"]`)
    const opacityOf = (id: string): Promise<string> =>
      page.evaluate(
        `getComputedStyle(document.querySelector('[data-handleid="webhook_trigger.1-output-${id}"]'), '::after').opacity`,
      )
    await until('ports on demand', async () => (await opacityOf('headers')) === '0')
    expect(await Promise.all(['body', 'headers', 'query', 'method'].map(opacityOf))).toEqual(['1', '0', '0', '0'])
    await editor.node('webhook_trigger.1').hover()
    await until('all ports', async () => (await opacityOf('method')) === '1')
    for (const id of ['body', 'headers', 'query', 'method']) {
      expect(await port(id).locator('.mr-handle__name').isVisible()).toBe(true)
    }
  })

  test('a workflow is readable when it is opened on a phone, and starts at its beginning', async () => {
    const nodes = SHOUT.nodes.map((node, at) => ({ ...node, position: { x: at * 420, y: 100 } }))
    const { id } = await web.call('/workflows', { ...SHOUT, name: 'Phone', nodes })
    const phone = await web.signedIn({ viewport: { width: 390, height: 844 } })
    await web.visit(`/workflows/${id}`, phone)
    const first = phone.locator('.react-flow__node[data-id="in"]')
    const box = await settledBox(first)
    // 190 px at a zoom of 60 %.
    expect(box.width).toBeGreaterThan(110)
    expect([box.x >= 0, box.x + box.width <= 390]).toEqual([true, true])
    await phone.getByRole('button', { name: 'Fit to screen' }).click()
    await until('everything', async () => {
      const last = await settledBox(phone.locator('.react-flow__node[data-id="out"]'))
      return last.x + last.width <= 390
    })
    await phone.context().close()
  })
})
