import type { Workflow } from '@millrace/model'
import { expect, test } from 'vitest'
import { RecentDocuments } from './recent-documents.ts'

const document = { name: 'A' } as Workflow

test('returns the document and the secrets of the revision that was saved, and of no other', () => {
  const recent = new RecentDocuments()
  const secrets = new Uint8Array([1])
  recent.add({ id: 'a', revision: 2 }, { document, secrets })
  expect(recent.get({ id: 'a', revision: 2 })).toMatchObject({ document, secrets })
  expect(recent.get({ id: 'a', revision: 1 })).toBeUndefined()
  expect(recent.get({ id: 'a', revision: 3 })).toBeUndefined()
  expect(recent.get({ id: 'b', revision: 2 })).toBeUndefined()
})

test('keeps sixteen documents and drops the one that was saved first', () => {
  const recent = new RecentDocuments()
  for (let at = 0; at < 17; at++) recent.add({ id: `${at}`, revision: 1 }, { document, secrets: null })
  expect(recent.get({ id: '0', revision: 1 })).toBeUndefined()
  for (let at = 1; at < 17; at++) expect(recent.get({ id: `${at}`, revision: 1 })).toBeDefined()
})
