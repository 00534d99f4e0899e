/** From an empty page to a result, as a person gets there; then broken and mended; then all of it without a mouse. */
import { expect, test } from 'vitest'
import { describeInBrowser } from './support/chromium.ts'
import { Hands } from './support/hands.ts'
import { useWeb } from './support/web.ts'

describeInBrowser('a workflow is made by hand', () => {
  const web = useWeb()

  test('from an empty page to the result of a run', async () => {
    const { page } = web
    const hands = new Hands(page)
    await page.getByRole('heading', { name: 'Start with a workflow that works' }).waitFor()
    await page.getByRole('button', { name: 'Empty workflow' }).click()
    await page.getByText('An empty workflow').waitFor()
    await hands.name.fill('Greeting')
    await page.keyboard.press('Enter')

    // One by its entry in the catalogue, the others by keys.
    await page.getByLabel('Find a node').fill('text input')
    await page.getByRole('button', { name: 'Add Text Input', exact: true }).click()
    await hands.counts(1)
    await hands.clickCanvas()
    await hands.add('prompt template')
    await hands.add('text output')
    await hands.node('prompt_template.1').click()
    const template = page.getByRole('tabpanel').getByLabel(/^Template/)
    await template.fill('Hello, {{ name }}!')
    await hands.clickCanvas()
    await page.keyboard.press('Control+s')
    await page.getByRole('status').filter({ hasText: /^Saved$/ }).waitFor()
  })
})
