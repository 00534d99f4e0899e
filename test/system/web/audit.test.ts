/** The audit log in the settings: an admin finds who did what. */
import { expect, test } from 'vitest'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { useWeb } from './support/web.ts'

describeInBrowser('the audit log in the settings', () => {
  const web = useWeb()

  test('lists who did what, is filtered by action and text, and is exported', async () => {
    const { page } = web
    await web.visit('/settings?part=tokens')
    await page.getByRole('button', { name: 'New token' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('nightly import')
    await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click()
    await page.getByText('Copy the token now').waitFor()
    await web.visit('/settings?part=audit')
    const rows = page.locator('tbody').getByRole('row')
    await rows.filter({ hasText: 'Token created' }).filter({ hasText: 'nightly import' }).waitFor()
    expect(await rows.filter({ hasText: 'Signed in' }).count()).toBeGreaterThan(0)

    await page.getByRole('searchbox', { name: 'Search' }).fill('NIGHTLY')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect.poll(() => rows.count()).toBe(1)
    const address = await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href')
    const file = await page.evaluate(async (url) => (await fetch(url)).text(), address ?? '')
    expect(file.split('\r\n')).toMatchObject([
      expect.stringContaining('"time"'),
      expect.stringContaining('token.created'),
      '',
    ])
  })
})
