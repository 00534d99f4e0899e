/** Usage in the settings: an admin sees what models used, sets a price and limits them. */
import { expect, test } from 'vitest'
import { drawing } from '../support/drawing.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { useWeb } from './support/web.ts'

describeInBrowser('usage in the settings', () => {
  const web = useWeb()

  test('shows what models used, and sets prices and budgets', async () => {
    const { page } = web
    const config = { provider: 'echo', model: 'echo', message: 'How are you?' }
    await web.call('/workflows', drawing('Chatty', [{ id: 'm', type: 'chat_model', config }], ''))
    await web.call('/workflows/chatty/execute', {})
    await expect.poll(async () => (await web.call<unknown[]>('/usage')).length, { timeout: 60_000 }).toBe(1)
    await web.visit('/settings?part=usage')
    const prices = page.getByRole('region', { name: 'Prices' })
    await prices.getByRole('button', { name: 'Set price' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Model').fill('echo/echo')
    await dialog.getByLabel('Million input tokens').fill('1000')
    await dialog.getByLabel('Million output tokens').fill('2000')
    await dialog.getByLabel('Million output tokens').press('Enter')
    await prices.getByRole('row').filter({ hasText: 'echo/echo' }).filter({ hasText: '2,000' }).waitFor()

    const budgets = page.getByRole('region', { name: 'Monthly budgets' })
    await budgets.getByRole('button', { name: 'New budget' }).click()
    await dialog.getByLabel('Limit per month').fill('0.5')
    await dialog.getByLabel('Limit per month').press('Enter')
    await budgets.getByRole('row').filter({ hasText: 'Whole instance' }).filter({ hasText: 'of 0.5' }).waitFor()

    const used = page.getByRole('row').filter({ hasText: 'Chatty' })
    // The call was before the price.
    expect(await used.getByRole('cell').allTextContents()).toEqual(['Chatty', '1', '3', '3', '0'])
    await budgets.getByRole('button', { name: 'Delete the budget of Whole instance' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await budgets.getByText('No budgets').waitFor()
  })
})
