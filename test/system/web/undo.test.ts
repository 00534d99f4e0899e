/** Undo and redo of edits other than nodes and connections, and the step labels on the buttons. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { centerOf, EditorActions, settledBox } from './support/editor-actions.ts'
import { until } from './support/until.ts'
import { useWeb } from './support/web.ts'
import { SHOUT } from './support/workflows.ts'

const NOTE = {
  id: 'note',
  type: 'universalNode',
  position: { x: 0, y: 300 },
  data: { label: 'Note', config: { content: 'Remember this' }, metadata: { node_type_id: 'notes' } },
}

describeInBrowser('undo', () => {
  const web = useWeb()
  let page: Page
  let editor: EditorActions

  const opened = async (name: string) => {
    const { id } = await web.call('/workflows', { ...SHOUT, name, nodes: [...SHOUT.nodes, NOTE] })
    await web.visit(`/workflows/${id}`)
    await editor.counts(4, 2)
    await page.getByRole('button', { name: 'Fit to screen' }).click()
    return id
  }
  /** The stored document, after a save. */
  const stored = async (id: string) => {
    await editor.save()
    const { nodes, edges, name } = await web.call(`/workflows/${id}`)
    return { nodes, edges, name }
  }
  const button = (name: 'Undo' | 'Redo') => page.locator('.mr-bar').getByRole('button', { name, exact: true })
  const tips = async () => [
    await button('Undo').getAttribute('data-tip'),
    await button('Redo').getAttribute('data-tip'),
  ]
  const drag = async (control: string, by: { x: number; y: number }) => {
    const from = await centerOf(editor.node('note').locator(control))
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x + by.x, from.y + by.y, { steps: 6 })
    await page.mouse.up()
  }

  beforeAll(() => {
    page = web.page
    editor = new EditorActions(page)
  })

  test('reverts a comment as it was typed, and the buttons show the step', async () => {
    const id = await opened('Comments')
    const before = await stored(id)
    expect(await tips()).toEqual(['Undo (Ctrl+Z)', 'Redo (Ctrl+Shift+Z)'])
    const line = await centerOf(page.locator('.react-flow__edge[data-id="e0"] path.react-flow__edge-interaction'))
    await page.mouse.click(line.x, line.y)
    await page.getByLabel('Comment').pressSequentially('as said')
    const label = page.locator('.mr-edge__label').filter({ hasText: 'as said' })
    await label.waitFor()
    expect(await tips()).toEqual(['Undo: Edit comment (Ctrl+Z)', 'Redo (Ctrl+Shift+Z)'])
    const after = await stored(id)
    await button('Undo').click()
    await label.waitFor({ state: 'detached' })
    expect(await tips()).toEqual(['Undo (Ctrl+Z)', 'Redo: Edit comment (Ctrl+Shift+Z)'])
    expect(await stored(id)).toEqual(before)
    await button('Redo').click()
    expect(await stored(id)).toEqual(after)
  })

  test('reverts the size of a note in one step, also after dragging its upper left corner', async () => {
    const id = await opened('Sizes')
    const before = await stored(id)
    await editor.node('note').click()
    const sizeBefore = await settledBox(editor.node('note'))
    await drag('.react-flow__resize-control.handle.bottom.right', { x: 50, y: 40 })
    await until('a larger note', async () => (await settledBox(editor.node('note'))).width > sizeBefore.width)
    const larger = await stored(id)
    expect(await tips()).toEqual(['Undo: Resize (Ctrl+Z)', 'Redo (Ctrl+Shift+Z)'])
    await drag('.react-flow__resize-control.handle.top.left', { x: -50, y: -40 })
    const largest = await stored(id)
    expect(largest).not.toEqual(larger)
    await button('Undo').click()
    expect(await stored(id)).toEqual(larger)
    await button('Undo').click()
    expect(await stored(id)).toEqual(before)
    await button('Redo').click()
    await button('Redo').click()
    expect(await stored(id)).toEqual(largest)
  })

  test('reverts a pinned output', async () => {
    const id = await opened('Pins')
    await editor.runButton.click()
    const panel = page.getByRole('complementary', { name: 'Run', exact: true })
    await panel.getByLabel('in', { exact: true }).fill('hello')
    await panel.getByRole('button', { name: 'Run', exact: true }).click()
    await panel.getByRole('status').filter({ hasText: 'Completed, 3 of 3 done' }).waitFor()
    const before = await stored(id)
    await editor.node('in').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Pin output', exact: true }).click()
    const mark = editor.node('in').getByText('Test runs use pinned data')
    await mark.waitFor({ state: 'attached' })
    expect((await tips())[0]).toBe('Undo: Pin output (Ctrl+Z)')
    await button('Undo').click()
    await mark.waitFor({ state: 'detached' })
    expect(await stored(id)).toEqual(before)
    await button('Redo').click()
    await mark.waitFor({ state: 'attached' })
  })

  test('reverts an import', async () => {
    const id = await opened('Imports')
    const before = await stored(id)
    const file = { ...SHOUT, name: 'From a file', nodes: SHOUT.nodes.slice(0, 2), edges: SHOUT.edges.slice(0, 1) }
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), editor.choose('More', 'Import from file')])
    const buffer = Buffer.from(JSON.stringify(file))
    await chooser.setFiles({ name: 'file.json', mimeType: 'application/json', buffer })
    await editor.counts(2, 1)
    await until('the name of the file', async () => (await editor.name.inputValue()) === 'From a file')
    expect((await tips())[0]).toBe('Undo: Import file (Ctrl+Z)')
    await button('Undo').click()
    await editor.counts(4, 2)
    expect(await stored(id)).toEqual(before)
  })

  test('reverts discarded changes', async () => {
    await opened('Drafts')
    await editor.name.fill('Never saved')
    await editor.choose('More', 'Discard my changes')
    await until('the stored name', async () => (await editor.name.inputValue()) === 'Drafts')
    expect((await tips())[0]).toBe('Undo: Discard changes (Ctrl+Z)')
    await button('Undo').click()
    await until('the name of the draft', async () => (await editor.name.inputValue()) === 'Never saved')
  })

  test('shows the step in the language of the page', async () => {
    const { id } = await web.call<{ id: string }>('/workflows', { ...SHOUT, name: 'Deutsch' })
    const context = await web.newContext({ locale: 'de-DE' })
    await context.addCookies(await web.context.cookies())
    const german = await context.newPage()
    await web.visit(`/workflows/${id}`, german)
    await german.getByRole('button', { name: 'An Bildschirm anpassen' }).first().waitFor()
    await german.locator('.react-flow__node').first().click()
    await german.keyboard.press('Delete')
    const undo = german.getByRole('button', { name: 'Rückgängig', exact: true })
    await until('the step on the button', async () => {
      const tip = await undo.getAttribute('data-tip')
      return tip?.startsWith('Rückgängig: Löschen') === true
    })
    await context.close()
  })
})
