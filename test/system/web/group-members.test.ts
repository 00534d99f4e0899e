/** Members of a project by a group of the identity provider, in the page. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { EditorActions } from './support/editor-actions.ts'
import { useSingleSignOn } from './support/single-sign-on.ts'
import { SHOUT } from './support/workflows.ts'

describeInBrowser('a member of a project by group', () => {
  const sso = useSingleSignOn()
  const { web } = sso

  const setGroups = (...groups: string[]) =>
    sso.provider.people.set('eve', { name: 'Eve', email: 'eve@example.com', groups })

  async function signIn(page: Page): Promise<void> {
    await page.goto(sso.address)
    await sso.signIn(page, 'eve')
    await page.getByRole('button', { name: 'Account' }).waitFor()
  }

  /** The names of the workflows in the list, once `expected` is one of them. */
  async function listed(page: Page, expected: string): Promise<string[]> {
    await web.visit('/', page)
    const rows = page.locator('tbody').getByRole('row')
    await rows.getByRole('link', { name: expected }).waitFor()
    return rows.getByRole('link').allInnerTexts()
  }

  test('has the rights of the groups of the last sign-in, there and nowhere else', async () => {
    await web.call('/workflows', { ...SHOUT, name: 'Flow of all' })
    for (const name of ['Sales', 'Support']) await web.call('/projects', { name })
    const { id } = await web.call('/workflows?project=sales', { ...SHOUT, name: 'Flow of sales' })
    await web.call('/workflows?project=support', { ...SHOUT, name: 'Flow of support' })
    const member = (project: string, subject: string, role: string) =>
      web.call(`/projects/${project}/members`, { kind: 'group', subject, role }, 'PUT')
    await member('sales', 'auditors', 'viewer')
    await member('sales', 'sellers', 'editor')
    await member('support', 'helpers', 'viewer')

    setGroups('staff', 'auditors')
    const page = await sso.visitor()
    const editor = new EditorActions(page)
    const saving = page.getByRole('button', { name: 'Save', exact: true })
    await signIn(page)
    expect(await listed(page, 'Flow of sales')).toEqual(['Flow of sales'])
    await web.visit(`/workflows/${id}`, page)
    await editor.counts(3)
    expect([await saving.count(), await editor.runButton.isEnabled()]).toEqual([0, false])
    await page.keyboard.press('a')
    await editor.node('in').click()
    expect(await page.getByRole('dialog', { name: 'Add node' }).count()).toBe(0)

    await sso.signOut(page)
    setGroups('staff', 'sellers')
    await signIn(page)
    expect(await listed(page, 'Flow of sales')).toEqual(['Flow of sales'])
    await web.visit(`/workflows/${id}`, page)
    await editor.counts(3)
    await editor.add('Text input')
    await editor.save()
    expect((await web.call(`/workflows/${id}`)).nodes).toHaveLength(4)

    await sso.signOut(page)
    setGroups('staff', 'helpers')
    await signIn(page)
    expect(await listed(page, 'Flow of support')).toEqual(['Flow of support'])
    web.expectConsoleError(/status of 404/)
    await web.visit(`/workflows/${id}`, page)
    await page.getByText('does not exist').first().waitFor()
    expect(await editor.nodes.count()).toBe(0)

    await sso.signOut(page)
    setGroups('staff')
    await page.goto(sso.address)
    await sso.signIn(page, 'eve')
    await page.getByRole('alert').getByText('Your account has no role in this service.').waitFor()
    await page.context().close()
  })
})
