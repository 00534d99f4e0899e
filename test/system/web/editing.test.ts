/** Editing on the canvas: selecting, moving, aligning, copying, searching; each with undo. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { centerOf, EditorActions, settledBox } from './support/editor-actions.ts'
import { until } from './support/until.ts'
import { useWeb } from './support/web.ts'
import { SHOUT } from './support/workflows.ts'

interface Placed {
  readonly id: string
  readonly position: { readonly x: number; readonly y: number }
}

describeInBrowser('editing on the canvas', () => {
  const web = useWeb()
  let page: Page
  let editor: EditorActions

  const fresh = async (name: string) => {
    const { id } = await web.call('/workflows', { ...SHOUT, name })
    await web.visit(`/workflows/${id}`)
    await editor.counts(3, 2)
    await page.getByRole('button', { name: 'Fit to screen' }).click()
    return id
  }
  const selected = () => page.locator('.react-flow__node.selected')
  /** Stored positions of the nodes, after a save. */
  const places = async (id: string) => {
    await editor.save()
    const { nodes } = await web.call<{ nodes: Placed[] }>(`/workflows/${id}`)
    return Object.fromEntries(nodes.map((node) => [node.id, node.position]))
  }
  const count = (what: string, wanted: number) =>
    until(`${wanted} ${what}`, async () => (await selected().count()) === wanted)
  const dragBy = async (id: string, x: number, y: number) => {
    const box = await settledBox(editor.node(id))
    const [left, top] = [box.x + box.width / 2, box.y + 14]
    await page.mouse.move(left, top)
    await page.mouse.down()
    await page.mouse.move(left + x, top + y, { steps: 6 })
    await page.mouse.up()
  }
  const undo = () => page.keyboard.press('Control+z')

  beforeAll(() => {
    page = web.page
    editor = new EditorActions(page)
  })

  test('a selection box and Shift clicks select several nodes, which move together and back', async () => {
    const id = await fresh('Moved')
    const before = await places(id)
    const [first, last] = [await settledBox(editor.node('in')), await settledBox(editor.node('loud'))]
    await page.keyboard.down('Shift')
    await page.mouse.move(first.x - 20, first.y - 40)
    await page.mouse.down()
    await page.mouse.move(last.x + last.width / 2, last.y + last.height + 30, { steps: 8 })
    await page.mouse.up()
    await page.keyboard.up('Shift')
    await count('selected by the box', 2)
    await page.getByText('2 nodes selected').waitFor()
    await editor.node('out').click({ modifiers: ['Shift'] })
    await count('selected', 3)
    await editor.node('out').click({ modifiers: ['Shift'] })
    await count('selected', 2)

    // The library draws a frame over a selection; that frame is dragged.
    await dragBy('in', 40, 90)
    const after = await places(id)
    expect(after.in?.y).toBeGreaterThan(before.in?.y ?? 0)
    expect((after.in?.y ?? 0) - (before.in?.y ?? 0)).toBe((after.loud?.y ?? 0) - (before.loud?.y ?? 0))
    expect(after.out).toEqual(before.out)
    await undo()
    expect(await places(id)).toEqual(before)
  })

  test('moved nodes snap to the grid unless that is switched off', async () => {
    const id = await fresh('Snapped')
    await dragBy('out', 33, 47)
    const snapped = await places(id)
    expect([(snapped.out?.x ?? 1) % 10, (snapped.out?.y ?? 1) % 10]).toEqual([0, 0])
    await editor.choose('More', 'Snap to grid')
    await dragBy('out', 13, 17)
    const loose = await places(id)
    expect([(loose.out?.x ?? 0) % 10, (loose.out?.y ?? 0) % 10]).not.toEqual([0, 0])
  })

  test('several nodes are aligned and distributed, and undo restores each', async () => {
    const id = await fresh('Lined up')
    await dragBy('loud', 20, 60)
    await dragBy('out', -30, 140)
    const before = await places(id)
    await page.keyboard.press('Control+a')
    const tools = page.getByRole('complementary', { name: 'Settings' })
    await tools.getByRole('button', { name: 'Align top edges' }).click()
    const level = await places(id)
    expect(new Set(Object.values(level).map(({ y }) => y)).size).toBe(1)
    await tools.getByRole('button', { name: 'Distribute horizontally' }).click()
    const spaced = await places(id)
    const width = async (node: string) => (await editor.node(node).boundingBox())?.x ?? 0
    const [a, b, c] = [await width('in'), await width('loud'), await width('out')]
    expect(a < b && b < c).toBe(true)
    expect([spaced.in?.x, spaced.out?.x]).toEqual([level.in?.x, level.out?.x])
    await undo()
    await undo()
    expect(await places(id)).toEqual(before)
  })

  test('auto-layout moves the nodes, and undo restores them', async () => {
    const id = await fresh('Laid out')
    await dragBy('out', -260, 120)
    const before = await places(id)
    await page.keyboard.press('Shift+L')
    await page.getByText('Unsaved changes').waitFor()
    const after = await places(id)
    expect((after.in?.x ?? 0) < (after.loud?.x ?? 0) && (after.loud?.x ?? 0) < (after.out?.x ?? 0)).toBe(true)
    await undo()
    expect(await places(id)).toEqual(before)
  })

  test('nodes are duplicated, cut and pasted, in the workflow and as text', async () => {
    await fresh('Copied')
    await editor.node('in').click()
    await editor.node('loud').click({ modifiers: ['Shift'] })
    await page.keyboard.press('Control+d')
    await editor.counts(5, 3)
    await undo()
    await editor.counts(3, 2)

    await editor.node('in').click()
    await editor.node('loud').click({ modifiers: ['Shift'] })
    await page.keyboard.press('Control+x')
    await editor.counts(1, 0)
    const text = await page.evaluate('navigator.clipboard.readText()')
    const clip = JSON.parse(String(text)) as { nodes: { id: string }[]; edges: unknown[] }
    expect([clip.nodes.map(({ id }) => id), clip.edges.length]).toEqual([['in', 'loud'], 1])
    await page.keyboard.press('Control+v')
    await editor.counts(3, 1)
    await undo()
    await undo()
    await editor.counts(3, 2)

    // In a text field it is pasted as text.
    await editor.clickCanvas()
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    const description = page.getByRole('complementary', { name: 'Settings' }).getByLabel('Description')
    await description.click()
    await page.keyboard.press('Control+v')
    await until('the text is there', async () => (await description.inputValue()).includes('"in"'))
    await editor.counts(3, 2)
  })

  test('a connection has a comment, which is drawn and can be undone', async () => {
    const id = await fresh('Commented')
    const line = await centerOf(page.locator('.react-flow__edge[data-id="e0"] path.react-flow__edge-interaction'))
    await page.mouse.click(line.x, line.y)
    await page.getByLabel('Comment').fill('what was said')
    await page.locator('.mr-edge__label').filter({ hasText: 'what was said' }).waitFor()
    await editor.save()
    const { edges } = await web.call(`/workflows/${id}`)
    expect(edges[0]).toMatchObject({ data: { label: 'what was said' } })
    await page.getByLabel('Comment').press('Control+z')
    await page.locator('.mr-edge__label').waitFor({ state: 'detached' })
  })

  test('search finds nodes by their text, one after another', async () => {
    await fresh('Searched')
    await editor.clickCanvas()
    await page.keyboard.press('Control+f')
    const box = page.getByRole('search')
    await box.getByRole('textbox').fill('text')
    await box.getByText('1 of 3').waitFor()
    await page.keyboard.press('Enter')
    await box.getByText('2 of 3').waitFor()
    await count('selected', 1)
    await box.getByRole('textbox').fill('uppercase')
    await box.getByText('1 of 1').waitFor()
    await editor.node('loud').and(selected()).waitFor()
    await box.getByRole('textbox').fill('nothing like it')
    await box.getByText('No results').waitFor()
    await page.keyboard.press('Escape')
  })

  test('after using the version of another user, undo in the name field restores mine as a whole', async () => {
    const id = await fresh('Ours')
    const stored = await web.call(`/workflows/${id}`)
    await editor.name.fill('Mine')
    await web.call(`/workflows/${id}`, { ...stored, name: 'Theirs' }, 'PUT')
    web.expectConsoleError(/status of 409/)
    await page.keyboard.press('Control+s')
    await page.getByRole('dialog').getByRole('button', { name: 'Use theirs' }).click()
    await until('theirs is shown', async () => (await editor.name.inputValue()) === 'Theirs')
    await editor.name.press('Control+z')
    await until('mine is back', async () => (await editor.name.inputValue()) === 'Mine')
    await editor.name.press('Control+z')
    await until('as it was opened', async () => (await editor.name.inputValue()) === 'Ours')
    await editor.name.press('Control+Shift+z')
    await editor.name.press('Control+Shift+z')
    await until('theirs again', async () => (await editor.name.inputValue()) === 'Theirs')
  })
})
