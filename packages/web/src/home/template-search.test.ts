import { expect, test } from 'vitest'
import { searchTemplates } from './template-search.ts'
import { TEMPLATES } from './templates/all-templates.ts'

test('finds templates that have all words in name, description or tags', () => {
  expect(searchTemplates('csv JSON', 'all').map(({ id }) => id)).toEqual(['csv-to-json'])
  expect(searchTemplates('approval', 'people').map(({ id }) => id)).toEqual([
    'ask-before-sending',
    'expense-approval',
    'review-of-changes',
  ])
  expect(searchTemplates('  ', 'all')).toEqual(TEMPLATES)
  expect(searchTemplates('no such thing', 'all')).toEqual([])
})
