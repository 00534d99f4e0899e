/**
 * A quick look at the built page in a real browser: sign in, build a workflow by hand, save, meet a conflict, mount twice in
 * a host's page. Starts the service and a small server for the page by itself. `node packages/web/test/smoke.mjs [shots]`
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { buildWeb } from '../../../scripts/build-web.mjs'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const dist = join(root, 'packages/web/dist')
const shots = process.argv[2]
const data = mkdtempSync(join(tmpdir(), 'millrace-smoke-'))
const apiPort = 20_000 + (process.pid % 20_000)
const MEDIA = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
const HOST_PAGE = `<!doctype html><meta charset=utf-8><title>Host</title><link rel=icon href=data:,><div id=one style="width:700px;height:500px"></div><div id=two style="width:700px;height:500px"></div><div id=flat></div>`

if (!buildWeb()) process.exit(1)
const service = spawn(
  process.execPath,
  [join(root, 'packages/service/bin/millrace.js'), '--data-dir', data, '--port', String(apiPort)],
  { stdio: ['ignore', 'pipe', 'inherit'] },
)
await new Promise((resolve) => service.stdout.on('data', (text) => String(text).includes('Listening') && resolve()))
const token = readFileSync(join(data, 'admin-token'), 'utf8').trim()

const server = http.createServer((request, response) => {
  const path = request.url.split('?')[0]
  if (/^\/(api|health)/.test(path)) {
    const { method, headers, url } = request
    const onward = http.request({ port: apiPort, host: '127.0.0.1', path: url, method, headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  } else if (path === '/host') response.writeHead(200, { 'Content-Type': 'text/html' }).end(HOST_PAGE)
  else {
    const file = join(dist, path === '/' ? 'index.html' : path)
    if (!file.startsWith(dist) || !existsSync(file)) return response.writeHead(404).end()
    response.writeHead(200, { 'Content-Type': MEDIA[extname(file)] ?? 'application/octet-stream' })
    createReadStream(file).pipe(response)
  }
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const base = `http://127.0.0.1:${server.address().port}`
const api = async (path, { method = 'GET', body } = {}) => {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const answer = await fetch(`${base}/api/v1${path}`, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return (await answer.json()).data
}

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const context = await browser.newContext({
  viewport: { width: 1440, height: 900 },
  permissions: ['clipboard-read', 'clipboard-write'],
})
const page = await context.newPage()
const complaints = []
page.on('pageerror', (error) => complaints.push(error.message))
page.on(
  'console',
  (message) => message.type() === 'error' && !/40[0149]/.test(message.text()) && complaints.push(message.text()),
)
page.on(
  'request',
  (request) =>
    request.url().startsWith('http') && !request.url().startsWith(base) && complaints.push(`foreign ${request.url()}`),
)
const shoot = (name) => shots && page.screenshot({ path: join(shots, `${name}.png`) })
const step = async (name, work) => {
  try {
    await work()
    console.log(`ok   ${name}`)
  } catch (error) {
    process.exitCode = 1
    await shoot('failure')
    console.error(`FAIL ${name}\n${error.message}`)
  }
}
const nodeCount = () => page.locator('.react-flow__node').count()
const middle = async (locator) => {
  const box = await locator.boundingBox()
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

let id
await step('signs in with a token', async () => {
  await page.goto(base)
  await page.getByLabel('API token').fill(token)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation').waitFor()
})
await step('adds nodes by keyboard', async () => {
  ;({ id } = await api('/workflows', { method: 'POST', body: { name: 'Smoke' } }))
  await page.goto(`${base}/#/workflows/${id}`)
  await page.getByText('An empty workflow').waitFor()
  for (const name of ['text input', 'text output']) {
    await page.keyboard.press('a')
    await page.getByRole('dialog', { name: 'Add a node' }).waitFor()
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await page.waitForTimeout(350)
  }
  assert.equal(await nodeCount(), 2)
})
await step('connects by dragging, undoes and redoes', async () => {
  const from = await middle(page.locator('[data-handleid="text_input.1-output-text"]'))
  const to = await middle(page.locator('[data-handleid="text_output.1-input-text"]'))
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 10 })
  await page.mouse.up()
  const edges = page.locator('.react-flow__edge')
  await edges.first().waitFor({ state: 'attached' })
  await page.keyboard.press('Control+z')
  await page.waitForTimeout(150)
  assert.equal(await edges.count(), 0)
  await page.keyboard.press('Control+Shift+z')
  await page.waitForTimeout(150)
  assert.equal(await edges.count(), 1)
})
await step('edits a setting and saves', async () => {
  await page.locator('.react-flow__node[data-id="text_input.1"]').click()
  const field = page.getByRole('tabpanel').locator('input, textarea').first()
  await field.fill('Hello')
  await page.keyboard.press('Control+s')
  await page.getByText('Saved', { exact: true }).waitFor()
  const stored = await api(`/workflows/${id}`)
  assert.equal(stored.nodes.length, 2)
  assert.equal(stored.edges.length, 1)
  assert.ok(JSON.stringify(stored.nodes).includes('Hello'))
  await shoot('saved')
})
await step('copies and pastes through the clipboard', async () => {
  await page.locator('.react-flow__pane').click({ position: { x: 60, y: 500 } })
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+c')
  await page.keyboard.press('Control+v')
  await page.waitForTimeout(300)
  assert.equal(await nodeCount(), 4)
  await page.keyboard.press('Delete')
  await page.waitForTimeout(200)
  assert.equal(await nodeCount(), 2)
})
await step('offers a choice when somebody else saved', async () => {
  const { revision } = await api(`/workflows/${id}`)
  await api(`/workflows/${id}`, { method: 'PUT', body: { description: 'Changed elsewhere', revision } })
  await page.getByLabel('Name of the workflow').fill('Smoke, renamed')
  await page.keyboard.press('Control+s')
  await page.getByRole('dialog', { name: 'Somebody else saved' }).waitFor()
  await page.waitForTimeout(300)
  await shoot('conflict')
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  assert.equal((await api(`/workflows/${id}`)).name, 'Smoke, renamed')
})
await step('brings back a draft after a reload', async () => {
  await page.getByLabel('Name of the workflow').fill('Never saved')
  await page.waitForTimeout(1000)
  await page.reload()
  await page.getByRole('button', { name: 'Bring them back' }).click()
  assert.equal(await page.getByLabel('Name of the workflow').inputValue(), 'Never saved')
  await page.keyboard.press('Control+s')
  await page.getByText('Saved', { exact: true }).waitFor()
})
await step('axe finds nothing serious, in light and in dark', async () => {
  await page.locator('.react-flow__node').first().click()
  await page.getByRole('button', { name: /^Problems/ }).click()
  await page.addScriptTag({ path: join(root, 'node_modules/axe-core/axe.min.js') })
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme })
    await page.waitForTimeout(300)
    const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }))
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    const said = serious.flatMap(({ id, nodes }) => nodes.map((one) => `${id}: ${one.html.slice(0, 140)}`))
    assert.deepEqual(said, [], colorScheme)
  }
})
await step('a read-only editor shows everything and changes nothing', async () => {
  await page.goto(`${base}/host`)
  await page.addStyleTag({ url: '/millrace.css' })
  await page.evaluate(async (workflowId) => {
    const { mountEditorApp } = await import('/millrace.js')
    globalThis.editor = mountEditorApp('#one', { workflowId, mode: 'readonly' })
  }, id)
  await page.locator('#one .react-flow__node').first().waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.waitForTimeout(200)
  assert.equal(await nodeCount(), 2)
  assert.equal(await page.getByText('Read only').count(), 1)
  assert.equal(await page.evaluate(() => globalThis.editor.isDirty()), false)
})
await step('throws the four mount exceptions, mounts twice, leaves nothing', async () => {
  await page.goto(`${base}/host`)
  const said = await page.evaluate(async () => {
    const { mountEditorApp } = await import('/millrace.js')
    const tell = (work) => {
      try {
        work()
        return 'mounted'
      } catch (error) {
        return error.message
      }
    }
    const before = [
      tell(() => mountEditorApp('#nowhere')),
      tell(() => mountEditorApp('#flat')),
      tell(() => mountEditorApp('#one')),
    ]
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/millrace.css' })
    await new Promise((resolve) => {
      link.onload = resolve
      document.head.append(link)
    })
    const calls = []
    const one = mountEditorApp('#one', {
      onApiError: (error, operation) => calls.push([operation, error.status]) > 0,
      baseUrl: '/api/nowhere',
      workflowId: 'x',
    })
    const two = mountEditorApp(document.querySelector('#two'), { workflow: { name: 'Two', nodes: [], edges: [] } })
    await new Promise((resolve) => setTimeout(resolve, 1500))
    const drawn = document.querySelectorAll('.mr-editor').length
    const toasts = document.querySelectorAll('#one .mr-toast').length
    const name = two.getWorkflow().name
    one.destroy()
    two.destroy()
    return {
      before,
      calls: calls.map(([operation]) => operation).sort(),
      drawn,
      toasts,
      name,
      left: document.querySelectorAll('.mr-root, #one > *, #two > *').length,
    }
  })
  assert.deepEqual(said.before, [
    'Container element not found',
    'Container has no dimensions',
    'Millrace CSS not imported',
  ])
  assert.deepEqual(said.calls, ['loadNodes', 'loadPortConfig', 'loadWorkflow'])
  assert.deepEqual([said.drawn, said.toasts, said.name, said.left], [2, 0, 'Two', 0])
})
await step('cannot be mounted where there is no window', async () => {
  const { mountEditorApp } = await import(pathToFileURL(join(dist, 'millrace.js')).href)
  assert.throws(() => mountEditorApp('#one'), { message: 'Cannot mount in server-side context' })
})
await step('complains of nothing and asks no other host', () => assert.deepEqual(complaints, []))

await browser.close()
server.close()
service.kill('SIGTERM')
await new Promise((resolve) => service.once('exit', resolve))
rmSync(data, { recursive: true, force: true })
