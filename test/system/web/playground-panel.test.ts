/** The playground beside the canvas, and what people do with messages and sessions. */
import { expect, test } from 'vitest'
import { drawing } from '../support/drawing.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { useWeb } from './support/web.ts'

const CODE = 'Here:\n\n```python\ndef greet(name):\n    return name\n```'

const SHOUT = drawing(
  'Shout',
  [
    { id: 'in', type: 'chat_input' },
    { id: 'up', type: 'text_formatter', config: { operation: 'uppercase' } },
    { id: 'out', type: 'chat_output' },
  ],
  `in.message -> up.text
  up.formatted -> out.message`,
)

const CODES = drawing(
  'Codes',
  [
    { id: 'in', type: 'chat_input' },
    { id: 'text', type: 'prompt_template', config: { template: CODE } },
    { id: 'out', type: 'chat_output' },
  ],
  `in.trigger -> text.trigger
  text.output -> out.message`,
)

describeInBrowser('the playground in the editor', () => {
  const web = useWeb()

  async function opened(workflow: ReturnType<typeof drawing>) {
    const nodes = workflow.nodes.map((node, at) => ({ ...node, position: { x: at * 320, y: 0 } }))
    const { id } = await web.call<{ id: string }>('/workflows', { ...workflow, nodes })
    const { page } = web
    await web.visit(`/workflows/${id}`)
    await page.getByRole('button', { name: 'Playground' }).click()
    const panel = page.getByRole('complementary', { name: 'Chat with the canvas' })
    await panel.getByRole('button', { name: 'Start session' }).click()
    const send = async (text: string) => {
      await panel.getByRole('textbox', { name: 'Message' }).last().fill(text)
      await page.keyboard.press('Enter')
    }
    return { id, page, panel, send }
  }

  test('runs what is on the canvas, saved or not', async () => {
    const { id, page, panel, send } = await opened(SHOUT)
    await send('Hello')
    await panel.getByText('HELLO', { exact: true }).waitFor()
    // The stored workflow stays as it is; only the canvas changes.
    const { config: _, ...stored } = await web.call<Record<string, unknown>>(`/workflows/${id}`)
    await page.getByRole('button', { name: 'Playground' }).click()
    await page.locator('[data-id="up"]').click()
    await page.getByRole('combobox', { name: 'Operation' }).click()
    await page.getByRole('option', { name: 'Lower case' }).click()
    await page.getByRole('button', { name: 'Playground' }).click()
    await send('Hello')
    await panel.getByText('hello', { exact: true }).waitFor()
    expect((await web.call<Record<string, unknown>>(`/workflows/${id}`)).revision).toBe(stored.revision)
  })

  test('repeats an answer, edits a message and shows what was replaced', async () => {
    const { page, panel, send } = await opened(SHOUT)
    await send('first')
    const answer = panel.getByRole('article', { name: 'out' })
    await answer.waitFor()
    await answer.hover()
    await answer.getByRole('button', { name: 'Regenerate answer' }).click()
    await panel.getByRole('button', { name: /^Show \d replaced messages$/ }).waitFor()
    await panel.getByText('FIRST', { exact: true }).waitFor()
    const own = panel.getByRole('article', { name: 'Admin' })
    await own.hover()
    await own.getByRole('button', { name: 'Edit and send again' }).click()
    await panel.getByRole('textbox', { name: 'Message' }).first().fill('second')
    await page.keyboard.press('Enter')
    await panel.getByText('SECOND', { exact: true }).waitFor()
    await panel.getByText('FIRST', { exact: true }).waitFor({ state: 'detached' })
    await panel.getByRole('button', { name: /replaced messages$/ }).click()
    await panel.getByText('FIRST', { exact: true }).first().waitFor()
  })

  test('renames a session', async () => {
    const { page, panel } = await opened(SHOUT)
    await panel.getByRole('button', { name: 'Show sessions' }).click()
    await panel.getByRole('button', { name: 'Rename session: Session 1' }).click()
    await panel.getByRole('textbox', { name: 'Session name' }).fill('Saturday')
    await page.keyboard.press('Enter')
    await panel.getByRole('heading', { name: 'Saturday' }).waitFor()
  })

  test('colours code and keeps its text', async () => {
    const { panel, send } = await opened(CODES)
    await send('code')
    await panel.locator('code .tok-keyword', { hasText: 'def' }).waitFor()
    expect(await panel.locator('pre code').textContent()).toBe('def greet(name):\n    return name\n')
  })
})
