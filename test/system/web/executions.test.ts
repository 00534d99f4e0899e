/** Executions and the editor: filters, retry from the failed step, comparison, timeline, a run's data on the canvas. */
import { expect, test } from 'vitest'
import { drawing } from '../support/drawing.ts'
import { choose } from './support/choose.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { until } from './support/until.ts'
import { useWeb } from './support/web.ts'

/** Fails with the message until its code is corrected. */
const flow = (source: string) =>
  drawing(
    'Report',
    [
      { id: 'in', type: 'text_input', config: { defaultValue: 'Ada' } },
      { id: 'wait', type: 'delay', config: { seconds: 0.2 } },
      {
        id: 'work',
        type: 'code',
        config: { source, dynamicInputs: [{ name: 'name', label: 'Name', dataType: 'string' }] },
      },
      { id: 'out', type: 'output', config: { name: 'greeting' } },
    ],
    `in.text -> wait.value
    wait.value -> work.name
    work.result -> out.value`,
  )
const BROKEN = "throw new Error('The printer is on fire')"
const FIXED = "return 'Hello ' + name"

describeInBrowser('the executions pages', () => {
  const web = useWeb()
  let failed = ''

  async function execute(body: object = {}): Promise<string> {
    const { execution_id } = await web.call<{ execution_id: string }>('/workflows/report/execute', body)
    await until('the end of the run', async () => {
      const { status } = await web.call<{ status: string }>(`/pipelines/${execution_id}/status`)
      return status === 'failed' || status === 'completed'
    })
    return execution_id
  }

  /** The data that the run started with is pinned, as one undo step. A reload does not pin it again. */
  async function undoPins(): Promise<void> {
    const { page } = web
    const pinned = page.locator('.react-flow__node[data-id="in"]').getByText('Test runs use pinned data')
    await pinned.waitFor({ state: 'attached' })
    await page.waitForURL((url) => !url.hash.includes('run='))
    await page.locator('.react-flow__pane').click({ position: { x: 40, y: 60 } })
    await page.keyboard.press('Control+z')
    await pinned.waitFor({ state: 'detached' })
  }

  test('the list shows what started a run, when, and its error, and is searched on the service', async () => {
    const { page } = web
    await web.call('/workflows', flow(BROKEN))
    failed = await execute()
    await web.visit('/executions')
    const row = page.getByRole('row', { name: /Report/ })
    await row.getByText('The printer is on fire').waitFor()
    await row.getByText('Manual').waitFor()
    expect(await row.locator('time').first().textContent()).toMatch(/\d\d:\d\d:\d\d/)

    await page.getByRole('button', { name: 'More filters' }).click()
    await page.getByLabel('Error contains').fill('no such text')
    await page.getByText('No matching executions').waitFor()
    expect(page.url()).toContain('error=no+such+text')
    await page.getByLabel('Error contains').fill('PRINTER')
    await row.waitFor()
    await choose(page.getByRole('combobox', { name: 'Trigger' }), 'Webhook')
    await page.getByText('No matching executions').waitFor()
    await choose(page.getByRole('combobox', { name: 'Trigger' }), 'Manual')
    await choose(page.getByRole('combobox', { name: 'Time' }), 'Last hour')
    await row.waitFor()
    // The filters are in the address.
    await page.reload()
    await row.waitFor()
    expect(await page.getByLabel('Error contains').inputValue()).toBe('PRINTER')
  })

  test('the timeline is reached by keyboard and shows waits', async () => {
    const { page } = web
    await web.visit(`/executions/${failed}`)
    await page.getByRole('tab', { name: 'Timeline' }).click()
    const list = page.getByRole('listbox', { name: /timeline/i })
    await list.getByRole('option').nth(3).waitFor()
    expect(await list.getByRole('option').count()).toBe(4)
    await list.locator('.mr-timeline__bar--wait').waitFor()
    await list.locator('.mr-timeline__bar--failed').waitFor()
    await list.focus()
    await page.keyboard.press('End')
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    expect(await list.getByRole('option', { selected: true }).textContent()).toContain('wait')
    await page.getByRole('tab', { name: 'Graph' }).click()
  })

  test('a corrected workflow is retried from the failed step with the results before it', async () => {
    const { page } = web
    await web.call('/workflows/report', flow(FIXED), 'PUT')
    await web.visit(`/executions/${failed}`)
    await page.getByRole('button', { name: 'Retry from failed step' }).click()
    await page.getByRole('menuitem', { name: 'With the current version' }).click()
    await page.waitForURL((url) => !url.hash.includes(failed))
    await page.getByText('Hello Ada').first().waitFor()
    const id = page.url().split('/').at(-1) ?? ''
    const { jobs } = await web.call<{ jobs: { node_id: string; status: string }[] }>(`/pipelines/${id}`)
    expect(jobs.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed', 'completed'])
  })

  test('the menu of a row retries a failed run and opens it in the editor', async () => {
    const { page } = web
    await web.visit('/executions?status=failed')
    const menu = page.getByRole('button', { name: /^Actions for Report/ })
    await menu.click()
    await page.getByRole('menuitem', { name: 'With the original version' }).click()
    await page.waitForURL((url) => /#\/executions\/[\w-]{36}$/.test(url.href) && !url.href.includes(failed))
    await page.getByText('The printer is on fire').first().waitFor()
    await web.visit(`/executions?status=completed`)
    await menu.click()
    await page.getByRole('menuitem', { name: 'Open in editor with this run’s data' }).click()
    await page
      .locator('.react-flow__node[data-id="work"]')
      .getByText(/completed/i)
      .first()
      .waitFor({ state: 'attached' })
    await undoPins()
  })

  test('two runs are compared step by step', async () => {
    const { page } = web
    await web.visit('/executions')
    const boxes = page.getByRole('checkbox', { name: /Select Report/ })
    // The failed run and its retry with the corrected step.
    await boxes.nth(2).check()
    await boxes.nth(1).check()
    await page.getByRole('button', { name: /^Compare/ }).click()
    await page.getByRole('heading', { name: 'Compare executions' }).waitFor()
    await page.getByText('2 steps differ').waitFor()
    const step = page.getByRole('button', { name: /work/ })
    await step.click()
    await page.getByText('The printer is on fire').nth(1).waitFor()
    await page.getByText('Hello Ada').first().waitFor()
    await page.getByLabel('Only differences').uncheck()
    await page.getByRole('button', { name: /^in\b/ }).waitFor()
  })

  test('a run opens in the editor with its values on the canvas, and the editor links to its executions', async () => {
    const { page } = web
    await web.visit(`/executions/${failed}`)
    await page.getByRole('link', { name: 'Open in editor' }).click()
    const node = page.locator('.react-flow__node[data-id="work"]')
    await node
      .getByText(/failed/i)
      .first()
      .waitFor({ state: 'attached' })
    await page.getByRole('complementary', { name: 'Run' }).getByText('The printer is on fire').first().waitFor()
    await undoPins()
    await page.getByRole('link', { name: 'Executions of this workflow' }).click()
    await page.getByRole('heading', { name: 'Executions' }).waitFor()
    expect(page.url()).toContain('workflow=')
  })
})
