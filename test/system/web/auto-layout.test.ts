/** Auto-layout in the browser: by the worker, without it, cancelled, and for a large workflow. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { graphOf } from '../../../bench/graphs.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { EditorActions } from './support/editor-actions.ts'
import { useWeb } from './support/web.ts'
import { SHOUT } from './support/workflows.ts'

interface Placed {
  readonly id: string
  readonly position: { readonly x: number; readonly y: number }
}

const WORKER = '**/elk-worker*'
const BACKWARDS: Record<string, Placed['position']> = {
  in: { x: 800, y: 100 },
  loud: { x: 450, y: 100 },
  out: { x: 100, y: 100 },
}

describeInBrowser('auto-layout', () => {
  const web = useWeb()
  let page: Page
  let editor: EditorActions
  beforeAll(() => {
    page = web.page
    editor = new EditorActions(page)
  })

  /** SHOUT with its nodes from right to left. Nodes that are all at one position would be laid out when it is opened. */
  const backwards = async (name: string) => {
    const nodes = SHOUT.nodes.map((node) => ({ ...node, position: BACKWARDS[node.id] }))
    const { id } = await web.call('/workflows', { ...SHOUT, name, nodes })
    await web.visit(`/workflows/${id}`)
    await editor.counts(3, 2)
    await page.getByText('Saved', { exact: true }).waitFor()
    return id
  }
  const places = async (id: string) => {
    await editor.save()
    const { nodes } = await web.call<{ nodes: Placed[] }>(`/workflows/${id}`)
    return Object.fromEntries(nodes.map((node) => [node.id, node.position]))
  }
  const isInOrder = (at: Awaited<ReturnType<typeof places>>) =>
    (at.in?.x ?? 0) < (at.loud?.x ?? 0) && (at.loud?.x ?? 0) < (at.out?.x ?? 0)

  test('loads its worker on first use and is one undo step', async () => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const id = await backwards('Backwards')
    expect(asked.filter((url) => url.includes('elk'))).toEqual([])
    await page.keyboard.press('Shift+L')
    await page.getByText('Unsaved changes').waitFor()
    expect(asked.some((url) => url.includes('elk-worker'))).toBe(true)
    expect(isInOrder(await places(id))).toBe(true)
    expect(await page.getByText('A simpler layout was used').count()).toBe(0)
    await page.keyboard.press('Control+z')
    expect(await places(id)).toEqual(BACKWARDS)
  })

  test('without its worker uses a simpler layout and shows a message', async () => {
    await page.route(WORKER, (route) => route.abort())
    const id = await backwards('No worker')
    await page.keyboard.press('Shift+L')
    await page.getByText('A simpler layout was used').waitFor()
    expect(isInOrder(await places(id))).toBe(true)
    await page.unroute(WORKER)
  })

  test('that takes long leaves the editor usable and can be cancelled', async () => {
    // The worker never responds.
    await page.route(WORKER, (route) => route.fulfill({ contentType: 'text/javascript', body: 'onmessage = () => {}' }))
    const id = await backwards('Cancelled')
    await page.keyboard.press('Shift+L')
    const bar = page.getByText('Computing layout')
    await bar.waitFor()
    // The editor stays usable meanwhile.
    await page.getByRole('textbox', { name: 'Workflow name' }).fill('Renamed meanwhile')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await bar.waitFor({ state: 'detached' })
    await page.keyboard.press('Shift+L')
    await bar.waitFor()
    await page.locator('.react-flow__pane').click({ position: { x: 5, y: 5 } })
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
    expect(await places(id)).toEqual(BACKWARDS)
    await page.unroute(WORKER)
  })

  test('of 10,000 nodes does not block the page', async () => {
    const { id } = await web.call('/workflows', { ...graphOf(10_000), name: 'Ten thousand' })
    await web.visit(`/workflows/${id}`)
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await page.getByText(/^10,?000 nodes/).waitFor()
    await page.locator('.react-flow__pane').click({ position: { x: 5, y: 5 } })
    await page.keyboard.press('Shift+L')
    await page.getByText('Computing layout').waitFor()
    // The page renders frames while the worker computes.
    const twoFrames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done("alive"))))'
    expect(await page.evaluate(twoFrames)).toBe('alive')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Computing layout').waitFor({ state: 'detached' })
    await page.getByText('Saved', { exact: true }).waitFor()
  })
})
