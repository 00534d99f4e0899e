import type { Interrupt } from '@millrace/client'
import { expect, test } from 'vitest'
import { kindOf } from '../forms/field-schema.ts'
import { ENGLISH } from '../i18n/texts.ts'
import { answerProblems, problemBelow, problemsByPlace, problemsElsewhere } from './answer-problems.ts'
import { firstValues, formSchema } from './form-schema.ts'
import { decidedAll, editedValue, reviewAnswer, tallyOf } from './review-decisions.ts'
import { boundsOf, canSelectMore, isWithin, toggled } from './selection.ts'
import { textDifference } from './text-difference.ts'
import { timeLeft } from './times.ts'

const CHANGES = [
  { field: 'name', label: 'Name', original: 'Ada', proposed: 'Ada L.' },
  { field: 'age', label: 'Age', original: 35, proposed: 36 },
]

test('error details of the service belong to their field, or to the whole answer', () => {
  const problems = problemsByPlace([
    { path: '/value/count', message: 'must be at most 9' },
    { path: '/value/count', message: 'is odd' },
    { path: '/value', message: 'must be an object' },
    { message: 'something else' },
  ])
  expect(problems).toEqual({ '/count': 'Must be at most 9', '': 'Must be an object' })
  expect(problemBelow({ '/a/b': 'Inner' }, '/a')).toBe('Inner')
  expect(problemBelow({ '/ab': 'Other' }, '/a')).toBeUndefined()
  expect(problemsElsewhere({ '/a/b': 'shown', '': 'whole', '/c': 'odd' }, ['/a'])).toEqual(['whole', 'odd'])
})

test('validates an answer with the rules of the service', () => {
  const text = { type: 'text', config: { message: 'Well?', min_length: 3 }, allowCancel: true } as unknown as Interrupt
  expect(answerProblems(text, 'ab')).toEqual({ '': 'Must have at least 3 characters' })
  expect(answerProblems(text, 'abc')).toEqual({})
})

test('selected options are in option order and within limits', () => {
  const options = ['a', 'b', 'c']
  const bounds = boundsOf({ min_selections: 1, max_selections: 2 }, 3)
  expect(toggled(['c'], 'a', options)).toEqual(['a', 'c'])
  expect(toggled(['a', 'c'], 'a', options)).toEqual(['c'])
  expect([canSelectMore(['a'], bounds), canSelectMore(['a', 'b'], bounds)]).toEqual([true, false])
  expect([isWithin([], bounds), isWithin(['a'], bounds)]).toEqual([false, true])
  expect(boundsOf({ max_selections: 9 }, 3)).toEqual({ min: 0, max: 3 })
})

test('a review is complete when every change is decided', () => {
  expect(reviewAnswer(CHANGES, { name: { accepted: true } })).toBeUndefined()
  const decisions = { name: { accepted: true, edited: { value: 'A. L.' } }, age: { accepted: false } }
  expect(tallyOf(CHANGES, decisions)).toEqual({ accepted: 1, rejected: 1, open: 0 })
  expect(reviewAnswer(CHANGES, decisions)).toEqual({
    decisions: { name: { accepted: true, value: 'A. L.' }, age: { accepted: false, value: 35 } },
    summary: { accepted: 1, rejected: 1, total: 2 },
  })
  expect(decidedAll(CHANGES, true, decisions)).toEqual({
    name: { accepted: true, edited: { value: 'A. L.' } },
    age: { accepted: true },
  })
  expect(decidedAll(CHANGES, false, decisions)).toEqual({ name: { accepted: false }, age: { accepted: false } })
})

test('an edited value has the type of the proposed value', () => {
  expect(editedValue('5', 'text')).toEqual({ value: '5' })
  expect(editedValue('5', 36)).toEqual({ value: 5 })
  expect(editedValue('five', 36)).toBeUndefined()
  expect(editedValue('["a"]', [])).toEqual({ value: ['a'] })
})

test('a text difference has whole words and loses no text', () => {
  expect(textDifference('a red mug', 'a blue mug')).toEqual([
    { kind: 'same', text: 'a ' },
    { kind: 'removed', text: 'red' },
    { kind: 'added', text: 'blue' },
    { kind: 'same', text: ' mug' },
  ])
  expect(textDifference('', '')).toEqual([])
  for (const [before, after] of [
    ['', 'new'],
    ['old', ''],
    ['a b c', 'c b a'],
    ['x '.repeat(900), 'y '.repeat(900)],
  ] as const) {
    const pieces = textDifference(before, after)
    const without = (kind: string) => pieces.filter((one) => one.kind !== kind).map(({ text }) => text)
    expect([without('added').join(''), without('removed').join('')]).toEqual([before, after])
  }
})

test('normalizes an arbitrary schema so that it can be rendered', () => {
  const odd = {
    type: ['null', 'integer'],
    required: 'a',
    title: 7,
    oneOf: [null, { const: 1 }],
    properties: { a: null },
  }
  expect(formSchema(odd)).toEqual({ type: 'integer', oneOf: [{ const: 1 }], properties: { a: {} } })
  expect(kindOf(formSchema({ type: ['string', 'null'] }))).toBe('text')
  expect(formSchema({ type: 'string', autocomplete: { url: 'https://elsewhere' } })).toEqual({ type: 'string' })
  for (const value of [null, 5, [], 'x']) expect(formSchema(value)).toEqual({})
})

test('a required switch starts as off', () => {
  const schema = formSchema({
    properties: { a: { type: 'boolean' }, b: { type: 'boolean', default: true }, c: { type: 'boolean' } },
    required: ['a', 'b'],
  })
  expect(firstValues(schema, { c: true })).toEqual({ a: false, c: true })
})

test.each([
  [-5, '0:00'],
  [42_000, '0:42'],
  [599_000, '9:59'],
  [720_000, '12 min'],
  [3 * 3_600_000 + 300_000, '3 h 5 min'],
  [86_400_000, '1 day'],
  [4 * 86_400_000, '4 days'],
])('formats %d ms as %s', (ms, text) => {
  expect(timeLeft(ms, ENGLISH)).toBe(text)
})
