/** Menus, dialogs, tabs, tooltips, selects and comboboxes: keys, roles and focus as the ARIA patterns describe them. */
import type { Locator } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { seriousFindings } from './support/axe.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { EditorActions } from './support/editor-actions.ts'
import { until } from './support/until.ts'
import { useWeb } from './support/web.ts'
import { SHOUT } from './support/workflows.ts'

describeInBrowser('the primitives of the page', () => {
  const web = useWeb()
  beforeAll(async () => {
    await web.call('/workflows', { ...SHOUT, tags: ['tall', 'tiny', 'wide'] })
  })
  const press = async (...keys: string[]) => {
    for (const key of keys) await web.page.keyboard.press(key)
  }
  const focused = (target: Locator) => target.and(web.page.locator(':focus')).waitFor()
  const gone = (target: Locator) => target.waitFor({ state: 'detached' })
  const openEditor = async () => {
    await web.visit('/workflows/shout')
    await new EditorActions(web.page).counts(3, 2)
    await new EditorActions(web.page).node('loud').click()
  }

  test('a page loads the popups with the first user event, not before', async () => {
    const { page } = web
    const popups = () =>
      page.evaluate<number>(
        "performance.getEntriesByType('resource').filter(({ name }) => /popups-/.test(name)).length",
      )
    await web.visit('/')
    await page.getByRole('row').filter({ hasText: 'Shout' }).waitFor()
    expect(await popups()).toBe(0)
    await page.getByRole('row').filter({ hasText: 'Shout' }).hover()
    await until('the popups are loaded', async () => (await popups()) === 1)
  })

  test('a menu has roving focus, Home, End and type-ahead, and returns the focus', async () => {
    const { page } = web
    await web.visit('/')
    const button = page.getByRole('button', { name: 'Tags' })
    await button.focus()
    await press('Enter')
    const menu = page.getByRole('menu', { name: 'Tags' })
    const item = (name: string) => menu.getByRole('menuitem', { name })
    await focused(item('tall'))
    expect(await button.getAttribute('aria-expanded')).toBe('true')
    await press('ArrowDown')
    await focused(item('tiny'))
    await press('End')
    await focused(item('wide'))
    await press('Home')
    await focused(item('tall'))
    await press('w')
    await focused(item('wide'))
    expect(await menu.locator('[role=menuitem][tabindex="0"], [role=menuitem]:not([tabindex])').count()).toBe(1)
    expect(await seriousFindings(page)).toEqual([])
    await press('Escape')
    await gone(menu)
    await focused(button)
    expect(await button.getAttribute('aria-expanded')).toBe(null)
    await press('Enter')
    await menu.waitFor()
    await press('Tab')
    await gone(menu)
    await focused(button)
    await press('Enter', 'End', 'Enter')
    await page.getByRole('button', { name: 'Remove tag filter wide' }).waitFor()
    await gone(menu)
    await focused(button)
  })

  test('a context menu opens at the pointer, and a press elsewhere closes it', async () => {
    const { page } = web
    await openEditor()
    const [menu, node] = [page.getByRole('menu'), new EditorActions(page).node('loud')]
    await node.click({ button: 'right' })
    await menu.getByRole('menuitem', { name: 'Duplicate' }).waitFor()
    const { x, y } = (await menu.boundingBox()) ?? { x: -1, y: -1 }
    const box = (await node.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    expect(x).toBeCloseTo(box.x + box.width / 2, -1)
    expect(y).toBeCloseTo(box.y + box.height / 2, -1)
    await page.mouse.move(box.x - 60, box.y - 120)
    await page.mouse.down()
    await gone(menu)
    await page.mouse.up()
  })

  test('a dialog is modal and named, starts at its first field, keeps the focus, and returns it', async () => {
    const { page } = web
    await web.visit('/settings?part=connections')
    const opener = page.getByRole('button', { name: 'New connection' }).first()
    await opener.focus()
    await press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New connection' })
    const isInert = () => opener.evaluate((element) => element.closest('[inert]') !== null)
    await focused(dialog.getByLabel('Name'))
    expect(await seriousFindings(page)).toEqual([])
    for (let stop = 0; stop < 12; stop++) {
      await press('Tab')
      expect(await page.locator(':focus').count()).toBe(await dialog.locator(':focus').count())
    }
    expect(await isInert()).toBe(true)
    await dialog.getByLabel('Name').focus()
    await press('Escape')
    await gone(dialog)
    await focused(opener)
    expect(await isInert()).toBe(false)
  })

  test('Escape closes the innermost popup only', async () => {
    const { page } = web
    await web.visit('/settings?part=connections')
    await page.getByRole('button', { name: 'New connection' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New connection' })
    const provider = dialog.getByRole('combobox', { name: 'Provider' })
    await provider.click()
    const list = page.getByRole('listbox')
    await list.waitFor()
    await press('Escape')
    await list.waitFor({ state: 'hidden' })
    await focused(provider)
    expect(await dialog.count()).toBe(1)
    await press('Escape')
    await gone(dialog)
  })

  test('tabs have one stop, arrows, Home and End, and each names its panel', async () => {
    const { page } = web
    await openEditor()
    const tab = (name: string) => page.getByRole('tab', { name, exact: true })
    await tab('Settings').focus()
    await press('End')
    await focused(tab('Retries & timing'))
    await page.getByRole('tabpanel', { name: 'Retries & timing' }).waitFor()
    await press('ArrowRight')
    await focused(tab('Settings'))
    await press('ArrowLeft', 'Home', 'ArrowRight')
    await focused(tab('Ports'))
    const panel = page.getByRole('tabpanel', { name: 'Ports' })
    expect(await tab('Ports').getAttribute('aria-controls')).toBe(await panel.getAttribute('id'))
    expect(await tab('Ports').getAttribute('aria-selected')).toBe('true')
    await press('Tab')
    expect(await page.getByRole('tab').and(page.locator(':focus')).count()).toBe(0)
    await press('Shift+Tab')
    await focused(tab('Ports'))
  })

  test('a tooltip comes with the pointer and the focus, also in a dialog, and Escape hides it', async () => {
    const { page } = web
    await web.visit('/settings?part=connections')
    const tip = (text: string) => page.locator('.mr-tooltip', { hasText: text })
    await page.getByRole('button', { name: 'Appearance' }).hover()
    await tip('Appearance').waitFor()
    await press('Escape')
    await gone(tip('Appearance'))
    await page.getByRole('button', { name: 'New connection' }).first().click()
    const dialog = page.getByRole('dialog')
    await focused(dialog.getByLabel('Name'))
    await press('Shift+Tab')
    await focused(dialog.getByRole('button', { name: 'Close' }))
    await tip('Close').waitFor()
    const { x, y, width, height } = (await tip('Close').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    // Tooltips ignore the pointer, so the test enables them for finding the topmost element.
    const topmost = await page.evaluate<string>(`(() => {
      document.querySelector('.mr-tooltip').style.pointerEvents = 'auto'
      return document.elementFromPoint(${x + width / 2}, ${y + height / 2}).className
    })()`)
    expect(topmost).toContain('mr-tooltip')
    await press('Escape')
    await gone(tip('Close'))
    await gone(dialog)
  })

  test('a select opens by arrow, searches by letter, and changes nothing on Escape', async () => {
    const { page } = web
    await openEditor()
    const select = page.getByRole('combobox', { name: 'Operation' })
    const active = async () => {
      const id = await select.getAttribute('aria-activedescendant')
      return id === null ? null : page.locator(`[id="${id}"] .mr-clip`).textContent()
    }
    await select.focus()
    expect(await select.getAttribute('aria-expanded')).toBe('false')
    await press('ArrowDown')
    const list = page.getByRole('listbox')
    await list.waitFor()
    expect(await select.getAttribute('aria-expanded')).toBe('true')
    expect(await select.getAttribute('aria-controls')).toBe(await list.getAttribute('id'))
    expect(await page.getByRole('option', { selected: true }).textContent()).toBe('Upper case')
    expect(await active()).toBe('Upper case')
    await press('End')
    expect(await active()).toBe('Reverse')
    await press('Home')
    expect(await active()).toBe('None')
    await press('t')
    expect(await active()).toBe('Trim')
    expect(await seriousFindings(page)).toEqual([])
    await press('Escape')
    await list.waitFor({ state: 'hidden' })
    await focused(select)
    expect(await select.textContent()).toBe('Upper case')
    await press('ArrowDown')
    await list.waitFor()
    await press('l', 'Enter')
    await list.waitFor({ state: 'hidden' })
    await until('the choice is taken', async () => (await select.textContent()) === 'Lower case')
    await focused(select)
    // Letters in a closed select must not be shortcuts of the editor: A would open the list of nodes.
    await press('a')
    expect(await page.getByRole('dialog').count()).toBe(0)
    // The node is still selected: no Escape or letter reached the canvas.
    expect(await page.getByRole('tab', { name: 'Settings' }).count()).toBe(1)
  })

  test('a combobox points at its options, and Escape closes the list only', async () => {
    const { page } = web
    // A workflow of its own: the change is kept as a draft.
    const { id } = await web.call('/workflows', { ...SHOUT, name: 'Combobox' })
    await web.visit(`/workflows/${id}`)
    const editor = new EditorActions(page)
    await editor.counts(3, 2)
    await editor.clickCanvas()
    await editor.add('Schedule')
    const field = page.getByRole('combobox', { name: 'Cron expression' })
    await field.click()
    const list = page.getByRole('listbox', { name: 'Cron expression' })
    await list.waitFor()
    expect(await field.getAttribute('aria-expanded')).toBe('true')
    await press('ArrowDown')
    const first = list.getByRole('option').first()
    await until('the first option is active', async () => {
      return (await field.getAttribute('aria-activedescendant')) === (await first.getAttribute('id'))
    })
    expect(await seriousFindings(page, '.mr-layer, [role=tabpanel]')).toEqual([])
    await press('Escape')
    await gone(list)
    await focused(field)
    await press('ArrowDown')
    await list.waitFor()
    await press('ArrowDown', 'Enter')
    await gone(list)
    expect(await field.inputValue()).not.toBe('')
  })

  test('the list of nodes accepts typing, arrow keys and Enter, and returns the focus', async () => {
    const { page } = web
    await openEditor()
    const editor = new EditorActions(page)
    await editor.clickCanvas()
    await press('a')
    const picker = page.getByRole('dialog', { name: 'Add node' })
    const input = picker.getByRole('combobox')
    await focused(input)
    await page.keyboard.type('text')
    const second = picker.getByRole('option').nth(1)
    await press('ArrowDown')
    await until('the second option is active', async () => {
      return (await input.getAttribute('aria-activedescendant')) === (await second.getAttribute('id'))
    })
    expect(await seriousFindings(page)).toEqual([])
    await press('Enter')
    await gone(picker)
    await editor.counts(4)
  })
})
