/** Webhooks and schedules in the editor: addresses, test calls, listening, the next times. */
import { expect, test } from 'vitest'
import { drawing } from '../support/drawing.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { until } from './support/until.ts'
import { useWeb } from './support/web.ts'

const HOOKED = drawing(
  'Hooked',
  [
    {
      id: 'hook',
      type: 'webhook_trigger',
      config: { path: 'orders', auth: 'token', secret: 'the secret of the shop' },
    },
    { id: 'out', type: 'output', config: { name: 'order' } },
    { id: 'tick', type: 'schedule_trigger', config: { cron: '30 8 * * *', timezone: 'Europe/Berlin', enabled: false } },
  ],
  'hook.body -> out.value',
)

describeInBrowser('triggers in the editor', () => {
  const web = useWeb()

  const select = (id: string) => web.page.locator(`.react-flow__node[data-id="${id}"]`).click()

  test('a webhook shows its addresses with a curl command that never contains the secret', async () => {
    const { page } = web
    const { id } = await web.call<{ id: string }>('/workflows', HOOKED)
    await web.visit(`/workflows/${id}`)
    await select('hook')
    const addresses = page.getByRole('region', { name: 'Addresses' })
    await addresses.getByText(`${web.origin}/api/v1/hooks-test/orders`, { exact: true }).waitFor()
    await addresses.getByText(`${web.origin}/api/v1/hooks/orders`, { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Copy curl command: Live address' }).click()
    const curl = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(curl).toMatch(/^curl -X POST .*"X-API-Key: \$WEBHOOK_SECRET"/)
    expect(curl).not.toContain('shop')
  })

  test('Listen for a call captures one real call as the test call of the node', async () => {
    const { page } = web
    const call = (secret: string) =>
      fetch(`${web.origin}/api/v1/hooks-test/orders?from=shop`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': secret },
        body: JSON.stringify({ item: 'lamp' }),
      })
    expect((await call('the secret of the shop')).status).toBe(404)
    await page.getByRole('button', { name: 'Listen for a call' }).click()
    await page.getByText('Waiting for a call to the test address').waitFor()
    await until('the listener', async () => (await call('wrong')).status === 401)
    expect((await call('the secret of the shop')).status).toBe(200)
    await page.getByText('Call captured as the test call').waitFor()
    await page.getByRole('button', { name: 'Listen for a call' }).waitFor()
    await page.getByText('Test call', { exact: true }).click()
    expect(await page.getByLabel('Body', { exact: true }).inputValue()).toContain('"item": "lamp"')
    expect(await page.getByLabel('Query', { exact: true }).inputValue()).toBe('from: shop')
    expect(await page.getByLabel('Headers', { exact: true }).inputValue()).not.toContain('secret of the shop')
  })

  test('the run panel takes a test call, which the run uses and the workflow keeps', async () => {
    const { page } = web
    await page.getByRole('button', { name: 'Run', exact: true }).first().click()
    const panel = page.getByRole('complementary', { name: 'Run' })
    // The captured call is enough to start with.
    await panel.getByText('Completed').first().waitFor()
    await panel.getByRole('button', { name: 'Inputs' }).click()
    await panel.getByRole('textbox', { name: 'Body', exact: true }).fill('{"item": "chair"}')
    await panel.getByRole('button', { name: 'Run', exact: true }).click()
    await panel.getByText('chair').last().waitFor()
    await panel.getByText('Completed').first().waitFor()
    await page.keyboard.press('ControlOrMeta+s')
    await until('the saved test call', async () =>
      JSON.stringify(await web.call('/workflows/hooked')).includes('"chair"'),
    )
  })

  test('a schedule lists its next five times in its time zone', async () => {
    const { page } = web
    await page.getByRole('button', { name: 'Close run panel' }).click()
    await select('tick')
    await page.getByText('The schedule is disabled.').waitFor()
    await page.getByLabel('Enabled').click()
    const times = page.getByRole('region', { name: 'Next runs' }).getByRole('listitem')
    await times.nth(4).waitFor()
    expect(await times.count()).toBe(5)
    for (const text of await times.allTextContents()) expect(text).toContain('08:30')
  })

  test('settings of a node without a label show the name of its type', async () => {
    const nodes = [{ id: 'bare', data: { config: {}, metadata: { node_type_id: 'webhook_trigger' } } }]
    const { id } = await web.call<{ id: string }>('/workflows', { name: 'Bare', nodes, edges: [] })
    await web.visit(`/workflows/${id}`)
    await select('bare')
    const label = web.page.getByRole('textbox', { name: 'Label' })
    expect([await label.inputValue(), await label.getAttribute('placeholder')]).toEqual(['', 'Webhook'])
  })

  test('the webhook template runs its intended branch with its test call', async () => {
    const { page } = web
    await web.visit('/')
    await page
      .getByRole('button', { name: /template/i })
      .first()
      .click()
    await page
      .getByRole('button', { name: /Webhook with an answer/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Run', exact: true }).first().click()
    // One click: the test call is part of the template.
    const panel = page.getByRole('complementary', { name: 'Run' })
    await panel.getByText('Thank you! 3 items, 21 in all.').first().waitFor()
  })
})
