/** Test runs while editing: values on ports, a run from a node, pinned outputs. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { EditorActions } from './support/editor-actions.ts'
import { useWeb } from './support/web.ts'
import { SHOUT } from './support/workflows.ts'

describeInBrowser('trying what is being made', () => {
  const web = useWeb()
  let page: Page
  let editor: EditorActions

  const panel = () => page.getByRole('complementary', { name: 'Run', exact: true })
  const done = (text: string | RegExp) => panel().getByRole('status').filter({ hasText: text }).waitFor()
  const value = async (handle: string, text: string) => {
    await editor.clickCanvas()
    await page.locator(`[data-handleid="${handle}"]`).hover()
    await page.locator('.mr-port-value').filter({ hasText: text }).waitFor()
  }
  const menuOf = async (node: string, entry: string) => {
    await editor.node(node).click({ button: 'right' })
    await page.getByRole('menuitem', { name: entry, exact: true }).click()
  }

  beforeAll(async () => {
    page = web.page
    editor = new EditorActions(page)
    await web.call('/workflows', { ...SHOUT, name: 'Tried' })
    await web.visit('/workflows/tried')
    await editor.counts(3, 2)
    await page.getByRole('button', { name: 'Fit to screen' }).click()
  })

  test('only one button of the top bar is called Run', async () => {
    const bar = page.locator('header')
    expect(await bar.getByRole('button', { name: 'Run', exact: true }).count()).toBe(1)
    await bar.getByRole('button', { name: 'Run panel' }).click()
    await panel().getByText('No run yet').waitFor()
  })

  test('shows the values of a run on hovered ports', async () => {
    await panel().getByLabel('in', { exact: true }).fill('hello')
    await panel().getByRole('button', { name: 'Run', exact: true }).click()
    await done('Completed, 3 of 3 done')
    await value('in-output-text', 'hello')
    await value('loud-output-formatted', 'HELLO!')
    await value('out-input-text', 'HELLO!')
  })

  test('shows the new value of a port that is pointed at during a run', async () => {
    const shown = page.locator('.mr-port-value')
    for (const text of ['again', 'hello']) {
      await panel().getByRole('button', { name: 'Clear run' }).click()
      await panel().getByLabel('in', { exact: true }).fill(text)
      await editor.clickCanvas()
      await page.locator('[data-handleid="loud-output-formatted"]').hover()
      expect(await shown.count()).toBe(0)
      await page.keyboard.press('Control+Enter')
      await shown.filter({ hasText: `${text.toUpperCase()}!` }).waitFor()
      expect((await shown.boundingBox())?.y).toBeGreaterThan(0)
    }
  })

  test('runs from a node with the earlier results of the last run', async () => {
    await editor.node('loud').click()
    await page.locator('header').getByRole('button', { name: 'Settings', exact: true }).click()
    await page.getByRole('tabpanel').getByLabel('Suffix').fill('?')
    await menuOf('loud', 'Run from here')
    await done(/^Completed/)
    await value('loud-output-formatted', 'HELLO?')
    await value('in-output-text', 'hello')
  })

  test('a pinned output is marked and replaces the node until it is unpinned', async () => {
    await menuOf('in', 'Pin output')
    await editor.node('in').getByText('Test runs use pinned data').waitFor({ state: 'attached' })
    await panel().getByRole('button', { name: 'Inputs' }).click()
    await panel().getByLabel('in', { exact: true }).fill('something else')
    await panel().getByRole('button', { name: 'Run', exact: true }).click()
    await done('Completed, 3 of 3 done')
    await value('loud-output-formatted', 'HELLO?')

    await menuOf('in', 'Unpin')
    await editor.node('in').getByText('Test runs use pinned data').waitFor({ state: 'detached' })
    await panel().getByRole('button', { name: 'Run', exact: true }).click()
    await page.locator('.mr-port-value').waitFor({ state: 'detached' })
    await done('Completed, 3 of 3 done')
    await value('loud-output-formatted', 'SOMETHING ELSE?')
    await editor.clickCanvas()
    await page.keyboard.press('Control+z')
    await editor.node('in').getByText('Test runs use pinned data').waitFor({ state: 'attached' })
  })

  test('shows the error of a run that cannot start once, in the panel', async () => {
    await editor.clickCanvas()
    await editor.add('prompt template')
    web.expectConsoleError(/status of 422/)
    await page.keyboard.press('Control+Enter')
    await panel()
      .getByRole('alert')
      .getByText(/Template/)
      .waitFor()
    expect(await page.locator('.mr-toast').count()).toBe(0)
    await page.keyboard.press('Control+z')
    await editor.counts(3)
  })

  test('shows the result of a run although a node is selected, and types into the first field at once', async () => {
    await panel().getByRole('button', { name: 'Clear run' }).click()
    await panel().getByRole('button', { name: 'Close run panel' }).click()
    await page.getByRole('button', { name: 'Fit to screen' }).click()
    await editor.node('in').click()
    await editor.runButton.click()
    await panel().getByLabel('in', { exact: true }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Control+Enter')
    await done('Completed, 3 of 3 done')
    await panel().getByRole('tab', { name: 'Overview', selected: true }).waitFor()
    await panel().getByText('HELLO?').waitFor()
    await editor.node('loud').click()
    await panel().getByRole('tab', { name: 'Node', selected: true }).waitFor()
  })
})
