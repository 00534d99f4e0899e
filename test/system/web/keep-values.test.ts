/** Workflows that do not keep values: the setting in the editor, and the viewer of such an execution. */
import { expect, test } from 'vitest'
import { drawing } from '../support/drawing.ts'
import { choose } from './support/choose.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { until } from './support/until.ts'
import { useWeb } from './support/web.ts'

const TEXT = drawing('Discreet', [{ id: 'in', type: 'text_input', config: { defaultValue: 'confidential' } }], '')

describeInBrowser('values that are not kept', () => {
  const web = useWeb()

  test('shows the setting of a workflow and stores a choice', async () => {
    const { page } = web
    const { id } = await web.call('/workflows', TEXT)
    const isSaved = (what: string, wanted: object) =>
      until(what, async () => {
        const { config } = await web.call<{ config?: object }>(`/workflows/${id}`)
        return JSON.stringify(config ?? {}) === JSON.stringify(wanted)
      })
    await web.visit(`/workflows/${id}`)
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    const setting = page.getByLabel('Keep values of')
    await setting.waitFor()
    expect(await setting.textContent()).toBe('All executions')
    await choose(setting, 'No executions')
    await page.keyboard.press('ControlOrMeta+s')
    await isSaved('the choice', { keep_values: 'none' })
    await choose(setting, 'All executions')
    await page.keyboard.press('ControlOrMeta+s')
    await isSaved('the default', {})
  })

  test('the viewer marks what was not kept and offers no rerun', async () => {
    const { page } = web
    const { id } = await web.call('/workflows', { ...TEXT, config: { keep_values: 'none' } })
    const { execution_id } = await web.call<{ execution_id: string }>(`/workflows/${id}/execute`, {})
    await until(
      'its end',
      async () => (await web.call<{ status: string }>(`/executions/${execution_id}`)).status === 'completed',
    )
    // As the service replies when the values are gone, which takes a minute.
    await page.route(`**/pipelines/${execution_id}`, async (route) => {
      const reply = await route.fetch()
      const text = (await reply.text()).replaceAll('"confidential"', '{"$removed":true,"characters":14}')
      const detail = { ...JSON.parse(text), values_removed: '2026-11-17T12:00:00.000Z' }
      await route.fulfill({ response: reply, json: detail })
    })
    await web.visit(`/executions/${execution_id}`)
    await page.getByText('The values of this execution were not kept, as its workflow is set.').waitFor()
    await page.getByText('Not kept (14 characters)').first().waitFor()
    expect(await page.getByRole('button', { name: 'Run again' }).count()).toBe(0)
  })
})
