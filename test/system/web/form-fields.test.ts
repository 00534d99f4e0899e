/** Form builders that replace JSON: the fields of a form, and the times of a schedule. */
import { expect, test } from 'vitest'
import { choose } from './support/choose.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { EditorActions } from './support/editor-actions.ts'
import { useWeb } from './support/web.ts'

interface Stored {
  readonly nodes: readonly { readonly data: { readonly config: Readonly<Record<string, unknown>> } }[]
}

describeInBrowser('settings that describe fields', () => {
  const web = useWeb()

  async function fresh(name: string): Promise<{ editor: EditorActions; stored: () => Promise<unknown> }> {
    const { page } = web
    const { id } = await web.call<{ id: string }>('/workflows', { name, nodes: [], edges: [] })
    await web.visit(`/workflows/${id}`)
    await page.getByText('Empty workflow').waitFor()
    const stored = async () => (await web.call<Stored>(`/workflows/${id}`)).nodes[0]?.data.config
    return { editor: new EditorActions(page), stored }
  }

  test('a form is built from fields, shown to a person, and answered', async () => {
    const { page } = web
    const { editor, stored } = await fresh('Made of fields')
    await editor.add('form')
    await page.getByRole('tabpanel').getByLabel('Message').fill('What do you need?')
    const add = page.getByRole('button', { name: 'Add field' })
    await add.click()
    // A new field has the focus in its name, which typing replaces.
    await page.keyboard.type('Item')
    await page.getByLabel('Required').check()
    await add.click()
    await page.keyboard.type('How soon')
    await choose(page.getByLabel('Type of How soon'), 'Choice')
    await page.getByLabel('Options of How soon').fill('today\nthis week\n')
    await editor.save()
    expect(await stored()).toMatchObject({
      schema: {
        type: 'object',
        properties: {
          item: { type: 'string', title: 'Item' },
          how_soon: { type: 'string', title: 'How soon', enum: ['today', 'this week'] },
        },
        required: ['item'],
      },
    })

    await editor.runButton.click()
    const question = page.getByRole('article').filter({ hasText: 'What do you need?' })
    await question.getByLabel('Item').fill('a lamp')
    await choose(question.getByLabel('How soon'), 'today')
    await question.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('complementary', { name: 'Run' }).getByText('Completed').first().waitFor()
  })

  test('the JSON of a form can be edited, and properties without a row are kept', async () => {
    const { page } = web
    const { editor, stored } = await fresh('Said in JSON')
    await editor.add('start')
    await page.getByRole('button', { name: 'Edit as JSON' }).click()
    const json = page.getByRole('textbox', { name: 'Launch inputs' })
    await json.fill('{"type":"object","properties":{"who":{"type":"object"},"age":{"type":"integer","minimum":1}}}')
    await page.getByRole('button', { name: 'Edit as fields' }).click()
    await page.getByLabel('Type of who').and(page.locator(':disabled')).waitFor()
    await page.getByLabel('Name of age').fill('Age')
    await editor.save()
    expect(await stored()).toMatchObject({
      schema: { properties: { who: { type: 'object' }, age: { type: 'integer', minimum: 1, title: 'Age' } } },
    })
  })

  test('a schedule is selected from suggestions or typed', async () => {
    const { page } = web
    const { editor, stored } = await fresh('By the clock')
    await editor.add('schedule')
    const line = page.getByRole('combobox', { name: 'Cron expression' })
    await line.click()
    await page.getByRole('option', { name: /Monday to Friday at 9:00/ }).click()
    await editor.save()
    expect(await stored()).toMatchObject({ cron: '0 9 * * 1-5' })
    await line.fill('0 7 * * *')
    await page.getByRole('listbox', { name: 'Cron expression' }).waitFor({ state: 'detached' })
    await editor.save()
    expect(await stored()).toMatchObject({ cron: '0 7 * * *' })
  })
})
