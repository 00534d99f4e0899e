/** Everything by keyboard: from the list to a run of a new workflow, with a visible focus at every step. */
import { expect, test } from 'vitest'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { EditorActions } from './support/editor-actions.ts'
import { Keyboard } from './support/keyboard.ts'
import { useWeb } from './support/web.ts'
import { WAITS } from './support/workflows.ts'

describeInBrowser('the keyboard', () => {
  const web = useWeb()

  test('creates, connects, saves and runs a workflow, and shows the result', async () => {
    const { page } = web
    const keys = new Keyboard(page)
    const editor = new EditorActions(page)
    const button = (name: string | RegExp) => page.getByRole('button', { name })
    await page.getByRole('heading', { name: 'Workflows' }).first().waitFor()
    await keys.to(button('New workflow').first())
    await keys.press('Enter')
    await page.getByText('Empty workflow').waitFor()

    await editor.add('text input')
    await editor.add('format text')
    await editor.add('text output')
    // Each node is added after the selected one and connected to it.
    await editor.counts(3, 2)
    const settings = page.getByRole('complementary', { name: 'Settings' })

    // The node that was added last is selected; its ports are connected through the menu, which restores the edge.
    await keys.to(settings.getByRole('tab', { name: 'Settings' }))
    await keys.press('ArrowRight')
    await keys.to(settings.getByRole('button', { name: 'Disconnect: Format text' }))
    await keys.press('Enter')
    await editor.counts(3, 1)
    await keys.to(settings.getByRole('button', { name: 'Connect: Text' }))
    await keys.press('Enter')
    await keys.to(page.getByRole('menuitem', { name: 'Formatted' }), 'ArrowDown')
    await keys.press('Enter')
    await editor.counts(3, 2)

    // Another node is reached on the canvas.
    await keys.to(editor.node('text_formatter.1'))
    await keys.press('Space')
    await settings.getByRole('textbox', { name: 'Label' }).and(page.locator('[value="Format text"]')).waitFor()
    await keys.to(settings.getByRole('tab', { selected: true }))
    if ((await settings.getByRole('tab', { name: 'Settings', selected: true }).count()) === 0) {
      await keys.press('ArrowLeft')
    }
    await keys.to(settings.getByLabel('Operation'))
    await page.keyboard.type('uppercase')
    await editor.save()

    await keys.to(editor.runButton)
    await keys.press('Enter')
    const panel = page.getByRole('complementary', { name: 'Run' })
    await keys.to(panel.getByRole('textbox', { name: 'Text input' }))
    await page.keyboard.type('quiet')
    await keys.to(panel.getByRole('button', { name: 'Run', exact: true }), 'Shift+Tab')
    await keys.press('Enter')
    await panel
      .getByRole('status')
      .filter({ hasText: /^Completed, 3 of 3/ })
      .waitFor()
    await keys.to(panel.getByRole('tab', { selected: true }))
    while ((await panel.getByRole('tab', { name: 'Overview', selected: true }).count()) === 0) {
      await keys.press('ArrowLeft')
    }
    await panel.getByText('QUIET').first().waitFor()
    expect([...keys.unseen]).toEqual([])
  })

  test('Enter opens a focused node with its input, settings and output, and Escape returns to it', async () => {
    const { page } = web
    const editor = new EditorActions(page)
    const keys = new Keyboard(page)
    await page.reload()
    await editor.counts(3, 2)
    await keys.to(editor.node('text_formatter.1'))
    await keys.press('Enter')
    const view = page.getByRole('dialog', { name: 'Format text' })
    await view.getByRole('region', { name: 'Input' }).waitFor()
    await view.getByRole('region', { name: 'Output' }).waitFor()
    await keys.press('Escape')
    await view.waitFor({ state: 'detached' })
    await editor.node('text_formatter.1').and(page.locator(':focus')).waitFor()
  })

  test('undo, delete, select all, search and the shortcut list have keys', async () => {
    const { page } = web
    const editor = new EditorActions(page)
    const keys = new Keyboard(page)
    await page.reload()
    await editor.counts(3, 2)
    await keys.to(editor.node('text_output.1'))
    await keys.press('Space', 'Delete')
    await editor.counts(2, 1)
    await keys.press('Control+z')
    await editor.counts(3, 2)
    await keys.press('Control+a', 'Control+d')
    await editor.counts(6, 4)
    await keys.press('Control+z')
    await editor.counts(3, 2)
    await keys.press('Control+f')
    await page.getByRole('textbox', { name: 'Find in workflow' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('format text')
    await page
      .getByRole('search')
      .getByText(/^1 of \d$/)
      .waitFor()
    await keys.press('Escape')
    await keys.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await dialog.waitFor()
    await keys.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  test('saves, searches and runs while text is typed into a code editor', async () => {
    const { page } = web
    const editor = new EditorActions(page)
    const keys = new Keyboard(page)
    await web.visit('/')
    await page.getByRole('button', { name: 'New workflow' }).first().click()
    await page.getByText('Empty workflow').waitFor()
    await editor.add('prompt template')
    const template = page.getByRole('textbox', { name: 'Template' })
    await template.click()
    await page.keyboard.type('Dear reader')
    await editor.save()
    await keys.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Search actions, nodes and workflows' })
    await palette.waitFor()
    await keys.press('Escape')
    await palette.waitFor({ state: 'detached' })
    await template.click()
    await keys.press('Control+Enter')
    await page.getByRole('complementary', { name: 'Run' }).getByRole('status').waitFor()
    await editor.saved()
  })

  test('watches, reads, answers and repeats a run', async () => {
    const { page } = web
    const keys = new Keyboard(page)
    const link = (name: string | RegExp) => page.getByRole('link', { name })
    await web.call('/workflows', WAITS)
    await web.call('/workflows/waits/execute', {})
    await web.visit('/')
    await keys.to(link('Executions'))
    await keys.press('Enter')
    await keys.to(page.getByLabel('Status'))
    await page.keyboard.type('Running')
    await keys.to(link(/^Waits/).first())
    await keys.press('Enter')

    // The tab list is one tab stop; arrow keys switch between the views.
    await keys.to(page.getByRole('tab', { name: 'Graph' }))
    await keys.press('ArrowRight')
    await page.getByRole('tab', { name: 'Kanban', selected: true }).waitFor()
    await keys.to(page.getByRole('button', { name: /^in/ }))
    await keys.press('Enter')
    await page.getByRole('tab', { name: 'Node', selected: true }).waitFor()
    await keys.to(page.getByRole('tab', { name: 'Kanban' }), 'Shift+Tab')
    await keys.press('ArrowRight')
    await keys.to(page.getByRole('button', { name: 'Show details of ask' }))
    await keys.press('Enter')
    await page.getByRole('button', { name: 'Hide details of ask' }).waitFor()
    await keys.to(page.getByRole('tab', { name: 'Node', selected: true }))
    while ((await page.getByRole('tab', { name: /^Questions/, selected: true }).count()) === 0) {
      await keys.press('ArrowRight')
    }
    await keys.to(page.getByRole('button', { name: 'Order', exact: true }))
    await keys.press('Enter')
    await page.getByRole('status').filter({ hasText: 'Completed, 4 of 4 done' }).waitFor()
    await keys.to(page.getByRole('button', { name: 'Run again' }), 'Shift+Tab')
    await keys.press('Enter')
    await keys.to(page.getByRole('button', { name: 'Cancel' }))
    await keys.press('Enter')
    await keys.to(page.getByRole('dialog').getByRole('button', { name: 'Cancel execution' }))
    await keys.press('Enter')
    await page
      .getByRole('status')
      .filter({ hasText: /^Cancelled/ })
      .waitFor()
    expect([...keys.unseen]).toEqual([])
  })

  test('uses the inbox, a conversation and the settings', async () => {
    const { page } = web
    const keys = new Keyboard(page)
    await web.call('/workflows/waits/execute', {})
    await web.visit('/')
    await keys.to(page.getByRole('link', { name: 'Inbox' }))
    await keys.press('Enter')
    await keys.to(page.getByRole('button', { name: 'Leave' }))
    const open = page.locator('.mr-question[data-standing=open]')
    const before = await open.count()
    await keys.press('Space')
    await expect.poll(() => open.count()).toBe(before - 1)

    await web.visit('/workflows/waits/playground')
    await keys.to(page.getByRole('button', { name: 'Start session' }))
    await keys.press('Enter')
    await keys.to(page.getByLabel('Message', { exact: true }))
    await page.keyboard.type('Hello')
    await keys.press('Enter')
    await keys.to(page.getByRole('button', { name: 'Order', exact: true }))
    await keys.press('Enter')
    await page.getByText('Done in').waitFor()

    await web.visit('/settings')
    await keys.to(page.getByRole('radio', { name: /^System default/ }))
    await keys.press('ArrowRight', 'ArrowRight')
    await page.getByRole('radio', { name: /^Dark/, checked: true }).waitFor()
    await keys.press('ArrowLeft', 'ArrowLeft')
    await keys.to(page.getByRole('link', { name: 'API tokens' }), 'Shift+Tab')
    await keys.press('Enter')
    await keys.to(page.getByRole('button', { name: 'New token' }))
    await keys.press('Enter')
    await page.getByRole('dialog').getByLabel('Name').and(page.locator(':focus')).waitFor()
    await keys.press('Escape')
    await page.getByRole('button', { name: 'New token' }).and(page.locator(':focus')).waitFor()
    expect([...keys.unseen]).toEqual([])
  })
})
