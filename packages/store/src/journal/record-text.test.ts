import { expect, test } from 'vitest'
import { parseRecord } from './record-text.ts'

test('parses the record of a child execution', () => {
  const stored = { parent: { execution: 'p', node: 3, scope: '0:1' }, depth: 1, about: { startedBy: 'Ada', root: 'p' } }
  expect(parseRecord(JSON.stringify(stored))).toStrictEqual(stored)
})

test('ignores facts of an unknown shape', () => {
  const about = { startedBy: 7, root: 'top', kanban: { columns: 'none' }, session: 's' }
  expect(parseRecord(JSON.stringify({ depth: 0, about })).about).toStrictEqual({ root: 'top', session: 's' })
  expect(parseRecord(JSON.stringify({ depth: 0, about: null })).about).toStrictEqual({})
})

test.each(['{}', '[]', 'null', '{"depth":"1","about":{}}', '{"depth":1,"parent":{"execution":"p"},"about":{}}'])(
  'rejects the malformed record %s',
  (text) => expect(() => parseRecord(text)).toThrow('malformed'),
)
