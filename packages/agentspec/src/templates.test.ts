import { expect, test } from 'vitest'
import { placeholdersIn, renderTemplate, renderValue } from './templates.ts'

test('placeholders are found in texts, keys and values, each once', () => {
  expect(placeholdersIn(['{{a}} {{ b }}', { '{{c}}': ['{{a}}', 1, null] }])).toEqual(['a', 'b', 'c'])
  expect(placeholdersIn('{{a.b}} {a} {{}} {% if x %}')).toEqual([])
})

test('what is not given stays as it stands; what is given is not looked at again', () => {
  expect(renderTemplate('{{a}}-{{b}}', { a: '{{b}}' })).toBe('{{b}}-{{b}}')
  expect(renderTemplate('{{toString}}', {})).toBe('{{toString}}')
})

test('texts stand as they are, everything else as JSON', () => {
  expect(renderTemplate('{{a}} {{b}} {{c}} {{d}}', { a: 'x', b: true, c: [1, '2'], d: null })).toBe(
    'x true [1,"2"] null',
  )
})

test('in a value, a text that is one placeholder becomes the value itself', () => {
  expect(renderValue({ '{{k}}': '{{a}}', b: ['n={{n}}'] }, { k: 'key', a: { x: 1 }, n: 2 })).toEqual({
    key: { x: 1 },
    b: ['n=2'],
  })
})
