/** Templates, transforms, conditions and code in the settings of a node: results, completion, values from lists and drags. */
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { drawing } from '../support/drawing.ts'
import { seriousFindings } from './support/axe.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { centerOf, EditorActions } from './support/editor-actions.ts'
import { until } from './support/until.ts'
import { useWeb } from './support/web.ts'
import { spread } from './support/workflows.ts'

const ORDER = { id: 7, customer: { name: 'Ada', 'first name': 'A' }, lines: [{ price: 2 }, { price: 3 }] }
const LONG = Array.from({ length: 60 }, (_, at) => `// line ${at} of a program that is longer than its editor`).join(
  '\n',
)

const FLOW = spread(
  drawing(
    'Languages',
    [
      { id: 'order', type: 'json_input', config: { defaultValue: ORDER } },
      { id: 'hello', type: 'text_input', config: { defaultValue: 'Hello' } },
      { id: 'letter', type: 'prompt_template', config: { template: 'Dear {{ customer.name }}' } },
      { id: 'sum', type: 'json_transform', config: { expression: '$sum(lines.price)' } },
      { id: 'js', type: 'code', config: { source: 'return data.id' } },
      { id: 'loud', type: 'text_formatter', config: { operation: 'uppercase' } },
      { id: 'model', type: 'chat_model', config: { provider: 'echo', model: 'echo' } },
      { id: 'long', type: 'code', config: { source: LONG } },
    ],
    `order.value -> letter.data
    hello.trigger -> letter.trigger
    order.value -> sum.data
    order.value -> js.data
    letter.output -> loud.text
    loud.formatted -> model.message`,
  ),
)

interface Stored {
  readonly nodes: readonly { readonly id: string; readonly data: { readonly config: Record<string, unknown> } }[]
  readonly edges: readonly { readonly target: string; readonly targetHandle: string }[]
}

describeInBrowser('a setting with a language of its own', () => {
  const web = useWeb()
  let page: Page
  let editor: EditorActions
  let id = ''

  const panel = () => page.getByRole('complementary', { name: 'Settings', exact: true })
  const field = (key: string, within: Locator = panel()) => within.locator(`[data-path="/${key}"]`)
  const text = (key: string, within?: Locator) => field(key, within).locator('[contenteditable]')
  const result = (key: string, state: string) => field(key).locator(`.mr-expr__result[data-state=${state}]`)
  const open = async (node: string) => {
    await editor.clickCanvas()
    await page.getByRole('button', { name: 'Fit to screen' }).click()
    await editor.node(node).click()
    await panel().getByRole('tabpanel').waitFor()
  }
  const write = async (box: Locator, value: string) => {
    await box.click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(value)
  }
  const stored = async (node: string) => {
    await editor.save()
    const { nodes, edges } = await web.call<Stored>(`/workflows/${id}`)
    const config = nodes.find((one) => one.id === node)?.data.config ?? {}
    return { config, inputs: edges.filter(({ target }) => target === node).map(({ targetHandle }) => targetHandle) }
  }
  /** Drags with the mouse, as a person does. */
  const drag = async (from: Locator, to: Locator) => {
    const [start, end] = [await centerOf(from), await centerOf(to)]
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    await page.mouse.move(start.x + 8, start.y + 8)
    await page.mouse.move(end.x, end.y, { steps: 6 })
    await page.mouse.up()
  }

  beforeAll(async () => {
    page = web.page
    editor = new EditorActions(page)
    ;({ id } = await web.call<{ id: string }>('/workflows', FLOW))
    const { execution_id } = await web.call<{ execution_id: string }>(`/workflows/${id}/execute`, {})
    await web.visit(`/executions/${execution_id}`)
    await page.getByText('Completed', { exact: true }).first().waitFor()
    await web.visit(`/workflows/${id}`)
    await editor.counts(8)
  })

  test('a template shows its text and the placeholders without a value', async () => {
    await open('letter')
    await result('template', 'value').getByText('Dear Ada').waitFor()
    await write(text('template'), 'Order {{ id }} for {{ customer.name | upcase }} {{ missing }}')
    await result('template', 'value').getByText('Order 7 for ADA').waitFor()
    await result('template', 'value').getByText('Without a value: missing').waitFor()
  })

  test('a template shows the error of a run, its place, and marks it in the text', async () => {
    await write(text('template'), 'Hi\n{{ id | nope }}')
    await field('template')
      .locator('.mr-field__error')
      .getByText(/undefined filter: nope, line:2, col:1/)
      .waitFor()
    await until('a mark at the place', async () => (await text('template').locator('.mr-expr-error').count()) === 1)
    await write(text('template'), '{{ missing }}')
    await result('template', 'value').waitFor()
    expect(await text('template').locator('.mr-expr-error').count()).toBe(0)
    await field('strictMode').getByRole('switch').click()
    await result('template', 'error').getByText('Missing template variables: missing.').waitFor()
    await field('strictMode').getByRole('switch').click()
    await write(text('template'), 'Dear {{ customer.name }}')
    await result('template', 'value').getByText('Dear Ada').waitFor()
  })

  test.each([
    {
      ...{ what: 'a template', node: 'letter', setting: 'template', error: 'undefined filter: nope' },
      ...{ wrong: 'Hi\n{{ id | nope }}', right: 'Dear {{ customer.name }}' },
    },
    {
      ...{ what: 'a transform', node: 'sum', setting: 'expression', error: 'is not closed' },
      ...{ wrong: '$sum(lines.price', right: '$sum(lines.price)' },
    },
  ])('$what that does not parse has one error', async ({ node, setting, wrong, error, right }) => {
    await open(node)
    await write(text(setting), wrong)
    await field(setting).locator('.mr-field__error').getByText(error).waitFor()
    await until('a mark at the place', async () => (await text(setting).locator('.mr-expr-error').count()) === 1)
    await result(setting, 'error').waitFor({ state: 'detached' })
    await write(text(setting), right)
    await result(setting, 'value').waitFor()
    expect(await field(setting).locator('.mr-field__error').count()).toBe(0)
  })

  test('an expression that does not parse has one error', async () => {
    await open('loud')
    await field('prefix').getByRole('button', { name: 'Use an expression' }).click()
    await write(text('prefix'), '{{ 1 + }}')
    await field('prefix').locator('.mr-field__error').waitFor()
    await until('a mark at the place', async () => (await text('prefix').locator('.mr-expr-error').count()) === 1)
    await result('prefix', 'error').waitFor({ state: 'detached' })
    await editor.clickCanvas()
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
  })

  test('a transform shows its result over the last input, lists and the whole value included', async () => {
    await open('sum')
    await result('expression', 'value').getByText('5', { exact: true }).waitFor()
    await write(text('expression'), '$count($.lines)')
    await result('expression', 'value').getByText('2', { exact: true }).waitFor()
    await write(text('expression'), 'id + customer')
    await result('expression', 'error')
      .getByText(/\(line 1, column \d+\)/)
      .waitFor()
  })

  test('each editor completes the names that it can use', async () => {
    const completed = async (key: string, typed: string, name: RegExp) => {
      await write(text(key), '')
      await page.keyboard.type(typed)
      await page.getByRole('option', { name }).first().click()
      return (await text(key).textContent()) ?? ''
    }
    await open('letter')
    expect(await completed('template', '{{ customer.n', /^customer\.name/)).toMatch(/\{\{ customer\.name ?\}\}/)
    await open('sum')
    expect(await completed('expression', '$sum(lin', /^lines\[0\]\.price/)).toContain('lines[0].price')
    await open('js')
    expect(await completed('source', 'return data.cus', /^data\.customer\["first name"\]/)).toBe(
      'return data.customer["first name"]',
    )
  })

  test('the list of values inserts at the cursor in the syntax of each editor', async () => {
    const pick = async (key: string, search: string) => {
      await field(key).getByRole('button', { name: 'Insert value' }).click()
      await page.getByRole('dialog', { name: 'Search values' }).getByRole('option').first().waitFor()
      await page.keyboard.type(search)
      await page.keyboard.press('Enter')
    }
    await open('letter')
    await write(text('template'), 'Order .')
    await page.keyboard.press('ArrowLeft')
    await pick('template', 'customer.name')
    await page.keyboard.type('!')
    await until('the text', async () => (await text('template').textContent()) === 'Order {{ customer.name }}!.')
    await open('sum')
    await write(text('expression'), '')
    await pick('expression', '`first')
    expect(await text('expression').textContent()).toBe('customer.`first name`')
    await open('js')
    await write(text('source'), 'return ')
    await pick('source', '["first')
    expect(await text('source').textContent()).toBe('return data.customer["first name"]')
  })

  test('a value of a node before becomes a connected input of a template', async () => {
    await open('letter')
    await write(text('template'), 'Order ')
    await field('template').getByRole('button', { name: 'Insert value' }).click()
    const list = page.getByRole('dialog', { name: 'Search values' })
    await list.getByText('order', { exact: true }).waitFor()
    await page.keyboard.type('nodes.order.value.lines[0].price')
    await page.keyboard.press('Enter')
    // Already connected to the input "data", so no connection is added.
    expect(await text('template').textContent()).toBe('Order {{ lines[0].price }}')
    const { inputs } = await stored('letter')
    await field('template').getByRole('button', { name: 'Insert value' }).click()
    await list.getByRole('option').first().waitFor()
    await page.keyboard.type('nodes.hello.text')
    await page.keyboard.press('Enter')
    expect(await text('template').textContent()).toBe('Order {{ lines[0].price }}{{ text }}')
    expect((await stored('letter')).inputs).toEqual([...inputs, 'letter-input-text'])
    await result('template', 'value').getByText('Order 2Hello').waitFor()
    // The text and its connection are one step.
    await editor.clickCanvas()
    await page.keyboard.press('Control+z')
    const undone = await stored('letter')
    expect(undone.config.template).not.toContain('text')
    expect(undone.inputs).toEqual(inputs)
  })

  test('a value is dragged with the mouse from the data to a field and to a template', async () => {
    await open('loud')
    await page.getByRole('button', { name: 'Open with input and output' }).click()
    const view = page.getByRole('dialog', { name: 'loud' })
    await view.getByLabel('Source of the data').click()
    await page.getByRole('option', { name: 'order' }).click()
    await drag(view.getByRole('treeitem', { name: /^id/ }), field('prefix', view).getByLabel('Prefix'))
    await until('the field', async () => (await text('prefix', view).textContent()) === '{{ nodes.order.value.id }}')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await view.waitFor({ state: 'detached' })

    await open('letter')
    await write(text('template'), 'Dear ')
    await page.getByRole('button', { name: 'Open with input and output' }).click()
    const letter = page.getByRole('dialog', { name: 'letter' })
    const input = letter.getByRole('region', { name: 'Input' })
    await drag(input.getByRole('treeitem', { name: /^id/ }), text('template', letter))
    await until('the text', async () => (await text('template', letter).textContent()) === 'Dear {{ id }}')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await letter.waitFor({ state: 'detached' })
  })

  test('the list of completions leaves the result of a short field visible', async () => {
    await open('sum')
    await write(text('expression'), '$sum(lines.price)')
    await result('expression', 'value').waitFor()
    await page.keyboard.type(' + li')
    const list = page.getByRole('listbox')
    await list.waitFor()
    const [above, below] = [
      await list.boundingBox(),
      await field('expression').locator('.mr-expr__result').boundingBox(),
    ]
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
    await page.keyboard.press('Escape')
  })

  test('Ctrl+Shift+M opens the problems from inside an editor', async () => {
    await open('js')
    await text('source').click()
    await page.keyboard.press('Control+Shift+m')
    await page.getByRole('region', { name: 'Problems' }).waitFor()
    await text('source').click()
    await page.keyboard.press('Control+Shift+m')
    await page.getByRole('region', { name: 'Problems' }).waitFor({ state: 'detached' })
  })

  test('Tab goes from field to field, and a brace turns a select into an expression', async () => {
    await open('model')
    const provider = field('provider').getByRole('combobox')
    const model = field('model').getByRole('combobox')
    const isFocused = async (control: Locator) =>
      (await page.evaluate('document.activeElement?.id')) === (await control.getAttribute('id'))
    await provider.focus()
    await page.keyboard.press('Tab')
    expect(await isFocused(model)).toBe(true)
    // With the list of suggestions open, too.
    await model.fill('')
    await page.getByRole('listbox').waitFor()
    await page.keyboard.press('Tab')
    expect(await isFocused(field('systemPrompt').getByRole('textbox'))).toBe(true)
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    await model.fill('echo')
    await model.press('Escape')
    await open('loud')
    await field('operation').getByRole('combobox').focus()
    await page.keyboard.type('{')
    await text('operation').waitFor()
    await page.keyboard.press('Escape')
    await field('operation').getByRole('button', { name: 'Use a fixed value' }).first().click()
    await field('operation').getByRole('combobox').waitFor()
  })

  test('a suggestion list that offers no other choice does not cover the next field', async () => {
    await open('model')
    const model = field('model').getByRole('combobox')
    await model.fill('echo')
    await model.click()
    await model.fill('an unknown model')
    await until('no list', async () => (await page.getByRole('listbox').count()) === 0)
    await field('systemPrompt').getByRole('textbox').click()
    await page.keyboard.type('Be brief')
    await model.fill('echo')
    expect((await stored('model')).config).toMatchObject({ model: 'echo', systemPrompt: 'Be brief' })
    // Escape leaves the field, so that the keys of the canvas work again.
    await model.press('Escape')
    await page.keyboard.press('a')
    await page.getByRole('dialog', { name: 'Add node' }).waitFor()
    await page.keyboard.press('Escape')
  })

  test('axe finds nothing serious in a panel with a scrolled editor, light and dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await open('long')
      await text('source').waitFor()
      expect(await seriousFindings(page, '.mr-inspector'), colorScheme).toEqual([])
      await open('letter')
      await write(text('template'), 'Hi {{ id | nope }}')
      await field('template').locator('.mr-field__error').waitFor()
      expect(await seriousFindings(page, '.mr-inspector'), colorScheme).toEqual([])
    }
    await page.emulateMedia({ colorScheme: null })
  })
})
