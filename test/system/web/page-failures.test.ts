/** Failures around the page: the service restarts, another user answers first, a message contains hostile HTML. */
import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { drawing } from '../support/drawing.ts'
import { seriousFindings } from './support/axe.ts'
import { choose } from './support/choose.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { hostPage } from './support/host-page.ts'
import { until } from './support/until.ts'
import { useWeb } from './support/web.ts'
import { ASKS, SHOUT, WAITS } from './support/workflows.ts'

const ECHO = drawing(
  'Echo',
  [
    { id: 'in', type: 'chat_input' },
    { id: 'out', type: 'chat_output' },
  ],
  'in.message -> out.message',
)

const HOSTILE = `**bold** and <b>also bold</b>
<img src="x" onerror="window.hacked = 1"> <svg onload="window.hacked = 2"></svg> <script>window.hacked = 3</script>
<a href="javascript:window.hacked = 4">one</a> [two](javascript:window.hacked=5) <iframe src="/"></iframe>
<style>body { display: none }</style> <form action="/"><input name="a"></form>
<div style="position: fixed; inset: 0">over everything</div>
<b title="&lt;a &#111;nmouseover=window.hacked=6 x=">a title</b>

[a page](https://a.example/)

\`\`\`js
const kept = '<b>'
\`\`\`

| Name | Count |
| ---- | ----: |
| pear |    12 |`

/** Until recently browsers did not escape `<` in attribute values; some still do not. */
const HOST = hostPage(`
  const { get, set } = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML')
  const plain = (value) => value.replaceAll('&lt;', '<').replaceAll('&gt;', '>')
  Object.defineProperty(Element.prototype, 'innerHTML', {
    configurable: true,
    get() { return get.call(this).replaceAll(/="[^"]*"/g, plain) },
    set,
  })
  const { mountPlayground } = await import('/web/millrace.js')
  window.talk = (workflowId) => mountPlayground('#one', { workflowId })`)

describeInBrowser('trouble', () => {
  const web = useWeb()

  async function execute(workflow: string): Promise<string> {
    return (await web.call<{ execution_id: string }>(`/workflows/${workflow}/execute`, {})).execution_id
  }

  /** Another window of the same user. */
  async function another(path: string): Promise<Page> {
    const page = await web.context.newPage()
    await page.goto(`${web.origin}/#${path}`)
    return page
  }

  test('a service that restarts is reported as missing and reconnected; nothing is lost or duplicated', async () => {
    for (const workflow of [ECHO, WAITS, SHOUT]) await web.call('/workflows', workflow)
    const waiting = await execute('waits')
    const list = web.page
    await web.visit('/executions')
    const [inbox, viewer, chat] = await Promise.all([
      another('/inbox'),
      another(`/executions/${waiting}`),
      another('/workflows/echo/playground'),
    ])
    await list.getByRole('row').filter({ hasText: 'Waits' }).waitFor()
    await inbox.getByText('Order it?').waitFor()
    await viewer.getByRole('button', { name: 'Order', exact: true }).waitFor()
    await chat.getByRole('button', { name: 'Start session' }).click()
    const box = chat.getByLabel('Message', { exact: true })
    await box.fill('before')
    await box.press('Enter')
    await chat.getByText('Done in').waitFor()

    web.expectConsoleError(/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET/)
    const restart = await web.stopService()
    await list.getByText('Live updates interrupted').waitFor()
    await inbox.getByText('Live updates interrupted').waitFor()
    await chat.getByText('Connection lost').waitFor()
    // A failed send keeps the message.
    await box.fill('after')
    await box.press('Enter')
    await chat.getByText('Cannot reach the service').waitFor()
    await expect.poll(() => box.inputValue()).toBe('after')
    await viewer.getByText('Waits').first().waitFor()

    await restart()
    await list.getByText('Live updates interrupted').waitFor({ state: 'detached' })
    await inbox.getByText('Live updates interrupted').waitFor({ state: 'detached' })
    await chat.getByText('Connection lost').waitFor({ state: 'detached' })
    await execute('shout')
    await list.getByRole('row').filter({ hasText: 'Shout' }).waitFor()
    expect(await list.getByRole('row').filter({ hasText: 'Waits' }).count()).toBe(1)
    await box.press('Enter')
    await expect.poll(() => chat.getByText('Done in').count()).toBe(2)
    for (const text of ['before', 'after']) {
      expect(await chat.getByRole('log').getByText(text, { exact: true }).count(), text).toBe(2)
    }
    // The run continues: the question is answered in one window and disappears in the other.
    await viewer.getByRole('button', { name: 'Order', exact: true }).click()
    await viewer.getByRole('status').filter({ hasText: 'Completed, 4 of 4 done' }).waitFor()
    await inbox.locator('.mr-question[data-standing=open]').waitFor({ state: 'detached' })
    await Promise.all([inbox, viewer, chat].map((page) => page.close()))
  })

  test('of two users who answer, one sees that the other was first', async () => {
    await execute('waits')
    const [mine, theirs] = [web.page, await web.signedIn()]
    await web.visit('/inbox', mine)
    await web.visit('/inbox', theirs)
    const open = (page: Page) => page.locator('.mr-question[data-standing=open]', { hasText: 'Order it?' })
    await open(mine).waitFor()
    await open(theirs).waitFor()
    // The other page receives no events for now.
    web.expectConsoleError(/status of 409|ERR_FAILED/)
    await theirs.route('**/interrupts/events', (route) => route.abort())
    await open(mine).getByRole('button', { name: 'Order', exact: true }).click()
    await open(mine).waitFor({ state: 'detached' })
    // The question may disappear from the other page while its button is clicked.
    const leaving = open(theirs).getByRole('button', { name: 'Leave' }).click()
    await Promise.race([leaving.catch(() => {}), open(theirs).waitFor({ state: 'detached' })])
    await theirs
      .getByText(/^Answered by|already/)
      .first()
      .waitFor()
    await open(theirs).waitFor({ state: 'detached' })
    await theirs.context().close()
  })

  test('a hostile message is shown and does nothing, even without a policy of the host', async () => {
    const session = await web.call<{ id: string }>('/workflows/echo/playground/sessions', { name: 'Hostile' })
    await web.call(`/playground/sessions/${session.id}/messages`, { content: HOSTILE })
    const page = await web.host('/host', HOST)
    await page.waitForFunction('window.talk')
    await page.evaluate(`talk('echo')`)
    const answer = page.locator('.mr-markdown').filter({ hasText: 'also bold' }).last()
    await answer.getByRole('cell', { name: 'pear' }).waitFor()
    await answer.getByText("const kept = '<b>'").waitFor()
    for (const link of await answer.getByRole('link').all()) await link.click({ trial: true }).catch(() => undefined)
    await answer.getByText('a title').hover()
    const handlers = '[onerror], [onload], [onmouseover]'
    const bad = `script, img, iframe, style, form, input, svg, [style], ${handlers}, [href^="javascript"]`
    expect(await page.locator('.mr-markdown').locator(bad).count()).toBe(0)
    expect(await page.evaluate('window.hacked')).toBe(undefined)
    const link = answer.getByRole('link', { name: 'a page' })
    expect([await link.getAttribute('target'), await link.getAttribute('rel')]).toEqual([
      '_blank',
      'noopener noreferrer',
    ])
    expect(await page.evaluate('getComputedStyle(document.body).display')).toBe('block')
    await page.close()
  })

  test('a chunk that can no longer be loaded shows an error, and a reload fixes it', async () => {
    const page = await web.context.newPage()
    await page.route('**/settings-page-*.js', (route) => route.fulfill({ status: 404, body: '' }))
    web.expectConsoleError(/settings-page|status of 404/)
    await page.goto(`${web.origin}/`)
    await page.getByRole('heading', { name: 'Workflows' }).waitFor()
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('alert').getByText('Something went wrong').waitFor()
    // The rest of the page still works.
    await page.getByRole('link', { name: 'Executions' }).click()
    await page.getByRole('heading', { name: 'Executions' }).waitFor()
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.unroute('**/settings-page-*.js')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
    await page.close()
  })

  test('a stylesheet that could not be loaded is requested again', async () => {
    const { id } = await web.call('/workflows', drawing('Styled', [{ id: 'note', type: 'text' }], ''))
    const page = await web.context.newPage()
    let requests = 0
    await page.route('**/millrace.css', (route) => (++requests < 3 ? route.abort() : route.continue()))
    web.expectConsoleError(/ERR_FAILED/)
    await page.goto(`${web.origin}/#/workflows/${id}`)
    await page.locator('.react-flow__node[data-id="note"]').click()
    await page.getByRole('button', { name: 'Test this node' }).waitFor()
    expect(requests).toBe(3)
    await page.close()
  })

  test('a panel whose code cannot be loaded leaves the canvas and is loaded again on request', async () => {
    const config = { expression: '$' }
    const { id } = await web.call('/workflows', drawing('Coded', [{ id: 'map', type: 'json_transform', config }], ''))
    const page = await web.context.newPage()
    await page.route('**/code-editor-*.js', (route) => route.abort())
    web.expectConsoleError(/code-editor|ERR_FAILED/)
    await page.goto(`${web.origin}/#/workflows/${id}`)
    const node = page.locator('.react-flow__node[data-id="map"]')
    await node.click()
    await page.getByRole('alert').getByText('Something went wrong').waitFor()
    await node.click()
    await page.unroute('**/code-editor-*.js')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('tabpanel').locator('.cm-content').first().waitFor()
    await page.close()
  })

  test('a hidden window has no connection, and catches up when it is visible again', async () => {
    await web.visit('/settings')
    const page = await web.context.newPage()
    // Uses a fake clock, so that the test does not wait.
    await page.clock.install()
    const open = new Set<string>()
    page.on('request', (request) => /executions\/events/.test(request.url()) && open.add(request.url()))
    const isClosed = (request: Request) => void open.delete(request.url())
    page.on('requestfinished', isClosed)
    page.on('requestfailed', isClosed)
    await page.goto(`${web.origin}/#/executions`)
    const rows = page.getByRole('row').filter({ hasText: 'Shout' })
    await rows.first().waitFor()
    const before = await rows.count()
    await until('the stream is open', async () => open.size === 1)
    const hide = (hidden: boolean) =>
      page.evaluate(`(() => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${hidden} })
        document.dispatchEvent(new Event('visibilitychange'))
      })()`)
    await hide(true)
    await page.clock.runFor(20_000)
    await until('the stream is closed', async () => open.size === 0)
    await execute('shout')
    await hide(false)
    await expect.poll(() => rows.count()).toBe(before + 1)
    await page.close()
  })

  test('an expired link shows a message and offers a token sign-in', async () => {
    const context = await web.newContext()
    const page = await context.newPage()
    web.expectConsoleError(/status of 4\d\d/)
    await page.goto(`${web.origin}/sign-in?code=used`)
    await page.getByText('This link was used before, or is older than 15 minutes.').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await seriousFindings(page)).toEqual([])
    await page.getByLabel('API token').fill('wrong')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: 'credential' }).waitFor()
    await page.getByLabel('API token').fill(web.key)
    await page.keyboard.press('Enter')
    await page.getByRole('navigation', { name: 'Main navigation' }).waitFor()
    await context.close()
  })

  test('a viewer is not offered actions that would be rejected', async () => {
    await web.call('/workflows', ASKS)
    const run = await execute('asks')
    const { token } = await web.call<{ token: string }>('/auth/tokens', { name: 'Vera', role: 'viewer' })
    const page = await (await web.newContext()).newPage()
    web.expectConsoleError(/status of 401/)
    const refused: string[] = []
    page.on('response', (response) => response.status() === 403 && refused.push(response.url()))
    await page.goto(web.origin)
    await page.getByLabel('API token').fill(token)
    await page.keyboard.press('Enter')
    await page.getByRole('row').filter({ hasText: 'Asks' }).waitFor()
    const offered = async () =>
      page.evaluate<string[]>(`[...document.querySelectorAll('button:not(:disabled), [role=menuitem]:not(:disabled)')]
        .filter((one) => one.checkVisibility()).map((one) => one.ariaLabel ?? one.textContent.trim())`)
    const ACTS =
      /^(New|Import|From template|Run|Cancel|Pause|Resume|Delete|Duplicate|Send|Go|Stay|Dismiss|Revoke|Start |Save)/
    await page.getByRole('button', { name: 'More actions for Asks' }).click()
    expect((await offered()).filter((name) => ACTS.test(name))).toEqual([])
    await page.keyboard.press('Escape')
    const places = {
      [`/executions/${run}`]: 'Go on?',
      '/workflows/asks/playground': 'can view this session',
      '/settings': 'About',
    }
    for (const [path, text] of Object.entries(places)) {
      await web.visit(path, page)
      await page.getByText(text).first().waitFor()
      expect(
        (await offered()).filter((name) => ACTS.test(name)),
        path,
      ).toEqual([])
    }
    expect(await page.getByRole('link', { name: 'API tokens' }).count()).toBe(0)
    // The test of a node is shown with the reason why it is not possible.
    await web.visit('/workflows/asks', page)
    await page.locator('.react-flow__node').first().click()
    const testButton = page.getByRole('button', { name: 'Test this node' })
    await testButton.waitFor()
    expect([await testButton.isDisabled(), await testButton.getAttribute('data-tip')]).toEqual([
      true,
      'This editor is read-only, and you may not run workflows.',
    ])
    await page.locator('.react-flow__node').first().click({ button: 'right' })
    for (const name of ['Test this node', 'Run from here']) {
      expect(await page.getByRole('menuitem', { name }).isDisabled(), name).toBe(true)
    }
    await page.keyboard.press('Escape')
    // Neither the button nor the key starts a run.
    const runButton = page.getByRole('button', { name: 'Run', exact: true })
    expect([await runButton.isDisabled(), await runButton.getAttribute('data-tip')]).toEqual([
      true,
      'You may not run workflows.',
    ])
    await page.keyboard.press('Control+Enter')
    await page.getByRole('button', { name: 'Run panel' }).click()
    const runPanel = page.getByRole('complementary', { name: 'Run' })
    await runPanel.getByRole('button', { name: 'Run', exact: true }).waitFor()
    expect(await runPanel.getByRole('button', { name: /^Run/, disabled: false }).count()).toBe(0)
    expect(refused).toEqual([])
    await page.context().close()
  })

  test('a token is revoked in the settings', async () => {
    const { page } = web
    await web.call('/auth/tokens', { name: 'leaked', role: 'viewer' })
    await web.visit('/settings')
    await page.getByRole('link', { name: 'API tokens' }).click()
    const row = page.getByRole('row').filter({ hasText: 'leaked' })
    await row.getByRole('button', { name: 'Revoke leaked' }).click()
    await page.getByRole('button', { name: 'Revoke', exact: true }).click()
    await row.waitFor({ state: 'detached' })
    const tokens = await web.call<{ name: string }[]>('/auth/tokens')
    expect(tokens.map(({ name }) => name)).not.toContain('leaked')
  })

  test('a token is shown once, and the key of a connection never', async () => {
    const { page } = web
    await web.visit('/settings')
    await page.getByRole('link', { name: 'API tokens' }).click()
    await page.getByRole('button', { name: 'New token' }).click()
    await page.getByLabel('Name').fill('nightly')
    await page.getByRole('button', { name: 'Create token' }).click()
    const dialog = page.getByRole('dialog', { name: 'Copy the token now' })
    const secret = await dialog.getByLabel('Token', { exact: true }).inputValue()
    expect(secret).toMatch(/^mrt_/)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('row').filter({ hasText: 'nightly' }).waitFor()
    await page.getByRole('link', { name: 'Connections' }).click()
    await page.getByRole('button', { name: 'New connection' }).first().click()
    await page.getByLabel('Name').fill('main')
    await choose(page.getByLabel('Provider'), 'OpenAI')
    await page.getByLabel('API key').fill('sk-very-secret-value-0001')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('row').filter({ hasText: 'main' }).getByText('…0001').waitFor()
    await page.getByRole('button', { name: 'Edit main' }).click()
    await page.getByText('A key ending in 0001 is stored').waitFor()
    const everything = await page.evaluate<string>(
      `document.documentElement.outerHTML + [...document.querySelectorAll('input')].map((one) => one.value)`,
    )
    expect([everything.includes(secret), everything.includes('very-secret')]).toEqual([false, false])
  })
})
