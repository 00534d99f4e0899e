/** Usage in the settings: an admin sees what models used, sets a price and limits them, also by project. */
import { expect, test } from 'vitest'
import { drawing } from '../support/drawing.ts'
import { choose } from './support/choose.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { useWeb } from './support/web.ts'

describeInBrowser('usage in the settings', () => {
  const web = useWeb()

  /** Creates a workflow that calls a model, runs it once and returns its id. */
  async function runIn(project: string, name: string): Promise<string> {
    const config = { provider: 'echo', model: 'echo', message: 'How are you?' }
    const drawn = drawing(name, [{ id: 'm', type: 'chat_model', config }], '')
    const { id } = await web.call(`/workflows?project=${project}`, drawn)
    await web.call(`/workflows/${id}/execute`, {})
    const used = () => web.call<unknown[]>(`/usage?workflow=${id}`)
    await expect.poll(async () => (await used()).length, { timeout: 60_000 }).toBe(1)
    return id
  }

  test('shows what models used, and sets prices and budgets', async () => {
    const { page } = web
    await runIn('default', 'Chatty')
    await web.visit('/settings?part=usage')
    const prices = page.getByRole('region', { name: 'Prices' })
    await prices.getByRole('button', { name: 'Set price' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Model').fill('echo/echo')
    await dialog.getByLabel('Million input tokens').fill('1000')
    await dialog.getByLabel('Million output tokens').fill('2000')
    await dialog.getByLabel('Million output tokens').press('Enter')
    await prices.getByRole('row').filter({ hasText: 'echo/echo' }).filter({ hasText: '2,000' }).waitFor()

    const budgets = page.getByRole('region', { name: 'Monthly budgets' })
    await budgets.getByRole('button', { name: 'New budget' }).click()
    await dialog.getByLabel('Limit per month').fill('0.5')
    await dialog.getByLabel('Limit per month').press('Enter')
    await budgets.getByRole('row').filter({ hasText: 'Whole instance' }).filter({ hasText: 'of 0.5' }).waitFor()

    // The filter is hidden while there is only one project.
    expect(await page.getByLabel('Project').count()).toBe(0)
    const used = page.getByRole('row').filter({ hasText: 'Chatty' })
    // The call was before the price.
    expect(await used.getByRole('cell').allTextContents()).toEqual(['Chatty', '1', '3', '3', '0'])
    await budgets.getByRole('button', { name: 'Delete the budget of Whole instance' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await budgets.getByText('No budgets').waitFor()
  })

  test('filters by project and names what is counted', async () => {
    const { page } = web
    await web.call('/projects', { name: 'Sales Team' })
    await runIn('sales-team', 'Quotes')
    const deleted = await runIn('sales-team', 'Short-lived')
    await web.call(`/workflows/${deleted}`, undefined, 'DELETE')
    await web.visit('/settings?part=usage')
    const table = page.getByRole('table').first()
    const first = table.locator('tbody td:first-child')
    const names = async () => (await first.allTextContents()).toSorted()
    await expect.poll(names).toEqual(['Chatty', `Deleted workflow ${deleted.slice(0, 8)}`, 'Quotes'])
    await choose(page.getByLabel('Project'), 'Sales Team')
    await expect.poll(names).toEqual(['Quotes'])
    const exported = page.getByRole('link', { name: 'Export CSV' })
    expect(await exported.getAttribute('href')).toContain('project=sales-team')
    await choose(page.getByLabel('By'), 'Day')
    const today = new Date().toLocaleDateString('en', { dateStyle: 'medium', timeZone: 'UTC' })
    await expect.poll(names).toEqual([today])
    await choose(page.getByLabel('Project'), 'All projects')
    await expect.poll(() => table.locator('tbody td').nth(1).textContent()).toBe('3')
  })

  test('limits a project, a workflow, a person and a model that are chosen by name', async () => {
    const { page } = web
    await web.visit('/settings?part=usage')
    const budgets = page.getByRole('region', { name: 'Monthly budgets' })
    const dialog = page.getByRole('dialog')
    const open = async (scope: string) => {
      await budgets.getByRole('button', { name: 'New budget' }).click()
      await choose(dialog.getByLabel('For'), scope)
      await dialog.getByLabel('Limit per month').fill('7')
    }
    const row = (name: string, scope: string) =>
      budgets.getByRole('row').filter({ hasText: name }).filter({ hasText: scope }).filter({ hasText: 'of 7' })
    await open('Project')
    await choose(dialog.getByLabel('Project'), 'Sales Team')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await row('Sales Team', 'Project').waitFor()

    await open('Workflow')
    await dialog.getByLabel('Which one').fill('quo')
    await page.getByRole('option', { name: 'Quotes' }).click()
    await dialog.getByRole('button', { name: 'Create' }).click()
    await row('Quotes', 'Workflow').waitFor()

    const [person] = await web.call<{ name: string }[]>('/usage?group_by=person')
    for (const [scope, name] of [
      ['Person', person?.name ?? ''],
      ['Model', 'echo/echo'],
    ] as const) {
      await open(scope)
      await dialog.getByLabel('Which one').click()
      await page.getByRole('option', { name }).click()
      await dialog.getByLabel('Which one').press('Enter')
      await row(name, scope).waitFor()
    }
    const made = await web.call<{ scope: string; subject: string }[]>('/usage/budgets')
    expect(made.map(({ scope }) => scope)).toEqual(['project', 'workflow', 'person', 'model'])
    expect(made[0]?.subject).toBe('sales-team')
  })

  test('shows an admin of one project its usage and budgets, and lets them change nothing', async () => {
    const person = { email: 'eve@example.com', name: 'Eve', role: 'member' }
    const { id, link } = await web.call<{ id: string; link: { url: string } }>('/people', person)
    await web.call('/projects', { name: 'Support' })
    for (const [project, role] of [['sales-team', 'admin'] as const, ['support', 'viewer'] as const]) {
      await web.call(`/projects/${project}/members`, { kind: 'person', subject: id, role }, 'PUT')
    }
    const context = await web.newContext()
    web.expectConsoleError(/status of 401/)
    const page = await context.newPage()
    await page.goto(link.url)
    await page.getByLabel('Password').fill('correct horse battery')
    await page.getByRole('button', { name: 'Set password and sign in' }).click()
    await page.getByRole('button', { name: 'Account' }).waitFor()
    await web.visit('/settings?part=usage', page)
    await page.getByRole('row').filter({ hasText: 'Quotes' }).first().waitFor()
    expect(await page.getByText('Chatty').count()).toBe(0)
    expect(await page.getByLabel('Project').count()).toBe(0)
    const budgets = page.getByRole('region', { name: 'Monthly budgets' })
    await budgets.getByRole('row').filter({ hasText: 'Sales Team' }).waitFor()
    // The header, the project and its workflow.
    expect(await budgets.getByRole('row').count()).toBe(3)
    expect(await budgets.getByRole('button').count()).toBe(0)
    expect(await page.getByRole('region', { name: 'Prices' }).count()).toBe(0)
    await context.close()
  })
})
