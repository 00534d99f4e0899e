/** Messages of validation, of runs and of the assistant in a German page: nothing that we wrote stays English. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawing } from '../support/drawing.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { useWeb } from './support/web.ts'

/** Words that only occur in English sentences. */
const ENGLISH = /\b(the|with|and|of|this|is|are|not|needs|must|has|nothing|never|failed|took|waits|started)\b/i

/** Has a problem of most kinds. */
const BROKEN = drawing(
  'Broken',
  [
    { id: 'in', type: 'text_input' },
    { id: 'loud', type: 'text_formatter', config: { operation: 'sideways', odd: 1 } },
    { id: 'ask', type: 'http_request', config: { url: 'https://example.com/{{ id }}', timeoutMs: -1 } },
    { id: 'lost', type: 'no_such_type' },
    { id: 'alone', type: 'text_output' },
    { id: 'map', type: 'json_transform', config: { expression: '(a' } },
  ],
  `in.text -> loud.text
  in.trigger -> ask.trigger`,
)

describeInBrowser('German messages', () => {
  const web = useWeb()
  let page: Page

  beforeAll(async () => {
    const context = await web.newContext({ locale: 'de-DE' })
    await context.addCookies(await web.context.cookies())
    page = await context.newPage()
  })
  afterAll(() => page.context().close())

  test('are in the list of problems, at the nodes and in the form', async () => {
    await web.call('/workflows', BROKEN)
    await web.visit('/workflows/broken', page)
    await page.getByRole('button', { name: /^Probleme:/ }).click()
    const list = page.getByRole('region', { name: 'Probleme' })
    await list.getByText('Knoten „lost“ hat den Typ „no_such_type“, der nicht im Katalog ist').waitFor()
    const messages = await list.getByRole('listitem').allInnerTexts()
    expect(messages.length).toBeGreaterThan(8)
    expect(messages.filter((text) => ENGLISH.test(text))).toEqual([])
    await list.getByRole('button', { name: /einer dieser Werte sein/ }).click()
    await page.locator('.mr-field__error').getByText('muss einer dieser Werte sein').waitFor()
    const errors = await page.locator('.mr-field__error').allInnerTexts()
    expect(errors.filter((text) => ENGLISH.test(text))).toEqual([])
    const tips = await page
      .locator('.react-flow__node [data-tip]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-tip') ?? ''))
    expect(tips.filter((text) => ENGLISH.test(text))).toEqual([])
  })
})
