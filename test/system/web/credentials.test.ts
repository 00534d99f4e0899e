/** Credentials in the settings and in the form of a node. */
import { expect, test } from 'vitest'
import { startOAuthServer } from '../../../packages/service/src/credentials/testing/oauth-server.ts'
import { seriousFindings } from './support/axe.ts'
import { choose } from './support/choose.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { EditorActions } from './support/editor-actions.ts'
import { useWeb } from './support/web.ts'

const TOKEN = 'a-secret-token-7Qfx'

describeInBrowser('credentials in the page', () => {
  const web = useWeb(async () => ['--egress-allow', '127.0.0.1'])

  test('are created in the form of a node, which keeps its other settings', async () => {
    const { page } = web
    const { id } = await web.call<{ id: string }>('/workflows', { name: 'Orders', nodes: [], edges: [] })
    await web.visit(`/workflows/${id}`)
    await page.getByText('Empty workflow').waitFor()
    const editor = new EditorActions(page)
    await editor.add('HTTP request')
    const panel = page.getByRole('tabpanel')
    await panel.getByLabel('URL').fill('https://api.shop.example/orders')
    await panel.getByLabel('Credential').fill('shop_api')
    await page.keyboard.press('Escape')
    await panel.getByText('which does not exist').waitFor()
    await panel.getByRole('button', { name: 'New…' }).click()
    const dialog = page.getByRole('dialog', { name: 'New credential' })
    // The name that the node has, the host that it calls, and only the types that it can use.
    expect(await dialog.getByLabel('Name', { exact: false }).first().inputValue()).toBe('shop_api')
    expect(await dialog.getByLabel('Hosts').inputValue()).toBe('api.shop.example')
    await dialog.getByLabel('Type').click()
    const options = await page.getByRole('option').allTextContents()
    expect(options).toContain('Bearer token')
    expect(options).not.toContain('SQL database')
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Token is required.').waitFor()
    await dialog.getByLabel('Token').fill(TOKEN)
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await panel.getByLabel('Credential').inputValue()).toBe('shop_api')
    await panel.getByText('which does not exist').waitFor({ state: 'detached' })
    expect(await panel.getByLabel('URL').inputValue()).toBe('https://api.shop.example/orders')
    await editor.save()
  })

  test('are listed with the workflows that use them, and edited without showing a secret', async () => {
    const { page } = web
    await web.visit('/settings?part=credentials')
    const row = page.locator('tbody').getByRole('row').filter({ hasText: 'shop_api' })
    await row.getByText('Bearer token').waitFor()
    await row.getByText('api.shop.example').waitFor()
    await row.getByRole('button', { name: '1 workflow' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Orders' }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()

    await row.getByRole('button', { name: 'Edit shop_api' }).click()
    const dialog = page.getByRole('dialog', { name: 'Credential “shop_api”' })
    await dialog.getByText('A value ending in 7Qfx is stored.').waitFor()
    expect(await dialog.getByLabel('Token').inputValue()).toBe('')
    await dialog.getByLabel('Hosts').fill('api.shop.example\nother.example')
    await dialog.getByText('Enter it again').waitFor()
    await dialog.getByLabel('Hosts').fill('api.shop.example')
    await dialog.getByLabel('Description').fill('Orders of the shop')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await row.getByText('Orders of the shop').waitFor()
    expect(await page.content()).not.toContain(TOKEN)
  })

  test('are deleted after a warning that names the workflows', async () => {
    const { page } = web
    const row = page.locator('tbody').getByRole('row').filter({ hasText: 'shop_api' })
    await row.getByRole('button', { name: 'Delete shop_api' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete “shop_api”?' })
    await dialog.getByText('this workflow fails from then on').waitFor()
    await dialog.getByRole('link', { name: 'Orders' }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No credentials yet').waitFor()
  })

  test('of a mail server are deleted after a warning that names the notifications', async () => {
    const { page } = web
    const values = { host: 'mail.example', port: '587' }
    for (const name of ['mail_server', 'another']) await web.call('/credentials', { name, type: 'smtp', values })
    const mail = { kind: 'email', events: ['execution.failed'], to: ['ops@example.test'], from: 'mill@example.test' }
    const made = await web.call('/subscriptions', { ...mail, name: 'Night shift', credential: 'mail_server' })
    const unrelated = await web.call('/subscriptions', { ...mail, name: 'Day shift', credential: 'another' })
    await web.call('/credentials/another', undefined, 'DELETE')
    await web.visit('/settings?part=credentials')
    await page.getByRole('button', { name: 'Delete mail_server' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete “mail_server”?' })
    await dialog.getByText('This e-mail notification fails from then on:').waitFor()
    expect(await dialog.getByRole('link').allTextContents()).toEqual(['Night shift'])
    expect(await seriousFindings(page)).toEqual([])

    // An admin of the project cannot read notifications, so the page must not request them.
    const person = { email: 'pia@example.com', name: 'Pia', role: 'member' }
    const pia = await web.call<{ id: string; link: { url: string } }>('/people', person)
    await web.call('/projects/default/members', { kind: 'person', subject: pia.id, role: 'admin' }, 'PUT')
    web.expectConsoleError(/status of 401/)
    const other = await (await web.newContext()).newPage()
    await other.goto(pia.link.url)
    await other.getByLabel('Password').fill('correct horse battery')
    await other.getByRole('button', { name: 'Set password and sign in' }).click()
    await other.getByRole('button', { name: 'Account' }).waitFor()
    const requested: string[] = []
    other.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await web.visit('/settings?part=credentials', other)
    await other.getByRole('button', { name: 'Delete mail_server' }).click()
    const warning = other.getByRole('dialog', { name: 'Delete “mail_server”?' })
    await warning.getByText('No workflow uses it.').waitFor()
    expect([await warning.getByRole('link').count(), await warning.getByRole('alert').count()]).toEqual([0, 0])
    expect(requested).toContain('/api/v1/credentials')
    expect(requested).not.toContain('/api/v1/subscriptions')
    await other.context().close()

    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No credentials yet').waitFor()
    for (const { id } of [made, unrelated]) await web.call(`/subscriptions/${id}`, undefined, 'DELETE')
  })

  test('are connected with an account at a provider', async () => {
    const { page } = web
    const redirectUri = `${web.origin}/oauth2/callback`
    await using provider = await startOAuthServer(redirectUri)
    web.allowOrigin(provider.issuer)
    web.allowOrigin('https://fonts.googleapis.com')
    await page.route(/fonts\.googleapis/, (route) => route.fulfill({ contentType: 'text/css', body: '' }))
    await web.visit('/settings?part=credentials')
    await page.getByRole('button', { name: 'New credential' }).first().click()
    const dialog = page.getByRole('dialog')
    await choose(dialog.getByLabel('Type'), 'OAuth 2.0 (authorization code)')
    await expect.poll(() => dialog.getByLabel('Redirect URI').inputValue()).toBe(redirectUri)
    await dialog.getByLabel('Name', { exact: false }).first().fill('orders')
    await dialog.getByLabel('Authorization URL').fill(`${provider.issuer}/auth`)
    await dialog.getByLabel('Token URL').fill(`${provider.issuer}/token`)
    await dialog.getByLabel('Client ID').fill('public')
    await dialog.getByLabel('Scopes').fill('openid orders.read')
    await dialog.getByLabel('Hosts').fill(provider.api)
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save and connect' }).click()
    await page.getByPlaceholder('Enter any login').fill('ada')
    await page.getByPlaceholder('and password').fill('any')
    await page.getByRole('button', { name: 'Sign-in' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    const row = page.locator('tbody').getByRole('row').filter({ hasText: 'orders' })
    await row.getByText('Connected as ada@example.com').waitFor()
    expect(page.url()).toBe(`${web.origin}/#/settings?part=credentials`)
    await row.getByRole('button', { name: 'Edit orders' }).click()
    await dialog.getByText(/^Since .*, by /).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Disconnect' }).click()
    await row.getByText('Not connected').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await row.getByRole('button', { name: 'Delete orders' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No credentials yet').waitFor()
  })

  test('are in German, with all fields of a type', async () => {
    const { page } = web
    await web.visit('/settings?part=appearance')
    await choose(page.getByLabel('Language'), 'Deutsch')
    await web.visit('/settings?part=credentials')
    await page.getByRole('button', { name: 'Neue Zugangsdaten' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Neue Zugangsdaten' })
    await choose(dialog.getByLabel('Art'), 'Modellanbieter')
    await dialog.getByLabel('API-Schlüssel').waitFor()
  })
})
