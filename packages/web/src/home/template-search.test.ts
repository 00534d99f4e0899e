import { expect, test } from 'vitest'
import { templatesLike } from './template-search.ts'
import { TEMPLATES } from './templates/all-templates.ts'

test('all words have to be there, in name, description or tags', () => {
  expect(templatesLike('csv JSON', 'all').map(({ id }) => id)).toEqual(['csv-to-json'])
  expect(templatesLike('approval', 'people').map(({ id }) => id)).toEqual([
    'ask-before-sending',
    'expense-approval',
    'review-of-changes',
  ])
  expect(templatesLike('  ', 'all')).toEqual(TEMPLATES)
  expect(templatesLike('no such thing', 'all')).toEqual([])
})
