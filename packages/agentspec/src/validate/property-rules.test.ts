import { expect, test } from 'vitest'
import type { Property } from '../components.ts'
import { newNotes } from '../notes.ts'
import { propertyRules } from './property-rules.ts'

function notesOn(property: Property) {
  const notes = newNotes()
  propertyRules([property], 'Node `a`: inputs', { notes })
  return { errors: notes.errors, warnings: notes.warnings }
}

test('a keyword that cannot be checked is an error', () => {
  const list = { title: 'list', type: 'array', items: { type: 'object', unevaluatedProperties: false } }
  expect(notesOn(list).errors).toEqual([
    'Node `a`: inputs: `list` at /items uses "unevaluatedProperties", which is not supported',
  ])
  expect(notesOn({ title: 'other', $ref: 'https://example.com/schema' }).errors).toHaveLength(1)
})

test('a pattern that may take too long is a warning, others are checked', () => {
  expect(notesOn({ title: 'code', type: 'string', pattern: '^(a+)+$' })).toEqual({
    errors: [],
    warnings: ['Node `a`: inputs: `code` has the pattern `^(a+)+$`, which is not checked'],
  })
  expect(notesOn({ title: 'code', type: 'string', pattern: '^[A-Z]+$', default: 'ABC' })).toEqual({
    errors: [],
    warnings: [],
  })
  expect(notesOn({ title: 'code', type: 'string', pattern: '^[A-Z]+$', default: 'abc' }).errors).toHaveLength(1)
})
