/** Settings that appear when they apply, advanced sections, titled options, and maps as rows. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { seriousFindings } from './support/axe.ts'
import { choose } from './support/choose.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { EditorActions } from './support/editor-actions.ts'
import { useWeb } from './support/web.ts'

interface Stored {
  readonly nodes: readonly { readonly data: { readonly config: Readonly<Record<string, unknown>> } }[]
}

describeInBrowser('the form of a node', () => {
  const web = useWeb()
  let page: Page
  let editor: EditorActions
  let id = ''

  const panel = () => page.getByRole('tabpanel')
  const field = (key: string) => panel().locator(`[data-path="/${key}"]`)
  const select = (key: string) => field(key).getByRole('combobox')
  const fields = () =>
    panel()
      .locator('[data-path]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-path')?.slice(1)))
  const config = async () => {
    await editor.save()
    return (await web.call<Stored>(`/workflows/${id}`)).nodes[0]?.data.config
  }
  /** A workflow with one new node of the type, which is selected. */
  const fresh = async (type: string) => {
    ;({ id } = await web.call<{ id: string }>('/workflows', { name: type, nodes: [], edges: [] }))
    await web.visit(`/workflows/${id}`)
    await page.getByText('Empty workflow').waitFor()
    await editor.add(type)
    await panel().waitFor()
  }

  beforeAll(() => {
    page = web.page
    editor = new EditorActions(page)
  })

  describe('of HTTP request', () => {
    beforeAll(() => fresh('HTTP request'))

    test('shows the token only with an authentication that uses it, under its name', async () => {
      expect(await fields()).toEqual(['url', 'method', 'headers', 'credential', 'auth'])
      await choose(select('auth'), 'Bearer token')
      await field('token').getByLabel('Token', { exact: true }).waitFor()
      await choose(select('auth'), 'Basic auth')
      await field('token').getByLabel('User and password', { exact: true }).waitFor()
      await choose(select('auth'), 'None')
      await field('token').waitFor({ state: 'detached' })
    })

    test('shows the body for methods that send one', async () => {
      await choose(select('method'), 'POST')
      await field('body').waitFor()
    })

    test('lists the options with their titles and descriptions', async () => {
      await select('auth').click()
      const option = page.getByRole('option', { name: 'Basic auth', exact: true })
      await option.getByText('Sends a user name and a password.').waitFor()
      await page.keyboard.press('Escape')
    })

    test('has advanced settings in a section that is closed at first and open when one is set', async () => {
      await field('timeout').waitFor({ state: 'detached' })
      const head = panel().getByRole('button', { name: 'Advanced' })
      expect(await head.getAttribute('aria-expanded')).toBe('false')
      await head.click()
      await panel().getByLabel('Timeout (seconds)').fill('5')
      expect(await seriousFindings(page)).toEqual([])
      await editor.save()
      await page.reload()
      await editor.node('http_request.1').click()
      await field('timeout').waitFor()
    })

    test('edits headers as rows that are added, removed, pasted and edited as text', async () => {
      const headers = field('headers')
      await headers.getByRole('button', { name: 'Add row' }).click()
      // The name of a new row has the focus.
      await page.keyboard.type('Accept')
      await headers.getByLabel('Value: Accept').fill('text/plain')
      await headers.getByRole('button', { name: 'Add row' }).click()
      await page.evaluate('navigator.clipboard.writeText("X-One: 1\\nX-Two: 2")')
      await page.keyboard.press('Control+v')
      await headers.getByLabel('Value: X-Two').waitFor()
      expect(await config()).toMatchObject({ headers: { Accept: 'text/plain', 'X-One': '1', 'X-Two': '2' } })
      await headers.getByRole('button', { name: 'Remove: X-One' }).click()
      await headers.getByRole('button', { name: 'Edit as text' }).click()
      const text = headers.getByLabel('Headers as text')
      expect(await text.inputValue()).toBe('Accept: text/plain\nX-Two: 2')
      await text.fill('Accept: text/html\nnonsense')
      await headers.getByText('Each line must be a name and a value').waitFor()
      await text.fill('{"Accept": "text/html"}')
      await headers.getByRole('button', { name: 'Edit as rows' }).click()
      await headers.getByLabel('Value: Accept').waitFor()
      expect(await config()).toMatchObject({ headers: { Accept: 'text/html' } })
      expect(await seriousFindings(page)).toEqual([])
    })
  })

  test('of If / else shows the expression instead of the comparison', async () => {
    await fresh('If / else')
    expect(await fields()).toEqual(['operator', 'matchText', 'caseSensitive'])
    await choose(select('operator'), 'Is empty')
    await field('matchText').waitFor({ state: 'detached' })
    await choose(select('operator'), 'Expression')
    await field('expression').waitFor()
    expect(await fields()).toEqual(['operator', 'expression'])
  })

  test('of MCP tools shows the credential and the headers only for servers with an address', async () => {
    await fresh('MCP tools')
    expect(await fields()).toEqual(['transport', 'url', 'credential', 'headers', 'include'])
    await field('credential').getByRole('combobox').waitFor()
    await choose(select('transport'), 'Program (stdio)')
    await field('credential').waitFor({ state: 'detached' })
    expect(await fields()).toEqual(['transport', 'include', 'command', 'args'])
  })

  test('of List operations shows one setting in the form that the operation needs', async () => {
    await fresh('List operations')
    await field('value').getByLabel('Compare with').waitFor()
    await choose(select('operation'), 'Sort')
    await choose(select('value'), 'Descending')
    expect(await config()).toMatchObject({ operation: 'sort', value: 'desc' })
    await choose(select('operation'), 'Flatten')
    await field('value').getByLabel('Depth').fill('2')
    expect(await config()).toMatchObject({ operation: 'flatten', value: 2 })
    await choose(select('operation'), 'Remove duplicates')
    expect(await fields()).toEqual(['operation', 'key', 'expression'])
    expect(await config()).toMatchObject({ operation: 'unique', value: 2 })
  })

  test('of a model node shows the settings that a connection does not provide, and the echo script only for echo', async () => {
    await fresh('Chat model')
    expect(await fields()).toEqual(['connection', 'provider', 'model', 'systemPrompt'])
    await panel().getByRole('button', { name: 'Advanced' }).click()
    await field('apiKey').waitFor()
    await field('script').waitFor({ state: 'detached' })
    await choose(select('provider'), 'Echo (offline)')
    await field('script').waitFor()
    await field('connection').getByRole('combobox').fill('Ours')
    await field('provider').waitFor({ state: 'detached' })
    expect(await fields()).not.toContain('apiKey')
  })
})
