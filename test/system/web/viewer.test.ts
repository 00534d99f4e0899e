/** Watching a run live: in the three views, in a view of the host, and on a phone. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { drawing } from '../support/drawing.ts'
import { choose } from './support/choose.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { hostPage } from './support/host-page.ts'
import { useWeb } from './support/web.ts'
import { spread, WAITS } from './support/workflows.ts'

const VIEW = 'fd-pipeline-view-mode'

const LONG_ERROR = 'The shelf is empty; '.repeat(80).trim()

/** Loops two hundred times, then fails with a long message. */
const LONG = drawing(
  'Long',
  [
    { id: 'in', type: 'json_input', config: { defaultValue: { items: Array.from({ length: 200 }, (_, at) => at) } } },
    { id: 'list', type: 'json_transform', config: { expression: 'items' } },
    { id: 'each', type: 'foreach' },
    { id: 'log', type: 'logger' },
    { id: 'boom', type: 'fail', config: { message: LONG_ERROR } },
  ],
  `in.value -> list.data
  list.result -> each.items
  each.item -> log.message
  log.message -> each.loop_back
  each.completed -> boom.trigger`,
)

/** Mounts a viewer with a view of the host, and records its props. */
const HOST = hostPage(`
  const { mountPipelineViewer } = await import('/web/millrace.js')
  const told = (window.told = [])
  const component = {
    mount(element, props) {
      told.push(['mount', props.pipelineId, props.workflow.name, props.refreshTrigger, props.endpointConfig.baseUrl])
      element.innerHTML = '<p>A view of the host</p>'
      return {
        update: ({ refreshTrigger }) => told.push(['update', refreshTrigger]),
        destroy: () => told.push(['destroy']),
      }
    },
  }
  window.mount = (pipelineId, key = 'own') => {
    window.viewer = mountPipelineViewer('#one', { pipelineId, views: [{ key, label: 'Own', component }] })
  }
  window.refusal = (key) => {
    try {
      window.mount('x', key)
    } catch (error) {
      return error.message
    }
  }`)

describeInBrowser('the pipeline viewer', () => {
  const web = useWeb()
  let waiting = ''

  async function execute(): Promise<string> {
    return (await web.call<{ execution_id: string }>('/workflows/waits/execute', {})).execution_id
  }

  const stored = (page: Page) => page.evaluate<string | null>(`localStorage.getItem('${VIEW}')`)

  test('watches a run live in graph, kanban and table', async () => {
    const { page } = web
    await web.call('/workflows', WAITS)
    waiting = await execute()
    await web.visit(`/executions/${waiting}`)
    const node = (id: string) => page.locator(`.react-flow__node[data-id="${id}"]`)
    await node('in').getByText('completed').waitFor({ state: 'attached' })
    await node('ask')
      .getByText(/interrupted|waiting/i)
      .waitFor({ state: 'attached' })

    await page.getByRole('tab', { name: 'Kanban' }).click()
    await page.getByRole('region', { name: 'Done: 1' }).getByRole('button', { name: /^in/ }).waitFor()
    await page.getByRole('region', { name: 'In Progress: 1' }).getByText('Interrupted').waitFor()
    expect(await stored(page)).toBe('kanban')

    await page.getByRole('tab', { name: 'Table' }).click()
    const rows = page.getByRole('table').getByRole('row')
    expect(await rows.nth(1).textContent()).toContain('ask')
    // The arrow is at the column that the rows are sorted by; a click sorts by another one.
    const sorted = page.getByRole('columnheader').and(page.locator('[aria-sort]'))
    expect([await sorted.textContent(), await sorted.getAttribute('aria-sort')]).toEqual([
      'Last executed',
      'descending',
    ])
    await page.getByRole('columnheader', { name: 'Node' }).getByRole('button').click()
    expect([await sorted.textContent(), await sorted.getAttribute('aria-sort')]).toEqual(['Node', 'ascending'])
    await page.getByRole('button', { name: 'Show details of in' }).click()
    await page.getByRole('table').getByText('lamp').first().waitFor()

    // Answered next to it: the table updates without a reload.
    await page.getByRole('button', { name: 'Order', exact: true }).click()
    await page.getByRole('status').filter({ hasText: 'Completed, 4 of 4 done' }).waitFor()
    await page.getByRole('row').filter({ hasText: 'out' }).getByText('Completed').waitFor()
  })

  test('the selected view is stored, and an unknown one falls back to the graph', async () => {
    const { page } = web
    await web.visit(`/executions/${waiting}`)
    await page.getByRole('tab', { name: 'Table', selected: true }).waitFor()
    await page.evaluate(`localStorage.setItem('${VIEW}', 'nothing-of-the-kind')`)
    await web.visit(`/executions/${waiting}`)
    await page.getByRole('tab', { name: 'Graph', selected: true }).waitFor()
  })

  test('draws the columns of the workflow, with pills only for columns with several statuses', async () => {
    const { page } = web
    const columns = [
      { key: 'rest', label: 'Rest', statuses: ['idle', 'pending', 'running', 'interrupted', 'failed'] },
      { key: 'over', label: 'Over', statuses: ['completed'], color: 'rgb(1, 2, 3)' },
    ]
    const own = await web.call('/workflows', { ...WAITS, name: 'Own columns', config: { kanban: { columns } } })
    const { execution_id: id } = await web.call<{ execution_id: string }>(`/workflows/${own.id}/execute`, {})
    await web.visit(`/executions/${id}`)
    await page.getByRole('tab', { name: 'Kanban' }).click()
    const [rest, over] = [/^Rest:/, 'Over: 1'].map((name) => page.getByRole('region', { name }))
    await over?.getByRole('button', { name: /^in/ }).waitFor()
    await rest?.locator('.mr-pill', { hasText: /^Interrupted$/ }).waitFor()
    expect(await over?.locator('.mr-pill').count()).toBe(0)
    expect(await page.locator('.mr-kanban__head').allTextContents()).toEqual(['Rest3', 'Over1'])
    const marks = await page.evaluate(
      `[...document.querySelectorAll('.mr-kanban__dot')].map((one) => getComputedStyle(one).backgroundColor)`,
    )
    expect(marks).toEqual(['rgb(1, 2, 3)'])
    await web.call(`/executions/${id}/cancel`, {})
  })

  test('a host adds a view, and cannot use a reserved key', async () => {
    const page = await web.host('/host', HOST)
    await page.waitForFunction('window.mount')
    for (const key of ['graph', 'kanban', 'table'])
      expect(await page.evaluate(`refusal('${key}')`)).toBe(
        `The view key "${key}" is reserved; graph, kanban and table are built in`,
      )
    await page.evaluate(`mount('${waiting}')`)
    const toggle = page.getByRole('tab', { name: 'Own' })
    await toggle.hover()
    await page.locator('.mr-tooltip', { hasText: 'Own' }).waitFor()
    await toggle.click()
    await page.getByText('A view of the host').waitFor()
    expect(await stored(page)).toBe('own')
    await page.evaluate('viewer.refresh()')
    await page.waitForFunction('told.length === 2')
    await page.getByRole('tab', { name: 'Graph' }).click()
    await page.getByText('A view of the host').waitFor({ state: 'detached' })
    expect(await page.evaluate('told')).toEqual([['mount', waiting, 'Waits', 0, '/api/v1'], ['update', 1], ['destroy']])
    await page.evaluate('viewer.destroy()')
    expect(await page.evaluate('document.querySelectorAll(".mr-root").length')).toBe(0)

    // The page of the service does not have that view.
    await page.evaluate(`localStorage.setItem('${VIEW}', 'own')`)
    await web.visit(`/executions/${waiting}`)
    await web.page.getByRole('tab', { name: 'Graph', selected: true }).waitFor()
    await page.close()
  })

  test('nothing overflows on a phone, and the question can be answered', async () => {
    const phone = await web.signedIn({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    const id = await execute()
    await web.visit(`/executions/${id}`, phone)
    for (const view of ['Graph', 'Kanban', 'Table', 'Timeline']) {
      await phone.getByRole('tab', { name: view }).click()
      await phone.getByRole('tab', { name: view, selected: true }).waitFor()
      expect(await phone.evaluate('document.documentElement.scrollWidth'), view).toBeLessThanOrEqual(390)
    }
    const open = phone.getByRole('button', { name: 'Answer' })
    if (await open.isVisible()) await open.click()
    await phone.getByRole('button', { name: 'Order', exact: true }).click()
    await phone.getByRole('status').filter({ hasText: 'Completed, 4 of 4 done' }).waitFor()
    await phone.context().close()
  })

  test('two hundred iterations and a long error stay readable', async () => {
    const { page } = web
    await web.call('/workflows', LONG)
    const { execution_id: id } = await web.call<{ execution_id: string }>('/workflows/long/execute', {})
    await web.visit(`/executions/${id}`)
    await page
      .getByRole('status')
      .filter({ hasText: /^Failed/ })
      .waitFor()
    await page.getByRole('tab', { name: 'Kanban' }).click()
    const cards = page.getByRole('region', { name: /^Done/ }).getByRole('button')
    await expect.poll(() => cards.count()).toBe(200)
    await page.getByRole('button', { name: /^log #150/ }).click()
    // Only the clicked card of a node with many cards is highlighted.
    await expect.poll(() => page.locator('.mr-card[aria-pressed=true]').allTextContents()).toHaveLength(1)
    await page.getByRole('tab', { name: 'Table' }).click()
    await page.getByRole('row').filter({ hasText: '200 iterations' }).waitFor()

    await page.getByRole('tab', { name: 'Overview' }).click()
    const note = page.locator('.mr-error-note')
    await note.getByRole('button', { name: 'Copy' }).click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(LONG_ERROR)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(1440)
    await page.evaluate(`localStorage.removeItem('${VIEW}')`)
  })

  test('the log of a running execution shows starts and waits as they happen', async () => {
    const { page } = web
    const workflow = drawing(
      'Two questions',
      [
        { id: 'first', type: 'confirmation', config: { message: 'First?', confirmLabel: 'Go on' } },
        { id: 'second', type: 'confirmation', config: { message: 'Second?', confirmLabel: 'End' } },
      ],
      'first.confirmed -> second.trigger',
    )
    const { id } = await web.call<{ id: string }>('/workflows', spread(workflow))
    const { execution_id } = await web.call<{ execution_id: string }>(`/workflows/${id}/execute`, {})
    await web.visit(`/executions/${execution_id}`)
    await page.getByRole('tab', { name: 'Log' }).click()
    const lines = page.getByRole('list', { name: 'Log' }).getByRole('listitem')
    await lines.filter({ hasText: 'Waits for an answer: First?' }).waitFor()
    const [question] = await web.call<{ id: string }[]>(`/pipelines/${execution_id}/interrupts`)
    await web.call(`/interrupts/${question?.id}`, { value: true })
    // The execution still waits, so these lines come from the stream.
    await lines.filter({ hasText: 'Waits for an answer: Second?' }).waitFor()
    expect(await lines.filter({ hasText: 'Started' }).count()).toBe(2)
    expect(await lines.count()).toBe(4)
    await page.getByRole('tab', { name: 'Overview' }).click()
  })

  test('the list of executions is live and can be filtered', async () => {
    const { page } = web
    await execute()
    await web.visit('/executions')
    const rows = page.getByRole('row').filter({ hasText: 'Waits' })
    await expect.poll(() => rows.count()).toBe(3)
    await execute()
    await expect.poll(() => rows.count()).toBe(4)
    await choose(page.getByRole('combobox', { name: 'Status' }), 'Completed')
    await expect.poll(() => rows.count()).toBe(2)
  })
})
