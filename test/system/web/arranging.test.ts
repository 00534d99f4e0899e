/** Finding and arranging by keyboard and mouse: command palette, renaming, running, pasting, dropping, first layout. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { graphOf } from '../../../bench/graphs.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { centerOf, EditorActions, settledBox } from './support/editor-actions.ts'
import { until } from './support/until.ts'
import { useWeb } from './support/web.ts'
import { SHOUT } from './support/workflows.ts'

interface Placed {
  readonly id: string
  readonly position?: { readonly x: number; readonly y: number }
}

describeInBrowser('finding and arranging', () => {
  const web = useWeb()
  let page: Page
  let editor: EditorActions

  beforeAll(() => {
    page = web.page
    editor = new EditorActions(page)
  })

  const open = async (workflow: object, count = 3) => {
    const { id } = await web.call('/workflows', workflow)
    await web.visit(`/workflows/${id}`)
    await editor.counts(count)
    return id
  }
  const palette = () => page.getByRole('dialog', { name: 'Search actions, nodes and workflows' })
  const choose = async (query: string, option: string | RegExp) => {
    await page.keyboard.press('Control+k')
    await palette().waitFor()
    await page.keyboard.type(query)
    await palette().getByRole('option', { name: option }).first().waitFor()
    await palette().getByRole('option', { name: option }).first().click()
    await palette().waitFor({ state: 'detached' })
  }

  test('the command palette runs actions, finds nodes, adds nodes and opens workflows and settings', async () => {
    await web.call('/workflows', { ...SHOUT, name: 'Zebra crossing' })
    await open(SHOUT)
    await choose('select all', 'Select all')
    await until('all nodes are selected', async () => (await page.locator('.mr-node--selected').count()) === 3)
    await choose('loud', /loud/)
    await until('one node is selected', async () => (await page.locator('.mr-node--selected').count()) === 1)
    await editor.clickCanvas()
    await choose('approval', /Add Confirmation/)
    await editor.counts(4)
    await page.keyboard.press('Control+z')
    await editor.counts(3)
    await choose('zebra', /Zebra crossing/)
    await until('the other workflow', async () => (await editor.name.inputValue()) === 'Zebra crossing')
    await choose('appearance', /Settings: /)
    await page.getByRole('heading', { name: 'Settings' }).first().waitFor()
  })

  test('F2 and a double click on the title rename a node in place', async () => {
    await open(SHOUT)
    await editor.node('loud').click()
    await page.keyboard.press('F2')
    await page.keyboard.type('Shouting')
    await page.keyboard.press('Enter')
    await editor.node('loud').getByText('Shouting', { exact: true }).waitFor()
    await editor.node('in').locator('.mr-node__title').dblclick()
    await page.keyboard.type('Never mind')
    await page.keyboard.press('Escape')
    await page.locator('.mr-node__rename').waitFor({ state: 'detached' })
    expect(await editor.node('in').getByText('Never mind').count()).toBe(0)
    await page.keyboard.press('Control+z')
    await editor.node('loud').getByText('Shouting', { exact: true }).waitFor({ state: 'detached' })
  })

  test('Control and Enter run the workflow', async () => {
    await open(SHOUT)
    await page.keyboard.press('Control+Enter')
    const panel = page.getByRole('complementary', { name: 'Run' })
    await panel.getByRole('status').filter({ hasText: 'Completed' }).waitFor()
  })

  test('the view moves to the same place with and without animation, and at once if the system reduces motion', async () => {
    const { id } = await web.call('/workflows', SHOUT)
    /** The transforms of the view from a click on "Fit to screen" until it rests. */
    const placesAfterFit = async (reducedMotion: 'reduce' | 'no-preference') => {
      await page.emulateMedia({ reducedMotion })
      await web.visit(`/workflows/${id}`)
      await editor.counts(3)
      await page.getByRole('button', { name: 'Zoom in' }).click()
      await settledBox(editor.node('loud'))
      await page.evaluate(`(() => {
        const view = document.querySelector('.react-flow__viewport')
        window.places = []
        new MutationObserver(() => window.places.push(view.style.transform)).observe(view, { attributeFilter: ['style'] })
      })()`)
      await page.getByRole('button', { name: 'Fit to screen' }).click()
      await until('the view has moved', async () => (await page.evaluate<number>('window.places.length')) > 0)
      await settledBox(editor.node('loud'))
      return await page.evaluate<string[]>('[...new Set(window.places)]')
    }
    const [place, ...others] = await placesAfterFit('reduce')
    expect(others).toEqual([])
    expect((await placesAfterFit('no-preference')).at(-1)).toBe(place)
    await page.emulateMedia({ reducedMotion: 'reduce' })
  })

  test('nodes are pasted at the pointer', async () => {
    await open(SHOUT)
    await editor.node('loud').click()
    await page.keyboard.press('Control+c')
    const pane = await settledBox(page.locator('.react-flow__pane'))
    const at = { x: pane.x + 300, y: pane.y + pane.height - 200 }
    await page.mouse.move(at.x, at.y)
    await page.keyboard.press('Control+v')
    await editor.counts(4)
    const box = await settledBox(page.locator('.react-flow__node.selected'))
    expect(Math.abs(box.x - at.x)).toBeLessThanOrEqual(12)
    expect(Math.abs(box.y - at.y)).toBeLessThanOrEqual(12)
  })

  test('the first node stays where it is dropped on an empty canvas', async () => {
    await open({ ...SHOUT, nodes: [], edges: [] }, 0)
    const pane = await settledBox(page.locator('.react-flow__pane'))
    const target = { x: 420, y: 400 }
    await page.getByRole('button', { name: 'Add Webhook' }).dragTo(page.locator('.react-flow__pane'), {
      targetPosition: target,
    })
    await editor.counts(1)
    const box = await settledBox(editor.nodes.first())
    const [x, y] = [pane.x + target.x, pane.y + target.y]
    expect(x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height).toBe(true)
  })

  test('a node dropped on a connection covers neither neighbour', async () => {
    await open(SHOUT)
    await page.getByRole('button', { name: 'Fit to screen' }).click()
    const line = await centerOf(page.locator('.react-flow__edge path.react-flow__edge-interaction').first())
    const pane = await settledBox(page.locator('.react-flow__pane'))
    await page.getByLabel('Search nodes').fill('find and replace')
    await page.getByRole('button', { name: 'Add Find and replace' }).dragTo(page.locator('.react-flow__pane'), {
      targetPosition: { x: line.x - pane.x, y: line.y - pane.y },
    })
    await editor.counts(4, 3)
    const boxes = await Promise.all(
      ['in', 'text_find_replace.1', 'loud', 'out'].map((id) => settledBox(editor.node(id))),
    )
    for (const [at, box] of boxes.entries()) {
      const next = boxes[at + 1]
      if (next !== undefined) expect(box.x + box.width).toBeLessThan(next.x)
    }
  })

  test('a document without positions is laid out when it is opened, and is not changed by it', async () => {
    const id = await open({ ...SHOUT, nodes: SHOUT.nodes.map(({ position: _, ...node }) => node) })
    const xs = await Promise.all(['in', 'loud', 'out'].map(async (one) => (await settledBox(editor.node(one))).x))
    expect(xs[0]).toBeLessThan(xs[1] ?? 0)
    expect(xs[1]).toBeLessThan(xs[2] ?? 0)
    await editor.saved()
    const { nodes } = await web.call<{ nodes: Placed[] }>(`/workflows/${id}`)
    expect(nodes.every(({ position }) => position === undefined || position.x === 0)).toBe(true)
  })

  test('a connection goes around a node that is in its way, and back when the node leaves', async () => {
    const [input] = SHOUT.nodes
    await open(
      {
        ...SHOUT,
        nodes: [
          ...SHOUT.nodes.map((node, at) => ({ ...node, position: { x: at * 800, y: 0 } })),
          { ...input, id: 'other', position: { x: 350, y: 0 } },
        ],
      },
      4,
    )
    const path = page.locator('.react-flow__edge[data-id="e0"] path.react-flow__edge-path')
    await until('the connection takes a detour', async () => (await path.getAttribute('d'))?.includes('Q') === true)
    await editor.node('other').click()
    await until('the curve is back', async () => {
      await page.keyboard.press('Shift+ArrowDown')
      return (await path.getAttribute('d'))?.includes('C') === true
    })
  })

  /** True if the drawn connection has a point inside the card of a node. */
  const isCrossed = (edge: string, node: string) =>
    page.evaluate<boolean>(`(() => {
      const path = document.querySelector('.react-flow__edge[data-id="${edge}"] path.react-flow__edge-path')
      const { left, right, top, bottom } = document.querySelector('.react-flow__node[data-id="${node}"]').getBoundingClientRect()
      const points = Array.from({ length: 400 }, (_, at) =>
        path.getPointAtLength((path.getTotalLength() * at) / 399).matrixTransform(path.getScreenCTM()),
      )
      return points.some(({ x, y }) => x > left && x < right && y > top && y < bottom)
    })()`)

  test('a connection that leads back goes around a node beside its vertical part', async () => {
    const [input] = SHOUT.nodes
    await open(
      {
        ...SHOUT,
        nodes: [
          ...SHOUT.nodes.map((node, at) => ({ ...node, position: { x: (1 - at) * 500, y: 0 } })),
          { ...input, id: 'other', position: { x: 710, y: 70 } },
        ],
      },
      4,
    )
    await page.getByRole('button', { name: 'Fit to screen' }).click()
    await settledBox(editor.node('other'))
    await until('the connection is around the node', async () => !(await isCrossed('e0', 'other')))
    // The node is where the connection would go without it.
    const [end, target, beside] = await Promise.all(['in', 'loud', 'other'].map((id) => settledBox(editor.node(id))))
    const zoom = (end?.width ?? 0) / 190
    expect((beside?.x ?? 0) - (end?.x ?? 0)).toBeLessThan((190 + 24) * zoom)
    expect((beside?.y ?? 0) - (target?.y ?? 0)).toBeLessThan((target?.height ?? 0) + 24 * zoom)
    for (const id of ['in', 'loud']) expect(await isCrossed('e0', id)).toBe(false)
  })

  test('a connection is routed again after a node is dragged into its way, and out of it', async () => {
    const [input] = SHOUT.nodes
    await open(
      {
        ...SHOUT,
        nodes: [
          ...SHOUT.nodes.map((node, at) => ({ ...node, position: { x: at * 800, y: 0 } })),
          { ...input, id: 'other', position: { x: 350, y: 300 } },
        ],
      },
      4,
    )
    const path = page.locator('.react-flow__edge[data-id="e0"] path.react-flow__edge-path')
    const drag = async (by: { x: number; y: number }) => {
      const { x, y } = await centerOf(editor.node('other'))
      await page.mouse.move(x, y)
      await page.mouse.down()
      // The first step starts the drag without moving the node, so it is small.
      await page.mouse.move(x + by.x, y + by.y, { steps: 40 })
      await page.mouse.up()
    }
    const zoom = (await settledBox(editor.node('other'))).width / 190
    expect(await path.getAttribute('d')).toContain('C')
    await drag({ x: 0, y: -300 * zoom })
    await until('the connection takes a detour', async () => (await path.getAttribute('d'))?.includes('Q') === true)
    // Moved a little, the node is still in the way, and the connection follows.
    for (const y of [20, -20]) {
      const before = await path.getAttribute('d')
      await drag({ x: 0, y: y * zoom })
      await until('another detour', async () => {
        const d = await path.getAttribute('d')
        return d !== before && d?.includes('Q') === true && !(await isCrossed('e0', 'other'))
      })
    }
    await drag({ x: 0, y: 300 * zoom })
    await until('the curve is back', async () => (await path.getAttribute('d'))?.includes('C') === true)
  })

  test('dragging a node among 1,000 routes only its own connections in each frame', async () => {
    const { nodes, edges } = graphOf(1000)
    const placed = nodes.map((node, at) => ({
      ...node,
      position: { x: (at % 20) * 320, y: Math.floor(at / 20) * 160 },
    }))
    const { id } = await web.call('/workflows', { name: 'Many', nodes: placed, edges })
    await web.visit(`/workflows/${id}`)
    await page.getByText('Saved', { exact: true }).waitFor()
    // Zoomed in: connections are elements, and only visible ones are rendered.
    await page.keyboard.press('Control+f')
    await page.keyboard.type('number 10')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    const node = page.locator('.react-flow__node.selected')
    const { x, y } = await centerOf(node)
    const dragged = await node.getAttribute('data-id')
    await page.evaluate(`window.routed = new Map(); new MutationObserver((changes) => {
      for (const { target } of changes) {
        const edge = target.closest('.react-flow__edge')?.getAttribute('data-id')
        if (edge) window.routed.set(edge, (window.routed.get(edge) ?? 0) + 1)
      }
    }).observe(document.querySelector('.mr-canvas'), { subtree: true, attributes: true, attributeFilter: ['d'] })`)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 30, y + 60, { steps: 12 })
    // A busy machine draws the next frame later.
    await expect.poll(() => page.evaluate('window.routed.size')).toBeGreaterThan(0)
    const routed: string[] = await page.evaluate('[...window.routed.keys()]')
    const own = edges.filter(({ source, target }) => source === dragged || target === dragged)
    expect(routed.filter((edge) => !own.some((one) => one.id === edge))).toEqual([])
    await page.mouse.up()
  })
})
