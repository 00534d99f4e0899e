import { expect, test, vi } from 'vitest'
import { NO_DRAFT } from './drafts/draft.ts'
import { EMPTY_DOCUMENT } from './editor-document.ts'
import { type EditorState, INITIAL_STATE } from './editor-state.ts'
import { statusOf } from './save-status.tsx'

// The build of the page provides the icons; nothing is rendered here.
vi.mock('virtual:millrace-icons', () => ({ default: {} }))
vi.mock('virtual:millrace-icon-shards', () => ({ default: {} }))

const publication = { isManual: false, isActive: true, publishedRevision: 1 }
const origin = { id: 'w', revision: 1, updatedAt: undefined, project: undefined, publication }
const changed = { origin, saved: { ...EMPTY_DOCUMENT, name: 'Before' } }
const APP = { keepsOnService: true, isHostSaving: false }
const kept = (keptIn: EditorState['drafts']['keptIn']) => ({ drafts: { ...NO_DRAFT, keptIn } })

test.each<[string, Partial<EditorState>]>([
  ['isNew', {}],
  ['saved', { origin }],
  ['saving', { origin, isSaving: true }],
  ['unsaved', { ...changed, ...kept('pending') }],
  ['draftSaved', { ...changed, ...kept('service') }],
  ['inBrowser', { ...changed, ...kept('browser') }],
  ['failed', { ...changed, ...kept('failed'), isOnline: false }],
  ['offline', { origin, isOnline: false }],
  ['offlineKept', { ...changed, ...kept('browser'), isOnline: false }],
])('is %s', (status, state) => {
  expect(statusOf({ ...INITIAL_STATE, ...state }, APP)).toBe(status)
})

test('a document that the host stores is saved without an id', () => {
  expect(statusOf(INITIAL_STATE, { keepsOnService: false, isHostSaving: true })).toBe('saved')
})

test('an editor that keeps drafts only in the browser has plain unsaved changes', () => {
  expect(statusOf({ ...INITIAL_STATE, ...changed, ...kept('browser') }, { ...APP, keepsOnService: false })).toBe(
    'unsaved',
  )
})
