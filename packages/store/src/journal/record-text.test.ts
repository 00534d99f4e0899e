import { expect, test } from 'vitest'
import { parseRecord } from './record-text.ts'

test('reads the record of an execution that another one called', () => {
  const stored = { parent: { execution: 'p', node: 3, scope: '0:1' }, depth: 1, about: { startedBy: 'Ada', root: 'p' } }
  expect(parseRecord(JSON.stringify(stored))).toStrictEqual(stored)
})

test('leaves out facts of a shape that it does not know', () => {
  const about = { startedBy: 7, root: 'top', kanban: { columns: 'none' }, session: 's' }
  expect(parseRecord(JSON.stringify({ depth: 0, about })).about).toStrictEqual({ root: 'top', session: 's' })
  expect(parseRecord(JSON.stringify({ depth: 0, about: null })).about).toStrictEqual({})
})

test.each(['{}', '[]', 'null', '{"depth":"1","about":{}}', '{"depth":1,"parent":{"execution":"p"},"about":{}}'])(
  'rejects the malformed record %s',
  (text) => expect(() => parseRecord(text)).toThrow('malformed'),
)
