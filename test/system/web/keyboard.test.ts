/** Everything without a mouse: from the list to a run of a workflow that was made with keys, with the focus always in sight. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { Hands } from './support/hands.ts'
import { useWeb } from './support/web.ts'

const MOST_STOPS = 150

/** Whether the element that has the focus can be told from its neighbours: it, or what is drawn in it, has a line around it. */
const HAS_VISIBLE_FOCUS = `(() => {
  const one = document.activeElement
  if (one === null || one === document.body) return ''
  const hasLine = (element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
  }
  const isSeen = [one, one.firstElementChild].some((element) => element !== null && hasLine(element))
  // A connection is drawn thicker instead.
  return isSeen || one.matches('.react-flow__edge') ? '' : one.outerHTML.slice(0, 160)
})()`

class Keys {
  readonly page: Page
  /** Stops of the Tab key at which nobody sees where they are. */
  readonly unseen = new Set<string>()
  constructor(page: Page) {
    this.page = page
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
  }

  /** Presses Tab until something has the focus. */
  async to(target: Locator, key = 'Tab'): Promise<void> {
    await target.first().waitFor()
    const focused = target.and(this.page.locator(':focus'))
    for (let at = 0; at < MOST_STOPS; at++) {
      if ((await focused.count()) > 0) return
      await this.page.keyboard.press(key)
      const unseen = await this.page.evaluate<string>(HAS_VISIBLE_FOCUS)
      if (unseen !== '') this.unseen.add(unseen)
    }
    throw new Error(`No way to ${target} by ${key}`)
  }
}

describeInBrowser('the keyboard', () => {
  const web = useWeb()

  test('is enough to make, connect, save and run a workflow, and to see what came out', async () => {
    const { page } = web
    const keys = new Keys(page)
    const hands = new Hands(page)
    const button = (name: string | RegExp) => page.getByRole('button', { name })
    await page.getByRole('heading', { name: 'Workflows' }).first().waitFor()
    await keys.to(button('New workflow').first())
    await keys.press('Enter')
    await page.getByText('An empty workflow').waitFor()

    await hands.add('text input')
    await hands.add('format text')
    await hands.add('text output')
    const settings = page.getByRole('complementary', { name: 'Settings' })

    // The node that was added last is chosen; its ports are connected by menu.
    await keys.to(settings.getByRole('tab', { name: 'Settings' }))
    await keys.press('ArrowRight')
    await keys.to(settings.getByRole('button', { name: 'Connect: Text' }))
    await keys.press('Enter')
    await keys.to(page.getByRole('menuitem', { name: 'Formatted' }), 'ArrowDown')
    await keys.press('Enter')
    await expect.poll(() => hands.edges.count()).toBeGreaterThanOrEqual(1)

    // Another node is reached on the canvas itself.
    await keys.to(hands.node('text_formatter.1'))
    await keys.press('Enter')
    await settings.getByRole('textbox', { name: 'Label' }).and(page.locator('[value="Format text"]')).waitFor()
    await keys.to(settings.getByRole('tab', { selected: true }))
    if ((await settings.getByRole('tab', { name: 'Settings', selected: true }).count()) === 0) {
      await keys.press('ArrowLeft')
    }
    await keys.to(settings.getByLabel('Operation'))
    await page.keyboard.type('uppercase')
    await keys.to(settings.getByRole('tab', { name: 'Settings' }), 'Shift+Tab')
    await keys.press('ArrowRight')
    await keys.to(settings.getByRole('button', { name: 'Connect: Text' }))
    await keys.press('Enter')
    await keys.to(page.getByRole('menuitem', { name: 'Text', exact: true }).first(), 'ArrowDown')
    await keys.press('Enter')
    await hands.counts(3, 2)
    await hands.save()

    await keys.to(hands.runButton)
    await keys.press('Enter')
    const panel = page.getByRole('complementary', { name: 'Run' })
    await keys.to(panel.getByRole('textbox', { name: 'Text input' }))
    await page.keyboard.type('quiet')
    await keys.to(panel.getByRole('button', { name: 'Run', exact: true }), 'Shift+Tab')
    await keys.press('Enter')
    await panel
      .getByRole('status')
      .filter({ hasText: /^Completed, 3 of 3/ })
      .waitFor()
    await keys.to(panel.getByRole('tab', { selected: true }))
    while ((await panel.getByRole('tab', { name: 'Overview', selected: true }).count()) === 0) {
      await keys.press('ArrowLeft')
    }
    await panel.getByText('QUIET').first().waitFor()
    expect([...keys.unseen]).toEqual([])
  })

  test('undo, delete, select all, search and the list of keys have keys', async () => {
    const { page } = web
    const hands = new Hands(page)
    const keys = new Keys(page)
    await page.reload()
    await hands.counts(3, 2)
    await keys.to(hands.node('text_output.1'))
    await keys.press('Enter', 'Delete')
    await hands.counts(2, 1)
    await keys.press('Control+z')
    await hands.counts(3, 2)
    await keys.press('Control+a', 'Control+d')
    await hands.counts(6, 4)
    await keys.press('Control+z')
    await hands.counts(3, 2)
    await keys.press('Control+f')
    await page.getByRole('textbox', { name: 'Find in the workflow' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('format text')
    await page
      .getByRole('search')
      .getByText(/^1 of \d$/)
      .waitFor()
    await keys.press('Escape')
    await keys.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await dialog.waitFor()
    await keys.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })
})
