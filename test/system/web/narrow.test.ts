/** The editor on a phone and in a small embed: the important buttons stay in the bar, panels are overlays. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { drawing } from '../support/drawing.ts'
import { seriousFindings } from './support/axe.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { EditorActions, settledBox } from './support/editor-actions.ts'
import { hostPage } from './support/host-page.ts'
import { useWeb } from './support/web.ts'
import { SHOUT } from './support/workflows.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const TABLET = { viewport: { width: 1180, height: 820 }, hasTouch: true, isMobile: true }
/** Smallest side of a control that a finger hits. */
const TOUCH_PX = 40
const EMBED_PX = 700

const panel = (page: Page, name: string) => page.getByRole('complementary', { name, exact: true })
const barButton = (page: Page, name: string) => page.locator('.mr-bar').getByRole('button', { name, exact: true })

/** Polls: what moved before (a closed panel, the canvas behind it) may still push the control to its place. */
async function expectTouchable(control: Locator, within: { left: number; right: number }): Promise<void> {
  await expect
    .poll(
      async () => {
        const { x, width, height } = await settledBox(control)
        return { isInside: x >= within.left && x + width <= within.right, isLarge: Math.min(width, height) >= TOUCH_PX }
      },
      { message: `${control}` },
    )
    .toEqual({ isInside: true, isLarge: true })
}

describeInBrowser('a narrow editor', () => {
  const web = useWeb()

  test('builds, runs and saves a workflow on a phone', { timeout: 120_000 }, async () => {
    await web.call('/workflows', SHOUT)
    const page = await web.signedIn(PHONE)
    const editor = new EditorActions(page)
    const expectGoodPage = async () => {
      expect(await page.evaluate('document.scrollingElement.scrollWidth')).toBe(PHONE.viewport.width)
      expect(await seriousFindings(page)).toEqual([])
    }
    await web.visit('/workflows/shout', page)
    await editor.counts(3, 2)
    const screen = { left: 0, right: PHONE.viewport.width }
    for (const name of ['Show nodes', 'Run', 'Save', 'More', 'Zoom in'])
      await expectTouchable(page.getByRole('button', { name, exact: true }), screen)
    expect((await settledBox(page.locator('.mr-canvas'))).width).toBe(PHONE.viewport.width)
    expect(await panel(page, 'Nodes').count()).toBe(0)
    expect(await page.locator('.react-flow__minimap').count()).toBe(0)
    await expectGoodPage()

    await barButton(page, 'Show nodes').tap()
    await expectTouchable(panel(page, 'Nodes').getByRole('button', { name: 'Close' }), screen)
    await expectGoodPage()
    await panel(page, 'Nodes').getByRole('button', { name: 'Close' }).tap()
    await panel(page, 'Nodes').waitFor({ state: 'detached' })

    // A tap opens the settings, and closing them keeps the node selected, so the next one is added after it.
    await editor.node('loud').tap()
    const settings = panel(page, 'Settings')
    expect((await settledBox(settings)).width).toBe(PHONE.viewport.width)
    await expectTouchable(settings.getByRole('button', { name: /^Close/ }), screen)
    await settings.getByLabel('Suffix').fill('?!')
    await expectGoodPage()
    await settings.getByRole('button', { name: /^Close/ }).tap()
    await settings.waitFor({ state: 'detached' })
    await barButton(page, 'Show nodes').tap()
    await panel(page, 'Nodes').getByLabel('Search nodes').fill('text output')
    await panel(page, 'Nodes').getByRole('button', { name: 'Add Text Output' }).tap()
    await panel(page, 'Nodes').waitFor({ state: 'detached' })
    await editor.counts(4, 3)

    await barButton(page, 'Run').tap()
    const run = panel(page, 'Run')
    expect((await settledBox(run)).width).toBe(PHONE.viewport.width)
    await run.getByRole('textbox').first().fill('hello')
    await run.getByRole('button', { name: 'Run', exact: true }).tap()
    await run
      .getByRole('status')
      .filter({ hasText: /^Completed/ })
      .waitFor()
    await run.getByText('HELLO?!').first().waitFor()
    await expectGoodPage()
    await run.getByRole('button', { name: /^Close/ }).tap()
    await run.waitFor({ state: 'detached' })

    await barButton(page, 'Save').tap()
    await editor.saved()
    expect((await web.call('/workflows/shout')).nodes).toHaveLength(4)
    await expectGoodPage()
    await page.context().close()
  })

  test('the menu has the controls that the bar has no room for', async () => {
    const page = await web.signedIn(PHONE)
    const editor = new EditorActions(page)
    await web.visit('/workflows/shout', page)
    await editor.counts(4)
    expect(await barButton(page, 'Assistant').isVisible()).toBe(false)
    for (const name of ['Assistant', 'Versions']) {
      await editor.choose('More', name)
      expect((await settledBox(panel(page, name))).width).toBe(PHONE.viewport.width)
      await panel(page, name)
        .getByRole('button', { name: /^Close/ })
        .tap()
      await panel(page, name).waitFor({ state: 'detached' })
    }
    await barButton(page, 'More').tap()
    expect(await page.getByRole('menuitem', { name: 'Minimap' }).count()).toBe(0)
    expect(await page.getByRole('menuitem', { name: 'Undo' }).count()).toBe(1)
    await page.getByRole('menuitem', { name: 'Playground' }).click()
    await page.getByRole('complementary', { name: 'Chat with the canvas' }).waitFor()
    await page.context().close()
  })

  test('the menu of a phone switches a workflow with a trigger off and on', async () => {
    const hook = drawing('Switched by phone', [{ id: 'hook', type: 'webhook_trigger', config: { path: 'phone' } }], '')
    const { id } = await web.call('/workflows', hook)
    const page = await web.signedIn(PHONE)
    const editor = new EditorActions(page)
    await web.visit(`/workflows/${id}`, page)
    await editor.counts(1)
    const isActive = async () => (await web.call<{ active: boolean }>(`/workflows/${id}`)).active
    await editor.choose('More', 'Active')
    await expect.poll(isActive).toBe(false)
    await editor.choose('More', 'Inactive')
    await expect.poll(isActive).toBe(true)
    await page.context().close()
  })

  test('a tablet has large targets although its editor is wide', async () => {
    const page = await web.signedIn(TABLET)
    await web.visit('/workflows/shout', page)
    await new EditorActions(page).counts(4)
    const screen = { left: 0, right: TABLET.viewport.width }
    for (const name of ['Undo', 'Run', 'Save', 'Assistant', 'More'])
      await expectTouchable(barButton(page, name), screen)
    await page.locator('.react-flow__node[data-id="loud"]').tap()
    await expectTouchable(panel(page, 'Settings').getByLabel('Suffix'), screen)
    await expectTouchable(panel(page, 'Settings').getByRole('tab', { name: 'Ports' }), screen)
    await page.context().close()
  })

  test.each([
    ['phone', PHONE],
    ['tablet', TABLET],
  ])('the colors of a group are large enough for a finger on a %s', async (name, device) => {
    const drawn = drawing(`Group on a ${name}`, [{ id: 'frame', type: 'group' }], '')
    const size = { position: { x: 0, y: 0 }, width: 420, height: 240 }
    const { id } = await web.call('/workflows', {
      ...drawn,
      nodes: drawn.nodes.map((node) => ({ ...node, ...size })),
    })
    const page = await web.signedIn(device)
    const editor = new EditorActions(page)
    await web.visit(`/workflows/${id}`, page)
    await editor.counts(1)
    await page.locator('.mr-group__title').tap()
    const close = panel(page, 'Settings').getByRole('button', { name: /^Close/ })
    await close.tap()
    await close.waitFor({ state: 'detached' })
    // The tap may have moved the canvas before the first fit was over.
    await page.getByRole('button', { name: 'Fit to screen' }).tap()
    const screen = { left: 0, right: device.viewport.width }
    for (const color of ['Gray', 'Blue', 'Green', 'Amber', 'Red', 'Violet'])
      await expectTouchable(page.getByRole('radio', { name: color }), screen)
    await expectTouchable(page.getByRole('button', { name: 'Ungroup' }), screen)
    await page.getByRole('radio', { name: 'Violet' }).tap()
    await expect.poll(() => page.getByRole('radio', { name: 'Violet' }).isChecked()).toBe(true)
    await page.context().close()
  })

  test('an embed of 700 px has overlays in a wide window, and panels again when it grows', async () => {
    const script = `import { mountEditorApp } from '/web/millrace.js'
      document.querySelector('#one').style.width = '${EMBED_PX}px'
      mountEditorApp('#one', { workflowId: 'shout', baseUrl: '/api/v1' })`
    const page = await web.host('/narrow-host', hostPage(script))
    const editor = new EditorActions(page)
    await editor.counts(4)
    const box = await settledBox(page.locator('#one'))
    const inside = { left: box.x, right: box.x + EMBED_PX }
    for (const name of ['Show nodes', 'Undo', 'Run', 'Save', 'More'])
      await expectTouchable(barButton(page, name), inside)
    const canvas = page.locator('.mr-canvas')
    expect((await settledBox(canvas)).width).toBe(EMBED_PX)
    await editor.node('loud').click()
    await panel(page, 'Settings').getByLabel('Suffix').fill('.')
    await expectTouchable(panel(page, 'Settings').getByRole('button', { name: /^Close/ }), inside)
    expect((await settledBox(canvas)).width).toBe(EMBED_PX)
    await barButton(page, 'Show nodes').click()
    await panel(page, 'Settings').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await panel(page, 'Nodes').waitFor({ state: 'detached' })
    // Focus returns to the button that opened the catalogue.
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Show nodes')
    expect(await seriousFindings(page, '#one')).toEqual([])

    await page.evaluate(`document.querySelector('#one').style.width = '1000px'`)
    await panel(page, 'Nodes').waitFor()
    await page.locator('.react-flow__minimap').waitFor()
    expect((await settledBox(canvas)).width).toBeLessThan(EMBED_PX)
    expect(await barButton(page, 'Assistant').isVisible()).toBe(true)
    await page.close()
  })
})
