/** Editing by chat: changes are previewed, applied as one step and undone as one step. */
import { expect, test } from 'vitest'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { EditorActions } from './support/editor-actions.ts'
import { useWeb } from './support/web.ts'
import { SHOUT } from './support/workflows.ts'

describeInBrowser('the assistant', () => {
  const web = useWeb()

  test('previews a change, applies it as one step, and undo reverts it as a whole', async () => {
    const { page } = web
    const editor = new EditorActions(page)
    await web.call('/workflows', SHOUT)
    await web.visit('/workflows/shout')
    await editor.counts(3, 2)
    await page.getByRole('button', { name: 'Assistant', exact: true }).click()
    const panel = page.getByRole('complementary', { name: 'Assistant' })
    await panel.getByLabel('Describe a change or ask a question').fill('add a logger after loud')
    await page.keyboard.press('Enter')

    // Drawn, but not applied yet.
    await panel.getByRole('button', { name: 'Apply', exact: true }).waitFor()
    await editor.counts(4)
    expect((await web.call('/workflows/shout')).nodes).toHaveLength(3)
    await page
      .getByRole('status')
      .filter({ hasText: /^Saved$/ })
      .waitFor()
    await panel.getByRole('button', { name: 'Hide from canvas' }).click()
    await editor.counts(3, 2)
    await panel.getByRole('button', { name: 'Show on canvas' }).click()
    await editor.counts(4)

    await panel.getByRole('button', { name: 'Apply', exact: true }).click()
    await panel.getByText('Applied', { exact: true }).waitFor()
    await editor.counts(4)
    await page
      .getByRole('status')
      .filter({ hasText: /^Unsaved changes$/ })
      .waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
    await editor.counts(3, 2)
    await page
      .getByRole('status')
      .filter({ hasText: /^Saved$/ })
      .waitFor()
    await page.getByRole('button', { name: 'Redo', exact: true }).click()
    await editor.counts(4)
    await editor.clickCanvas()
    await editor.save()
    expect((await web.call('/workflows/shout')).nodes).toHaveLength(4)
  })

  test('a dismissed change is not applied, a question is answered, and the conversation stays until it is cleared', async () => {
    const { page } = web
    const editor = new EditorActions(page)
    await web.visit('/workflows/shout')
    await editor.counts(4)
    await page.getByRole('button', { name: 'Assistant', exact: true }).click()
    const panel = page.getByRole('complementary', { name: 'Assistant' })
    await panel.getByText('add a logger after loud').waitFor()
    await panel.getByLabel('Describe a change or ask a question').fill('delete the logger')
    await page.keyboard.press('Enter')
    await panel.getByRole('button', { name: 'Dismiss' }).click()
    await panel.getByText('Dismissed').waitFor()
    await editor.counts(4)
    await panel.getByLabel('Describe a change or ask a question').fill('Explain this workflow')
    await panel.getByRole('button', { name: 'Send' }).click()
    await expect.poll(() => panel.getByRole('article', { name: 'Assistant' }).count()).toBe(3)
    await panel.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Clear conversation' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Clear' }).click()
    await panel.getByText('What would you like to change?').waitFor()
  })

  test('a node inserted between two nodes is placed between them, and following nodes move right', async () => {
    const { page } = web
    const editor = new EditorActions(page)
    const nodes = SHOUT.nodes.map((node, at) => ({ ...node, position: { x: at * 260, y: 80 } }))
    await web.call('/workflows', { ...SHOUT, nodes, name: 'Close together' })
    await web.visit('/workflows/close_together')
    await editor.counts(3, 2)
    await page.getByRole('button', { name: 'Assistant', exact: true }).click()
    await page.getByLabel('Describe a change or ask a question').fill('insert a logger between loud and out')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await editor.counts(4, 3)
    await editor.clickCanvas()
    await editor.save()
    const stored = await web.call<{ nodes: { id: string; position: { x: number; y: number } }[] }>(
      '/workflows/close_together',
    )
    const placed = new Map(stored.nodes.map(({ id, position }) => [id, position]))
    const added = stored.nodes.find(({ id }) => !['in', 'loud', 'out'].includes(id))
    expect(added?.position.y).toBe(placed.get('loud')?.y)
    expect(added?.position.x).toBeGreaterThan(placed.get('loud')?.x ?? 0)
    expect(placed.get('out')?.x).toBeGreaterThan((added?.position.x ?? 0) + 190)
    await page.keyboard.press('Control+z')
    await editor.counts(3, 2)
  })

  test('an answer is never shown as raw Markdown, even if the renderer loads late', async () => {
    const context = await web.newContext()
    await context.addCookies(await web.context.cookies())
    const page = await context.newPage()
    let release = () => {}
    const isReleased = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/assets/markdown-*.js', async (route) => {
      await isReleased
      await route.continue()
    })
    await page.goto(`${web.origin}/#/workflows/shout`)
    await page.getByRole('button', { name: 'Assistant', exact: true }).click()
    await page.getByLabel('Describe a change or ask a question').fill('what does this workflow do?')
    await page.keyboard.press('Enter')
    const words = page.getByRole('complementary', { name: 'Assistant' }).locator('.mr-markdown').last()
    await words.waitFor({ state: 'attached' })
    expect(await words.isVisible()).toBe(false)
    release()
    await words.waitFor()
    expect(await words.textContent()).not.toContain('**')
    await context.close()
  })

  test('an older version is shown as a difference and restored', async () => {
    const { page } = web
    const editor = new EditorActions(page)
    await web.visit('/workflows/shout')
    await editor.counts(4)
    await page.getByRole('button', { name: 'Versions', exact: true }).click()
    const panel = page.getByRole('complementary', { name: 'Versions' })
    await panel.getByRole('button', { name: /^Version 1/ }).click()
    await panel.getByRole('button', { name: 'Restore' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
    await page.getByText('Restored version 1').first().waitFor()
    await editor.counts(3, 2)
    expect((await web.call('/workflows/shout')).nodes).toHaveLength(3)
  })
})
