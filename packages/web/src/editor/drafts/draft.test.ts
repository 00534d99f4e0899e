import { expect, test } from 'vitest'
import { hasSameContent } from '../document-difference.ts'
import type { EditorDocument } from '../editor-document.ts'
import { type BrowserDraft, chosenDraft, type Draft } from './draft.ts'

const catalogue = { types: new Map(), categories: [] }
const documentCalled = (name: string): EditorDocument => ({ name, description: '', nodes: [], edges: [] })
const saved = documentCalled('Saved')
const draft = (name: string, change: Partial<Draft> = {}): Draft => ({
  document: documentCalled(name),
  at: '2026-01-01T00:00:00.000Z',
  baseRevision: 1,
  revision: 4,
  ...change,
})
const left = (name: string, change: Partial<BrowserDraft> = {}): BrowserDraft => ({
  ...draft(name),
  key: name.toLowerCase(),
  ...change,
})
const choice = (stored: Draft | undefined, ...found: BrowserDraft[]) =>
  chosenDraft({ saved, stored, left: found, catalogue })

test('opens the draft of the service', () => {
  expect(choice(draft('Mine'))).toMatchObject({ open: { document: { name: 'Mine' }, revision: 4 }, others: [] })
  expect(choice(undefined).open).toBeUndefined()
})

test('ignores a draft without changes and reports it for removal', () => {
  expect(choice(draft('Saved'), left('Saved'))).toMatchObject({
    open: undefined,
    isStoredObsolete: true,
    obsolete: ['saved'],
  })
})

test('prefers the draft of this browser if it continues that of the service', () => {
  const found = choice(draft('Earlier'), left('Later'))
  expect(found).toMatchObject({ open: { document: { name: 'Later' }, revision: 4 }, key: 'later', others: [] })
})

test('recognises a document that was being sent when the window was closed', () => {
  const sending = documentCalled('Sent')
  const found = choice(draft('Sent', { revision: 5 }), left('Later', { sending }))
  expect(found).toMatchObject({ open: { document: { name: 'Later' }, revision: 5 }, others: [] })
})

test('leaves two drafts with different changes to the person', () => {
  const found = choice(draft('Elsewhere', { revision: 9 }), left('Here'), left('Older'))
  expect(found.open?.document.name).toBe('Here')
  expect(found.others.map(({ draft, key }) => [draft.document.name, key])).toEqual([
    ['Elsewhere', undefined],
    ['Older', 'older'],
  ])
})

test('starts a new draft on the service if the one that was continued is gone', () => {
  expect(choice(undefined, left('Here')).open).toMatchObject({ document: { name: 'Here' }, revision: undefined })
})

test('compares content without what the service adds', () => {
  const stored = { ...saved, metadata: { updatedAt: 'now', versionId: 'v' }, config: {} }
  expect(hasSameContent(saved, stored, catalogue)).toBe(true)
  expect(hasSameContent(saved, { ...stored, config: { active: false } }, catalogue)).toBe(true)
  expect(hasSameContent(saved, { ...stored, config: { kanban: [] } }, catalogue)).toBe(false)
})

test('compares secrets of a draft by their hints', () => {
  const node = (key: string) => ({
    id: 'a',
    type: 'x',
    position: { x: 0, y: 0 },
    data: { label: 'A', config: { key } },
  })
  const one = { ...saved, nodes: [node('__secret__:draft:4711')] }
  const other = { ...saved, nodes: [node('__secret__:4711')] }
  expect(hasSameContent(one as EditorDocument, other as EditorDocument, catalogue)).toBe(true)
})

test('two documents that differ only in what no dialog shows are the same', () => {
  const node = (id: string, more = {}) => ({
    id,
    type: 'x',
    position: { x: 0, y: 0 },
    data: { label: id, config: {} },
    ...more,
  })
  const one = { ...saved, nodes: [node('a'), node('b')] }
  const other = { ...saved, nodes: [node('b', { measured: { width: 1, height: 1 } }), node('a', { selected: true })] }
  expect(hasSameContent(one, other, catalogue)).toBe(true)
  expect(hasSameContent(one, { ...other, nodes: [node('a')] }, catalogue)).toBe(false)
})
