/** Edited by chat: shown before it is done, done as one step, taken back as one. */
import { expect, test } from 'vitest'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { Hands } from './support/hands.ts'
import { useWeb } from './support/web.ts'
import { SHOUT } from './support/workflows.ts'

describeInBrowser('the assistant', () => {
  const web = useWeb()

  test('previews a change, applies it as one step, and undo takes it back whole', async () => {
    const { page } = web
    const hands = new Hands(page)
    await web.call('/workflows', SHOUT)
    await web.visit('/workflows/shout')
    await hands.counts(3, 2)
    await page.getByRole('button', { name: 'Assistant', exact: true }).click()
    const panel = page.getByRole('complementary', { name: 'Assistant' })
    await panel.getByLabel('Ask or say what should change').fill('add a logger after loud')
    await page.keyboard.press('Enter')

    // Drawn, and not there yet.
    await panel.getByRole('button', { name: 'Apply', exact: true }).waitFor()
    await hands.counts(4)
    expect((await web.call('/workflows/shout')).nodes).toHaveLength(3)
    await page
      .getByRole('status')
      .filter({ hasText: /^Saved$/ })
      .waitFor()
    await panel.getByRole('button', { name: 'Hide from the canvas' }).click()
    await hands.counts(3, 2)
    await panel.getByRole('button', { name: 'Show on the canvas' }).click()
    await hands.counts(4)

    await panel.getByRole('button', { name: 'Apply', exact: true }).click()
    await panel.getByText('Applied', { exact: true }).waitFor()
    await hands.counts(4)
    await page
      .getByRole('status')
      .filter({ hasText: /^Not saved$/ })
      .waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
    await hands.counts(3, 2)
    await page
      .getByRole('status')
      .filter({ hasText: /^Saved$/ })
      .waitFor()
    await page.getByRole('button', { name: 'Redo', exact: true }).click()
    await hands.counts(4)
    await hands.clickCanvas()
    await hands.save()
    expect((await web.call('/workflows/shout')).nodes).toHaveLength(4)
  })

  test('a dismissed change is not made, a question is answered, and the conversation is kept until it is cleared', async () => {
    const { page } = web
    const hands = new Hands(page)
    await web.visit('/workflows/shout')
    await hands.counts(4)
    await page.getByRole('button', { name: 'Assistant', exact: true }).click()
    const panel = page.getByRole('complementary', { name: 'Assistant' })
    await panel.getByText('add a logger after loud').waitFor()
    await panel.getByLabel('Ask or say what should change').fill('delete the logger')
    await page.keyboard.press('Enter')
    await panel.getByRole('button', { name: 'Dismiss' }).click()
    await panel.getByText('Dismissed').waitFor()
    await hands.counts(4)
    await panel.getByLabel('Ask or say what should change').fill('Explain this workflow')
    await panel.getByRole('button', { name: 'Send' }).click()
    await expect.poll(() => panel.getByRole('article', { name: 'Assistant' }).count()).toBe(3)
    await panel.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Clear the conversation' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Clear' }).click()
    await panel.getByText('What shall it do?').waitFor()
  })

  test('an older version is shown as a difference and restored', async () => {
    const { page } = web
    const hands = new Hands(page)
    await web.visit('/workflows/shout')
    await hands.counts(4)
    await page.getByRole('button', { name: 'Versions', exact: true }).click()
    const panel = page.getByRole('complementary', { name: 'Versions' })
    await panel.getByRole('button', { name: /^Version 1/ }).click()
    await panel.getByRole('button', { name: 'Restore' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
    await page.getByText('Version 1 is back').first().waitFor()
    await hands.counts(3, 2)
    expect((await web.call('/workflows/shout')).nodes).toHaveLength(3)
  })
})
