/** Counts the presses of the mouse buttons: a click or a drag is one, a double click is two. Keys do not count. */
import type { Page } from 'playwright-core'

const REPORT = 'reportMousePress'

export class ClickCount {
  #presses = 0

  /** Counts from the next full load of the page. */
  static async of(page: Page): Promise<ClickCount> {
    const count = new ClickCount()
    await page.exposeFunction(REPORT, () => {
      count.#presses++
    })
    await page.addInitScript(`addEventListener('pointerdown', () => globalThis.${REPORT}(), true)`)
    return count
  }

  get presses(): number {
    return this.#presses
  }

  reset(): void {
    this.#presses = 0
  }
}
