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

/** Fails at a request that the service does not allow, after a retry of a loop. */
const FAILS = drawing(
  'Fails',
  [
    { id: 'in', type: 'chat_input' },
    { id: 'ask', type: 'http_request', config: { url: 'http://127.0.0.1:1/' } },
    { id: 'out', type: 'chat_output' },
  ],
  `in.trigger -> ask.trigger
  ask.body -> out.message`,
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

  /** English lines of the page. */
  const read = async () => {
    const lines = await page.evaluate<string>('document.querySelector(".mr-root").innerText')
    return lines.split('\n').filter((line) => ENGLISH.test(line))
  }

  test('are in a failed run: its page, its log and the list', async () => {
    await web.call('/workflows', FAILS)
    const { execution_id: id } = await web.call<{ execution_id: string }>('/workflows/fails/execute', {})
    await web.visit(`/executions/${id}`, page)
    await page.getByText('Aufruf nicht erlaubt: 127.0.0.1 ist eine Loopback-Adresse').first().waitFor()
    expect(await read()).toEqual([])
    for (const tab of ['Protokoll', 'Übersicht']) {
      await page.getByRole('tab', { name: tab }).click()
      expect(await read()).toEqual([])
    }
    for (const view of ['Tabelle', 'Kanban', 'Graph']) {
      await page.getByRole('tab', { name: view, exact: true }).click()
      expect(await read()).toEqual([])
    }
    await web.visit('/executions', page)
    await page.getByText('Aufruf nicht erlaubt').first().waitFor()
    expect(await read()).toEqual([])
  })

  test('are found by the filter of the execution list, as they are shown', async () => {
    const row = page.getByRole('row', { name: /Fails/ })
    const shown = (await row.first().locator('.mr-executions__error').textContent()) ?? ''
    expect(shown).toMatch(/^Knoten „ask“ \(ask\) ist fehlgeschlagen: Aufruf nicht erlaubt: 127\.0\.0\.1 ist eine/)
    await page.getByRole('button', { name: 'Weitere Filter' }).click()
    const filter = page.getByLabel('Fehler enthält')
    for (const text of [shown.slice(0, 200), 'aufruf nicht erlaubt', 'ist eine Loopback-Adresse', 'Not allowed']) {
      await filter.fill('gibt es nicht')
      await page.getByText('Keine passenden Ausführungen').waitFor()
      await filter.fill(text)
      await row.first().waitFor()
    }
    await filter.fill('ist eine private Adresse')
    await page.getByText('Keine passenden Ausführungen').waitFor()
  })

  test('are in errors of the service', async () => {
    await web.visit('/workflows/broken', page)
    await page.getByRole('button', { name: 'Ausführen', exact: true }).click()
    await page.getByRole('button', { name: 'Ausführen', exact: true }).last().click()
    await page.getByText('Der Workflow kann nicht laufen').first().waitFor()
    expect(await read()).toEqual([])
    // The browser reports the refused request.
    expect(web.takeConsoleErrors()).toEqual([expect.stringContaining('422')])
  })

  test('are in the playground', async () => {
    await web.visit('/workflows/fails/playground', page)
    await page.getByRole('button', { name: 'Sitzung starten' }).first().click()
    await page.getByRole('textbox').last().fill('Hallo')
    await page.keyboard.press('Enter')
    await page.locator('.mr-notice').getByText('Aufruf nicht erlaubt').waitFor()
    expect(await read()).toEqual([])
  })

  test('are in the replies of the assistant', async () => {
    await web.visit('/workflows/fails', page)
    await page.getByRole('button', { name: 'Assistent' }).click()
    const ask = page.getByRole('textbox', { name: 'Änderung beschreiben oder Frage stellen' })
    for (const message of ['Erkläre diesen Workflow', 'erkläre http_request', 'füge einen logger ein', 'xyzzy']) {
      await ask.fill(message)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Stoppen' }).waitFor({ state: 'detached' })
    }
    await page.getByText('Nicht verstanden: "xyzzy"').waitFor()
    await page.getByText('braucht eine Verbindung zu seinem Eingang').first().waitFor()
    expect(await read()).toEqual([])
    // A typed command is answered in the language of the page, and its node has the label of one that is added by hand.
    await ask.fill('help connect')
    await page.keyboard.press('Enter')
    await page.getByText('Verbindet einen Ausgang mit einem Eingang.').waitFor()
    await ask.fill('add http_request')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Anwenden' }).last().click()
    await page.locator('.react-flow__node').getByText('HTTP-Anfrage', { exact: true }).waitFor()
  })
})
