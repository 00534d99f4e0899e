import { expect, test } from 'vitest'
import { bodyOf, documentOf, isSameDocument, originOf, withSwitches, workflowOf } from './editor-document.ts'

const stored = {
  id: '1',
  machineName: 'x',
  revision: 4,
  name: 'X',
  description: 'd',
  nodes: [{ id: 'a' }],
  edges: [],
  metadata: {
    tags: ['t'],
    createdAt: 'then',
    updatedAt: 'then',
    versionId: 'v',
    updateNumber: 4,
    schemaVersion: '1',
    version: '1',
    format: 'millrace',
  },
  custom: { kept: true },
}

test('a document has everything except what the service owns, including unknown keys', () => {
  const document = documentOf(stored)
  expect(document).not.toHaveProperty('id')
  expect(document).toHaveProperty('custom', { kept: true })
  expect(originOf(stored)).toMatchObject({ id: '1', revision: 4, updatedAt: 'then' })
  expect(workflowOf(document, originOf(stored))).toMatchObject({ id: '1', revision: 4, name: 'X' })
})

test('a save sends no dates and always a name', () => {
  const body = bodyOf({ ...documentOf(stored), name: '  ' }, 'Untitled')
  expect(body.metadata).toEqual({ tags: ['t'], format: 'millrace' })
  expect(body.name).toBe('Untitled')
})

test('switches and the published version belong to the stored workflow, not to the document', () => {
  const state = {
    active: false,
    published_revision: 3,
    has_triggers: true,
    has_unpublished_changes: true,
    project: 'sales',
  }
  const given = { ...stored, ...state, config: { publish: 'manual', active: false, note: 'x' } }
  expect(Object.keys(documentOf(given))).not.toEqual(expect.arrayContaining(['active']))
  expect(documentOf(given)).not.toHaveProperty('project')
  expect(originOf(given)?.project).toBe('sales')
  const publication = { isManual: true, isActive: false, publishedRevision: 3 }
  expect(originOf(given)?.publication).toEqual(publication)
  expect(withSwitches({ note: 'x', active: true }, publication)).toEqual({
    note: 'x',
    publish: 'manual',
    active: false,
  })
  const live = { isManual: false, isActive: true, publishedRevision: 3 }
  expect(withSwitches({ note: 'x', active: false }, live)).toEqual({ note: 'x' })
  expect(withSwitches(undefined, live)).toBeUndefined()
})

test('documents are equal if their parts are identical', () => {
  const document = documentOf(stored)
  expect(isSameDocument(document, { ...document, nodes: [...document.nodes] })).toBe(true)
  expect(isSameDocument(document, { ...document, name: 'Y' })).toBe(false)
  expect(isSameDocument(document, { ...document, nodes: [{ id: 'a' }] })).toBe(false)
})
