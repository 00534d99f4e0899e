/** The documentation of a service in the browser. */
import { expect, test } from 'vitest'
import { seriousFindings } from './support/axe.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { useWeb } from './support/web.ts'

describeInBrowser('the documentation', () => {
  // Errors of the console fail a test, so a violation of the content security policy does.
  const web = useWeb()

  test('opens from the account menu, is searched with the keyboard and leads to a heading', async () => {
    await web.visit('/')
    await web.page.getByRole('button', { name: 'Account' }).click()
    const opened = web.context.waitForEvent('page')
    await web.page.getByRole('menuitem', { name: 'Documentation' }).click()
    const guide = await opened
    await guide.getByRole('heading', { name: 'Documentation' }).waitFor()
    await guide.keyboard.press('/')
    await guide.keyboard.type('what a crash does')
    const results = guide.getByRole('option')
    await results.first().waitFor()
    await guide.keyboard.press('ArrowDown')
    await expect.poll(() => results.nth(1).getAttribute('aria-selected')).toBe('true')
    await guide.keyboard.press('ArrowUp')
    await guide.keyboard.press('Enter')
    await guide.waitForURL(/explanation\/engine\.html#what-a-crash-does$/)
    await guide.close()
  })

  test('copies the commands of a session without prompts and output', async () => {
    await web.page.goto(`${web.origin}/docs/guide/tutorials/webhook-flow.html`)
    const session = web.page.locator('.code:has([data-language="console"])').first()
    await session.hover()
    await session.getByRole('button', { name: 'Copy' }).click()
    await expect
      .poll(() => web.page.evaluate('navigator.clipboard.readText()'))
      .toBe(
        'KEY="X-API-Key: $(cat data/admin-token)" API=localhost:7410/api/v1\n' +
          'curl -s -H "$KEY" --json @orders.json $API/workflows\n',
      )
  })

  test('has a menu on a phone that closes with Escape, and keeps the chosen theme', async () => {
    const context = await web.newContext({ viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    await page.goto(`${web.origin}/docs/guide/how-to/editor.html`)
    const link = page.getByRole('navigation', { name: 'Pages', exact: true }).getByRole('link', { name: 'An approval' })
    expect(await link.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Menu' }).click()
    await link.waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => link.isVisible()).toBe(false)
    const width = await page.evaluate('document.documentElement.scrollWidth')
    expect(width).toBeLessThanOrEqual(390)
    await page.getByRole('button', { name: 'Theme: system' }).click()
    await page.getByRole('button', { name: 'Theme: light' }).click()
    await page.reload()
    expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('dark')
    await context.close()
  })

  test.each(['light', 'dark'] as const)('has no serious finding of axe in the %s theme', async (colorScheme) => {
    const context = await web.newContext({ colorScheme })
    const page = await context.newPage()
    for (const path of ['index', 'tutorials/approval', 'how-to/operating', 'reference/nodes/if_else']) {
      await page.goto(`${web.origin}/docs/guide/${path}.html`)
      expect(await seriousFindings(page), path).toEqual([])
    }
    await page.keyboard.press('/')
    await page.keyboard.type('webhook')
    await page.getByRole('option').first().waitFor()
    expect(await seriousFindings(page, 'dialog')).toEqual([])
    await context.close()
  })
})
