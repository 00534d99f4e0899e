/** Testing one node: with its last inputs, with inputs by hand, and after the nodes before it. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { drawing } from '../support/drawing.ts'
import { seriousFindings } from './support/axe.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { EditorActions } from './support/editor-actions.ts'
import { useWeb } from './support/web.ts'
import { spread } from './support/workflows.ts'

/** Three steps whose outputs show which of them ran. */
const STEPS = spread(
  drawing(
    'Three steps',
    [
      { id: 'first', type: 'text_input', config: { defaultValue: 'lamp' } },
      { id: 'second', type: 'text_formatter', config: { operation: 'uppercase', suffix: '!' } },
      { id: 'third', type: 'text_formatter', config: { operation: 'none', prefix: 'Order: ' } },
    ],
    `first.text -> second.text
    second.formatted -> third.text`,
  ),
)

describeInBrowser('testing one node', () => {
  const web = useWeb()
  let page: Page
  let editor: EditorActions
  let workflow: string

  const settings = () => page.getByRole('complementary', { name: 'Settings', exact: true })
  const output = () => settings().locator('.mr-folds__one').last()
  const testButton = () => settings().getByRole('button', { name: 'Test this node' })
  const dialog = () => page.getByRole('dialog', { name: /^Test / })
  /** The steps of the newest execution by node. */
  const newestSteps = async () => {
    const [newest] = await web.call<{ id: string }[]>(`/executions?workflow_id=${workflow}&limit=1`)
    const { jobs } = await web.call<{ jobs: { node_id: string; status: string }[] }>(`/pipelines/${newest?.id}`)
    return jobs.map(({ node_id }) => node_id).sort()
  }

  beforeAll(async () => {
    page = web.page
    editor = new EditorActions(page)
    workflow = (await web.call('/workflows', STEPS)).id
    await web.visit(`/workflows/${workflow}`)
    await editor.counts(3, 2)
    await page.getByRole('button', { name: 'Fit to screen' }).click()
  })

  test('asks for inputs that are not known, and runs only this node with them', async () => {
    await editor.node('third').click()
    await testButton().click()
    await dialog().getByText('These nodes have no data yet: first, second. Run them first?').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(await dialog().getByRole('button', { name: 'Test with these inputs' }).isDisabled()).toBe(true)
    await dialog().getByLabel('Text').fill('by hand')
    await dialog().getByRole('button', { name: 'Test with these inputs' }).click()
    await output().getByText('Order: by hand', { exact: true }).waitFor()
    expect(await newestSteps()).toEqual(['test_input.third.text', 'third'])
  })

  test('runs the nodes before it first if the user agrees', async () => {
    await editor.node('second').click()
    await testButton().click()
    await dialog().getByRole('button', { name: 'Run 1 node first' }).click()
    await output().getByText('LAMP!', { exact: true }).waitFor()
    expect(await newestSteps()).toEqual(['first', 'second'])
  })

  test('uses the last results without asking, with the settings on the canvas', async () => {
    await settings().getByRole('textbox', { name: 'Suffix' }).fill('?')
    await testButton().click()
    await output().getByText('LAMP?', { exact: true }).waitFor()
    expect(await newestSteps()).toEqual(['second', 'test_input.second.text'])
  })

  test('a test in the node view shows its output beside the settings', async () => {
    await settings().getByRole('button', { name: 'Open with input and output' }).click()
    const view = page.getByRole('dialog', { name: 'second' })
    await view.getByRole('textbox', { name: 'Suffix' }).fill('.')
    await view.getByRole('button', { name: 'Test this node' }).click()
    await view.getByRole('region', { name: 'Output' }).getByText('LAMP.', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
  })

  test('pinned data before a node is its input', async () => {
    await page.getByRole('button', { name: 'Fit to screen' }).click()
    await editor.node('first').click()
    await output().getByRole('button', { name: 'Set output' }).click()
    const pins = page.getByRole('dialog', { name: 'Pinned data' })
    await pins.getByLabel('Text').fill('chair')
    await pins.getByRole('button', { name: 'Pin data' }).click()
    await editor.node('second').click()
    await testButton().click()
    await output().getByText('CHAIR.', { exact: true }).waitFor()
  })

  test('a past run provides the data of the next test runs', async () => {
    await page.getByRole('button', { name: 'Fit to screen' }).click()
    await editor.node('first').click()
    await output().getByRole('button', { name: 'Unpin' }).click()
    await page.locator('header').getByRole('button', { name: 'Run', exact: true }).click()
    const run = page.getByRole('complementary', { name: 'Run', exact: true })
    await run.getByRole('button', { name: 'Inputs' }).click()
    await run.getByLabel('first', { exact: true }).fill('table')
    await run.getByRole('button', { name: 'Run', exact: true }).click()
    await run.getByRole('status').filter({ hasText: 'Completed, 3 of 3 done' }).waitFor()
    await run.getByRole('button', { name: 'Use the data of this run' }).click()
    await page.getByText('Pinned the data of 1 start node.').waitFor()
    await editor.node('first').getByText('Test runs use pinned data').waitFor({ state: 'attached' })
  })
})
