/** The page in another language: by the browser, by the user, and by the host. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { choose } from './support/choose.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { hostPage } from './support/host-page.ts'
import { useWeb } from './support/web.ts'
import { ASKS, WAITS } from './support/workflows.ts'

/** Words that only occur in English. */
const ENGLISH = /\b(the|with|and|of|this|is|are|not|yet|your|run|search|settings|close|name of)\b/i

/** All visible texts, accessible names and hints, except names and texts of the service. */
const SAID = `(() => {
  const own = 'code, pre, .mr-mono, .mr-node, .react-flow__node, .mr-markdown, .mr-question__message, [data-foreign]'
  const said = []
  const walk = (element) => {
    if (element.matches(own)) return
    for (const name of ['aria-label', 'placeholder', 'title', 'data-tip']) {
      const text = element.getAttribute(name)
      if (text) said.push(text)
    }
    for (const child of element.childNodes) {
      if (child.nodeType === 3 && child.data.trim() !== '') said.push(child.data.trim())
      else if (child.nodeType === 1) walk(child)
    }
  }
  walk(document.querySelector('.mr-root'))
  return said
})()`

const HOST = hostPage(`
  const { mountEditorApp, mountPlayground, mountPipelineViewer } = await import('/web/millrace.js')
  window.talk = (workflowId, options) => mountPlayground('#one', { workflowId, ...options })
  window.edit = (target, options) => mountEditorApp(target, options)
  window.watch = (pipelineId, options) => mountPipelineViewer('#two', { pipelineId, ...options })`)

describeInBrowser('the language', () => {
  const web = useWeb()

  async function english(page: Page, allowed: readonly string[] = []): Promise<readonly string[]> {
    const said = await page.evaluate<string[]>(SAID)
    expect(said.length).toBeGreaterThan(3)
    return said.filter((text) => ENGLISH.test(text) && !allowed.includes(text))
  }

  test('is the preferred language of the browser on every page', async () => {
    for (const workflow of [ASKS, WAITS]) await web.call('/workflows', workflow)
    const { execution_id: id } = await web.call<{ execution_id: string }>('/workflows/waits/execute', {})
    const context = await web.newContext({ locale: 'de-AT' })
    await context.addCookies(await web.context.cookies())
    const page = await context.newPage()
    const places: Readonly<Record<string, string>> = {
      '/': 'Neuer Workflow',
      '/executions': 'Ausführungen',
      [`/executions/${id}`]: 'Übersicht',
      '/inbox': 'Posteingang',
      '/workflows/asks/playground': 'Mit diesem Workflow chatten',
      '/settings': 'Darstellung',
      '/nowhere': 'Seite nicht gefunden',
      '/workflows/waits': 'Ausführen',
    }
    const found: string[] = []
    for (const [path, text] of Object.entries(places)) {
      await web.visit(path, page)
      await page.getByText(text).first().waitFor()
      found.push(...(await english(page)).map((one) => `${path}: ${one}`))
    }
    expect(found).toEqual([])
    expect(await page.evaluate('[document.documentElement.lang, document.querySelector(".mr-root").lang]')).toEqual([
      'de',
      'de',
    ])
    await context.close()
  })

  test('is selected in the settings, applied immediately and stored; the focus stays', async () => {
    const { page } = web
    await web.visit('/settings')
    const choice = page.getByLabel('Language')
    await choice.focus()
    await choose(choice, 'Deutsch')
    await page.getByRole('heading', { name: 'Einstellungen' }).waitFor()
    await page.getByLabel('Sprache').and(page.locator(':focus')).waitFor()
    expect(await english(page)).toEqual([])
    await web.visit('/inbox')
    await page.getByRole('heading', { name: 'Posteingang' }).waitFor()
    await web.visit('/settings')
    await choose(page.getByRole('combobox', { name: 'Sprache' }), 'Browserstandard')
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
  })

  test('is set by a host, with its own texts', async () => {
    const page = await web.host('/host', HOST)
    await page.waitForFunction('window.talk')
    await page.evaluate(`talk('asks', { language: 'de' })`)
    await page.getByRole('button', { name: 'Sitzung starten' }).first().waitFor()
    const { data: runs } = { data: await web.call<{ id: string }[]>('/executions') }
    await page.evaluate(`watch('${runs[0]?.id}', { language: 'fr', strings: { viewer: { table: 'Tableau' } } })`)
    await page.getByRole('tab', { name: 'Tableau' }).first().waitFor()
    // The first instance keeps its language; an instance without a language uses that of the browser.
    await page.getByRole('button', { name: 'Sitzung starten' }).first().waitFor()
    await page.evaluate(`watch('${runs[0]?.id}')`)
    await page.getByRole('tab', { name: 'Table', exact: true }).waitFor()
    await page.close()
  })

  test('may differ between two editors on one page, including menus and messages', async () => {
    const page = await web.host('/two', HOST)
    await page.waitForFunction('window.edit')
    await page.evaluate(`edit('#one', { workflowId: 'asks', language: 'de' })`)
    await page.evaluate(`edit('#two', { workflowId: 'asks', language: 'en' })`)
    const [german, english] = [page.locator('#one'), page.locator('#two')]
    await german.getByRole('button', { name: 'Speichern' }).waitFor()
    await english.getByRole('button', { name: 'Save' }).waitFor()
    expect(
      await page.locator('.mr-root').evaluateAll((roots) => roots.map((root) => root.getAttribute('lang'))),
    ).toEqual(['de', 'en'])
    // The menu is built outside of components, from the texts of its session.
    await german.getByRole('button', { name: 'Mehr' }).click()
    await page.getByRole('menuitem', { name: 'Tastenkombinationen' }).waitFor()
    await page.keyboard.press('Escape')
    await english.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).waitFor()
    await page.close()
  })

  test('changes by rendering again, without loading or mounting the page again', async () => {
    const { page } = web
    await web.visit('/settings')
    await page.getByLabel('Language').waitFor()
    await page.evaluate(`window.choice = document.querySelector('#mr-language')`)
    await choose(page.getByLabel('Language'), 'Deutsch')
    await page.getByRole('heading', { name: 'Einstellungen' }).waitFor()
    expect(await page.evaluate('window.choice.isConnected')).toBe(true)
    await choose(page.getByRole('combobox', { name: 'Sprache' }), 'Browserstandard')
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
    expect(await page.evaluate('window.choice.isConnected')).toBe(true)
  })
})
