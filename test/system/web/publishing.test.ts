/** Saved, published and active in the editor. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { drawing } from '../support/drawing.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { EditorActions } from './support/editor-actions.ts'
import { useWeb } from './support/web.ts'

interface State {
  readonly id: string
  readonly name: string
  readonly revision: number
  readonly active: boolean
  readonly published_revision: number | null
  readonly has_unpublished_changes: boolean
}

describeInBrowser('publishing', () => {
  const web = useWeb()

  async function opened(name: string): Promise<{ page: Page; editor: EditorActions; state: () => Promise<State> }> {
    const path = name.toLowerCase()
    const drawn = drawing(name, [{ id: 'hook', type: 'webhook_trigger', config: { path } }], '')
    const { id } = await web.call('/workflows', drawn)
    const { page } = web
    await web.visit(`/workflows/${id}`)
    const editor = new EditorActions(page)
    await editor.counts(1)
    return { page, editor, state: () => web.call<State>(`/workflows/${id}`) }
  }

  test('the switch Active takes effect at once and leaves unsaved changes unsaved', async () => {
    const { page, editor, state } = await opened('Switched')
    await editor.name.fill('Not saved yet, sorry')
    await editor.status('Unsaved changes (draft saved)')
    const active = page.locator('.mr-bar').getByRole('switch', { name: 'Active', exact: true })
    await active.click()
    await page.locator('.mr-bar').getByRole('switch', { name: 'Inactive' }).waitFor()
    expect(await state()).toMatchObject({ name: 'Switched', active: false, revision: 2 })
    await editor.status('Unsaved changes (draft saved)')
    // The draft is based on the new version: the save causes no conflict, and keeps the switch.
    await editor.save()
    expect(await state()).toMatchObject({ name: 'Not saved yet, sorry', active: false, revision: 3 })
    await page.reload()
    await page.locator('.mr-bar').getByRole('switch', { name: 'Inactive' }).click()
    await active.waitFor()
    expect(await state()).toMatchObject({ active: true })
  })

  test('saves of a workflow that is published by hand are live after Publish', async () => {
    const { page, editor, state } = await opened('Manual')
    await editor.choose('More', 'Name, description, tags')
    const dialog = page.getByRole('dialog', { name: 'Workflow' })
    await dialog.getByRole('switch', { name: 'Publish by hand' }).click()
    await expect.poll(async () => (await state()).revision).toBe(2)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    const button = page.getByRole('button', { name: 'Publish', exact: true })
    expect(await button.count()).toBe(0)
    expect(await state()).toMatchObject({ published_revision: 2, has_unpublished_changes: false })

    await editor.name.fill('Manual, changed')
    await editor.save()
    await button.waitFor()
    expect(await state()).toMatchObject({ revision: 3, published_revision: 2, has_unpublished_changes: true })
    await page.reload()
    await button.click()
    await page.getByText('Version 3 is published').first().waitFor()
    await button.waitFor({ state: 'detached' })
    expect(await state()).toMatchObject({ published_revision: 3, has_unpublished_changes: false })

    // With unsaved changes the button saves first.
    await editor.name.fill('Manual, changed again')
    await button.click()
    await page.getByText('Version 4 is published').first().waitFor()
    expect(await state()).toMatchObject({ name: 'Manual, changed again', revision: 4, published_revision: 4 })
  })
})
