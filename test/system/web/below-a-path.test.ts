/** docs/how-to/proxy.md: the editor behind nginx and Caddy, below a path of another host. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { fencesRunBy } from '../../fences.ts'
import { freshFolder, killAll, type Program, start } from '../program.ts'
import { drawing } from '../support/drawing.ts'
import { freePort, hasProgram, startCaddy, startNginx } from '../support/proxies.ts'
import { WAITING_FLOW } from '../support/waiting-flow.ts'
import { hasChromium, launchBrowser } from './support/chromium.ts'

const PATIENCE_MS = 120_000
const HOOKED = drawing(
  'Hooked',
  [
    { id: 'hook', type: 'webhook_trigger', config: { path: 'orders', respond: 'finished' } },
    { id: 'out', type: 'output', config: { name: 'order' } },
  ],
  'hook.body -> out.value',
)

const PROXIES = [
  { name: 'nginx', launch: startNginx, at: 0 },
  { name: 'caddy', launch: startCaddy, at: 1 },
]

describe.each(PROXIES)('$name, as docs/how-to/proxy.md sets it up', ({ name, launch, at }) => {
  const isSkipped = !(hasProgram(name) && hasChromium) && !process.env.CI
  let browser: Browser
  let proxy: Awaited<ReturnType<typeof startNginx>> | undefined
  let context: BrowserContext | undefined
  beforeAll(async () => {
    if (!isSkipped) browser = await launchBrowser()
  })
  afterEach(async () => {
    // Caddy waits for open event streams before it ends.
    await context?.close()
    await proxy?.[Symbol.asyncDispose]()
    killAll()
  })
  afterAll(() => browser?.close())

  test.skipIf(isSkipped)('serves the page below a path', async () => {
    const [folder, port] = [freshFolder(), await freePort()]
    const base = `https://localhost:${port}/millrace`
    const program = await start(['--port', '0', '--data-dir', folder, '--public-url', base])
    expect(program.link.startsWith(`${base}/sign-in?code=`)).toBe(true)
    const shown = fencesRunBy('docs/how-to/proxy.md', 'serves the page below a path')[at]!
    const here = shown.replaceAll('intranet.example.com', 'localhost')
    proxy = await launch(here, new URL(program.origin).host, undefined, { host: 'localhost', port })
    context = await browser.newContext({ ignoreHTTPSErrors: true, viewport: { width: 1440, height: 900 } })
    context.setDefaultTimeout(PATIENCE_MS)
    const page = await context.newPage()
    const seen = watched(page)

    await page.goto(program.link)
    await page.getByRole('navigation', { name: 'Main navigation' }).waitFor()
    expect(page.url().split('#')[0]).toBe(`${base}/`)
    expect(await context.cookies()).toMatchObject([{ name: 'millrace_session', path: '/millrace', secure: true }])

    const key = readFileSync(join(folder, 'admin-token'), 'utf8').trim()
    const { id } = await created(program, key)
    await page.goto(`${base}/#/workflows/${id}`)
    await page.locator('.react-flow__node[data-id="hook"]').click()
    await page.getByText(`${base}/api/v1/hooks/orders`, { exact: true }).waitFor()

    // A call of the address that the editor shows appears in the open list by its event stream.
    await page.goto(`${base}/#/executions`)
    await page.getByText('No executions yet').waitFor()
    const called = await context.request.post(`${base}/api/v1/hooks/orders`, { data: { item: 'lamp' } })
    expect([called.status(), await called.text()]).toEqual([200, expect.stringContaining('lamp')])
    await page.getByRole('link', { name: 'Hooked' }).first().waitFor()
    expect(seen.streams).toContain(`${base}/api/v1/executions/events`)

    // A run from the editor, and the stream of an Agent Spec execution over a WebSocket.
    await page.goto(`${base}/#/workflows/${id}`)
    await page.getByRole('button', { name: 'Run', exact: true }).first().click()
    const panel = page.getByRole('complementary', { name: 'Run' })
    await panel.getByRole('textbox', { name: 'Body', exact: true }).fill('{"item": "chair"}')
    await panel.getByRole('button', { name: 'Run', exact: true }).click()
    await panel.getByText('Completed').first().waitFor()
    const asked = await context.request.post(`${base}/api/v1/agentspec/flows/execute`, {
      headers: { 'x-api-key': key },
      data: { flow: WAITING_FLOW, inputs: {} },
    })
    const flow = (await asked.json()) as { id: string }
    const stream = `${base.replace('https', 'wss')}/api/v1/agentspec/executions/${flow.id}/stream`
    const first = await page.evaluate<string>(`new Promise((resolve) => {
      const socket = new WebSocket(${JSON.stringify(stream)})
      socket.onmessage = ({ data }) => resolve(data)
      socket.onerror = () => resolve('refused')
    })`)
    expect(first).toContain('"type":')
    const embedded = await page.evaluate<string[]>(
      `import(${JSON.stringify(`${base}/web/millrace.js`)}).then(Object.keys)`,
    )
    expect(embedded.length).toBeGreaterThan(0)

    await page.goto(`${base}/docs`)
    await page.getByRole('heading', { name: /^Millrace/ }).waitFor()
    await page.goto(`${base}/sign-in`)
    await page.getByLabel('API token').fill(key)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`${base}/`)
    expect(seen.outside(base)).toEqual([])
  })
})

function watched(page: Page) {
  const addresses: string[] = []
  const streams: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  page.on('response', (response) => {
    if (response.headers()['content-type']?.startsWith('text/event-stream')) streams.push(response.url())
  })
  return {
    streams,
    outside: (base: string) =>
      addresses.filter((url) => /^(http|ws)/.test(url) && !url.replace(/^ws/, 'http').startsWith(`${base}/`)),
  }
}

async function created({ origin }: Program, key: string): Promise<{ id: string }> {
  const answer = await fetch(`${origin}/api/v1/workflows`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(HOOKED),
  })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { data: { id: string } }).data
}
