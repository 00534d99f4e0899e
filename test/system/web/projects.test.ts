/** The choice of a project in the list of workflows and in the dialogs. */
import { expect, test } from 'vitest'
import { drawing } from '../support/drawing.ts'
import { choose } from './support/choose.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { EditorActions } from './support/editor-actions.ts'
import { useWeb } from './support/web.ts'
import { SHOUT } from './support/workflows.ts'

describeInBrowser('projects in the page', () => {
  const web = useWeb()
  const inProject = (id: string) => web.call<readonly { name: string }[]>(`/workflows?project=${id}`)

  test('the list shows a project, creates workflows in it and moves them', async () => {
    const { page } = web
    await web.call('/workflows', SHOUT)
    await web.call('/projects', { name: 'Sales' })
    await web.call('/projects', { name: 'Support' })
    await web.visit('/')
    const rows = page.locator('tbody').getByRole('row')
    await rows.filter({ hasText: 'Default project' }).getByText('Shout').waitFor()

    const switcher = page.getByRole('combobox', { name: 'Project' })
    await choose(switcher, 'Sales')
    await rows.first().waitFor({ state: 'detached' })
    expect(page.url()).toContain('project=sales')
    await page.getByRole('button', { name: 'New workflow' }).click()
    await page.getByText('Empty workflow').waitFor()
    const editor = new EditorActions(page)
    await editor.add('Text input')
    await editor.save()
    expect(await inProject('sales')).toMatchObject([{ name: 'Untitled workflow' }])
    expect(await inProject('support')).toEqual([])

    await web.visit('/?project=sales')
    await rows.filter({ hasText: 'Untitled' }).waitFor()
    expect(await rows.count()).toBe(1)
    await rows.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Move to project…' }).click()
    const dialog = page.getByRole('dialog')
    await choose(dialog.getByLabel('Project'), 'Support')
    await dialog.getByRole('button', { name: 'Move' }).click()
    await rows.first().waitFor({ state: 'detached' })
    await choose(switcher, 'Support')
    await rows.filter({ hasText: 'Untitled' }).waitFor()
    await choose(switcher, 'All projects')
    await rows.filter({ hasText: 'Shout' }).waitFor()
    await rows.filter({ hasText: 'Support' }).getByText('Untitled').waitFor()
  })

  test('the editor extracts nodes and creates credentials in the project of the workflow', async () => {
    const { page } = web
    const drawn = drawing(
      'Greeting',
      [
        { id: 'name', type: 'text_input', config: { defaultValue: 'ada' } },
        { id: 'loud', type: 'text_formatter', config: { operation: 'uppercase' } },
        { id: 'call', type: 'http_request', config: { url: 'https://desk.example/' } },
      ],
      'name.text -> loud.text',
    )
    const nodes = drawn.nodes.map((node, at) => ({ ...node, position: { x: 0, y: at * 200 } }))
    const { id } = await web.call('/workflows?project=sales', { ...drawn, nodes })
    await web.visit(`/workflows/${id}`)
    const editor = new EditorActions(page)
    await editor.counts(3)
    await page.getByRole('button', { name: 'Fit to screen' }).click()
    await editor.node('loud').click()
    await page.keyboard.press('Shift+E')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name of the new workflow').fill('Extracted')
    await dialog.getByRole('button', { name: 'Extract', exact: true }).click()
    await editor.node('sub_workflow.1').waitFor()
    await editor.save()
    expect(await inProject('sales')).toContainEqual(expect.objectContaining({ name: 'Extracted' }))

    await editor.node('call').click()
    await page.getByRole('tabpanel').getByRole('button', { name: 'New…' }).click()
    expect(await dialog.getByLabel('Project').count()).toBe(0)
    await dialog.getByLabel('Name', { exact: false }).first().fill('sales_desk')
    await dialog.getByLabel('Token').fill('a-secret-token-7Qfx')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const credentials = await web.call<readonly object[]>('/credentials?project=sales')
    expect(credentials).toEqual([expect.objectContaining({ name: 'sales_desk', project: 'sales' })])
  })

  // Before accounts have passwords: the page asks for a token first.
  test('a token of a project signs in to the page, which shows that project only', async () => {
    const { token } = await web.call<{ token: string }>('/auth/tokens', {
      ...{ name: 'support desk', role: 'editor', project: 'support' },
    })
    const { id } = await web.call('/workflows?project=support', { ...SHOUT, name: 'Flow of the desk' })
    const context = await web.newContext()
    web.expectConsoleError(/status of 401/)
    const page = await context.newPage()
    await page.goto(web.origin)
    await page.getByLabel('API token').fill(token)
    await page.keyboard.press('Enter')
    const rows = page.locator('tbody').getByRole('row')
    await rows.filter({ hasText: 'Flow of the desk' }).waitFor()
    expect(await rows.filter({ hasText: 'Shout' }).count()).toBe(0)
    await web.visit(`/workflows/${id}`, page)
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
    await context.close()
    await web.call(`/workflows/${id}`, undefined, 'DELETE')
  })

  test('a member edits workflows of one project and only reads those of another', async () => {
    const person = { email: 'eve@example.com', name: 'Eve', role: 'member' }
    const { id, link } = await web.call<{ id: string; link: { url: string } }>('/people', person)
    for (const [project, role] of [['sales', 'viewer'] as const, ['support', 'editor'] as const]) {
      await web.call(`/projects/${project}/members`, { kind: 'person', subject: id, role }, 'PUT')
      await web.call(`/workflows?project=${project}`, { ...SHOUT, name: `Flow of ${project}` })
    }
    const context = await web.newContext()
    web.expectConsoleError(/status of 401/)
    const page = await context.newPage()
    await page.goto(link.url)
    await page.getByLabel('Password').fill('correct horse battery')
    await page.getByRole('button', { name: 'Set password and sign in' }).click()
    await page.getByRole('button', { name: 'Account' }).waitFor()
    const open = async (name: string) => {
      const [flow] = await web.call<{ id: string }[]>(`/workflows?search=${encodeURIComponent(name)}`)
      await web.visit(`/workflows/${flow?.id}`, page)
      await page.locator('.react-flow__node').first().waitFor()
    }
    const saving = page.getByRole('button', { name: 'Save', exact: true })
    const running = page.getByRole('button', { name: 'Run', exact: true }).first()
    const testing = page.getByRole('button', { name: 'Test this node' })
    const canTest = async () => {
      await page.locator('.react-flow__node').first().click()
      return testing.isEnabled()
    }
    await open('Flow of support')
    await saving.waitFor()
    expect([await running.isEnabled(), await canTest()]).toEqual([true, true])
    await open('Flow of sales')
    expect(await saving.count()).toBe(0)
    expect([await running.isEnabled(), await canTest()]).toEqual([false, false])

    await web.visit('/', page)
    const menuOf = async (name: string) => {
      await page.getByRole('button', { name: `More actions for ${name}` }).click()
      await page.getByRole('menuitem', { name: 'Open', exact: true }).waitFor()
      const items = await page.getByRole('menuitem').allInnerTexts()
      await page.keyboard.press('Escape')
      return ['Run now', 'Duplicate', 'Delete'].filter((item) => items.includes(item))
    }
    expect(await menuOf('Flow of support')).toEqual(['Run now', 'Duplicate', 'Delete'])
    expect(await menuOf('Flow of sales')).toEqual([])
    await context.close()
  })

  test('a setting suggests credentials and workflows of the project of the workflow', async () => {
    const { page } = web
    const desk = { type: 'bearer', hosts: ['desk.example'], values: { token: 'a-secret-token-7Qfx' } }
    await web.call('/credentials?project=sales', { ...desk, name: 'desk_of_sales' })
    await web.call('/credentials?project=support', { ...desk, name: 'desk_of_support' })
    const drawn = drawing(
      'Suggested',
      [
        { id: 'call', type: 'http_request', config: { url: 'https://desk.example/' } },
        { id: 'child', type: 'sub_workflow' },
      ],
      '',
    )
    const nodes = drawn.nodes.map((node, at) => ({ ...node, position: { x: at * 300, y: 0 } }))
    const { id } = await web.call('/workflows?project=sales', { ...drawn, nodes })
    await web.visit(`/workflows/${id}`)
    const editor = new EditorActions(page)
    await editor.counts(2)
    await page.getByRole('button', { name: 'Fit to screen' }).click()
    const suggested = async (field: string, typed: string, expected: string) => {
      await page.getByRole('tabpanel').getByRole('combobox', { name: field }).fill(typed)
      await page.getByRole('option', { name: expected }).waitFor()
      return (await page.getByRole('option').allInnerTexts()).map((text) => text.trim())
    }
    await editor.node('call').click()
    expect(await suggested('Credential', 'desk_of', 'desk_of_sales')).toEqual(['desk_of_sales'])
    await editor.node('child').click()
    expect(await suggested('Workflow', 'Flow of', 'Flow of sales')).toEqual(['Flow of sales'])
  })

  test('the default error workflow is that of the chosen project', async () => {
    const { page } = web
    const { id } = await web.call(
      '/workflows?project=sales',
      drawing('Alarm', [{ id: 'on', type: 'error_trigger' }], ''),
    )
    await web.visit('/settings?part=notifications')
    await choose(page.getByLabel('Project'), 'Sales')
    const field = page.getByLabel('When a workflow fails, run')
    await choose(field, 'Alarm')
    await page.getByText('The default error workflow was changed.').waitFor()
    expect(await web.call('/error-workflow?project=sales')).toEqual({ workflow: id })
    expect(await web.call('/error-workflow')).toEqual({ workflow: null })
    await choose(page.getByLabel('Project'), 'Support')
    await field.click()
    await page.getByRole('option', { name: 'Flow of support' }).waitFor()
    expect(await page.getByRole('option', { name: 'Alarm' }).count()).toBe(0)
    await page.keyboard.press('Escape')
  })

  test('the settings create a project, change its members, and delete it only when it is empty', async () => {
    const { page } = web
    await web.call('/people', { email: 'grace@example.com', name: 'Grace', role: 'member' })
    await web.visit('/settings?part=projects')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'New project' }).click()
    await dialog.getByLabel('Name').fill('Research')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const row = page.locator('tbody').getByRole('row').filter({ hasText: 'research' })
    await row.waitFor()
    const openMenu = async (item: string) => {
      await row.getByRole('button', { name: 'Actions for Research' }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }

    await openMenu('Members')
    const member = dialog.locator('tbody').getByRole('row').filter({ hasText: 'grace@example.com' })
    const add = async (subject: string, role: string) => {
      await dialog.getByLabel('E-mail address or group').fill(subject)
      await choose(dialog.getByLabel('Role'), role)
      await dialog.getByRole('button', { name: 'Add member' }).click()
    }
    await dialog.getByText('No members yet').waitFor()
    web.expectConsoleError(/status of 404/)
    await add('nobody@example.com', 'Viewer: read only')
    await dialog.getByText('There is no such person.').waitFor()
    await add('grace@example.com', 'Viewer: read only')
    await member.getByText('Viewer').waitFor()
    // Adding a member again changes the role.
    await add('grace@example.com', 'Editor: also edit workflows')
    await member.getByText('Editor').waitFor()
    expect(await member.count()).toBe(1)
    await member.getByRole('button', { name: 'Remove grace@example.com' }).click()
    await dialog.getByText('No members yet').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    const { id } = await web.call('/workflows?project=research', { ...SHOUT, name: 'In the way' })
    web.expectConsoleError(/status of 409/)
    await openMenu('Delete')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('The project still has workflows or credentials.').first().waitFor()
    expect(await row.count()).toBe(1)
    await web.call(`/workflows/${id}`, undefined, 'DELETE')
    await openMenu('Delete')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await row.waitFor({ state: 'detached' })
  })

  test('a token and a credential are created in a project', async () => {
    const { page } = web
    await web.visit('/settings?part=tokens')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'New token' }).click()
    await dialog.getByLabel('Name').fill('for sales')
    await choose(dialog.getByLabel('Project'), 'Sales')
    await dialog.getByRole('button', { name: 'Create token' }).click()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('row').filter({ hasText: 'for sales' }).getByText('sales', { exact: true }).waitFor()

    await web.visit('/settings?part=credentials')
    await page.getByRole('button', { name: 'New credential' }).click()
    await choose(dialog.getByLabel('Project'), 'Support')
    await dialog.getByLabel('Name').fill('desk')
    await dialog.getByLabel('Hosts').fill('desk.example')
    await dialog.getByLabel('Token').fill('a-secret-token-7Qfx')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const row = page.getByRole('row').filter({ has: page.getByText('desk', { exact: true }) })
    await row.getByText('support', { exact: true }).waitFor()
  })

  test('the switcher lists more projects than fit into one reply', async () => {
    const { page } = web
    const names = Array.from({ length: 101 }, (_, at) => `Team ${String(at).padStart(3, '0')}`)
    for (const name of names) await web.call('/projects', { name })
    await web.call('/workflows?project=team-100', { ...SHOUT, name: 'Of the last team' })
    await web.visit('/')
    const switcher = page.getByRole('combobox', { name: 'Project' })
    await switcher.click()
    await page.getByRole('option', { name: 'Team 100', exact: true }).click()
    await page.locator('tbody').getByRole('row').filter({ hasText: 'Of the last team' }).waitFor()
    expect(page.url()).toContain('project=team-100')
  })
})
