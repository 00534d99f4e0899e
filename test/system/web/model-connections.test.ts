/** Connections to model providers in the settings, and their models in the settings of nodes. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ModelServer, startModelServer } from '../../../packages/service/src/effects/testing/model-server.ts'
import { seriousFindings } from './support/axe.ts'
import { choose } from './support/choose.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { EditorActions } from './support/editor-actions.ts'
import { useWeb } from './support/web.ts'

const KEY = 'sk-local-0123456789'

describeInBrowser('a connection to a model server', () => {
  const web = useWeb()
  let server: ModelServer
  beforeAll(async () => {
    server = await startModelServer()
    server.offer('tiny-1', 'large-2')
  })
  afterAll(() => server.close())

  test('names the fields that are missing when it is saved', async () => {
    const { page } = web
    await web.visit('/settings?part=connections')
    await page.getByRole('button', { name: 'New connection' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New connection' })
    await choose(dialog.getByLabel('Provider'), 'OpenAI-compatible')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Name is required.').waitFor()
    await dialog.getByText('Base URL is required.').waitFor()
    await dialog.getByLabel('Name').fill('Local')
    await dialog.getByLabel('Base URL').fill(server.baseUrl)
    await dialog.getByLabel('API key').fill(KEY)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  test('is tested with a model of its list, and a failure shows status and text without the key', async () => {
    const { page } = web
    await page.getByRole('button', { name: 'Test connection Local' }).click()
    const dialog = page.getByRole('dialog', { name: /Test connection/ })
    const run = dialog.getByRole('button', { name: 'Test', exact: true })
    expect(await run.isDisabled()).toBe(true)
    await dialog.getByRole('combobox', { name: 'Model' }).fill('ti')
    await page.getByRole('option', { name: 'tiny-1' }).click()
    server.script('Hello from tiny')
    await run.click()
    await dialog.getByText('Connected. Reply: Hello from tiny').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    server.script({ status: 418, body: `teapot ${KEY}` })
    await run.click()
    await dialog.getByText(/status 418: .*teapot __secret__/).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
  })

  test('stays in an open list when the permissions of the user arrive', async () => {
    const { page } = web
    const { id } = await web.call<{ id: string }>('/workflows', { name: 'Slow', nodes: [], edges: [] })
    await web.visit(`/workflows/${id}`)
    await page.getByText('Empty workflow').waitFor()
    const held = Promise.withResolvers<void>()
    await page.route('**/auth/session', async (route) => {
      await held.promise
      await route.continue()
    })
    const editor = new EditorActions(page)
    await editor.add('Chat model')
    const panel = page.getByRole('tabpanel')
    await panel.getByLabel('Connection').click()
    const option = page.getByRole('option', { name: 'Local' })
    await option.waitFor()
    expect(await panel.getByRole('button', { name: 'New…' }).count()).toBe(0)
    held.resolve()
    await panel.getByRole('button', { name: 'New…' }).waitFor()
    await option.click()
    expect(await panel.getByLabel('Connection').inputValue()).toBe('Local')
    await page.unroute('**/auth/session')
    await editor.save()
  })

  test('is shown by its name in the settings of a node, which suggest its models', async () => {
    const { page } = web
    const { id } = await web.call<{ id: string }>('/workflows', { name: 'Models', nodes: [], edges: [] })
    await web.visit(`/workflows/${id}`)
    await page.getByText('Empty workflow').waitFor()
    const editor = new EditorActions(page)
    await editor.add('Chat model')
    const panel = page.getByRole('tabpanel')
    await panel.getByLabel('Connection').click()
    const option = page.getByRole('option', { name: 'Local' })
    await option.waitFor()
    expect(await option.textContent()).toBe('Local')
    await option.click()
    expect(await panel.getByLabel('Connection').inputValue()).toBe('Local')
    await panel.getByRole('combobox', { name: 'Model' }).click()
    await page.getByRole('option', { name: 'large-2' }).click()
    await editor.save()
    const { nodes } = await web.call<{ nodes: { data: { config: Record<string, unknown> } }[] }>(`/workflows/${id}`)
    expect(nodes[0]?.data.config).toMatchObject({
      connection: expect.stringMatching(/^[0-9a-f-]{36}$/),
      model: 'large-2',
    })
    // The name is shown after a reload too, when the list was not opened.
    await page.reload()
    await editor.node('chat_model.1').click()
    await expect.poll(() => panel.getByLabel('Connection').inputValue()).toBe('Local')
  })
})
