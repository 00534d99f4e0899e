/** The document of a session changes only by transactions, undo and redo. */
import { editHistory } from '@millrace/model'
import { drawn } from '@millrace/model/testing/drawing'
import { smallCatalogue } from '@millrace/model/testing/small-catalogue'
import { describe, expect, test, vi } from 'vitest'
import { english } from '../i18n/catalogue.ts'
import { german } from '../i18n/de/german.ts'
import type { ToastMessage } from '../ui/toasts.tsx'
import { type EditorDocument, EMPTY_DOCUMENT } from './editor-document.ts'
import type { EditorOptions } from './editor-options.ts'
import { isDirty } from './editor-state.ts'
import { createSession } from './session.ts'

// The build of the page provides the icons; nothing is rendered here.
vi.mock('virtual:millrace-icons', () => ({ default: {} }))
vi.mock('virtual:millrace-icon-shards', () => ({ default: {} }))

function opened(options: EditorOptions = {}) {
  const session = createSession(options)
  const toasts: ToastMessage[] = []
  session.showToasts((message) => toasts.push(message))
  const { nodes, edges } = drawn('text:text -> model:message')
  session.open(
    { name: 'Mine', nodes: [...nodes], edges: [...edges] },
    { phase: 'ready', isEditable: true, catalogue: smallCatalogue },
  )
  const state = () => session.store.get()
  return { session, toasts, state, labels: () => state().history.past.map(({ label }) => label) }
}

describe('a transaction of the editor', () => {
  test('is one step with its label that undo and redo traverse', () => {
    const { session, state, labels } = opened()
    const before = state().history.document
    const result = session.transact('addNode', (tx) => {
      const [id = ''] = tx.add({ type: 'end' }).nodes
      tx.connect({ source: { node: 'model', port: 'response' }, target: { node: id, port: 'value' } })
      return id
    })
    expect(result).toMatchObject({ ok: true, value: 'end.1', made: { nodes: ['end.1'] } })
    expect(labels()).toEqual(['addNode'])
    const after = state().history.document
    session.undo()
    expect(state().history.document).toEqual(before)
    expect(state().history.future.map(({ label }) => label)).toEqual(['addNode'])
    session.redo()
    expect(state().history.document).toEqual(after)
  })

  test('that is rejected halfway changes nothing and shows the reason', () => {
    const { session, toasts, state } = opened()
    const before = state()
    const result = session.transact('addNode', (tx) => {
      tx.add({ type: 'end' })
      tx.move({ node: 'missing', to: { x: 0, y: 0 } })
    })
    expect(result).toMatchObject({ ok: false, problem: { code: 'NODE_NOT_FOUND' } })
    expect(state()).toBe(before)
    expect(toasts).toMatchObject([{ tone: 'error', text: expect.stringContaining('missing') }])
  })

  test('whose function throws changes nothing, shows the error and rethrows it', () => {
    const { session, toasts, state } = opened()
    const before = state()
    const work = () =>
      session.transact('addNode', (tx) => {
        tx.add({ type: 'end' })
        throw new RangeError('a fault')
      })
    expect(work).toThrow(RangeError)
    expect(state()).toBe(before)
    expect(toasts).toMatchObject([{ tone: 'error', text: 'The change failed: a fault' }])
    expect(session.transact('addNode', (tx) => tx.add({ type: 'end' })).ok).toBe(true)
  })

  test('cannot be nested, and undo is rejected meanwhile', () => {
    const { session, state } = opened()
    session.transact('connect', (tx) => tx.comment({ edge: 'e1', text: 'x' }))
    const before = state()
    const nested = () =>
      session.transact('addNode', () => {
        session.undo()
        session.transact('remove', (tx) => tx.clear())
      })
    expect(nested).toThrow('inside another one')
    expect(state()).toBe(before)
  })

  test('is rejected in a read-only editor, and so is undo', () => {
    const { session, state } = opened()
    session.transact('comment', (tx) => tx.comment({ edge: 'e1', text: 'x' }))
    session.store.set({ isEditable: false })
    const before = state()
    expect(session.transact('remove', (tx) => tx.clear())).toMatchObject({ ok: false })
    session.undo()
    expect(state()).toBe(before)
  })

  test('coalesces one continuous gesture, and only with a key', () => {
    const { session, labels } = opened()
    const type = (label: string, coalesce?: string) =>
      session.transact('renameNode', (tx) => tx.rename({ node: 'text', label }), coalesce ? { coalesce } : {})
    for (const label of ['N', 'Ne', 'New']) type(label, 'label:text')
    expect(labels()).toEqual(['renameNode'])
    for (const label of ['A', 'B']) type(label)
    expect(labels()).toEqual(['renameNode', 'renameNode', 'renameNode'])
  })

  test('reports the change and the dirty state to the host, which may edit in its handler', () => {
    const kinds: string[] = []
    const dirty: boolean[] = []
    const { session } = opened({
      onWorkflowChange(_, kind) {
        kinds.push(kind)
        if (kind === 'node_add') session.transact('comment', (tx) => tx.comment({ edge: 'e1', text: 'seen' }))
      },
      onDirtyStateChange: (is) => void dirty.push(is),
    })
    session.transact('addNode', (tx) => tx.add({ type: 'end' }))
    session.undo()
    session.undo()
    expect(kinds).toEqual(['node_add', 'metadata', 'metadata', 'node_remove'])
    expect(dirty).toEqual([true, false])
  })
})

describe('the document is protected from other changes', () => {
  test('the store of a session rejects another history', () => {
    const { session, state } = opened()
    const before = state()
    const history = editHistory<EditorDocument, 'addNode'>(EMPTY_DOCUMENT)
    expect(() => session.store.set({ history })).toThrow('session.transact')
    expect(() => session.store.set((all) => ({ ...all, history }))).toThrow('session.transact')
    expect(state()).toBe(before)
    session.store.set({ isSaving: true })
    expect(state()).toMatchObject({ isSaving: true, history: before.history })
  })

  test('opening another workflow starts a new history, and saving keeps the steps', () => {
    const { session, state, labels } = opened()
    session.transact('comment', (tx) => tx.comment({ edge: 'e1', text: 'x' }))
    const { document } = state().history
    session.rebase({ ...document, name: 'Stored' })
    expect(labels()).toEqual(['comment'])
    session.open({ name: 'Other', nodes: [], edges: [] })
    expect(labels()).toEqual([])
    expect(isDirty(state())).toBe(false)
  })
})

test('every step has a label in both languages', () => {
  const [own, other] = [english(String).editor.steps, german(String).editor.steps]
  const names = Object.keys(own)
  expect(Object.keys(other)).toEqual(names)
  for (const steps of [own, other]) expect(new Set(Object.values(steps)).size).toBe(names.length)
})
