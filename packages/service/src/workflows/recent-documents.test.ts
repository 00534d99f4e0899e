import type { Workflow } from '@millrace/model'
import { expect, test } from 'vitest'
import { BodyParts } from '../http/body-parts.ts'
import { ListOffsets, shapeOf } from '../http/body-shape.ts'
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

test('keeps the parts of the last body until another save has some', () => {
  const recent = new RecentDocuments()
  const offsets = new ListOffsets()
  const noParts = () => new BodyParts(Buffer.alloc(0), [], { offsets, shape: shapeOf(Buffer.alloc(0), offsets) })
  const [first, second] = [noParts(), noParts()]
  recent.add({ id: 'a', revision: 1 }, { document, secrets: null, parts: first })
  recent.add({ id: 'a', revision: 2 }, { document, secrets: null })
  expect(recent.partsOf('a')).toBe(first)
  recent.add({ id: 'a', revision: 3 }, { document, secrets: null, parts: second })
  expect(recent.partsOf('a')).toBe(second)
  expect(recent.partsOf('b')).toBeUndefined()
})
