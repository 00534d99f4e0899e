/** Mounting in a host page: exceptions, handlers, several editors, and cleanup. */
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { fencesRunBy } from '../../fences.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { EditorActions } from './support/editor-actions.ts'
import { hostPage } from './support/host-page.ts'
import { until } from './support/until.ts'
import { useWeb } from './support/web.ts'
import { SHOUT } from './support/workflows.ts'

const BUILT = fileURLToPath(new URL('../../../dist/web/', import.meta.url))

const SCRIPT = `
  Object.assign(window, await import('/web/millrace.js'))
  window.tell = (work) => {
    try {
      work()
      return 'mounted'
    } catch (error) {
      return error.message
    }
  }
  window.ready = true`

interface Module {
  mountEditorApp(container: string): void
}

describeInBrowser('mounting in a page of a host', () => {
  const web = useWeb()

  test('every mount function throws the four exceptions immediately', async () => {
    const page = await web.host('/bare', hostPage(SCRIPT, { hasCss: false }))
    await page.waitForFunction('window.ready')
    const mounts = [
      'mountEditorApp(PLACE)',
      'mountPipelineViewer(PLACE, { pipelineId: "x" })',
      'mountPlayground(PLACE, { workflowId: "x" })',
    ]
    for (const mount of mounts) {
      const said = (place: string) => page.evaluate(`tell(() => ${mount.replace('PLACE', place)})`)
      expect(await said('"#nowhere"')).toBe('Container element not found')
      expect(await said('null')).toBe('Container element not found')
      expect(await said('"#flat"')).toBe('Container has no dimensions')
      expect(await said('"#one"')).toBe('Millrace CSS not imported')
    }
    expect(await page.evaluate('document.querySelectorAll(".mr-root, .box > *").length')).toBe(0)
    const module: Module = await import(pathToFileURL(join(BUILT, 'millrace.js')).href)
    expect(() => module.mountEditorApp('#one')).toThrow('Cannot mount in server-side context')
    await page.close()
  })

  test('reports a failed request to onApiError, which can suppress the toast', async () => {
    const page = await web.host('/host', hostPage(SCRIPT))
    await page.waitForFunction('window.ready')
    web.expectConsoleError(/status of 404/)
    await page.evaluate(`
      window.calls = { one: [], two: [] }
      const options = (name, isHandled) => ({
        baseUrl: '/api/nowhere',
        workflowId: 'x',
        onApiError: (error, operation) => {
          calls[name].push([operation, error.status])
          return isHandled
        },
      })
      window.one = mountEditorApp('#one', options('one', true))
      window.two = mountEditorApp('#two', options('two', false))`)
    await page.waitForFunction('calls.one.length >= 3 && calls.two.length >= 3')
    await page.locator('#two .mr-toast').first().waitFor()
    expect(await page.locator('#one .mr-toast').count()).toBe(0)
    const calls: [string, number][] = await page.evaluate('calls.one')
    expect(calls.toSorted()).toEqual([
      ['loadNodes', 404],
      ['loadPortConfig', 404],
      ['loadWorkflow', 404],
    ])
    await page.evaluate('one.destroy(); two.destroy()')
    await page.close()
  })

  test('the playground reports failed requests to onApiError', async () => {
    await web.call('/workflows', { ...SHOUT, name: 'Played' })
    const page = await web.host('/host', hostPage(SCRIPT))
    await page.waitForFunction('window.ready')
    web.expectConsoleError(/status of (404|500)/)
    const broken = { status: 500, json: { success: false, error: 'Broken', code: 'INTERNAL_ERROR' } }
    await page.route('**/playground/sessions*', (route) =>
      route.request().method() === 'POST' ? route.fulfill(broken) : route.fallback(),
    )
    await page.evaluate(`
      window.calls = { gone: [], handled: [], shown: [] }
      window.told = (name, isHandled) => (error, operation) => {
        calls[name].push([operation, error.status])
        return isHandled
      }
      window.gone = mountPlayground('#one', { workflowId: 'nowhere', onApiError: told('gone', true) })
    `)
    await page.waitForFunction('calls.gone.length >= 2')
    expect((await page.evaluate<[string, number][]>('calls.gone')).toSorted()).toEqual([
      ['loadWorkflow', 404],
      ['loadWorkflow', 404],
    ])
    expect(await page.locator('#one .mr-toast').count()).toBe(0)
    await page.evaluate(`
      gone.destroy()
      window.handled = mountPlayground('#one', { workflowId: 'played', onApiError: told('handled', true) })
      window.shown = mountPlayground('#two', { workflowId: 'played', onApiError: told('shown') })`)
    for (const place of ['#one', '#two'])
      await page.locator(place).getByRole('button', { name: 'Start session' }).first().click()
    await page.locator('#two .mr-toast', { hasText: 'Broken' }).waitFor()
    await page.waitForFunction('calls.handled.length > 0')
    expect(await page.locator('#one .mr-toast').count()).toBe(0)
    expect(await page.evaluate('[calls.handled, calls.shown]')).toEqual([
      [['executeWorkflow', 500]],
      [['executeWorkflow', 500]],
    ])
    await page.evaluate('handled.destroy(); shown.destroy()')
    await page.close()
  })

  test('the pipeline viewer reports node types and port rules that cannot be loaded to onApiError', async () => {
    const { id } = await web.call('/workflows', { ...SHOUT, name: 'Viewed' })
    const { execution_id: pipelineId } = await web.call<{ execution_id: string }>(`/workflows/${id}/execute`, {})
    const page = await web.host('/host', hostPage(SCRIPT))
    await page.waitForFunction('window.ready')
    web.expectConsoleError(/status of 500/)
    const broken = { status: 500, json: { success: false, error: 'Broken', code: 'INTERNAL_ERROR' } }
    for (const path of ['**/api/v1/nodes*', '**/api/v1/port-config*'])
      await page.route(path, (route) => route.fulfill(broken))
    await page.evaluate(`
      window.calls = { one: [], two: [] }
      window.told = (name, isHandled) => (error, operation) => {
        calls[name].push([operation, error.status])
        return isHandled
      }
      window.one = mountPipelineViewer('#one', { pipelineId: '${pipelineId}', onApiError: told('one', true) })
      window.two = mountPipelineViewer('#two', { pipelineId: '${pipelineId}', onApiError: told('two') })`)
    await page.locator('#two .mr-toast', { hasText: 'Broken' }).first().waitFor()
    await page.waitForFunction('calls.one.length >= 2 && calls.two.length >= 2')
    const expected = [
      ['loadNodes', 500],
      ['loadPortConfig', 500],
    ]
    expect((await page.evaluate<[string, number][]>('calls.one')).toSorted()).toEqual(expected)
    expect((await page.evaluate<[string, number][]>('calls.two')).toSorted()).toEqual(expected)
    expect(await page.locator('#one .mr-toast').count()).toBe(0)
    await page.evaluate('one.destroy(); two.destroy()')
    await page.close()
  })

  test('reports a failed save and a failed run by operation, and a missing response by status 0', async () => {
    await web.call('/workflows', { ...SHOUT, name: 'Told' })
    const page = await web.host('/host', hostPage(SCRIPT))
    await page.waitForFunction('window.ready')
    web.expectConsoleError(/status of 500|ERR_FAILED/)
    const broken = { status: 500, json: { success: false, error: 'Broken', code: 'INTERNAL_ERROR' } }
    await page.route('**/api/v1/execute', (route) => route.fulfill(broken))
    await page.route('**/api/v1/workflows/*', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.fallback(),
    )
    await page.evaluate(`
      window.calls = []
      window.one = mountEditorApp('#one', {
        workflowId: 'told',
        onApiError: ({ message, status }, operation) => {
          calls.push([operation, status, message])
          return true
        },
      })`)
    const editor = new EditorActions(page)
    await editor.counts(3, 2)
    await editor.name.fill('Told apart')
    expect(await page.evaluate('one.save()')).toBe(false)
    // The first button opens the panel with the inputs, the second is in it.
    for (const place of [page.getByRole('banner'), page.getByRole('complementary', { name: 'Run' })])
      await place.getByRole('button', { name: 'Run', exact: true }).click()
    await page.waitForFunction('calls.length >= 2')
    expect(await page.evaluate('calls')).toEqual([
      ['saveWorkflow', 0, 'Cannot reach the service'],
      ['executeWorkflow', 500, 'Broken'],
    ])
    expect(await page.locator('.mr-toast').count()).toBe(0)
    await page.evaluate('one.destroy()')
    await page.close()
  })

  test('reports a failed save to onSaveError with the unsaved document, which stays in the editor', async () => {
    await web.call('/workflows', SHOUT)
    const page = await web.host('/host', hostPage(SCRIPT))
    await page.waitForFunction('window.ready')
    web.expectConsoleError(/status of 503/)
    await page.route('**/api/v1/workflows/*', async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback()
      const body = { success: false, error: 'No room left', code: 'STORAGE_FULL' }
      await route.fulfill({ status: 503, json: body })
    })
    await page.evaluate(`
      window.failures = []
      window.dirty = []
      window.one = mountEditorApp('#one', {
        workflowId: 'shout',
        onSaveError: (error, workflow) => failures.push([error.code, workflow.name, workflow.nodes.length]),
        onDirtyStateChange: (isDirty) => dirty.push(isDirty),
      })`)
    const editor = new EditorActions(page)
    await editor.counts(3, 2)
    await editor.name.fill('Shout louder')
    await page.keyboard.press('Control+s')
    await page.getByText('Could not save: No room left').first().waitFor()
    expect(await page.evaluate('failures')).toEqual([['STORAGE_FULL', 'Shout louder', 3]])
    expect(await page.evaluate('[one.isDirty(), one.getWorkflow().name]')).toEqual([true, 'Shout louder'])

    await page.unroute('**/api/v1/workflows/*')
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await editor.saved()
    expect((await web.call('/workflows/shout')).name).toBe('Shout louder')
    expect(await page.evaluate('dirty')).toEqual([true, false])
    await page.evaluate('one.destroy()')
    await page.close()
  })

  test('several editors on one page are independent, and destroy leaves nothing behind', async () => {
    const page = await web.host('/host', hostPage(SCRIPT))
    await page.waitForFunction('window.ready')
    // A link that preloads a module stays, as the module does: the next editor needs both.
    const state = `({
      elements: document.querySelectorAll('body *').length,
      styles: document.head.querySelectorAll(':not(link[rel="modulepreload"])').length,
      body: document.body.getAttribute('style') + document.body.className,
      html: document.documentElement.getAttribute('style') + document.documentElement.className,
    })`
    const before = await page.evaluate(state)
    await page.evaluate(`
      window.changes = []
      window.one = mountEditorApp('#one', { workflowId: 'shout', onWorkflowChange: (_, kind) => changes.push(kind) })
      window.two = mountEditorApp('#two', { workflow: { name: 'Two', nodes: [], edges: [] }, theme: 'dark' })`)
    const [one, two] = [page.locator('#one'), page.locator('#two')]
    await one.locator('.react-flow__node').first().waitFor()
    await two.getByText('Empty workflow').waitFor()

    // Keyboard go to the editor that was used last.
    await two.locator('.react-flow__pane').click({ position: { x: 40, y: 60 } })
    await new EditorActions(page).add('text input')
    expect(await two.locator('.react-flow__node').count()).toBe(1)
    expect(await one.locator('.react-flow__node').count()).toBe(3)
    expect(await page.evaluate('changes')).toEqual([])
    expect(await page.evaluate('[one.isDirty(), two.isDirty(), two.getWorkflow().nodes.length]')).toEqual([
      false,
      true,
      1,
    ])
    expect(JSON.parse(await page.evaluate<string>('two.export()'))).toMatchObject({ name: 'Two' })

    await page.evaluate('one.destroy(); one.destroy(); two.destroy()')
    expect(await page.evaluate(state)).toEqual(before)
    await page.close()
  })

  test('leaves no listeners and no memory after fifty mounts and unmounts', async () => {
    const page = await web.host('/host', hostPage(SCRIPT))
    await page.waitForFunction('window.ready')
    const session = await page.context().newCDPSession(page)
    await page.evaluate(`
      window.round = async () => {
        const one = mountEditorApp('#one', { workflowId: 'shout' })
        const drawn = () => document.querySelectorAll('#one .react-flow__node').length === 3
        while (!drawn()) await new Promise((resolve) => setTimeout(resolve, 5))
        one.destroy()
      }`)
    /** Counts of the browser after garbage collection. */
    const counted = async () => {
      await session.send('HeapProfiler.collectGarbage')
      const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
      return { nodes, listeners: jsEventListeners }
    }
    const rounds = async (count: number) => {
      for (let round = 0; round < count; round++) await page.evaluate('round()')
    }
    await session.send('HeapProfiler.enable')
    // Warm-up: what is loaded once stays.
    await rounds(5)
    await until('the first are gone', async () => (await counted()).nodes < 50)
    const before = await counted()
    await rounds(50)
    // Garbage collection takes time; leaked objects never go away.
    let after = before
    const isAsBefore = async () => {
      after = await counted()
      return after.nodes <= before.nodes && after.listeners <= before.listeners
    }
    await until('all fifty are gone', isAsBefore).catch(() => expect(after).toEqual(before))
    await session.detach()
    await page.close()
  })

  test('read-only mode shows everything and changes nothing', async () => {
    const page = await web.host('/host', hostPage(SCRIPT))
    await page.waitForFunction('window.ready')
    await page.evaluate(`window.one = mountEditorApp('#one', { workflowId: 'shout', mode: 'readonly' })`)
    const editor = new EditorActions(page)
    await editor.counts(3, 2)
    await editor.node('loud').click()
    await page.keyboard.press('Delete')
    await page.getByText('Read-only').waitFor()
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
    await editor.counts(3, 2)
    expect(await page.evaluate('one.isDirty()')).toBe(false)
    await page.close()
  })

  test('works with the documented strict policy of a host', async () => {
    const title = 'works with the documented strict policy of a host'
    const rules = fencesRunBy('docs/how-to/embedding.md', title)[0]!.trim()
    const policy = rules.replaceAll('https://flows.example.com', web.origin).replaceAll('\n', ' ')
    // Mounted by the page itself: evaluated scripts would need another policy.
    const script = `${SCRIPT}
      mountEditorApp('#one', { workflowId: 'shout' })`
    const page = await web.host('/strict', hostPage(script), {
      'content-security-policy': `default-src 'none'; ${policy.replace('script-src', "script-src 'nonce-host'")}`,
    })
    const editor = new EditorActions(page)
    await editor.counts(3, 2)
    await editor.node('loud').click()
    await page.getByRole('tabpanel').getByLabel('Operation').waitFor()
    await page.close()
  })

  test('the playground is mounted and receives messages', async () => {
    await web.call('/workflows', {
      ...SHOUT,
      name: 'Parrot',
      nodes: [
        {
          id: 'in',
          type: 'universalNode',
          position: { x: 0, y: 0 },
          data: { label: 'in', config: {}, metadata: { node_type_id: 'chat_input' } },
        },
        {
          id: 'out',
          type: 'universalNode',
          position: { x: 300, y: 0 },
          data: { label: 'out', config: {}, metadata: { node_type_id: 'chat_output' } },
        },
      ],
      edges: [
        { id: 'e', source: 'in', target: 'out', sourceHandle: 'in-output-message', targetHandle: 'out-input-message' },
      ],
    })
    const page = await web.host('/host', hostPage(SCRIPT))
    await page.waitForFunction('window.ready')
    await page.evaluate(`
      window.statuses = []
      window.one = mountPlayground('#one', {
        workflowId: 'parrot',
        onSessionStatusChange: (status) => statuses.push(status),
      })`)
    await page.getByRole('button', { name: 'Start session' }).click()
    await page.getByLabel('Message', { exact: true }).fill('Polly')
    await page.keyboard.press('Enter')
    await page.locator('.mr-message--assistant', { hasText: 'Polly' }).waitFor()
    await page.evaluate('one.destroy()')
    expect(await page.evaluate('document.querySelectorAll(".box > *").length')).toBe(0)
    await page.close()
  })
})
