/** Keyboard-only use of a page, with a check that the focus is visible. */
import type { Locator, Page } from 'playwright-core'

const MOST_STOPS = 150

/** Empty if the focused element is visibly focused: it or its content has an outline; otherwise its HTML. */
const HAS_VISIBLE_FOCUS = `(() => {
  const one = document.activeElement
  if (one === null || one === document.body) return ''
  const hasLine = (element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
  }
  // Or the row that it is the link of.
  const isSeen = [one, one.firstElementChild, one.closest('tr')].some((element) => element !== null && hasLine(element))
  // A connection is drawn thicker instead.
  return isSeen || one.matches('.react-flow__edge') ? '' : one.outerHTML.slice(0, 160)
})()`

export class Keyboard {
  readonly page: Page
  /** Tab stops without a visible focus. */
  readonly unseen = new Set<string>()
  constructor(page: Page) {
    this.page = page
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
  }

  /** Presses Tab until the target has the focus. */
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
