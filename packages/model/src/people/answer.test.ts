import { describe, expect, test } from 'vitest'
import { checkAnswer } from './answer.ts'
import type { Question, QuestionConfig, QuestionType } from './question.ts'

function question<T extends QuestionType>(type: T, config: Omit<QuestionConfig<T>, 'message'>): Question {
  return { type, config: { message: 'Well?', ...config } as QuestionConfig, allowCancel: true }
}

/** The problems as `path message`; empty if there are none. */
function wrong(asked: Question, value: unknown): string[] {
  const checked = checkAnswer(asked, value)
  return 'problems' in checked ? checked.problems.map(({ path, message }) => `${path} ${message}`) : []
}

test('reports a problem with code, message and path', () => {
  expect(checkAnswer(question('confirmation', {}), 'yes')).toEqual({
    problems: [{ code: 'INVALID_ANSWER', message: 'must be true or false', path: '/value' }],
  })
})

test('accepts only true and false for a confirmation', () => {
  const asked = question('confirmation', {})
  expect([true, false].map((value) => checkAnswer(asked, value))).toEqual([{ value: true }, { value: false }])
  for (const value of ['true', 1, 0, null, undefined, [], {}]) expect(wrong(asked, value)).toHaveLength(1)
})

describe('the answer of a choice', () => {
  const options = ['red', 'green', 'blue'].map((value) => ({ value, label: value.toUpperCase() }))
  const one = question('choice', { options })
  const several = question('choice', { options, multiple: true })
  const two = question('choice', { options, multiple: true, min_selections: 2, max_selections: 2 })

  test('is the value of an option', () => {
    expect(checkAnswer(one, 'red')).toEqual({ value: 'red' })
    for (const value of ['RED', ['red'], '', null, 0]) {
      expect(wrong(one, value)).toEqual(['/value must be one of "red", "green", "blue"'])
    }
  })

  test('is a list of different values if several may be picked', () => {
    expect(checkAnswer(several, [])).toEqual({ value: [] })
    expect(checkAnswer(several, ['blue', 'red'])).toEqual({ value: ['blue', 'red'] })
    expect(wrong(several, 'red')).toEqual(['/value must be a list of what was picked'])
    expect(wrong(several, ['red', 'pink', 'red'])).toEqual([
      '/value/1 must be one of "red", "green", "blue"',
      '/value/2 is picked twice',
    ])
    expect(wrong(several, ['red', 'green', 'blue', 'red'])).toEqual(['/value must have at most 3 of the options'])
  })

  test('has as many values as requested', () => {
    expect(checkAnswer(two, ['red', 'blue'])).toEqual({ value: ['red', 'blue'] })
    expect(wrong(two, ['red'])).toEqual(['/value must have at least 2 of the options'])
    expect(wrong(two, ['red', 'blue', 'green'])).toEqual(['/value must have at most 2 of the options'])
  })

  test('names only some options in a problem if there are many', () => {
    const many = Array.from({ length: 1000 }, (_, at) => ({ value: `${at}`, label: `${at}` }))
    expect(wrong(question('choice', { options: many }), 'x')[0]).toMatch(/"9" …$/)
  })
})

describe('the answer of a text question', () => {
  test('must not be empty unless that is allowed', () => {
    expect(checkAnswer(question('text', {}), 'Ada')).toEqual({ value: 'Ada' })
    expect(wrong(question('text', {}), '')).toEqual(['/value must not be empty'])
    expect(wrong(question('text', { min_length: 0 }), '')).toEqual([])
    expect(wrong(question('text', {}), 5)).toEqual(['/value must be a text'])
  })

  test('has its length counted in code points', () => {
    const asked = question('text', { min_length: 2, max_length: 3 })
    expect(wrong(asked, '🙂🙂🙂')).toEqual([])
    expect(wrong(asked, '🙂')).toEqual(['/value must have at least 2 characters'])
    expect(wrong(asked, 'abcd')).toEqual(['/value must have at most 3 characters'])
  })
})

describe('the answer of a form', () => {
  const form = (schema: Record<string, unknown>) => question('form', { schema })
  const order = form({
    type: 'object',
    properties: {
      item: { type: 'string', minLength: 1 },
      count: { type: 'integer', minimum: 1, maximum: 9 },
      gift: { type: 'boolean' },
      colour: { type: 'string', oneOf: [{ const: 'red', title: 'Red' }, { const: 'blue' }] },
      size: { enum: ['S', 'M'] },
      speed: { type: 'string', default: 'slow' },
    },
    required: ['item', 'count'],
  })

  test('keeps its fields, drops the rest, and fills in defaults', () => {
    const sent = { item: 'Ink', count: 2, 'input-17': 'x', __proto__: { gift: true } }
    expect(checkAnswer(order, sent)).toEqual({ value: { item: 'Ink', count: 2, speed: 'slow' } })
  })

  test('treats blank fields as omitted', () => {
    const blank = { item: 'Ink', count: 2, gift: '', colour: '', size: '', speed: '' }
    expect(checkAnswer(order, blank)).toEqual({ value: { item: 'Ink', count: 2, speed: '' } })
    expect(wrong(order, { item: 'Ink', count: '' })).toEqual(['/value/count is required'])
  })

  test('must fit the schema of each field', () => {
    expect(wrong(order, { item: '', count: 10, gift: 'yes', colour: 'pink', size: 'L' })).toEqual([
      '/value/item must not be empty',
      '/value/count must be at most 9',
      '/value/gift must be true or false, is a text',
      '/value/colour must be one of "red", "blue"',
      '/value/size must be one of "S", "M"',
    ])
    expect(wrong(order, { count: '2' })).toEqual([
      '/value/count must be a whole number, is a text',
      '/value/item is required',
    ])
    for (const value of [null, [], 'x', undefined]) {
      expect(wrong(order, value)).toEqual(['/value must be an object with a value by field'])
    }
  })

  test('is tested against a pattern that is fast enough', () => {
    const asked = form({ properties: { zip: { type: 'string', pattern: '^\\d{5}$' } } })
    expect(wrong(asked, { zip: '12345' })).toEqual([])
    expect(wrong(asked, { zip: '1234' })).toEqual(['/value/zip must match ^\\d{5}$'])
    const list = form({ properties: { tags: { type: 'array', items: { pattern: '^[a-z]+$' } } } })
    expect(wrong(list, { tags: ['a', 'B'] })).toEqual(['/value/tags/1 must match ^[a-z]+$'])
  })

  test('is not tested against a pattern for which it is too long', () => {
    const asked = form({ properties: { mail: { type: 'string', pattern: 'a*a*b' } } })
    expect(wrong(asked, { mail: 'a'.repeat(1_000_000) })).toEqual(['/value/mail must have at most 169 characters'])
  })

  test('is checked quickly despite a pattern that could run forever', () => {
    const asked = form({
      properties: {
        name: { type: 'string', pattern: '^(a+)+$' },
        other: { oneOf: [{ pattern: '^(a+)+$' }, { pattern: '^(b+)+$' }] },
        third: { anyOf: [{ type: 'string', pattern: '^(a+)+$' }, { type: 'null' }] },
      },
    })
    const text = `${'a'.repeat(50)}!`
    expect(checkAnswer(asked, { name: text, other: text, third: text })).toEqual({
      value: { name: text, other: text, third: text },
    })
  })

  test('is checked by references, conditions and exclusions, and blank fields behind a reference are omitted', () => {
    const asked = form({
      $defs: { age: { type: 'integer', minimum: 1 } },
      properties: { age: { $ref: '#/$defs/age' }, kind: { not: { const: 'none' } }, note: { type: 'string' } },
      if: { required: ['age'] },
      else: { required: ['note'] },
    })
    expect(wrong(asked, { age: 0, kind: 'none' })).toEqual([
      '/value/age must be at least 1',
      '/value/kind is of a kind that is excluded',
    ])
    expect(checkAnswer(asked, { age: '', note: 'x' })).toEqual({ value: { note: 'x' } })
    expect(wrong(asked, { age: '' })).toEqual(['/value/note is required'])
  })

  test('is checked quickly with such a pattern anywhere in the schema', () => {
    const endless = { pattern: '^(a+)+$' }
    const text = `${'a'.repeat(50)}!`
    const asked = form({
      $defs: { endless },
      properties: { a: { $ref: '#/$defs/endless' }, b: { not: endless }, c: { type: 'object' } },
      if: { properties: { a: endless } },
      else: { required: ['z'] },
      propertyNames: endless,
      patternProperties: { '^(a+)+$': false },
      additionalProperties: false,
    })
    const value = { a: text, b: text, c: { [text]: 1 } }
    expect(checkAnswer(asked, value)).toEqual({ value })
  })

  test('a schema that is none does no harm', () => {
    const odd = [
      {},
      { properties: null },
      { properties: { a: null, b: true, c: { properties: { d: null }, required: [null, 5, {}] } } },
      { properties: { c: { pattern: '(', items: null, oneOf: [null], anyOf: [{}], enum: 'x' } }, required: 'a' },
    ]
    for (const schema of odd) expect(checkAnswer(form(schema), { a: 1, c: { d: 1 } })).toBeDefined()
  })

  test('may have fields with any name', () => {
    const schema = JSON.parse('{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"number"}}}')
    const value: unknown = JSON.parse('{"__proto__":"x","constructor":1}')
    const checked = checkAnswer(form(schema), value) as { value: unknown }
    expect(JSON.stringify(checked.value)).toBe('{"__proto__":"x","constructor":1}')
    expect(checkAnswer(form(schema), {})).toEqual({ value: {} })
  })
})

describe('the answer of a review', () => {
  const asked = question('review', {
    changes: [
      { field: 'name', label: 'Name', original: 'Ada', proposed: 'Ada L.' },
      { field: 'a/b', label: 'Other', original: null, proposed: 1 },
    ],
  })

  test('has a decision for every change; values and counts are derived', () => {
    const decisions = { 'a/b': { accepted: false }, name: { accepted: true, note: 'x' } }
    expect(checkAnswer(asked, { decisions })).toEqual({
      value: {
        decisions: { name: { accepted: true, value: 'Ada L.' }, 'a/b': { accepted: false, value: null } },
        summary: { accepted: 1, rejected: 1, total: 2 },
      },
    })
  })

  test('keeps a given value, also null', () => {
    const decisions = { name: { accepted: true, value: null }, 'a/b': { accepted: true, value: 2 } }
    expect(checkAnswer(asked, { decisions, summary: { accepted: 2, rejected: 0, total: 2 } })).toMatchObject({
      value: { decisions },
    })
  })

  test('must have all decisions and no others', () => {
    expect(wrong(asked, { decisions: { name: { accepted: 'yes' }, x: { accepted: true } } })).toEqual([
      '/value/decisions/x is not one of the changes',
      '/value/decisions/name/accepted must be true or false',
      '/value/decisions/a~1b is required',
    ])
    for (const value of [true, {}, { decisions: [] }, null]) {
      expect(wrong(asked, value)).toEqual(['/value/decisions must have a decision by field'])
    }
  })

  test('must have counts that match the decisions', () => {
    const decisions = { name: { accepted: true }, 'a/b': { accepted: true } }
    expect(wrong(asked, { decisions, summary: { accepted: 1, rejected: 1 } })).toEqual([
      '/value/summary/accepted must be 2, as the decisions say',
      '/value/summary/rejected must be 0, as the decisions say',
      '/value/summary/total must be 2, as the decisions say',
    ])
    expect(wrong(asked, { decisions, summary: 2 })).toEqual(['/value/summary must be an object'])
  })

  test('limits the number and size of problems', () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`${at}`.repeat(500), {}]))
    const checked = checkAnswer(asked, { decisions: many })
    expect('problems' in checked && checked.problems).toHaveLength(20)
    expect(JSON.stringify(checked).length).toBeLessThan(5000)
  })
})

test('rejects an answer to any question that is too large', () => {
  const question = { type: 'text', config: { message: '?' }, allowCancel: true } as const
  expect(checkAnswer(question, 'x'.repeat(1_000_000))).toMatchObject({ problems: [{ path: '/value' }] })
  expect(checkAnswer(question, 'x'.repeat(900_000))).toHaveProperty('value')
})
