import { expect, test } from 'vitest'
import { placeholdersIn, renderTemplate, renderValue } from './templates.ts'

test('finds placeholders in strings, keys and values, each once', () => {
  expect(placeholdersIn(['{{a}} {{ b }}', { '{{c}}': ['{{a}}', 1, null] }])).toEqual(['a', 'b', 'c'])
  expect(placeholdersIn('{{a.b}} {a} {{}} {% if x %}')).toEqual([])
})

test('keeps unknown placeholders and does not render values again', () => {
  expect(renderTemplate('{{a}}-{{b}}', { a: '{{b}}' })).toBe('{{b}}-{{b}}')
  expect(renderTemplate('{{toString}}', {})).toBe('{{toString}}')
})

test('inserts strings unchanged and other values as JSON', () => {
  expect(renderTemplate('{{a}} {{b}} {{c}} {{d}}', { a: 'x', b: true, c: [1, '2'], d: null })).toBe(
    'x true [1,"2"] null',
  )
})

test('replaces a string that is a single placeholder by its value', () => {
  expect(renderValue({ '{{k}}': '{{a}}', b: ['n={{n}}'] }, { k: 'key', a: { x: 1 }, n: 2 })).toEqual({
    key: { x: 1 },
    b: ['n=2'],
  })
})
