/** The list of workflows: shows all tags, and updates runs live. */
import { expect, test } from 'vitest'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { useWeb } from './support/web.ts'
import { SHOUT, WAITS } from './support/workflows.ts'

describeInBrowser('the home', () => {
  const web = useWeb()

  test('lists the tags of workflows that are not on the page', async () => {
    const { page } = web
    // The only workflow with the tag is beyond the first page.
    await web.call('/workflows', { ...SHOUT, name: 'Far away', tags: ['rare'] })
    for (let at = 0; at < 60; at++) await web.call('/workflows', { ...SHOUT, name: `Near ${at}`, tags: ['common'] })
    await web.visit('/')
    await page.getByRole('row').filter({ hasText: 'Near 59' }).waitFor()
    expect(await page.getByRole('row').filter({ hasText: 'Far away' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Tags' }).click()
    await page.getByRole('menuitem', { name: 'rare' }).click()
    await page.getByRole('row').filter({ hasText: 'Far away' }).waitFor()
    expect(await page.getByRole('row').filter({ hasText: 'Near' }).count()).toBe(0)
    expect(page.url()).toContain('rare')
  })

  test('updates a run live', async () => {
    const { page } = web
    await web.call('/workflows', WAITS)
    await web.visit('/')
    const row = page.getByRole('row').filter({ hasText: 'Waits' })
    await row.getByText('Never').waitFor()
    const { execution_id: id } = await web.call<{ execution_id: string }>('/workflows/waits/execute', {})
    await row.getByText('Running').waitFor()
    await web.call(`/executions/${id}/cancel`, {})
    await row.getByText('Cancelled').waitFor()
  })

  test('shows triggers and state, and publishes and deactivates by the menu', async () => {
    const { page } = web
    const hook = {
      id: 'in',
      position: { x: 0, y: 0 },
      data: {
        label: 'Hook',
        config: { path: 'listed' },
        metadata: { id: 'webhook_trigger', node_type_id: 'webhook_trigger' },
      },
    }
    const body = { name: 'By hand', nodes: [hook], edges: [], config: { publish: 'manual' } }
    const { id } = await web.call<{ id: string }>('/workflows', body)
    const requests: string[] = []
    const note = (request: { url(): string }) => void requests.push(new URL(request.url()).pathname)
    page.on('request', note)
    await web.visit('/')
    const row = page.getByRole('row').filter({ hasText: 'By hand' })
    await row.getByText('Not published').waitFor()
    await row.getByRole('img', { name: 'Webhook' }).waitFor()
    expect(requests.filter((path) => /\/(workflows|executions)$/.test(path))).toEqual([])
    page.off('request', note)
    const menu = page.getByRole('button', { name: 'More actions for By hand' })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Publish' }).click()
    await row.getByText('Not published').waitFor({ state: 'detached' })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Deactivate' }).click()
    await row.getByText('Inactive').waitFor()
    expect(await web.call<object>(`/workflows/${id}`)).toMatchObject({
      active: false,
      published_revision: 2,
      has_unpublished_changes: false,
    })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Activate', exact: true }).click()
    await row.getByText('Inactive').waitFor({ state: 'detached' })
  })

  test('fits on a phone', async () => {
    const phone = await web.signedIn({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    const session = await web.call<{ id: string }>('/workflows/waits/playground/sessions', { name: 'On a phone' })
    const places = {
      '/': 'Workflows',
      '/settings': 'Appearance',
      '/executions': 'Executions',
      '/inbox': 'Inbox',
      [`/workflows/waits/playground?session=${session.id}`]: 'On a phone',
    }
    for (const [path, text] of Object.entries(places)) {
      await web.visit(path, phone)
      await phone.getByText(text).filter({ visible: true }).first().waitFor()
      expect(await phone.evaluate('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(390)
    }
    // The conversation has the full width; a button opens the sessions.
    const box = await phone.getByLabel('Message', { exact: true }).boundingBox()
    expect(box?.width).toBeGreaterThan(250)
    const sessions = phone.getByRole('navigation', { name: 'Sessions' })
    expect(await sessions.isVisible()).toBe(false)
    await phone.getByRole('button', { name: 'Show sessions' }).click()
    await sessions.getByRole('button', { name: /^On a phone/ }).click()
    await sessions.waitFor({ state: 'hidden' })
    await phone.context().close()
  })
})
