/** The options and handlers that docs/how-to/embedding.md lists, in a page of a host. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { EditorActions } from './support/editor-actions.ts'
import { hostPage } from './support/host-page.ts'
import { useWeb } from './support/web.ts'
import { SHOUT } from './support/workflows.ts'

const SCRIPT = `
  Object.assign(window, await import('/web/millrace.js'))
  window.ready = true`

describeInBrowser('the options of docs/how-to/embedding.md', () => {
  const web = useWeb()
  beforeAll(async () => {
    await web.call('/workflows', SHOUT)
  })

  /** A host page in a browser that is signed in or not. */
  async function hosted(isSignedIn: boolean): Promise<{ page: Page; editor: EditorActions }> {
    const page = await (isSignedIn ? web.context : await web.newContext()).newPage()
    await page.route(`${web.origin}/host`, (route) =>
      route.fulfill({ contentType: 'text/html', body: hostPage(SCRIPT) }),
    )
    await page.goto(`${web.origin}/host`)
    await page.waitForFunction('window.ready')
    return { page, editor: new EditorActions(page) }
  }

  test('every kind of credential works without a cookie', async () => {
    const { page, editor } = await hosted(false)
    const ways = [
      `token: '${web.key}'`,
      `apiKey: '${web.key}'`,
      `headers: { 'X-API-Key': '${web.key}' }`,
      `endpointConfig: { baseUrl: '/api/v1', auth: { type: 'bearer', token: '${web.key}' } }`,
      `endpointConfig: { auth: { type: 'api_key', apiKey: '${web.key}' } }`,
      `endpointConfig: { auth: { type: 'custom', headers: { Authorization: 'Bearer ${web.key}' } } }`,
      `authProvider: { getAuthHeaders: async () => ({ Authorization: 'Bearer ${web.key}' }) }`,
    ]
    for (const way of ways) {
      await page.evaluate(`window.one = mountEditorApp('#one', { workflowId: 'shout', ${way} })`)
      await editor.counts(3, 2)
      await page.evaluate('one.destroy()')
    }
    await page.context().close()
  })

  test('authProvider is called on 401, after which the request is retried once, and on 403', async () => {
    const { token } = await web.call<{ token: string }>('/auth/tokens', { name: 'looks', role: 'viewer' })
    const { page, editor } = await hosted(false)
    web.expectConsoleError(/status of 40[13]/)
    await page.evaluate(`
      window.heard = []
      let key = 'expired'
      window.one = mountEditorApp('#one', {
        workflowId: 'shout',
        authProvider: {
          getAuthHeaders: async () => ({ Authorization: 'Bearer ' + key }),
          onUnauthorized: async () => { heard.push('unauthorized'); key = '${token}'; return true },
          onForbidden: () => { heard.push('forbidden') },
        },
      })`)
    await editor.counts(3, 2)
    await editor.name.fill('Mine')
    expect(await page.evaluate('one.save()')).toBe(false)
    expect(new Set(await page.evaluate<string[]>('heard'))).toEqual(new Set(['unauthorized', 'forbidden']))
    await page.context().close()
  })

  test('theme and size are those of the host', async () => {
    const { page } = await hosted(true)
    for (const theme of ['dark', 'light']) {
      await page.evaluate(`window.one = mountEditorApp('#flat', { theme: '${theme}', width: 900, height: '500px' })`)
      const root = page.locator('#flat .mr-root').first()
      await root.waitFor()
      expect(await page.evaluate(`getComputedStyle(document.querySelector('#flat .mr-root')).colorScheme`)).toBe(theme)
      expect(await page.evaluate('[flat.clientWidth, flat.clientHeight]')).toEqual([900, 500])
      await page.evaluate('one.destroy()')
    }
    await page.close()
  })

  test('accepts a document, a catalogue, port rules and a bare canvas', async () => {
    const { page, editor } = await hosted(true)
    await page.evaluate(`
      const type = (id, ports) => ({
        node_type_id: id, id, name: id, description: id, category: 'own', version: '1.0.0', icon: 'mdi:cog', color: '#0d9488',
        type: 'default', supportedTypes: ['default'], tags: [], formats: [], extensions: {},
        configSchema: { type: 'object', properties: {} }, inputs: [], outputs: [], ...ports,
      })
      const port = (id, side, dataType) => ({ id, name: id, type: side, dataType })
      const node = (id, kind, x) => ({ id, type: 'universalNode', position: { x, y: 0 },
        data: { label: id, config: {}, metadata: { node_type_id: kind } } })
      window.one = mountEditorApp('#one', {
        workflow: { name: 'Given', nodes: [node('a', 'from', 0), node('b', 'to', 400)], edges: [] },
        nodes: [type('from', { outputs: [port('o', 'output', 'apple')] }), type('to', { inputs: [port('i', 'input', 'pear')] })],
        categories: [{ name: 'own', label: 'My own', icon: 'mdi:cog', weight: 1 }],
        portConfig: {
          version: '1', defaultDataType: 'apple',
          dataTypes: ['apple', 'pear'].map((id) => ({ id, name: id, color: '#ff0000', enabled: true })),
          compatibilityRules: [{ from: 'apple', to: 'pear' }],
        },
      })
      window.two = mountEditorApp('#two', { workflowId: 'shout', disableSidebar: true })`)
    await page.locator('#one').getByText('My own').waitFor()
    expect(await page.evaluate('[one.getWorkflow().name, one.getWorkflow().nodes.length]')).toEqual(['Given', 2])
    expect(await page.locator('#one').getByText('Chat input').count()).toBe(0)
    await page.locator('#two .react-flow__node').first().waitFor()
    expect(await page.locator('#two').getByPlaceholder('Search nodes').count()).toBe(0)
    await editor.connect({ node: 'a', port: 'o' }, { node: 'b', port: 'i' })
    await page.waitForFunction('one.getWorkflow().edges.length === 1')
    await page.evaluate('one.markAsSaved()')
    expect(await page.evaluate('one.isDirty()')).toBe(false)
    await page.evaluate('one.destroy(); two.destroy()')
    await page.close()
  })

  test('drafts are stored under the key of the host, unless they are disabled', async () => {
    const { page, editor } = await hosted(true)
    const drafts = () => page.evaluate<string[]>(`Object.keys(localStorage).filter((key) => key.includes('draft'))`)
    for (const [options, isKept] of [
      [`draftStorageKey: 'left'`, true],
      [`draftStorageKey: 'left', features: { autoSaveDraft: false }`, false],
    ] as const) {
      await page.evaluate(`window.one = mountEditorApp('#one', { workflowId: 'shout', ${options} })`)
      await editor.counts(3, 2)
      await editor.name.fill('Not saved')
      await page.waitForFunction('one.isDirty()')
      await page.evaluate('one.destroy()')
      expect((await drafts()).some((key) => key.includes('left'))).toBe(isKept)
      await page.evaluate(`mountEditorApp('#one', { workflowId: 'shout', draftStorageKey: 'left' }).clearDraft()`)
      await page.evaluate(`document.querySelector('#one').replaceChildren(); localStorage.clear()`)
    }
    await page.close()
  })

  test('drafts are kept on the service if the host chooses so', async () => {
    const { id } = await web.call('/workflows', { ...SHOUT, name: 'Kept there' })
    const { page, editor } = await hosted(true)
    const mount = () => page.evaluate(`window.one = mountEditorApp('#one', { workflowId: '${id}', drafts: 'service' })`)
    await mount()
    await editor.counts(3, 2)
    await editor.name.fill('Not saved')
    await editor.status('Unsaved changes (draft saved)')
    await page.evaluate('one.destroy(); localStorage.clear()')
    await mount()
    await page.getByText('You are editing unsaved changes from').waitFor()
    expect(await editor.name.inputValue()).toBe('Not saved')
    await page.evaluate('one.clearDraft(); one.destroy()')
    await page.close()
  })

  test('a host stores documents itself, without drafts', async () => {
    const { page, editor } = await hosted(true)
    await page.evaluate(`
      window.heard = []
      window.one = mountEditorApp('#one', {
        workflow: { name: 'Mine', nodes: [], edges: [] },
        onSave: async ({ name }) => {
          heard.push('save ' + name)
          if (name === 'Refused') throw new Error('The database is full')
          return { id: 'own-1' }
        },
        onCreated: (id) => heard.push('created ' + id),
        onAfterSave: ({ id, name }) => heard.push('after ' + id + ' ' + name),
        onSaveError: ({ message }) => heard.push('error ' + message),
      })`)
    await page.getByText('Empty workflow').waitFor()
    await editor.name.fill('Stored')
    await editor.save()
    await editor.name.fill('Refused')
    await page.keyboard.press('Control+s')
    await page.getByText('Could not save: The database is full').waitFor()
    await editor.status('Unsaved changes')
    await page.evaluate('one.destroy()')
    expect(await page.evaluate('heard')).toEqual([
      'save Stored',
      'created own-1',
      'after own-1 Stored',
      'save Refused',
      'error The database is full',
    ])
    expect(await page.evaluate(`Object.keys(localStorage).filter((key) => key.includes('draft'))`)).toEqual([])
    await page.close()
  })

  test('the browser asks before a changed document is closed, unless the host does', async () => {
    const { id } = await web.call('/workflows', { ...SHOUT, name: 'Closed' })
    for (const isAsked of [false, true]) {
      const { page, editor } = await hosted(true)
      const asked: string[] = []
      page.on('dialog', (dialog) => {
        asked.push(dialog.type())
        void dialog.accept()
      })
      await page.evaluate(
        `window.one = mountEditorApp('#one', { workflowId: '${id}', features: { asksBeforeUnload: ${isAsked} } })`,
      )
      await editor.counts(3, 2)
      await editor.name.fill('Not saved')
      const closed = page.waitForEvent('close')
      await page.close({ runBeforeUnload: true })
      await closed
      expect(asked).toEqual(isAsked ? ['beforeunload'] : [])
    }
  })

  test('calls the handlers around a save, given next to the options or together', async () => {
    const { page, editor } = await hosted(true)
    await page.evaluate(`
      window.heard = []
      window.mayBeSaved = false
      window.one = mountEditorApp('#one', {
        workflowId: 'shout',
        onWorkflowLoad: ({ name }) => heard.push('loaded ' + name),
        onWorkflowChange: (workflow, kind) => heard.push('changed ' + kind),
        eventHandlers: {
          onDirtyStateChange: (isDirty) => heard.push(isDirty ? 'unsaved' : 'saved'),
          onBeforeSave: async () => { heard.push('before'); return mayBeSaved },
          onAfterSave: ({ revision }) => heard.push('after ' + revision),
          onBeforeUnmount: (workflow, isDirty) => heard.push('unmount ' + isDirty),
        },
      })`)
    await editor.counts(3, 2)
    await editor.name.fill('Shouted')
    await page.waitForFunction('one.isDirty()')
    expect(await page.evaluate('one.save()')).toBe(false)
    await page.evaluate('mayBeSaved = true')
    expect(await page.evaluate('one.save()')).toBe(true)
    await page.evaluate('one.destroy()')
    expect(await page.evaluate('heard')).toEqual([
      'loaded Shout',
      'changed name',
      'unsaved',
      'before',
      'before',
      'saved',
      'after 2',
      'unmount false',
    ])
    await page.close()
  })

  test('the viewer reloads on request and reports a repeated run to the host', async () => {
    const { execution_id } = await web.call<{ execution_id: string }>('/workflows/shout/execute', {})
    const { page } = await hosted(true)
    await page.evaluate(`
      window.triggers = []
      window.reruns = []
      const component = {
        mount: (element, props) => {
          triggers.push(props.refreshTrigger)
          return { update: (next) => triggers.push(next.refreshTrigger), destroy: () => {} }
        },
      }
      window.one = mountPipelineViewer('#one', {
        pipelineId: '${execution_id}',
        onRerun: (id) => reruns.push(id),
        views: [{ key: 'count', label: 'Count', icon: 'mdi:cash', component }],
      })`)
    await page.locator('#one').getByRole('tab', { name: 'Count' }).click()
    await page.waitForFunction('triggers.length > 0')
    await page.evaluate('one.refresh()')
    await page.waitForFunction('triggers.at(-1) > triggers[0]')
    await page.evaluate('window.before = triggers.at(-1); dispatchEvent(new Event("pipeline-refresh"))')
    await page.waitForFunction('triggers.at(-1) > before')
    await page.locator('#one').getByRole('button', { name: 'Run again' }).first().click()
    await page.waitForFunction('reruns.length === 1')
    await page.evaluate('one.destroy()')
    await page.close()
  })

  test('the playground opens the given session, else the newest, and reports it', async () => {
    const begin = (name: string) => web.call<{ id: string }>('/workflows/shout/playground/sessions', { name })
    const [older, newest] = [await begin('Older'), await begin('Newest')]
    const { page } = await hosted(true)
    for (const [options, expected] of [
      [`initialSessionId: '${older.id}'`, older.id],
      ['', newest.id],
    ] as const) {
      await page.evaluate(`
        window.sessions = []
        window.one = mountPlayground('#one', { workflowId: 'shout', onSessionChange: (id) => sessions.push(id), ${options} })`)
      await page.waitForFunction('sessions.at(-1) !== undefined')
      expect(await page.evaluate('sessions.at(-1)')).toBe(expected)
      await page.evaluate('one.destroy()')
    }
    await page.close()
  })
})
