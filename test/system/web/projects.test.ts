/** The choice of a project in the list of workflows and in the dialogs. */
import { expect, test } from 'vitest'
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
    await page.getByRole('row').filter({ hasText: 'desk' }).getByText('support', { exact: true }).waitFor()
  })
})
