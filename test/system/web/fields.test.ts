/** Every kind of field of a config schema, filled in through the settings of a node. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { choose } from './support/choose.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { centerOf, EditorActions } from './support/editor-actions.ts'
import { FIELD_TYPES, FIELDS_WORKFLOW } from './support/field-types.ts'
import { hostPage } from './support/host-page.ts'
import { until } from './support/until.ts'
import { useWeb } from './support/web.ts'

const SCRIPT = `
  const { mountEditorApp } = await import('/web/millrace.js')
  window.one = mountEditorApp('#one', ${JSON.stringify({ nodes: FIELD_TYPES, workflow: FIELDS_WORKFLOW })})`

describeInBrowser('the settings of a node', () => {
  const web = useWeb()
  let page: Page

  beforeAll(async () => {
    page = await web.host('/host', hostPage(SCRIPT))
    await new EditorActions(page).counts(5, 1)
  })

  const panel = () => page.getByRole('tabpanel')
  const field = (label: string) =>
    panel()
      .locator('input, textarea, [role=combobox], [contenteditable]')
      .and(page.getByLabel(label, { exact: true }))
  const open = async (id: string) => {
    await new EditorActions(page).clickCanvas()
    await page.getByRole('button', { name: 'Fit to screen' }).click()
    await new EditorActions(page).node(id).click()
    await page
      .getByRole('textbox', { name: 'Label' })
      .and(page.locator(`[value="${id}"]`))
      .waitFor()
  }
  const configOf = (id: string): Promise<Record<string, unknown>> =>
    page.evaluate(`one.getWorkflow().nodes.find((node) => node.id === ${JSON.stringify(id)}).data.config`)
  /** Waits until a setting has a value; fails with the actual value. */
  const holds = async (id: string, key: string, value: unknown) => {
    let last: unknown
    const isSame = async () => {
      last = (await configOf(id))[key]
      return JSON.stringify(last) === JSON.stringify(value)
    }
    await until(`${key} is ${JSON.stringify(value)}`, isSame).catch(() => expect(last).toEqual(value))
  }

  /** The loaded chunks that most nodes do not need. */
  const heavy = async () => {
    const names: string[] = await page.evaluate('performance.getEntriesByType("resource").map(({ name }) => name)')
    return ['code-editor', 'markdown'].filter((part) => names.some((name) => name.includes(`/${part}-`)))
  }

  test('code and Markdown editors are loaded when the first of them is shown', async () => {
    await open('simple')
    expect(await heavy()).toEqual([])
    await open('written')
    await field('Note').waitFor()
    expect(await heavy()).toEqual(['code-editor'])
  })

  describe('simple values', () => {
    test('are sorted by x-display-order, then in schema order', async () => {
      await open('simple')
      const labels = await panel()
        .locator('[data-path]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('data-path')))
      expect(labels).toEqual(
        [
          'word',
          'lines',
          'key',
          'size',
          'mood',
          'days',
          'count',
          'share',
          'on',
          'fixed',
          'mail',
          'day',
          'link',
          'whatever',
          'last',
        ].map((key) => `/${key}`),
      )
    })

    test('a required text has a mark, a length limit and a pattern', async () => {
      const word = field('Word *')
      await panel().locator('[data-path="/word"]').getByText('*').waitFor()
      expect(await word.getAttribute('placeholder')).toBe('one word')
      expect(await word.getAttribute('aria-required')).toBe('true')
      for (const wrong of ['Wrong', 'r']) {
        await word.fill(wrong)
        await panel().locator('[data-path="/word"] .mr-field__error').waitFor()
        await word.fill('right')
        await panel().locator('[data-path="/word"] .mr-field__error').waitFor({ state: 'detached' })
      }
      await holds('simple', 'word', 'right')
      await word.pressSequentially('andmore')
      await holds('simple', 'word', 'rightand')
    })

    test('a multiline text, and a secret that is hidden until it is revealed', async () => {
      await field('Lines').fill('one\ntwo')
      await holds('simple', 'lines', 'one\ntwo')
      expect(await page.locator('textarea').and(field('Lines')).getAttribute('style')).toBe('height: 90px;')
      await field('Key').fill('sk-secret')
      expect(await field('Key').getAttribute('type')).toBe('password')
      await panel().getByRole('button', { name: 'Show: Key' }).click()
      expect(await field('Key').getAttribute('type')).toBe('text')
      await holds('simple', 'key', 'sk-secret')
    })

    test('a select has its default, readable labels, and shows the selected option', async () => {
      expect(await field('Size').textContent()).toBe('small')
      await choose(field('Size'), 'not large')
      await holds('simple', 'size', 'not_large')
      await choose(field('Mood'), 'Quick')
      await panel().getByText('Does not').waitFor()
      await holds('simple', 'mood', 'b')
      await choose(field('Mood'), 'None')
      await holds('simple', 'mood', undefined)
    })

    test('a list that is closed by a click leaves the next click to the control below it', async () => {
      await field('Size').click()
      const option = await centerOf(page.getByRole('option', { name: 'small', exact: true }))
      const mood = await centerOf(field('Mood'))
      // Two clicks of the mouse without waiting: the list covers the second select until it is closed.
      await page.mouse.click(option.x, option.y)
      await page.mouse.click(mood.x, mood.y)
      await page.getByRole('option', { name: 'Quick', exact: true }).waitFor()
      await page.keyboard.press('Escape')
      await holds('simple', 'size', 'small')
    })

    test('several options of a list are checked', async () => {
      const days = panel().getByRole('group', { name: 'Days' })
      await days.getByLabel('tue').check()
      await days.getByLabel('mon').check()
      await holds('simple', 'days', ['tue', 'mon'])
      await days.getByLabel('tue').uncheck()
      await holds('simple', 'days', ['mon'])
    })

    test('a number changes by its step, stays within its limits, and reports text', async () => {
      expect(await field('Count').inputValue()).toBe('4')
      await field('Count').press('ArrowUp')
      await holds('simple', 'count', 6)
      await field('Count').press('ArrowUp')
      await holds('simple', 'count', 6)
      await field('Count').fill('9')
      await panel().locator('[data-path="/count"] .mr-field__error').waitFor()
      await field('Count').fill('many')
      await panel().locator('[data-path="/count"] .mr-field__error').waitFor()
      await field('Count').fill('2')
      await panel().locator('[data-path="/count"] .mr-field__error').waitFor({ state: 'detached' })
      await holds('simple', 'count', 2)
    })

    test('a range is a slider with a number field', async () => {
      const slider = panel().getByRole('slider', { name: 'Share' })
      await slider.focus()
      await slider.press('ArrowRight')
      await slider.press('ArrowRight')
      await holds('simple', 'share', 0.5)
      await panel().locator('[data-path="/share"]').getByRole('textbox').fill('0.75')
      await until('the slider follows', async () => (await slider.inputValue()) === '0.75')
    })

    test('a switch, and a read-only one', async () => {
      const on = panel().getByRole('switch', { name: /^Switched on/ })
      expect(await on.isChecked()).toBe(true)
      await on.click()
      await holds('simple', 'on', false)
      expect(await field('Fixed').inputValue()).toBe('as it is')
      expect(await field('Fixed').getAttribute('readonly')).not.toBeNull()
    })

    test('formats use the control of the browser', async () => {
      const types = ['Mail', 'Day', 'Link'].map((label) => field(label).getAttribute('type'))
      expect(await Promise.all(types)).toEqual(['email', 'date', 'url'])
      expect(await field('Link').getAttribute('placeholder')).toBe('https://example.com')
      await field('Day').fill('2026-02-03')
      await holds('simple', 'day', '2026-02-03')
    })

    test('a field without a type parses JSON and keeps other text', async () => {
      await field('Whatever').fill('{"a":[1]}')
      await holds('simple', 'whatever', { a: [1] })
      await field('Whatever').fill('a word')
      await holds('simple', 'whatever', 'a word')
    })

    test('undo in a field reverts one burst of typing at a time', async () => {
      await field('Without a place').fill('typed')
      await holds('simple', 'last', 'typed')
      await field('Without a place').press('Control+z')
      await holds('simple', 'last', undefined)
      await field('Without a place').press('Control+Shift+z')
      await holds('simple', 'last', 'typed')
    })
  })

  describe('nested values', () => {
    test('items of a list are added, edited, moved and removed, within its limits', async () => {
      await open('nested')
      const tags = panel().getByRole('group', { name: 'Tags' })
      expect(await tags.getByRole('button', { name: /^Remove/ }).count()).toBe(0)
      await tags.getByRole('button', { name: 'Add item' }).click()
      await tags.getByRole('textbox').nth(1).fill('b')
      await tags.getByRole('button', { name: 'Add item' }).click()
      await tags.getByRole('textbox').nth(2).fill('c')
      await holds('nested', 'tags', ['a', 'b', 'c'])
      expect(await tags.getByRole('button', { name: 'Add item' }).count()).toBe(0)
      await tags.getByRole('button', { name: 'Move up: Item 3' }).click()
      await holds('nested', 'tags', ['a', 'c', 'b'])
      await tags.getByRole('button', { name: 'Move down: Item 1' }).click()
      await holds('nested', 'tags', ['c', 'a', 'b'])
      await tags.getByRole('button', { name: 'Remove: Item 2' }).click()
      await holds('nested', 'tags', ['c', 'b'])
    })

    test('objects in a list are collapsible under their names', async () => {
      const rows = panel().getByRole('group', { name: 'Rows' })
      await rows.getByRole('button', { name: 'Add item' }).click()
      await rows.getByLabel('Row name').fill('first')
      expect(await rows.getByLabel('Row size').inputValue()).toBe('1')
      await holds('nested', 'rows', [{ size: 1, name: 'first' }])
      await rows.getByRole('button', { name: 'first', exact: true }).click()
      await rows.getByLabel('Row name').waitFor({ state: 'detached' })
    })

    test('supports lists in a list', async () => {
      const grid = panel().getByRole('group', { name: 'Grid', exact: true })
      await grid.getByRole('button', { name: 'Add item' }).click()
      const inner = grid.getByRole('group', { name: 'Item 1' })
      await inner.getByRole('button', { name: 'Add item' }).click()
      await inner.getByRole('textbox').fill('7')
      await holds('nested', 'grid', [[7]])
    })

    test('supports nested objects, and makes all fields of a read-only one read-only', async () => {
      await field('City').fill('Ulm')
      await field('Floor').fill('3')
      await holds('nested', 'place', { city: 'Ulm', spot: { floor: 3 } })
      expect(await field('Inside').getAttribute('readonly')).not.toBeNull()
    })
  })

  describe('suggestions from the service', () => {
    const asked: string[] = []
    beforeAll(async () => {
      await page.route('**/host/cities?*', async (route) => {
        const url = new URL(route.request().url())
        asked.push(url.search)
        const found = [
          { name: 'Bern', code: 'BRN' },
          { name: 'Bergen', code: 'BGO' },
        ].filter(({ name }) => name.toLowerCase().startsWith(url.searchParams.get('text') ?? ''))
        await route.fulfill({ json: found })
      })
      await page.route('**/host/people*', (route) =>
        route.fulfill({
          json: [
            { label: 'Ada L.', value: 'ada' },
            { label: 'Ben', value: 'ben' },
          ],
        }),
      )
    })

    test('appear after enough characters, use other fields, and are selected by keyboard', async () => {
      await open('suggested')
      await field('Country').fill('ch')
      await field('City').fill('b')
      await field('City').pressSequentially('er', { delay: 60 })
      await page.getByRole('option', { name: 'Bern' }).waitFor()
      expect(asked).toContain('?land=ch&text=ber')
      expect(asked.filter((one) => one.endsWith('text=b'))).toEqual([])
      await field('City').press('ArrowDown')
      await field('City').press('ArrowDown')
      await field('City').press('Enter')
      await holds('suggested', 'city', 'BGO')
    })

    test('free text is discarded if it is not allowed', async () => {
      await field('City').fill('nowhere')
      await field('Country').focus()
      await until('it is as before', async () => (await field('City').inputValue()) === 'BGO')
      await holds('suggested', 'city', 'BGO')
    })

    test('several are selected, offered as soon as the field is focused', async () => {
      await field('People').focus()
      await page.getByRole('option', { name: /Ada/ }).click()
      await holds('suggested', 'people', ['ada'])
      await field('People').fill('somebody else')
      await field('People').press('Enter')
      await holds('suggested', 'people', ['ada', 'somebody else'])
      await panel().getByRole('button', { name: 'Remove: ada' }).click()
      await holds('suggested', 'people', ['somebody else'])
    })
  })

  describe('texts in a code editor', () => {
    test('a template completes the variables of its inputs', async () => {
      await open('written')
      await field('Letter').click()
      await page.keyboard.type('Dear {{ ')
      const option = (name: string) => page.locator('.cm-tooltip-autocomplete li').filter({ hasText: name })
      await option('address.city').waitFor()
      await page.keyboard.type('na')
      await option('address.city').waitFor({ state: 'detached' })
      await option('name').click()
      await page.keyboard.type(' }}')
      await holds('written', 'letter', 'Dear {{ name }}')
      await panel().getByRole('button', { name: 'Insert address.city', exact: true }).click()
      await holds('written', 'letter', 'Dear {{ name }}{{ address.city }}')
    })

    test('prefixes variables with the port name if the schema requires it', async () => {
      await panel().getByRole('button', { name: 'Insert data.address.city' }).click()
      await holds('written', 'prefixed', '{{ data.address.city }}')
    })

    test('code is formatted on blur, only if it can be parsed', async () => {
      await field('Script').fill('if (a) {  \nreturn `x  \n  y`\n}')
      await field('Page').focus()
      await holds('written', 'script', 'if (a) {\n  return `x  \n  y`\n}')
      await panel()
        .locator('[data-path="/script"]')
        .getByText(/Line \d+, column \d+/)
        .waitFor()
      // Without a brace on the last line, which the editor would indent by what it has parsed so far.
      await field('Script').fill('if (a {\nreturn')
      await field('Page').focus()
      await holds('written', 'script', 'if (a {\nreturn')
    })

    test('other languages are not formatted', async () => {
      await field('Page').fill('<p>\n<b>  \n</p>')
      await field('Script').focus()
      await holds('written', 'page', '<p>\n<b>  \n</p>')
      expect(await panel().getByRole('button', { name: 'Format: Page' }).count()).toBe(0)
    })

    test('JSON is stored as an object if it is valid, formatted on blur or by the button, and stored as text for type string', async () => {
      await field('Shape').fill('{"a":1')
      await panel().getByText('Invalid JSON').waitFor()
      await field('Shape').fill('{"a":1}')
      await holds('written', 'shape', { a: 1 })
      await field('Script').focus()
      await until('is printed again', async () => (await field('Shape').locator('.cm-line').count()) === 3)
      expect(await panel().locator('[data-path="/shape"] [data-dark]').count()).toBe(1)
      await field('Raw').fill('{"b":2}')
      await holds('written', 'raw', '{"b":2}')
      await panel().getByRole('button', { name: 'Format: Raw' }).focus()
      await page.keyboard.press('Enter')
      await holds('written', 'raw', '{\n  "b": 2\n}')
    })

    test('Markdown has a toolbar, a preview and a spell checker', async () => {
      await field('Note').fill('a word')
      await field('Note').press('Control+a')
      await panel().getByRole('button', { name: 'Bold' }).click()
      await holds('written', 'note', '**a word**')
      expect(await field('Note').getAttribute('spellcheck')).toBe('true')
      expect(await field('Plain').getAttribute('spellcheck')).toBe('false')
      await panel().getByRole('button', { name: 'Preview' }).click()
      await panel().locator('.mr-preview strong').filter({ hasText: 'a word' }).waitFor()
      expect(await panel().getByRole('toolbar').count()).toBe(1)
    })

    test('an expanded editor has the same text', async () => {
      await panel().getByRole('button', { name: 'Expand editor: Script' }).focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Script' })
      await dialog.getByRole('textbox').fill('return 2')
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await holds('written', 'script', 'return 2')
    })
  })
})
