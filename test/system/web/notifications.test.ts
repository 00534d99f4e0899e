/** Notifications in the settings, and the error workflow of a workflow in the editor. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { drawing } from '../support/drawing.ts'
import { choose } from './support/choose.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { until } from './support/until.ts'
import { useWeb } from './support/web.ts'

const ALARM = drawing('Alarm', [{ id: 'failed', type: 'error_trigger' }], '')
const BREAKS = drawing('Breaks', [{ id: 'broken', type: 'fail', config: { message: 'There is no stock left.' } }], '')

interface Subscription {
  readonly name: string
  readonly enabled: boolean
  readonly events: readonly string[]
}

describeInBrowser('notifications', () => {
  /** Bodies by path. */
  const received: { path: string; body: string }[] = []
  let server: Server
  let origin = ''
  const web = useWeb(async () => {
    server = createServer(async (request, response) => {
      const pieces: Buffer[] = []
      for await (const piece of request) pieces.push(piece as Buffer)
      received.push({ path: request.url ?? '', body: Buffer.concat(pieces).toString() })
      response.writeHead(204).end()
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return ['--egress-allow', '127.0.0.1']
  })
  afterAll(() => {
    server?.closeAllConnections()
    server?.close()
  })

  const row = () => web.page.locator('tbody').getByRole('row')
  const press = (name: string) => web.page.getByRole('button', { name, exact: true }).click()
  const stored = () => web.call<Subscription[]>('/subscriptions')

  test('a subscription for a program is created, and shows its secret once', async () => {
    const { page } = web
    await web.visit('/settings?part=notifications')
    await page.getByText('No subscriptions yet').waitFor()
    await press('New subscription')
    const dialog = page.getByRole('dialog')
    await choose(dialog.getByLabel('Send to'), 'Program (signed webhook)')
    await dialog.getByLabel('Address').fill(`${origin}/first?key=1`)
    await dialog.getByLabel('Name').fill('Operations')
    await dialog.getByRole('button', { name: 'Create' }).click()
    expect(await dialog.getByLabel('Secret').inputValue()).toMatch(/^whsec_/)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await row()
      .filter({ hasText: 'Operations' })
      .filter({ hasText: `${origin}/first` })
      .waitFor()
    expect(await stored()).toMatchObject([{ enabled: true, events: ['execution.failed', 'question.waiting'] }])
  })

  test('a change keeps the address with its query, or replaces it', async () => {
    const { page } = web
    const dialog = page.getByRole('dialog')
    await press('Edit Operations')
    await dialog.getByLabel('Name').fill('Night shift')
    await dialog.getByLabel('Question waits').click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await press('Send a test to Night shift')
    await until('the test message', async () => received.length === 1)
    expect(received[0]).toMatchObject({ path: '/first?key=1', body: expect.stringContaining('"type":"test"') })
    expect(await stored()).toMatchObject([{ name: 'Night shift', events: ['execution.failed'] }])

    await press('Edit Night shift')
    await dialog.getByLabel('Address').fill('http://')
    web.expectConsoleError(/status of 422/)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('must be a URL').waitFor()
    await dialog.getByLabel('Address').fill(`${origin}/second`)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await row()
      .filter({ hasText: `${origin}/second` })
      .waitFor()
    await press('Send a test to Night shift')
    await until('the second test message', async () => received.length === 2)
    expect(received[1]?.path).toBe('/second')
  })

  test('e-mail with an unknown mail server is refused at its field', async () => {
    const { page } = web
    const dialog = page.getByRole('dialog')
    const input = (name: string) => dialog.getByRole('textbox', { name, exact: true })
    await press('New subscription')
    await choose(dialog.getByLabel('Send to'), 'E-mail')
    await input('To').fill('ops@example.test')
    await input('From').fill('mill@example.test')
    await input('Mail server').fill('unknown')
    web.expectConsoleError(/status of 422/)
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByText('must be a credential of the default project').waitFor()
    const isInvalid = (label: string) => input(label).getAttribute('aria-invalid')
    expect([await isInvalid('Mail server'), await isInvalid('To')]).toEqual(['true', null])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  test('a subscription is turned off and on, and deleted', async () => {
    const { page } = web
    await press('Turn off Night shift')
    await row().getByText('Off', { exact: true }).waitFor()
    expect(await stored()).toMatchObject([{ enabled: false }])
    await press('Turn on Night shift')
    await row().getByText('On', { exact: true }).waitFor()
    await press('Delete Night shift')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No subscriptions yet').waitFor()
    expect(await stored()).toEqual([])
  })

  test('the editor names the error workflow, opts out, or leaves it to the service', async () => {
    const { page } = web
    const alarm = await web.call('/workflows', ALARM)
    const breaks = await web.call('/workflows', BREAKS)
    const config = async () => (await web.call<{ config?: object }>(`/workflows/${breaks.id}`)).config
    const isSaved = (what: string, wanted: object) =>
      until(what, async () => JSON.stringify((await config()) ?? {}) === JSON.stringify(wanted))
    await web.visit(`/workflows/${breaks.id}`)
    await press('Settings')
    const setting = page.getByLabel('When it fails, run')
    await setting.waitFor()
    expect(await setting.textContent()).toBe('Default of the service')

    await choose(setting, 'A workflow')
    await page.getByLabel('Error workflow').click()
    await page.getByRole('option', { name: 'Alarm' }).click()
    await page.keyboard.press('ControlOrMeta+s')
    await isSaved('the error workflow', { error_workflow: alarm.id })
    const { execution_id } = await web.call<{ execution_id: string }>(`/workflows/${breaks.id}/execute`, {})
    const runs = () => web.call<{ started_by_id: string }[]>(`/executions?workflow_id=${alarm.id}`)
    await until('the run of the error workflow', async () => (await runs()).length === 1)
    expect(await runs()).toMatchObject([{ started_by_id: execution_id }])

    // The name is shown after a reload, although the document has the id.
    await web.visit(`/workflows/${breaks.id}`)
    await press('Settings')
    await expect.poll(() => page.getByLabel('Error workflow').inputValue()).toBe('Alarm')
    await choose(setting, 'Nothing')
    await page.keyboard.press('ControlOrMeta+s')
    await isSaved('no error workflow', { error_workflow: false })
    await choose(setting, 'Default of the service')
    await page.keyboard.press('ControlOrMeta+s')
    await isSaved('the default', {})
  })
})
