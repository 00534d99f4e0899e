/** From an empty page to a result; then broken, and fixed with the list of problems. */
import { expect, test } from 'vitest'
import { choose } from './support/choose.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { EditorActions } from './support/editor-actions.ts'
import { useWeb } from './support/web.ts'

describeInBrowser('a workflow is made by hand', () => {
  const web = useWeb()

  test('builds a workflow from an empty page to the result of a run', async () => {
    const { page } = web
    const editor = new EditorActions(page)
    await page.getByRole('heading', { name: 'Start with a template' }).waitFor()
    await page.getByRole('button', { name: 'New workflow' }).first().click()
    await page.getByText('Empty workflow').waitFor()
    await editor.name.fill('Shout')
    await page.keyboard.press('Enter')

    // One node by clicking the catalogue, one by dragging, one by name.
    await page.getByLabel('Search nodes').fill('text')
    await page.getByRole('button', { name: 'Add Text input', exact: true }).click()
    await editor.counts(1)
    await page
      .getByRole('button', { name: 'Add Format text', exact: true })
      .dragTo(page.locator('.react-flow__pane'), { targetPosition: { x: 520, y: 560 } })
    await editor.counts(2)
    await editor.clickCanvas()
    await editor.add('text output')

    await page.getByRole('button', { name: 'Fit to screen' }).click()
    await editor.connect({ node: 'text_input.1', port: 'text' }, { node: 'text_formatter.1', port: 'text' })
    await editor.counts(3, 1)
    await editor.connect({ node: 'text_formatter.1', port: 'formatted' }, { node: 'text_output.1', port: 'text' })
    await editor.counts(3, 2)
    await page.keyboard.press('Control+z')
    await editor.counts(3, 1)
    await page.keyboard.press('Control+Shift+z')
    await editor.counts(3, 2)

    await editor.node('text_formatter.1').click()
    await choose(page.getByRole('tabpanel').getByLabel('Operation'), 'Upper case')
    await editor.save()
    await page.getByRole('button', { name: 'Problems: No problems' }).waitFor()

    await editor.runButton.click()
    const panel = page.getByRole('complementary', { name: 'Run' })
    await panel.getByLabel('Text input').fill('ready')
    await panel.getByRole('button', { name: 'Run', exact: true }).click()
    await panel.getByRole('status').filter({ hasText: 'Completed, 3 of 3 done' }).waitFor()
    await panel.getByRole('tab', { name: 'Overview' }).click()
    await panel.getByText('READY').first().waitFor()
    await editor.node('text_output.1').getByText('completed').waitFor({ state: 'attached' })
  })

  test('breaks a workflow and fixes it with the list of problems', async () => {
    const { page } = web
    const editor = new EditorActions(page)
    await page.getByRole('button', { name: 'Close run panel' }).click()
    await editor.clickCanvas()
    await editor.add('prompt template')
    // The second mistake: delete the edge to the output.
    await page.getByRole('button', { name: 'Fit to screen' }).click()
    await editor.node('text_output.1').click()
    await page.getByRole('tab', { name: 'Ports' }).click()
    await page.getByRole('button', { name: 'Disconnect: Format text' }).click()
    await editor.counts(4, 1)

    // The new node is not an error yet; what it needs is listed.
    await page.getByRole('button', { name: /^Problems: 1 error/ }).click()
    const problems = page.getByRole('region', { name: 'Problems' })
    await problems.getByRole('button', { name: /needs a value for "Template"/ }).click()
    const template = page.getByRole('textbox', { name: 'Template' })
    await template.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('So it goes.')
    await problems.getByRole('button', { name: /needs a value for "Template"/ }).waitFor({ state: 'detached' })

    await problems.getByRole('button', { name: /needs something connected to its input "text"/ }).click()
    await page.getByRole('textbox', { name: 'Label' }).and(page.locator('[value="Text output"]')).waitFor()
    await page.getByRole('tab', { name: 'Ports' }).click()
    await page.getByRole('button', { name: 'Connect: Text' }).click()
    await page.getByRole('menuitem', { name: 'Output', exact: true }).click()
    await editor.counts(4, 2)
    await page.getByRole('button', { name: /^Problems: (No problems|\d+ warning)/ }).waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await editor.saved()
    const [stored] = await web.call<{ nodes: unknown[]; edges: unknown[] }[]>('/workflows')
    expect([stored?.nodes.length, stored?.edges.length]).toEqual([4, 2])
  })
})
