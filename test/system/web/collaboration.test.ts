/** Two users edit one workflow, and workflows as files. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { EditorActions } from './support/editor-actions.ts'
import { useWeb } from './support/web.ts'
import { SHOUT } from './support/workflows.ts'

describeInBrowser('more than one of them', () => {
  const web = useWeb()

  test('two browsers edit one workflow: one uses theirs, the other keeps mine', async () => {
    await web.call('/workflows', SHOUT)
    const other = await web.signedIn()
    const [ada, ben] = [new EditorActions(web.page), new EditorActions(other)]
    for (const { page } of [ada, ben]) await web.visit('/workflows/shout', page)
    for (const editor of [ada, ben]) await editor.counts(3, 2)
    web.expectConsoleError(/status of (409|401)/)

    await ada.add('logger')
    await ada.save()
    await ben.name.fill('Called by Ben')
    await ben.page.keyboard.press('Control+s')
    const dialog = ben.page.getByRole('dialog', { name: 'A newer version was saved' })
    await dialog.getByRole('listitem').filter({ hasText: 'removed' }).filter({ hasText: 'Log' }).first().waitFor()
    await dialog.getByText('Called by Ben').waitFor()
    await dialog.getByRole('button', { name: 'Use theirs' }).click()
    await ben.counts(4)
    expect(await ben.name.inputValue()).toBe('Shout')
    await ben.clickCanvas()
    await ben.page.keyboard.press('Control+z')
    await ben.counts(3)
    expect(await ben.name.inputValue()).toBe('Called by Ben')
    await ben.page
      .getByRole('status')
      .filter({ hasText: /^Unsaved changes/ })
      .waitFor()
    // The own changes are based on the earlier version again: the save asks before it replaces the version of Ada.
    await ben.page.keyboard.press('Control+s')
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    await ben.saved()

    await ada.name.fill('Called by Ada')
    await ada.page.keyboard.press('Control+s')
    await ada.page.getByRole('dialog').getByRole('button', { name: 'Keep mine' }).click()
    await ada.page
      .getByRole('status')
      .filter({ hasText: /^Saved$/ })
      .waitFor()
    const stored = await web.call('/workflows/shout')
    expect([stored.name, stored.nodes.length, stored.revision]).toEqual(['Called by Ada', 4, 4])
    await other.context().close()
  })

  test('exports from the editor, imports into another workflow and from the home page', async () => {
    const { page } = web
    const editor = new EditorActions(page)
    await web.call('/workflows', { ...SHOUT, name: 'Portable' })
    await web.visit('/workflows/portable')
    await editor.counts(3, 2)
    const [download] = await Promise.all([page.waitForEvent('download'), editor.choose('More', 'Export as JSON')])
    expect(download.suggestedFilename()).toBe('portable.json')
    const text = readFileSync(await download.path(), 'utf8')
    expect(JSON.parse(text)).toMatchObject({ name: 'Portable', nodes: [{ id: 'in' }, { id: 'loud' }, { id: 'out' }] })

    await web.visit('/')
    await page.getByRole('button', { name: 'New workflow' }).first().click()
    await page.getByText('Empty workflow').waitFor()
    const file = { name: 'portable.json', mimeType: 'application/json', buffer: Buffer.from(text) }
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), editor.choose('More', 'Import from file')])
    await chooser.setFiles(file)
    await editor.counts(3, 2)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await editor.saved()

    await web.visit('/')
    const before = (await web.call<unknown[]>('/workflows')).length
    const [homeChooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Import' }).click(),
    ])
    await homeChooser.setFiles(file)
    await page.getByText('Imported “Portable”').first().waitFor()
    await expect.poll(async () => (await web.call<unknown[]>('/workflows')).length).toBe(before + 1)

    await web.visit('/')
    const row = page.getByRole('row').filter({ hasText: 'Called by Ada' })
    await row.getByRole('button', { name: /^More actions for/ }).click()
    const [yaml] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export as YAML' }).click(),
    ])
    expect(readFileSync(await yaml.path(), 'utf8')).toContain('Called by Ada')
  })

  test('rejects a file without a workflow with a message and no changes', async () => {
    const { page } = web
    const editor = new EditorActions(page)
    await web.visit('/workflows/portable')
    await editor.counts(3, 2)
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), editor.choose('More', 'Import from file')])
    await chooser.setFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"a":1}') })
    await page.getByText('This file does not contain a workflow').first().waitFor()
    await editor.counts(3, 2)
  })

  test('copies nodes from one workflow to another as text', async () => {
    const { page } = web
    const editor = new EditorActions(page)
    await web.visit('/workflows/portable')
    await editor.counts(3, 2)
    await editor.clickCanvas()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+c')
    await page.getByText('Copied 3 nodes').first().waitFor()
    await web.visit('/')
    await page.getByRole('button', { name: 'New workflow' }).first().click()
    await page.getByText('Empty workflow').waitFor()
    await editor.clickCanvas()
    await page.keyboard.press('Control+v')
    await editor.counts(3, 2)
  })
})
