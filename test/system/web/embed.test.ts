/** The four example pages of packages/web/examples, on a separate origin, each with a working editor. */
import { createReadStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { EditorActions } from './support/editor-actions.ts'
import { useWeb } from './support/web.ts'

const EXAMPLES = fileURLToPath(new URL('../../../packages/web/examples/', import.meta.url))
const USUAL = 'http://127.0.0.1:7410'
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

interface Script {
  buildExamples(folder: string): Promise<void>
}

describeInBrowser('the examples of embedding', () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-embed-'))
  let server: Server
  let host = ''

  const web = useWeb(async () => {
    const { buildExamples }: Script = await import(pathToFileURL(join(EXAMPLES, 'build.mjs')).href)
    await buildExamples(folder)
    // Served unchanged except for the port of the service.
    server = createServer((request, response) => {
      const path = new URL(request.url ?? '/', 'http://host').pathname
      const file = join(folder, path.endsWith('/') ? `${path}index.html` : path)
      response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream')
      if (extname(file) === '.css') createReadStream(file).pipe(response)
      else response.end(readFileSync(file, 'utf8').replaceAll(USUAL, web.origin))
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    web.allowOrigin(host)
    return ['--cors-origin', host]
  })

  afterAll(() => {
    server?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test.each([
    ['plain', 'From a plain page'],
    ['react', 'From React'],
    ['vue', 'From Vue'],
    ['svelte', 'From Svelte'],
  ])('%s renders the editor and receives its events', async (name, title) => {
    const page = await web.context.newPage()
    await page.goto(`${host}/${name}/`)
    const editor = new EditorActions(page)
    await page.getByText('Empty workflow').waitFor()
    expect(await editor.name.inputValue()).toBe(title)
    await page.getByText('The document is saved.').waitFor()
    await page.locator('.react-flow__pane').click({ position: { x: 40, y: 60 } })
    await editor.add('text input')
    await page.getByText('The document is not saved.').waitFor()

    // Saved across origins with the session cookie.
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await editor.saved()
    await page.getByText('The document is saved.').waitFor()
    const stored = await web.call<{ name: string }[]>('/workflows')
    expect(stored.map((workflow) => workflow.name)).toContain(title)

    // The layout worker has the origin of the service, so a host cannot start it directly.
    await page.locator('.react-flow__pane').click({ position: { x: 40, y: 60 } })
    await editor.add('text output')
    await page.locator('.react-flow__pane').click({ position: { x: 40, y: 60 } })
    const [worker] = await Promise.all([page.waitForEvent('worker'), page.keyboard.press('Shift+L')])
    expect(worker.url()).toMatch(/^blob:/)
    await page.getByText('Computing layout').waitFor({ state: 'detached' })
    expect(await page.getByText('A simpler layout was used').count()).toBe(0)
    await page.close()
  })
})
