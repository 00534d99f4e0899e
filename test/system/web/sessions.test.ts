/** Browser sessions in the settings: an admin sees who is signed in and signs others out. */
import { expect, test } from 'vitest'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { useWeb } from './support/web.ts'

describeInBrowser('the sessions in the settings', () => {
  const web = useWeb()

  test('are listed, and others are signed out one by one or all at once', async () => {
    const { page } = web
    const other = await web.signedIn()
    await web.visit('/settings?part=sessions')
    const rows = page.locator('tbody').getByRole('row')
    const own = rows.filter({ hasText: 'This browser' })
    await own.waitFor()
    expect(await rows.count()).toBe(2)
    expect(await own.getByRole('button').count()).toBe(0)
    await rows
      .filter({ hasNotText: 'This browser' })
      .getByRole('button', { name: /^Sign out/ })
      .click()
    await page
      .getByText(/^Signed out/)
      .first()
      .waitFor()
    await expect.poll(() => rows.count()).toBe(1)
    await other.context().close()

    const another = await web.signedIn()
    await web.visit('/settings?part=sessions')
    await own.waitFor()
    await page.getByRole('button', { name: 'Sign out all others' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out all others' }).click()
    await page.getByText('Signed out 1 session').first().waitFor()
    await expect.poll(() => rows.count()).toBe(1)
    await own.waitFor()
    await another.context().close()
  })
})
