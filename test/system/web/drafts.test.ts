/** Unsaved changes: kept as a draft on the service, in the browser while it is gone, and never overwritten. */
import type { Dialog, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { drawing } from '../support/drawing.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { EditorActions } from './support/editor-actions.ts'
import { useWeb } from './support/web.ts'
import { SHOUT, WAITS } from './support/workflows.ts'

const DRAFT_SAVED = 'Unsaved changes (draft saved)'
const GONE = /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/

interface StoredDraft {
  readonly workflow: { readonly name: string; readonly nodes: readonly unknown[] }
  readonly base_revision: number
  readonly revision: number
}

describeInBrowser('unsaved changes', () => {
  const web = useWeb()

  /** Opens a new workflow with the nodes of `SHOUT` in a new tab. */
  async function opened(name: string): Promise<{ id: string; page: Page; editor: EditorActions }> {
    const { id } = await web.call('/workflows', { ...SHOUT, name })
    return { id, ...(await tab(id)) }
  }

  async function tab(id: string): Promise<{ page: Page; editor: EditorActions }> {
    const page = await web.context.newPage()
    await page.goto(`${web.origin}/#/workflows/${id}`)
    const editor = new EditorActions(page)
    await editor.nodes.first().waitFor()
    return { page, editor }
  }

  /** The draft of the signed-in person, read through the page: a token would be another person. */
  const draftOf = (page: Page, id: string) =>
    page.evaluate<StoredDraft | null>(
      `fetch('/api/v1/workflows/${id}/draft?missing=null').then((reply) => reply.json()).then(({ data }) => data)`,
    )

  const leaving = (page: Page) => page.getByRole('dialog', { name: 'You have unsaved changes' })
  const banner = (page: Page) => page.getByText('You are editing unsaved changes from')
  const otherDraft = (page: Page) =>
    page.getByRole('dialog', { name: 'You have other unsaved changes to this workflow' })

  test('leaving a new workflow and coming back loses nothing, also not after another edit and a save', async () => {
    const { page } = web
    const editor = new EditorActions(page)
    await web.visit('/')
    const before = (await web.call<unknown[]>('/workflows')).length
    await page.getByRole('button', { name: 'New workflow' }).first().click()
    await page.getByText('Empty workflow').waitFor()
    await editor.status('Not saved yet')
    expect(new URL(page.url()).hash).toBe('#/workflows/new')
    expect((await web.call<unknown[]>('/workflows')).length).toBe(before)

    for (const node of ['text input', 'format text', 'text output']) await editor.add(node)
    await editor.status(DRAFT_SAVED)
    expect((await web.call<unknown[]>('/workflows')).length).toBe(before + 1)
    const id = new URL(page.url()).hash.replace('#/workflows/', '')
    expect((await web.call(`/workflows/${id}`)).nodes).toEqual([])
    // It is still the same editor, with its undo steps.
    expect(await page.getByRole('button', { name: 'Undo', exact: true }).isEnabled()).toBe(true)
    expect(await banner(page).count()).toBe(0)

    await page.getByRole('button', { name: 'Playground' }).click()
    await page.getByRole('link', { name: 'Open the playground page' }).click()
    await leaving(page).getByRole('button', { name: 'Leave (keep draft)' }).click()
    await page.getByRole('button', { name: 'Start session' }).waitFor()
    await page.goBack()
    await banner(page).waitFor()
    await editor.counts(3)
    await editor.clickCanvas()
    await editor.add('log')
    await editor.save()
    await expect.poll(() => draftOf(page, id)).toBe(null)
    await page.reload()
    await editor.counts(4)
    await editor.status('Saved')
    expect(await banner(page).count()).toBe(0)
  })

  test('the back button leads from a new workflow to the page before it', async () => {
    const { page } = web
    const editor = new EditorActions(page)
    await web.visit('/')
    await page.getByRole('button', { name: 'New workflow' }).first().click()
    await page.getByText('Empty workflow').waitFor()
    await editor.name.fill('Named first')
    await editor.status(DRAFT_SAVED)
    await page.goBack()
    await leaving(page).getByRole('button', { name: 'Stay' }).click()
    await leaving(page).waitFor({ state: 'detached' })
    expect(await editor.name.inputValue()).toBe('Named first')
    expect(new URL(page.url()).hash).toMatch(/^#\/workflows\/[0-9a-f-]{36}$/)
    await page.goBack()
    await leaving(page).getByRole('button', { name: 'Save and leave' }).click()
    await page.getByRole('row').filter({ hasText: 'Named first' }).waitFor()
  })

  test('another browser opens the draft, compares it with the saved version and discards it', async () => {
    const { id, editor, page } = await opened('Elsewhere')
    await editor.name.fill('Edited at home')
    await editor.status(DRAFT_SAVED)
    await page.close()

    const context = await web.newContext()
    await context.addCookies(await web.context.cookies())
    const other = new EditorActions(await context.newPage())
    await other.page.goto(`${web.origin}/#/workflows/${id}`)
    await banner(other.page).waitFor()
    await other.status(DRAFT_SAVED)
    expect(await other.name.inputValue()).toBe('Edited at home')
    await other.clickCanvas()
    await other.add('log')
    await other.page.getByRole('button', { name: 'Compare with saved' }).click()
    await other.page.getByRole('button', { name: 'Back to the workflow' }).click()
    await other.page.getByRole('button', { name: 'Discard my changes' }).click()
    await other.status('Saved')
    await other.counts(3)
    expect(await other.name.inputValue()).toBe('Elsewhere')
    await expect.poll(() => draftOf(other.page, id)).toBe(null)
    await other.page.getByRole('button', { name: 'Undo', exact: true }).last().click()
    await other.counts(4)
    await other.status(DRAFT_SAVED)
    expect(await draftOf(other.page, id)).toMatchObject({ workflow: { name: 'Edited at home' }, base_revision: 1 })
    await context.close()
  })

  test('edits continue while the service is killed, and reach it after its restart', async () => {
    const { id, editor, page } = await opened('Killed')
    web.expectConsoleError(GONE)
    const restart = await web.stopService('SIGKILL')
    await editor.status('Offline, reconnecting…')
    await editor.name.fill('Edited offline')
    await editor.status('Offline, kept in this browser')
    await restart()
    await page.getByText('Connected to the service again').first().waitFor()
    await editor.status(DRAFT_SAVED)
    expect(await draftOf(page, id)).toMatchObject({ workflow: { name: 'Edited offline' } })
    await page.close()
  })

  test('a tab that is closed while the service is gone leaves its changes in the browser', async () => {
    const { id, editor, page } = await opened('Closed')
    web.expectConsoleError(GONE)
    const restart = await web.stopService('SIGKILL')
    await editor.status('Offline, reconnecting…')
    await editor.clickCanvas()
    await editor.add('log')
    await editor.status('Offline, kept in this browser')
    await page.close()
    await restart()
    const again = await tab(id)
    await again.editor.counts(4)
    await again.editor.status(DRAFT_SAVED)
    expect((await draftOf(again.page, id))?.workflow.nodes).toHaveLength(4)
    await again.page.close()
  })

  test('the run panel shows that the service is gone, and catches up after its restart', async () => {
    const { id } = await web.call('/workflows', WAITS)
    const { page, editor } = await tab(id)
    await editor.runButton.click()
    const panel = page.getByRole('complementary', { name: 'Run', exact: true })
    await panel.getByRole('button', { name: 'Run', exact: true }).click()
    await panel.getByRole('button', { name: 'Order', exact: true }).waitFor()
    web.expectConsoleError(GONE)
    const restart = await web.stopService('SIGKILL')
    const lost = panel.getByText('Connection lost. This is the state before that.')
    await lost.waitFor()
    expect(await panel.getByText(/^\d+(\.\d)? s$/).count()).toBe(0)
    await restart()
    await lost.waitFor({ state: 'detached' })
    await panel.getByRole('button', { name: 'Order', exact: true }).click()
    await panel.getByRole('status').filter({ hasText: 'Completed, 4 of 4 done' }).waitFor()
    await page.close()
  })

  test('closing the tab with unsaved changes asks, and keeps even the last keystroke', async () => {
    const { id, page } = await opened('Tab')
    const asked: string[] = []
    // Without changes the tab closes at once.
    const closedAtOnce = page.waitForEvent('close')
    await page.close({ runBeforeUnload: true })
    await closedAtOnce

    const second = await tab(id)
    const answer = (stays: boolean) => (dialog: Dialog) => {
      asked.push(dialog.type())
      void (stays ? dialog.dismiss() : dialog.accept())
    }
    second.page.once('dialog', answer(true))
    await second.editor.name.fill('Last keystroke')
    await second.page.close({ runBeforeUnload: true })
    await expect.poll(() => asked).toEqual(['beforeunload'])
    expect(await second.editor.name.inputValue()).toBe('Last keystroke')
    await second.editor.name.fill('Very last keystroke')
    second.page.once('dialog', answer(false))
    const closed = second.page.waitForEvent('close')
    await second.page.close({ runBeforeUnload: true })
    await closed
    const third = await tab(id)
    expect(await third.editor.name.inputValue()).toBe('Very last keystroke')
    await third.editor.status(DRAFT_SAVED)
    await third.page.close()
  })

  test('two tabs edit one workflow: nothing is overwritten until the person decides', async () => {
    const { id, editor: first, page } = await opened('Two tabs')
    const { editor: second } = await tab(id)
    await first.name.fill('From the first tab')
    await first.status(DRAFT_SAVED)
    web.expectConsoleError(/status of 409/)
    await second.name.fill('From the second tab')
    await otherDraft(second.page).getByText('From the first tab').waitFor()
    await otherDraft(second.page).getByRole('button', { name: 'Decide later' }).click()
    await second.status('Unsaved changes, kept in this browser')
    await second.clickCanvas()
    await second.add('log')
    await second.status('Unsaved changes, kept in this browser')
    expect(await draftOf(page, id)).toMatchObject({ workflow: { name: 'From the first tab' } })

    // A reload of the undecided tab shows its own changes and asks again.
    await second.page.reload()
    await otherDraft(second.page).waitFor()
    expect(await second.name.inputValue()).toBe('From the second tab')
    await second.counts(4)
    await otherDraft(second.page).getByRole('button', { name: 'Keep mine' }).click()
    await second.status(DRAFT_SAVED)
    expect(await draftOf(page, id)).toMatchObject({ workflow: { name: 'From the second tab' } })

    await first.name.fill('From the first tab again')
    await otherDraft(first.page).getByRole('button', { name: 'Use the other draft' }).click()
    await first.counts(4)
    await first.status(DRAFT_SAVED)
    expect(await first.name.inputValue()).toBe('From the second tab')
    await first.clickCanvas()
    await first.page.keyboard.press('Control+z')
    await first.counts(3)
    expect(await first.name.inputValue()).toBe('From the first tab again')
    await first.page.close()
    await second.page.close()
  })

  test('a draft that is older than the saved version opens with the question which to keep', async () => {
    const { id, editor, page } = await opened('Outdated')
    await editor.name.fill('My draft')
    await editor.status(DRAFT_SAVED)
    await web.call(`/workflows/${id}`, { name: 'Saved meanwhile' }, 'PUT')
    await page.reload()
    const dialog = page.getByRole('dialog', { name: 'A newer version was saved' })
    await dialog.getByText('Saved meanwhile').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(await editor.name.inputValue()).toBe('My draft')
    await page.reload()
    await dialog.getByRole('button', { name: 'Use theirs' }).click()
    await editor.status('Saved')
    expect(await editor.name.inputValue()).toBe('Saved meanwhile')
    await expect.poll(() => draftOf(page, id)).toBe(null)
    await page.close()
  })

  test('leaving without changes does not ask, and signing out with changes does', async () => {
    const { editor, page } = await opened('Calm')
    await page.getByRole('link', { name: 'Executions' }).click()
    await page.getByRole('heading', { name: 'Executions' }).waitFor()
    await page.goBack()
    await editor.counts(3)
    await editor.name.fill('Restless')
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await leaving(page).getByRole('button', { name: 'Stay' }).click()
    expect(await editor.name.inputValue()).toBe('Restless')
    await page.close()
  })

  test('a secret that was entered in a draft is masked when it is opened again, and saved', async () => {
    const config = { url: 'https://a.example/', auth: 'bearer' }
    const drawn = drawing('Secretive', [{ id: 'call', type: 'http_request', config }], '')
    const { id } = await web.call('/workflows', drawn)
    const { page, editor } = await tab(id)
    await editor.node('call').click()
    await page.getByRole('tabpanel').getByLabel('Token', { exact: true }).fill('very-secret-0815')
    await editor.status(DRAFT_SAVED)
    expect(JSON.stringify(await draftOf(page, id))).not.toContain('very-secret')
    await page.reload()
    await banner(page).waitFor()
    await editor.save()
    const { nodes } = await web.call(`/workflows/${id}`)
    expect(nodes[0]).toMatchObject({ data: { config: { token: '__secret__:0815' } } })
    await page.close()
  })
})
