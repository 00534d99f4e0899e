/** People: invited, changed, signed out and disabled by an admin; signed in at an identity provider; listed in pages. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { drawing } from '../support/drawing.ts'
import { choose } from './support/choose.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { useSingleSignOn } from './support/single-sign-on.ts'
import { useWeb } from './support/web.ts'

const PASSWORD = 'correct horse battery'

describeInBrowser('people in the settings', () => {
  const web = useWeb()

  /** Invites a person who signs in with a password, without a page. */
  async function person(name: string) {
    const email = `${name.toLowerCase()}@example.com`
    const invited = await web.call<{ id: string; link: { url: string } }>('/people', { email, name, role: 'viewer' })
    let cookie = ''
    const post = async (path: string, body: object) => {
      const headers = { 'Content-Type': 'application/json' }
      const response = await fetch(`${web.origin}/api/v1${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
      return response.status
    }
    const code = new URLSearchParams(invited.link.url.split('?')[1]).get('code')
    expect(await post('/auth/password-choice', { code, password: PASSWORD })).toBe(200)
    return {
      id: invited.id,
      signIn: () => post('/auth/session', { email, password: PASSWORD }),
      /** The role of the session, or the status that refuses it. */
      async role() {
        const response = await fetch(`${web.origin}/api/v1/auth/session`, { headers: { cookie } })
        return response.ok ? ((await response.json()) as { data: { role: string } }).data.role : response.status
      },
    }
  }

  test('an invited person chooses a password, signs in with it, and cannot once disabled', async () => {
    const { page } = web
    await web.visit('/settings?part=people')
    await page.getByRole('button', { name: 'Invite person' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('E-mail address').fill('ada@example.com')
    await dialog.getByLabel('Name').fill('Ada Lovelace')
    await dialog.getByRole('button', { name: 'Create invitation' }).click()
    const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
    await dialog.getByRole('button', { name: 'Done' }).click()
    const row = page.getByRole('row').filter({ hasText: 'ada@example.com' })
    await row.getByText('Invited').waitFor()

    const context = await page.context().browser()!.newContext()
    const other = await context.newPage()
    await other.goto(link)
    await other.getByText('ada@example.com').waitFor()
    await other.getByLabel('Password').fill(PASSWORD)
    await other.getByRole('button', { name: 'Set password and sign in' }).click()
    await other.getByRole('button', { name: 'Account' }).click()
    await other.getByText('Ada Lovelace').waitFor()
    await other.getByRole('menuitem', { name: 'Sign out' }).click()
    await other.getByLabel('E-mail address').fill('ada@example.com')
    await other.getByLabel('Password').fill(PASSWORD)
    await other.getByRole('button', { name: 'Sign in', exact: true }).click()
    await other.getByRole('button', { name: 'Account' }).waitFor()

    await page.reload()
    await row.getByRole('button', { name: 'Actions for Ada Lovelace' }).click()
    await page.getByRole('menuitem', { name: 'Disable' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
    await row.getByText('Disabled').waitFor()
    await other.reload()
    await other.getByRole('button', { name: 'Use an API token' }).or(other.getByLabel('API token')).first().waitFor()
    expect(await other.getByRole('button', { name: 'Account' }).count()).toBe(0)
    await context.close()
  })

  test('an admin changes a role, signs a person out and enables an account, with the effect on their sessions', async () => {
    const { page } = web
    const carol = await person('Carol')
    const dora = await person('Dora')
    const erin = await person('Erin')
    await web.call('/people', { email: 'frank@example.com', name: 'Frank', role: 'viewer' })
    expect([await carol.role(), await dora.role(), await erin.role()]).toEqual(['viewer', 'viewer', 'viewer'])
    await web.call(`/people/${erin.id}`, { isDisabled: true }, 'PATCH')
    // The time is written after the request.
    const people = () => web.call<{ name: string; lastSeenAt: string | null }[]>('/people')
    await expect.poll(people).toContainEqual(expect.objectContaining({ name: 'Carol', lastSeenAt: expect.any(String) }))

    await web.visit('/settings?part=people')
    const rowOf = (name: string) => page.getByRole('row').filter({ hasText: `${name.toLowerCase()}@example.com` })
    const shown = async (name: string) => {
      const titles = await page.getByRole('columnheader').allTextContents()
      const cells = await rowOf(name).getByRole('cell').allTextContents()
      return ['Role', 'Status', 'Last seen', 'Sessions'].map((title) => cells[titles.indexOf(title)])
    }
    const act = async (name: string, action: string) => {
      await rowOf(name)
        .getByRole('button', { name: `Actions for ${name}` })
        .click()
      await page.getByRole('menuitem', { name: action, exact: true }).click()
    }
    const ago = expect.stringMatching(/^(just now|\d+ minutes? ago)$/)
    await expect.poll(() => shown('Carol')).toEqual(['Viewer', 'Active', ago, '1'])
    expect(await shown('Frank')).toEqual(['Viewer', 'Invited', 'Never', '0'])

    await act('Carol', 'Change role')
    const dialog = page.getByRole('dialog', { name: 'Role of Carol' })
    await choose(dialog.getByRole('combobox', { name: 'Role' }), 'Editor: also edit workflows')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => shown('Carol')).toEqual(['Editor', 'Active', ago, '0'])
    expect(await carol.role()).toBe(401)
    await carol.signIn()
    expect(await carol.role()).toBe('editor')

    await act('Dora', 'Sign out everywhere')
    await expect.poll(async () => (await shown('Dora')).at(-1)).toBe('0')
    expect(await dora.role()).toBe(401)

    expect((await shown('Erin')).slice(0, 2)).toEqual(['Viewer', 'Disabled'])
    expect(await erin.signIn()).toBe(401)
    await act('Erin', 'Enable')
    await expect.poll(async () => (await shown('Erin'))[1]).toBe('Active')
    expect(await erin.signIn()).toBe(200)
    expect(await erin.role()).toBe('viewer')
  })

  test('the list of tokens names owners, and marks those whose account is disabled', async () => {
    const { page } = web
    const ada = await web.call<{ id: string; link: { url: string } }>('/people', {
      ...{ email: 'owner@example.com', name: 'Grace Hopper', role: 'admin' },
    })
    const context = await web.newContext()
    web.expectConsoleError(/status of 401/)
    const other = await context.newPage()
    await other.goto(ada.link.url)
    await other.getByLabel('Password').fill(PASSWORD)
    await other.getByRole('button', { name: 'Set password and sign in' }).click()
    await other.getByRole('button', { name: 'Account' }).waitFor()
    await other.goto(`${web.origin}/#/settings?part=tokens`)
    await other.getByRole('button', { name: 'New token' }).click()
    await other.getByRole('dialog').getByLabel('Name').fill('nightly import')
    await other.getByRole('dialog').getByRole('button', { name: 'Create token' }).click()
    await other.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
    const row = (where: Page) => where.getByRole('row').filter({ hasText: 'nightly import' })
    await row(other).getByText('by Grace Hopper').waitFor()
    expect(await row(other).getByText('Account disabled').count()).toBe(0)
    await context.close()
    await web.call(`/people/${ada.id}`, { isDisabled: true }, 'PATCH')
    await web.visit('/settings?part=tokens')
    await row(page).getByText('Account disabled').waitFor()
  })

  test('an approver who is named by e-mail address answers in the inbox', async () => {
    const config = { message: 'Pay the invoice?', approvers: ['heidi@example.com'] }
    const asks = drawing('Invoice', [{ id: 'ask', type: 'confirmation', config }], '')
    const { id } = await web.call('/workflows', asks)
    const invited = { email: 'Heidi@Example.com', name: 'Heidi', role: 'operator' }
    const { link } = await web.call<{ link: { url: string } }>('/people', invited)
    const { execution_id } = await web.call<{ execution_id: string }>(`/workflows/${id}/execute`, {})
    const context = await web.newContext()
    web.expectConsoleError(/status of 401/)
    const page = await context.newPage()
    await page.goto(link.url)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Set password and sign in' }).click()
    await page.getByRole('button', { name: 'Account' }).waitFor()
    await web.visit('/inbox', page)
    await page.getByText('Pay the invoice?').waitFor()
    await page.getByRole('button', { name: 'Yes', exact: true }).click()
    const status = async () => (await web.call<{ status: string }>(`/pipelines/${execution_id}`)).status
    await expect.poll(status).toBe('completed')
    await context.close()
  })

  test('the list has pages', async () => {
    const people = Array.from({ length: 51 }, (_, at) => `person${at}@example.com`)
    for (const email of people) await web.call('/people', { email, name: email, role: 'viewer' })
    const { page } = web
    await web.visit('/settings?part=people')
    const last = page.getByRole('cell', { name: 'person9@example.com', exact: true })
    await page.getByRole('cell', { name: 'person0@example.com', exact: true }).waitFor()
    expect(await last.count()).toBe(0)
    await page.getByRole('navigation', { name: 'Pages of people' }).getByRole('button', { name: 'Next' }).click()
    await last.waitFor()
  })
})

describeInBrowser('single sign-on below a path', () => {
  const sso = useSingleSignOn('/millrace')

  test('a person signs in with the role of a group, and signs out here and at the provider', async () => {
    const page = await sso.visitor()
    await page.goto(`${sso.address}/#/settings?part=about`)
    await sso.signIn(page, 'ada')
    await expect.poll(() => page.url()).toBe(`${sso.address}/#/settings?part=about`)
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menu', { name: 'Account' }).getByText('Ada Lovelace · admin').waitFor()
    expect(page.url().split('#')[0]).toBe(`${sso.address}/`)
    await page.keyboard.press('Escape')
    await sso.signOut(page)
    await page.getByRole('link', { name: 'Sign in with Example' }).click()
    await page.getByPlaceholder('Enter any login').waitFor()
    await page.context().close()
  })

  test('a person without a role learns why, in the language of the browser', async () => {
    const page = await sso.visitor('de-DE')
    await page.goto(`${sso.address}/sign-in`)
    await sso.signIn(page, 'bob')
    await page.getByRole('alert').getByText('Ihr Konto hat keine Rolle in diesem Dienst.').waitFor()
    await page.getByRole('link', { name: 'Mit Example anmelden' }).waitFor()
    const other = page.getByRole('link', { name: 'Anderes Konto verwenden' })
    expect(await other.getAttribute('href')).toMatch(/\?account=other$/)
    await page.context().close()
  })
})
