/** The application of examples/09-embed-the-editor: the editor in its page works without a sign-in to the service. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '../../source-files.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { EditorActions } from './support/editor-actions.ts'
import { freePort } from './support/free-port.ts'
import { useWeb } from './support/web.ts'

interface Token {
  readonly name: string
  readonly role: string
  readonly expiresAt: string | null
}

describeInBrowser('the example of an application with the editor in it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-embed-example-'))
  let application: ChildProcess
  let host = ''

  const web = useWeb(async () => {
    host = `http://127.0.0.1:${await freePort()}`
    web.allowOrigin(host)
    return ['--cors-origin', host]
  })

  beforeAll(async () => {
    const tokenFile = join(folder, 'admin-token')
    writeFileSync(tokenFile, web.key)
    application = spawn(process.execPath, ['examples/09-embed-the-editor/run.ts'], {
      cwd: ROOT,
      env: { ...process.env, MILLRACE_URL: web.origin, MILLRACE_TOKEN_FILE: tokenFile, PORT: new URL(host).port },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    await new Promise<void>((resolve, reject) => {
      application.stdout?.on('data', (chunk) => {
        said += chunk
        if (said === `Open ${host}/\n`) resolve()
      })
      application.once('exit', () => reject(new Error(`It did not start: ${said}`)))
    })
  })

  afterAll(() => {
    application?.kill()
    rmSync(folder, { recursive: true, force: true })
  })

  test('its page edits and saves only with tokens that the application provides', async () => {
    const page = await (await web.newContext()).newPage()
    await page.goto(`${host}/`)
    const editor = new EditorActions(page)
    await page.getByText('Empty workflow').waitFor()
    expect(await page.content()).not.toContain(web.key)
    await page.locator('.react-flow__pane').click({ position: { x: 40, y: 60 } })
    await editor.add('text input')
    await page.getByText('The document is not saved.').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await editor.saved()
    await page.getByText('The document is saved.').waitFor()

    const [stored] = await web.call<{ name: string; metadata: { author: string } }[]>('/workflows')
    expect([stored?.name, stored?.metadata.author]).toEqual(['From the shop', 'page of the shop'])
    const tokens = await web.call<Token[]>('/auth/tokens')
    const own = tokens.filter(({ name }) => name === 'page of the shop')
    expect(own.length).toBeGreaterThan(0)
    for (const { role, expiresAt } of own) {
      expect(role).toBe('editor')
      expect(expiresAt).not.toBeNull()
    }
  })
})
