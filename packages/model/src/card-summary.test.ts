import { describe, expect, test } from 'vitest'
import { cardSummary, summarySettings } from './card-summary.ts'

const schemaWith = (summary: unknown, properties: Readonly<Record<string, unknown>> = {}) => ({
  type: 'object',
  properties,
  'x-summary': summary,
})

describe('the summary of a card', () => {
  const http = schemaWith('{{method}}[ {{url}}]', {
    method: { type: 'string', enum: ['GET', 'POST'], default: 'GET' },
    url: { type: 'string', format: 'uri' },
    token: { type: 'string', format: 'hidden' },
  })

  test.each([
    [{}, 'GET'],
    [{ url: 'https://api.example/orders' }, 'GET api.example/orders'],
    [{ method: 'POST', url: 'https://api.example.com/v1/customers/7/orders?limit=50' }, 'POST api…/orders'],
  ])('fills the template with %j', (config, expected) => {
    expect(cardSummary({ schema: http, config })).toBe(expected)
  })

  test('uses the first template whose condition holds and whose values exist', () => {
    const schema = schemaWith(
      [{ when: { operator: 'expression' }, text: '{{expression}}' }, '{{operator}} {{matchText}}'],
      { operator: { enum: ['equals', 'greater_than', 'starts_with', 'expression'], default: 'equals' } },
    )
    const summaryOf = (config: Readonly<Record<string, unknown>>) => cardSummary({ schema, config })
    expect(summaryOf({ operator: 'expression', expression: 'total > 100' })).toBe('total > 100')
    expect(summaryOf({ operator: 'greater_than', matchText: '100', expression: 'old' })).toBe('> 100')
    expect(summaryOf({ operator: 'starts_with', matchText: 'A' })).toBe('starts with A')
    expect(summaryOf({ operator: 'equals' })).toBeUndefined()
  })

  test('uses the first alternative with a value, and the label of a choice', () => {
    const schema = schemaWith('{{model | connection | provider}}', {
      provider: { default: 'openai', 'x-suggestions': [{ value: 'openai', label: 'OpenAI' }] },
    })
    expect(cardSummary({ schema, config: { model: 'gpt-5' } })).toBe('gpt-5')
    expect(cardSummary({ schema, config: { model: ' ' } })).toBe('OpenAI')
  })

  test('shows an expression instead of the setting that it replaces', () => {
    const expressions = { url: 'https://api.example/{{ id }}' }
    expect(cardSummary({ schema: http, config: { url: 'https://x.example' }, expressions })).toBe(
      'GET https://api.example/{{ id }}',
    )
  })

  test('never shows a secret', () => {
    const schema = schemaWith('{{token}}', { token: { format: 'hidden' } })
    expect(cardSummary({ schema, config: { token: 'geheim' } })).toBeUndefined()
  })

  test('shows the first line of a text, names of a list, fields of an object, and at most 80 characters', () => {
    const summaryOf = (value: unknown) => cardSummary({ schema: schemaWith('{{value}}'), config: { value } })
    expect(summaryOf('\n  return  a\n+ b')).toBe('return a')
    expect(summaryOf([{ name: 'True' }, 'other', 3, null])).toBe('True, other, 3')
    expect(summaryOf({ type: 'object', properties: { name: {}, age: {} } })).toBe('name, age')
    expect(summaryOf('x'.repeat(200))).toHaveLength(80)
  })

  test('lists the settings that a summary uses', () => {
    expect(summarySettings([{ when: { a: 1 }, text: '{{b | c}}' }, 'x {{d}}'])).toEqual(['a', 'b', 'c', 'd'])
  })
})
