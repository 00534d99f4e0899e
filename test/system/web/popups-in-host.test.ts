/** Popups of a mounted instance: theme, position above the host's page, and cleanup. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { hostPage } from './support/host-page.ts'
import { useWeb } from './support/web.ts'
import { SHOUT } from './support/workflows.ts'

const SCRIPT = `
  const { mountEditorApp } = await import('/web/millrace.js')
  window.one = mountEditorApp('#one', { workflowId: 'shout', theme: 'light' })
  window.two = mountEditorApp('#two', { workflowId: 'shout', theme: 'dark' })
  window.ready = true`

/** The first instance is in a small box that transforms and stacks its content, below a large element of the host. */
const HARSH = `<style>
  #one { position: relative; z-index: 1; transform: translate(10px, 10px); height: 160px }
  #cover { position: fixed; inset: 160px 0 0; z-index: 99999; background: #eee; pointer-events: none }
</style>`

describeInBrowser('popups in a page of a host', () => {
  const web = useWeb()
  beforeAll(async () => {
    await web.call('/workflows', SHOUT)
  })
  const open = async (extra = ''): Promise<Page> => {
    const html = hostPage(SCRIPT)
      .replace('</head>', `${extra}</head>`)
      .replace('</body>', '<div id="cover"></div></body>')
    const page = await web.host('/host', html)
    for (const place of ['#one', '#two']) await page.locator(`${place} .react-flow__node`).first().waitFor()
    return page
  }
  const colours = (page: Page, selector: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).backgroundColor`)
  const topmost = (page: Page, selector: string) =>
    page.evaluate<boolean>(`(() => {
      const element = document.querySelector('${selector}')
      const { x, y, width, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(x + width / 2, y + height - 4))
    })()`)

  test('each instance renders its popups inside itself, in its own theme', async () => {
    const page = await open()
    const backgrounds: string[] = []
    for (const place of ['#one', '#two']) {
      await page.locator(place).getByRole('button', { name: 'More' }).click()
      await page.getByRole('menu').waitFor()
      expect(await page.locator(`${place} [role=menu]`).count()).toBe(1)
      backgrounds.push(await colours(page, `${place} [role=menu]`))
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'detached' })
    }
    expect(new Set(backgrounds).size).toBe(2)
    await page.close()
  })

  test('no style of the host clips, moves or covers a popup', async () => {
    const page = await open(HARSH)
    const button = page.locator('#one').getByRole('button', { name: 'More' })
    await button.click()
    await page.getByRole('menu').waitFor()
    const [menu, anchor] = [await page.getByRole('menu').boundingBox(), await button.boundingBox()]
    expect((menu?.y ?? 0) - (anchor?.y ?? 0) - (anchor?.height ?? 0)).toBeCloseTo(4, -1)
    expect((menu?.y ?? 0) + (menu?.height ?? 0)).toBeGreaterThan(200)
    expect(await topmost(page, '[role=menu]')).toBe(true)
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    const [box, width] = [
      await dialog.boundingBox(),
      await page.evaluate<number>('document.documentElement.clientWidth'),
    ]
    expect((box?.x ?? 0) + (box?.width ?? 0) / 2).toBeCloseTo(width / 2, -1)
    expect(await topmost(page, '[role=dialog]')).toBe(true)
    await page.close()
  })

  test('unmounting an instance under an open dialog restores the host', async () => {
    const page = await open()
    const state = `JSON.stringify([
      document.querySelectorAll('style').length,
      document.querySelectorAll('[inert], [aria-hidden=true]:not(svg, .mr-root *)').length,
      document.body.getAttribute('style'),
      document.documentElement.getAttribute('style'),
      [...document.body.children].map((element) => element.cloneNode().outerHTML),
    ])`
    const before = await page.evaluate<string>(state)
    await page.locator('#one').getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
    await page.getByRole('dialog').waitFor()
    await page.evaluate('one.destroy()')
    expect(await page.locator('#one *').count()).toBe(0)
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await page.evaluate<string>(state)).toBe(before)
    // The other instance can be used again.
    await page.locator('#two').getByRole('button', { name: 'More' }).click()
    await page.getByRole('menu').waitFor()
    await page.close()
  })
})
