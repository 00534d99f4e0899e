import { isDisabled } from '@millrace/model'
import { drawn } from '@millrace/model/testing/drawing'
import { smallCatalogue } from '@millrace/model/testing/small-catalogue'
import { beforeEach, expect, test, vi } from 'vitest'
import { ENGLISH } from '../i18n/texts.ts'
import { ACTIONS, canRun } from './actions.ts'
import { toggleDisabled } from './disabling.ts'
import { createSession, type EditorSession } from './session.ts'

// The build of the page provides the icons; nothing is rendered here.
vi.mock('virtual:millrace-icons', () => ({ default: {} }))
vi.mock('virtual:millrace-icon-shards', () => ({ default: {} }))

let session: EditorSession
const disabled = () =>
  session.store
    .get()
    .history.document.nodes.filter(isDisabled)
    .map(({ id }) => id)
const label = () => ACTIONS.toggleDisabled.label(ENGLISH, session)

beforeEach(() => {
  session = createSession({})
  const { nodes, edges } = drawn('text:text -> end:value\nmodel\nnote')
  const graph = { nodes: [...nodes], edges: [...edges] }
  session.open({ name: 'Mine', ...graph }, { phase: 'ready', isEditable: true, catalogue: smallCatalogue })
})

test('disables several nodes in one undo step, and enables them again', () => {
  session.select({ nodes: new Set(['text', 'model', 'note']) })
  expect(label()).toBe('Disable')
  toggleDisabled(session)
  expect(disabled()).toEqual(['text', 'model'])
  expect(session.store.get().history.past.map((step) => step.label)).toEqual(['disableNodes'])
  expect(label()).toBe('Enable')
  toggleDisabled(session)
  expect(disabled()).toEqual([])
  session.undo()
  session.undo()
  expect(disabled()).toEqual([])
  expect(session.store.get().history.past).toEqual([])
})

test('disables all of a selection in which some are disabled', () => {
  session.select({ nodes: new Set(['text']) })
  toggleDisabled(session)
  session.select({ nodes: new Set(['text', 'end']) })
  expect(label()).toBe('Disable')
  toggleDisabled(session)
  expect(disabled()).toEqual(['text', 'end'])
})

test('is not offered for notes, which never run', () => {
  session.select({ nodes: new Set(['note']) })
  expect(canRun(session, ACTIONS.toggleDisabled)).toBe(false)
})
