/** Settings that are expressions: turned on by typing, completed, picked, dropped, previewed and run. */
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { drawing } from '../support/drawing.ts'
import { seriousFindings } from './support/axe.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { EditorActions } from './support/editor-actions.ts'
import { until } from './support/until.ts'
import { useWeb } from './support/web.ts'

const ORDER = { id: 7, customer: { name: 'Ada' }, tags: ['new'] }

const DRAWN = drawing(
  'Expressions',
  [
    { id: 'order', type: 'json_input', config: { defaultValue: ORDER } },
    { id: 'hello', type: 'text_input', config: { defaultValue: 'hi' } },
    { id: 'loud', type: 'text_formatter', config: { operation: 'uppercase' } },
    { id: 'fetch', type: 'http_request', config: { url: 'https://api.example/', headers: { Accept: 'text/plain' } } },
    { id: 'check', type: 'if_else', config: { operator: 'expression', expression: 'id > 5' } },
    { id: 'out', type: 'text_output' },
  ],
  `order.trigger -> hello.trigger
  hello.text -> loud.text
  loud.formatted -> out.text
  order.value -> check.data
  check.False -> fetch.trigger`,
)

const FLOW = { ...DRAWN, nodes: DRAWN.nodes.map((node, at) => ({ ...node, position: { x: at * 330, y: 0 } })) }

const FAST = 'https://api.example/orders/{{ nodes.hello.text }}'

interface Stored {
  readonly nodes: readonly {
    readonly id: string
    readonly data: { readonly config?: Record<string, unknown>; readonly extensions?: Record<string, unknown> }
  }[]
}

describeInBrowser('a setting that is an expression', () => {
  const web = useWeb()
  let page: Page
  let editor: EditorActions
  let id = ''

  const field = (key: string) => page.getByRole('tabpanel').locator(`[data-path="/${key}"]`)
  const text = (key: string) => field(key).locator('[contenteditable]')
  const result = (key: string) => field(key).getByRole('status')
  const open = async (node: string) => {
    await editor.clickCanvas()
    await page.getByRole('button', { name: 'Fit to screen' }).click()
    await editor.node(node).click()
    await page.getByRole('tabpanel').waitFor()
  }
  const expressionsOf = async (node: string) => {
    await editor.save()
    const { nodes } = await web.call<Stored>(`/workflows/${id}`)
    return nodes.find((one) => one.id === node)?.data.extensions?.['millrace:expressions']
  }
  const configOf = async (node: string) => {
    await editor.save()
    const { nodes } = await web.call<Stored>(`/workflows/${id}`)
    return nodes.find((one) => one.id === node)?.data.config
  }
  /** Runs the stored workflow to its end and opens it again. */
  const run = async () => {
    const { execution_id } = await web.call<{ execution_id: string }>(`/workflows/${id}/execute`, {})
    await web.visit(`/executions/${execution_id}`)
    await page.getByText('Completed', { exact: true }).first().waitFor()
    await web.visit(`/workflows/${id}`)
    await editor.counts(6)
  }
  /** Replaces the whole text of an editor. */
  const write = async (editorOfField: Locator, value: string) => {
    await editorOfField.click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(value)
  }

  beforeAll(async () => {
    page = web.page
    editor = new EditorActions(page)
    ;({ id } = await web.call<{ id: string }>('/workflows', FLOW))
    await web.visit(`/workflows/${id}`)
    await editor.counts(6)
  })

  test('is turned on by typing double braces, and asks for data before the first run', async () => {
    await open('loud')
    await field('prefix').getByLabel('Prefix').fill('No. ')
    await field('prefix').getByLabel('Prefix').press('End')
    await page.keyboard.type('{{')
    const list = page.getByRole('listbox')
    await list.getByText('nodes.order.value').first().waitFor()
    await page.keyboard.type('nodes.order.value')
    await page.keyboard.press('Escape')
    await result('prefix').getByText('Run the workflow or pin data to see the result.').waitFor()
    expect(await expressionsOf('loud')).toEqual({ prefix: 'No. {{ nodes.order.value }}' })
    // The braces belong to the expression alone.
    expect(await configOf('loud')).toMatchObject({ prefix: 'No. ' })
  })

  test('leaves no brace in the plain value, however fast it is typed', async () => {
    await open('fetch')
    await field('url').getByLabel('URL').click()
    await page.keyboard.press('End')
    await page.keyboard.type('orders/{{nodes.hello.text')
    await until('the text', async () => (await text('url').textContent()) === FAST)
    expect(await expressionsOf('fetch')).toEqual({ url: FAST })
    expect(await configOf('fetch')).toMatchObject({ url: 'https://api.example/orders/' })
    await editor.clickCanvas()
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    expect(await expressionsOf('fetch')).toBeUndefined()
  })

  test('one undo restores the text before the braces, by the canvas and in the editor of the expression', async () => {
    await open('fetch')
    const url = field('url').getByLabel('URL')
    const focused = () => url.evaluate((control) => control === control.ownerDocument.activeElement)
    const undoButton = page.locator('.mr-bar').getByRole('button', { name: 'Undo', exact: true })
    const typeBraces = async () => {
      await url.fill('https://api.example/')
      await url.press('End')
      await page.keyboard.type('orders/{')
      // Steps of typing are merged for 1.5 seconds: a slow second brace is as good as a fast one.
      await page.clock.fastForward(5_000)
      await page.keyboard.type('{')
      await text('url').waitFor()
      expect(await text('url').textContent()).toBe('https://api.example/orders/{{  }}')
    }
    await page.clock.install()
    await typeBraces()
    await undoButton.click()
    expect(await url.inputValue()).toBe('https://api.example/orders/')
    expect(await expressionsOf('fetch')).toBeUndefined()

    await typeBraces()
    await page.keyboard.press('Control+z')
    await url.waitFor()
    await until('the focus', focused)
    expect(await url.inputValue()).toBe('https://api.example/orders/')
    expect(await expressionsOf('fetch')).toBeUndefined()
    // The plain field continues where the text ended.
    await page.keyboard.type('7')
    expect(await url.inputValue()).toBe('https://api.example/orders/7')

    await typeBraces()
    await page.keyboard.type('now')
    await page.keyboard.press('Escape')
    await page.clock.fastForward(5_000)
    await text('url').click()
    for (let press = 0; press < 6 && (await text('url').count()) > 0; press += 1) await page.keyboard.press('Control+z')
    await until('the focus', focused)
    expect(await url.inputValue()).toBe('https://api.example/orders/')
    await page.keyboard.press('Control+Shift+z')
    await text('url').getByText('{{  }}').waitFor()
    await page.keyboard.press('Control+z')
    await until('the focus', focused)
  })

  test('keeps every character that is typed while its editor is still loading', async () => {
    const own = await web.call<{ id: string }>('/workflows', { ...FLOW, name: 'Slow' })
    const tab = await web.context.newPage()
    const loading = Promise.withResolvers<void>()
    await tab.route(/code-editor-/, async (route) => {
      await loading.promise
      await route.continue()
    })
    const other = new EditorActions(tab)
    await tab.goto(`${web.origin}/#/workflows/${own.id}`)
    await other.counts(6)
    await other.node('fetch').click()
    const url = tab.locator('[data-path="/url"]')
    await url.getByLabel('URL').click()
    await tab.keyboard.press('End')
    await tab.keyboard.type('orders/{{ nodes.hello.text')
    loading.resolve()
    await url.locator('[contenteditable]').getByText('orders/').waitFor()
    await tab.keyboard.type('.length')
    expect(await url.locator('[contenteditable]').textContent()).toBe(
      'https://api.example/orders/{{ nodes.hello.text.length }}',
    )
    await tab.close({ runBeforeUnload: false })
  })

  test('completes paths with the values of the last run, and shows the result', async () => {
    await run()
    await open('loud')
    await write(text('prefix'), '')
    await page.keyboard.type('{{ nodes.order.value.i')
    const option = page.getByRole('option', { name: /nodes\.order\.value\.id/ })
    await option.getByText('7', { exact: true }).waitFor()
    await option.click()
    await result('prefix').getByText('7', { exact: true }).waitFor()
    // The editor closes the braces while typing.
    expect(await expressionsOf('loud')).toEqual({ prefix: '{{ nodes.order.value.id}}' })
    expect(await seriousFindings(page)).toEqual([])
  })

  test('takes the click on a completion right after a key, and keeps the list when the preview arrives', async () => {
    await write(text('prefix'), '')
    const answer = Promise.withResolvers<void>()
    await page.route('**/expressions/preview', async (route) => {
      await answer.promise
      await route.continue()
    })
    await page.keyboard.type('{{ nodes.order.value.')
    const option = page.getByRole('option', { name: /nodes\.order\.value\.id/ })
    const shown = await option.elementHandle()
    const preview = page.waitForResponse('**/expressions/preview')
    answer.resolve()
    await (await preview).finished()
    // The error of the preview, or the problem that the check of the document has reported before.
    await field('prefix')
      .getByText(/Unexpected end of expression/)
      .first()
      .waitFor()
    expect(await shown?.evaluate((item) => item.isConnected)).toBe(true)
    await page.unroute('**/expressions/preview')
    // The key and the press are 1 frame apart.
    await page.evaluate(`new Promise((resolve) => {
      document.execCommand('insertText', false, 'i')
      requestAnimationFrame(() => {
        const item = [...document.querySelectorAll('[role=option]')].find((one) => one.textContent.includes('value.id'))
        item.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }))
        resolve()
      })
    })`)
    expect(await text('prefix').textContent()).toBe('{{ nodes.order.value.id}}')
    await result('prefix').getByText('7', { exact: true }).waitFor()
  })

  test('shows the error that a run would have', async () => {
    await write(text('prefix'), '{{ nodes.order.value.id + "a" }}')
    await field('prefix').locator('.mr-expr__result[data-state=error]').waitFor()
    await write(text('prefix'), '{{ nodes.order.value.id }}')
    await result('prefix').getByText('7', { exact: true }).waitFor()
  })

  test('takes a value from the picker, which finds it by its path', async () => {
    await text('prefix').click()
    await page.keyboard.press('Control+End')
    await field('prefix').getByRole('button', { name: 'Insert value' }).click()
    const picker = page.getByRole('dialog', { name: 'Search values' })
    await picker
      .getByRole('option', { name: /customer/ })
      .first()
      .waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.type('customer.name')
    await page.keyboard.press('Enter')
    await result('prefix').getByText('7Ada').waitFor()
    expect(await expressionsOf('loud')).toEqual({
      prefix: '{{ nodes.order.value.id }}{{ nodes.order.value.customer.name }}',
    })
  })

  test('is turned off and on by its button, and undo restores it', async () => {
    await open('loud')
    await field('prefix').getByRole('button', { name: 'Use a fixed value' }).first().click()
    await field('prefix').getByRole('textbox', { name: 'Prefix' }).waitFor()
    expect(await expressionsOf('loud')).toBeUndefined()
    const undo = page.locator('.mr-bar').getByRole('button', { name: 'Undo', exact: true })
    expect(await undo.getAttribute('data-tip')).toBe('Undo: Remove expression (Ctrl+Z)')
    await editor.clickCanvas()
    await page.keyboard.press('Control+z')
    await open('loud')
    await text('prefix').waitFor()
    await field('suffix').getByRole('button', { name: 'Use an expression' }).click()
    await text('suffix').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('!')
    expect(await expressionsOf('loud')).toMatchObject({ suffix: '!' })
    // Without braces the text becomes the plain value.
    await field('suffix').getByRole('button', { name: 'Use a fixed value' }).first().click()
    expect(await field('suffix').getByRole('textbox').inputValue()).toBe('!')
    // Both changes are one step.
    await editor.clickCanvas()
    await page.keyboard.press('Control+z')
    await open('loud')
    expect(await text('suffix').textContent()).toBe('!')
    expect(await undo.getAttribute('data-tip')).toBe('Undo: Set expression (Ctrl+Z)')
    await editor.clickCanvas()
    await page.keyboard.press('Control+Shift+z')
    await open('loud')
    expect(await field('suffix').getByRole('textbox').inputValue()).toBe('!')
  })

  test('takes a value that is dropped on a plain field', async () => {
    const dropped = await page.evaluateHandle(`(() => {
      const data = new DataTransfer()
      data.setData('application/x-millrace-expression', 'nodes.order.value.tags[0]')
      data.setData('text/plain', '{{ nodes.order.value.tags[0] }}')
      return data
    })()`)
    await field('suffix').getByRole('textbox').dispatchEvent('drop', { dataTransfer: dropped })
    await result('suffix').getByText('!new').waitFor()
    await text('suffix').dispatchEvent('drop', { dataTransfer: dropped })
    await result('suffix')
      .getByText(/new.*new/)
      .waitFor()
  })

  test('follows the name of its header, and is dropped with it', async () => {
    await open('fetch')
    const headers = field('headers')
    await headers.getByLabel('Value: Accept').fill('')
    await headers.getByLabel('Value: Accept').pressSequentially('{{')
    await page.keyboard.type('now')
    await page.keyboard.press('Escape')
    expect(await expressionsOf('fetch')).toEqual({ 'headers/Accept': '{{ now }}' })
    await headers.getByLabel('Name: Accept').fill('X-Time')
    expect(await expressionsOf('fetch')).toEqual({ 'headers/X-Time': '{{ now }}' })
    await headers.getByRole('button', { name: 'Remove: X-Time' }).click()
    expect(await expressionsOf('fetch')).toBeUndefined()
  })

  test('previews the expression of a node over its last input', async () => {
    await open('check')
    await result('expression').getByText('true').waitFor()
    await write(text('expression'), 'customer.na')
    const option = page.getByRole('option', { name: /customer\.name/ }).first()
    await page.keyboard.press('Control+Space')
    await option.click()
    await result('expression').getByText('Ada').waitFor()
  })
})
