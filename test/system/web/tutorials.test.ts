/** What docs/tutorials asks the reader to do in the browser, done there. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fencesIn, fencesRunBy } from '../../fences.ts'
import { readPage } from '../../markdown.ts'
import { runShown } from '../support/shown-command.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { EditorActions } from './support/editor-actions.ts'
import { freePort } from './support/free-port.ts'
import { useWeb } from './support/web.ts'

/** The workflow that a tutorial asks the reader to save. */
const documentOf = (page: string) =>
  JSON.parse(fencesIn(readPage(page)).find(({ language }) => language === 'json')!.text)

describeInBrowser('the tutorials in the browser', () => {
  const web = useWeb()

  test('the workflow of the webhook tutorial is changed in the editor and called again', async () => {
    const page = 'docs/tutorials/webhook-flow.md'
    const [command] = fencesRunBy(
      page,
      'the workflow of the webhook tutorial is changed in the editor and called again',
    )
    const call = async () =>
      JSON.parse((await runShown(command!.replaceAll('localhost:7410', new URL(web.origin).host))).stdout).data.outputs
    await web.call('/workflows', documentOf(page))
    expect(await call()).toEqual({ reply: 'Thank you for ordering lamp. The total is 73.5 euros.' })

    await web.visit('/')
    await web.page.getByRole('link', { name: 'Orders', exact: true }).click()
    const editor = new EditorActions(web.page)
    await editor.counts(4, 3)
    await editor.node('reply').click()
    const template = web.page.getByRole('tabpanel').getByRole('textbox', { name: 'Template' })
    await template.click()
    await web.page.keyboard.press('Control+a')
    await web.page.keyboard.insertText('{{ item }}: {{ total }} EUR')
    await web.page.getByRole('button', { name: 'Save', exact: true }).click()
    await editor.saved()
    expect(await call()).toEqual({ reply: 'lamp: 73.5 EUR' })
  })

  test('the question of the approval tutorial appears in the inbox and is answered there', async () => {
    await web.call('/workflows', documentOf('docs/tutorials/approval.md'))
    await web.visit('/inbox')
    const inputs = { expense: { value: { purpose: 'a chair', amount: 340 } } }
    const { execution_id: id } = await web.call<{ execution_id: string }>('/workflows/expenses/execute', { inputs })
    const question = web.page.locator('.mr-question', { hasText: 'Pay 340 euros for a chair?' })
    await question.getByRole('button', { name: 'Reject', exact: true }).click()
    await expect
      .poll(async () => (await web.call<{ outputs?: object }>(`/pipelines/${id}`)).outputs)
      .toEqual({ rejected: 'Rejected: a chair.' })
  })

  test('the agent of the chat tutorial answers in the playground', async () => {
    await web.call('/connections', { name: 'Shop model', provider: 'echo' })
    await web.call('/workflows', documentOf('docs/tutorials/chat-agent.md'))
    await web.visit('/workflows/shop_agent/playground')
    await web.page.getByRole('button', { name: 'Start session' }).click()
    await web.page.getByLabel('Message', { exact: true }).fill('What do three lamps at 24.50 cost?')
    await web.page.getByRole('button', { name: 'Send' }).click()
    await web.page.getByText('Three lamps are 73.50 euros.').waitFor()
  })
})

describeInBrowser('the tutorial that embeds the editor', () => {
  const title = 'the page of the embed tutorial edits and saves with tokens of its own server'
  const [server, html, command] = fencesRunBy('docs/tutorials/embed.md', title)
  const folder = mkdtempSync(join(tmpdir(), 'millrace-embed-tutorial-'))
  let application: ChildProcess
  let host = ''

  const web = useWeb(async () => {
    host = `http://127.0.0.1:${await freePort()}`
    web.allowOrigin(host)
    return ['--cors-origin', host]
  })

  beforeAll(async () => {
    const here = (text: string) =>
      text
        .replaceAll('http://127.0.0.1:7410', web.origin)
        .replaceAll('http://127.0.0.1:7420', host)
        .replaceAll('7420', new URL(host).port)
        .replaceAll('/path/to/millrace/data/admin-token', 'admin-token')
        .replace(/node (?=server\.mjs)/, `exec "${process.execPath}" `)
    writeFileSync(join(folder, 'admin-token'), web.key)
    writeFileSync(join(folder, 'server.mjs'), here(server!))
    writeFileSync(join(folder, 'page.html'), here(html!))
    application = spawn('bash', ['-c', here(command!)], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
    await new Promise<void>((resolve, reject) => {
      application.stdout?.once('data', () => resolve())
      application.once('exit', (code) => reject(new Error(`The server of the tutorial exited with ${code}`)))
    })
  })

  afterAll(() => {
    application?.kill()
    rmSync(folder, { recursive: true, force: true })
  })

  test('the page of the embed tutorial edits and saves with tokens of its own server', async () => {
    const page = await (await web.newContext()).newPage()
    await page.goto(`${host}/`)
    const editor = new EditorActions(page)
    await page.locator('.react-flow__pane').click({ position: { x: 40, y: 60 } })
    await editor.add('text input')
    await page.getByText('The workflow is not saved.').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await editor.saved()
    await page.getByText('The workflow is saved.').waitFor()
    const stored = await web.call<{ name: string; metadata: { author: string } }[]>('/workflows')
    expect(stored.map(({ name, metadata }) => [name, metadata.author])).toEqual([
      ['From my application', 'tutorial page'],
    ])
    expect(await page.content()).not.toContain(web.key)
  })
})
