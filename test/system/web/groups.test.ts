/** Groups on the canvas: around the selection, moved with their nodes, resized, colored, removed; each is one undo step. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { seriousFindings } from './support/axe.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { centerOf, EditorActions, settledBox } from './support/editor-actions.ts'
import { until } from './support/until.ts'
import { useWeb } from './support/web.ts'
import { SHOUT } from './support/workflows.ts'

interface Placed {
  readonly id: string
  readonly position: { readonly x: number; readonly y: number }
  readonly width?: number
  readonly data: { readonly label: string; readonly config: Readonly<Record<string, unknown>> }
}

const AT: Record<string, Placed['position']> = { in: { x: 0, y: 0 }, loud: { x: 300, y: 0 }, out: { x: 800, y: 0 } }
const FLOW = { ...SHOUT, nodes: SHOUT.nodes.map((node) => ({ ...node, position: AT[node.id] })) }

describeInBrowser('groups', () => {
  const web = useWeb()
  let page: Page
  let editor: EditorActions
  let current = ''

  beforeAll(() => {
    page = web.page
    editor = new EditorActions(page)
  })

  const open = async (name: string) => {
    const { id } = await web.call('/workflows', { ...FLOW, name })
    current = id
    await web.visit(`/workflows/${id}`)
    await editor.counts(3, 2)
  }
  const stored = async () => {
    await editor.save()
    const { nodes } = await web.call<{ nodes: Placed[] }>(`/workflows/${current}`)
    return new Map(nodes.map((node) => [node.id, node]))
  }
  const placeOf = async (id: string) => (await stored()).get(id)?.position
  const group = () => editor.node('group.1')
  const title = () => group().locator('.mr-group__title')
  const rename = () => page.locator('.mr-node__rename')
  const undoTip = () => page.getByRole('button', { name: /^Undo/ }).getAttribute('data-tip')
  const drag = async (from: { x: number; y: number }, by: { x: number; y: number }) => {
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x + by.x, from.y + by.y, { steps: 8 })
    await page.mouse.up()
  }
  /** Groups the first two nodes and types a title. */
  const makeGroup = async (name: string) => {
    await editor.node('in').click()
    await editor.node('loud').click({ modifiers: ['Shift'] })
    await page.keyboard.press('Control+g')
    await rename().waitFor()
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await title().getByText(name, { exact: true }).waitFor()
  }

  test('Ctrl+G draws a titled group around the selection, and ungroup keeps the nodes', async () => {
    await open('Grouped')
    await makeGroup('Shout it')
    const nodes = await stored()
    expect(nodes.get('group.1')?.data.label).toBe('Shout it')
    expect([...nodes.keys()]).toEqual(['group.1', 'in', 'loud', 'out'])
    await page.keyboard.press('Control+z')
    await title().getByText('Group', { exact: true }).waitFor()
    await page.keyboard.press('Control+z')
    await editor.counts(3, 2)
    await page.keyboard.press('Control+Shift+z')
    await editor.counts(4, 2)
    await title().click()
    await page.keyboard.press('Control+Shift+g')
    await editor.counts(3, 2)
    expect(await undoTip()).toContain('Undo: Ungroup')
  })

  test('a group moves with its nodes, by mouse and by keys, in one step each', async () => {
    await open('Moved')
    await makeGroup('Moves')
    const before = await stored()
    const { x, y } = await centerOf(title())
    await drag({ x, y }, { x: 0, y: 80 })
    await until('the move', async () => (await undoTip())?.startsWith('Undo: Move') === true)
    const after = await stored()
    const movedBy = (id: string) => ({
      x: (after.get(id)?.position.x ?? 0) - (before.get(id)?.position.x ?? 0),
      y: (after.get(id)?.position.y ?? 0) - (before.get(id)?.position.y ?? 0),
    })
    expect(movedBy('group.1').y).toBeGreaterThan(50)
    for (const id of ['in', 'loud']) expect(movedBy(id)).toEqual(movedBy('group.1'))
    expect(movedBy('out')).toEqual({ x: 0, y: 0 })
    await page.keyboard.press('Control+z')
    expect((await stored()).get('in')?.position).toEqual(before.get('in')?.position)
    await group().focus()
    await page.keyboard.press('ArrowDown')
    const [frame, inside] = [await placeOf('group.1'), await placeOf('in')]
    expect((frame?.y ?? 0) - (inside?.y ?? 0)).toBe(
      (before.get('group.1')?.position.y ?? 0) - (before.get('in')?.position.y ?? 0),
    )
    expect(frame?.y).toBeGreaterThan(before.get('group.1')?.position.y ?? 0)
  })

  test('a node that is dragged out stays when the group moves, and one that is dragged in goes along', async () => {
    await open('In and out')
    await makeGroup('Members')
    const box = await settledBox(group())
    await drag(await centerOf(editor.node('in')), { x: 0, y: -box.height - 60 })
    // Closes the panel that covers the last node.
    await editor.clickCanvas()
    const out = await settledBox(editor.node('out'))
    await drag(await centerOf(editor.node('out')), { x: box.x + box.width / 3 - out.x - out.width / 2, y: 0 })
    const before = await stored()
    await drag(await centerOf(title()), { x: 0, y: 120 })
    await until('the move', async () => (await placeOf('group.1'))?.y !== before.get('group.1')?.position.y)
    const after = await stored()
    expect(after.get('in')?.position).toEqual(before.get('in')?.position)
    for (const id of ['loud', 'out']) {
      expect(after.get(id)?.position.y).toBeGreaterThan(before.get(id)?.position.y ?? 0)
    }
  })

  test('the color is chosen above the group, the size at its corner, and both are saved and undone', async () => {
    await open('Colored')
    await makeGroup('Green')
    await page.getByRole('radio', { name: 'Green' }).check()
    await until('the color', async () => (await undoTip())?.includes('group color') === true)
    expect((await stored()).get('group.1')?.data.config.color).toBe('green')
    const before = (await stored()).get('group.1')
    await drag(await centerOf(group().locator('.react-flow__resize-control.handle.top.left')), { x: -60, y: -60 })
    await until('the new size', async () => (await undoTip())?.startsWith('Undo: Resize') === true)
    const after = await stored()
    expect(after.get('group.1')?.width).toBeGreaterThan(before?.width ?? 0)
    // Moving the corner does not move the nodes.
    expect(after.get('in')?.position).toEqual(AT.in)
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    expect((await stored()).get('group.1')?.data.config.color).toBe('gray')
  })

  test('the rectangle selects nodes in a group without the group, and a group that it encloses', async () => {
    await open('Rectangle')
    await makeGroup('Touched')
    await editor.clickCanvas()
    const marquee = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
      await page.keyboard.down('Shift')
      await drag(from, { x: to.x - from.x, y: to.y - from.y })
      await page.keyboard.up('Shift')
    }
    const [box, first, second] = [
      await settledBox(group()),
      await settledBox(editor.node('in')),
      await settledBox(editor.node('loud')),
    ]
    await marquee({ x: first.x - 8, y: first.y - 8 }, { x: second.x + 20, y: second.y + second.height + 8 })
    await page.getByRole('heading', { name: '2 nodes selected' }).waitFor()
    await editor.clickCanvas()
    await marquee({ x: box.x - 8, y: box.y - 8 }, { x: box.x + box.width + 8, y: box.y + box.height + 8 })
    await page.getByRole('heading', { name: '3 nodes selected' }).waitFor()
  })

  test('deleting a group keeps its nodes, duplicating and cutting it takes them along', async () => {
    await open('Copies')
    await makeGroup('Original')
    await page.keyboard.press('Control+d')
    await editor.counts(7, 3)
    await page.keyboard.press('Control+z')
    await editor.counts(4, 2)
    await title().click()
    await page.keyboard.press('Delete')
    await editor.counts(3, 2)
    await page.keyboard.press('Control+z')
    await editor.counts(4, 2)
    await title().click()
    await page.keyboard.press('Control+x')
    await editor.counts(1, 0)
    await page.keyboard.press('Control+v')
    await editor.counts(4, 1)
  })

  test('auto-layout keeps the nodes of a group inside it and the others outside, in one step', async () => {
    await open('Laid out')
    await makeGroup('Stays')
    await page.keyboard.press('Shift+L')
    await until('the layout', async () => (await undoTip())?.includes('Auto-layout') === true)
    const box = await settledBox(group())
    const isInside = async (id: string) => {
      const { x, y, width, height } = await settledBox(editor.node(id))
      return x > box.x && y > box.y && x + width < box.x + box.width && y + height < box.y + box.height
    }
    expect([await isInside('in'), await isInside('loud'), await isInside('out')]).toEqual([true, true, false])
    await page.keyboard.press('Control+z')
    expect(await placeOf('out')).toEqual(AT.out)
  })

  test('a node that is added after a node of a group is in the group', async () => {
    await open('Grows')
    await makeGroup('Grows')
    await editor.clickCanvas()
    await editor.node('in').click()
    await editor.add('text formatter')
    const added = await settledBox(page.locator('.react-flow__node.selected'))
    const box = await settledBox(group())
    expect(added.x).toBeGreaterThan(box.x)
    expect(added.y + added.height).toBeLessThan(box.y + box.height)
    await page.keyboard.press('Control+z')
    await editor.counts(4, 2)
  })

  test('a run, an export and Agent Spec ignore or keep it, and it is accessible in light and dark', async () => {
    await open('Runs')
    await makeGroup('Runs too')
    await editor.save()
    const flow = await web.call<{ metadata: unknown }>(`/workflows/${current}/export/agentspec`)
    expect(JSON.stringify(flow.metadata)).toContain('Runs too')
    const exported = await web.call<{ nodes: Placed[] }>(`/workflows/${current}/export`)
    expect(exported.nodes.map(({ id }) => id)).toContain('group.1')
    const copy = await web.call<{ nodes: Placed[] }>('/workflows/import', exported)
    expect(copy.nodes.find(({ id }) => id === 'group.1')?.data.label).toBe('Runs too')
    const { execution_id } = await web.call<{ execution_id: string }>(`/workflows/${current}/execute`, {})
    await until('the run', async () => {
      const { status } = await web.call<{ status: string }>(`/pipelines/${execution_id}`)
      return status === 'completed'
    })
    const { node_statuses } = await web.call<{ node_statuses: object }>(`/pipelines/${execution_id}`)
    expect(Object.keys(node_statuses).sort()).toEqual(['in', 'loud', 'out'])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await seriousFindings(page, '.mr-editor')).toEqual([])
    }
    await page.emulateMedia({ colorScheme: 'light' })
  })
})
