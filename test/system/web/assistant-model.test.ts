/** The model of the assistant: an admin chooses it in Settings, and the assistant proposes what it does by tool calls. */
import { expect, test } from 'vitest'
import { type ModelServer, startModelServer } from '../../../packages/service/src/effects/testing/model-server.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { EditorActions } from './support/editor-actions.ts'
import { useWeb } from './support/web.ts'
import { SHOUT } from './support/workflows.ts'

describeInBrowser('the model of the assistant', () => {
  const web = useWeb()

  async function withModel(work: (server: ModelServer) => Promise<void>): Promise<void> {
    const server = await startModelServer()
    try {
      await work(server)
    } finally {
      await server.close()
    }
  }

  test('is chosen in Settings, tested there, and proposes an edit by tool calls', () =>
    withModel(async (server) => {
      const { page } = web
      const editor = new EditorActions(page)
      await web.call('/connections', { name: 'Scripted', provider: 'openai_compatible', baseUrl: server.baseUrl })
      await web.visit('/settings?part=assistant')
      await page.getByText('Currently: built-in rules').waitFor()
      await page.getByLabel('Mode', { exact: true }).click()
      await page.getByRole('option', { name: 'Language model', exact: true }).click()
      const save = page.getByRole('button', { name: 'Save', exact: true })
      expect(await save.isDisabled()).toBe(true)
      await page.getByLabel('Connection', { exact: true }).click()
      await page.getByRole('option', { name: 'Scripted' }).click()
      await page.getByLabel('Model', { exact: true }).fill('scripted-1')
      server.script('Hello there.')
      await page.getByRole('button', { name: 'Test connection' }).click()
      await page.getByText('Hello there.').waitFor()
      await save.click()
      await page.getByText('Currently: Scripted, scripted-1').waitFor()

      await web.call('/workflows', { ...SHOUT, name: 'Asked' })
      await web.visit('/workflows/asked')
      await editor.counts(3, 2)
      await page.getByRole('button', { name: 'Assistant', exact: true }).click()
      const panel = page.getByRole('complementary', { name: 'Assistant' })
      const end = (node: string, port: string) => ({ node, port })
      server.script(
        {
          toolCalls: [
            { name: 'add', args: { type: 'logger', name: 'log' } },
            { name: 'connect', args: { source: end('in', 'text'), target: end('log', 'message') } },
          ],
        },
        'I log the input.',
      )
      await panel.getByLabel('Describe a change or ask a question').fill('keep a log of what comes in')
      await page.keyboard.press('Enter')
      await panel.getByText('I log the input.').waitFor()
      await panel.getByRole('button', { name: 'Apply', exact: true }).click()
      await editor.counts(4, 3)
      // The form also requests the list of models.
      const calls = server.requests.filter(({ path }) => !path.endsWith('/models'))
      expect(calls.map(({ body }) => body.model)).toEqual(['scripted-1', 'scripted-1', 'scripted-1'])
    }))

  test('can be switched off again', async () => {
    const { page } = web
    await web.visit('/settings?part=assistant')
    await page.getByLabel('Mode', { exact: true }).click()
    await page.getByRole('option', { name: 'Built-in rules (no model)', exact: true }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Currently: built-in rules').waitFor()
  })
})
