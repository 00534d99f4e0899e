import { expect, test } from 'vitest'
import { expressionProblem, templateProblem } from './languages.ts'

test.each(['total > 100 and country = "NL"', 'items[price > 3].(a & ")")', '', '$match(a, /[(]/)', '`odd ( name`.x'])(
  '%s is fine',
  (text) => {
    expect(expressionProblem(text)).toBeUndefined()
  },
)

test.each(['(a', 'a)', '[1, (2]', '"open'])('%s is not', (text) => {
  expect(expressionProblem(text)).toBeDefined()
})

test('a template needs its braces closed', () => {
  expect(templateProblem('Dear {{ name }}, {% if x %}y{% endif %}')).toBeUndefined()
  expect(templateProblem('Dear {{ name, {{ other }}')).toBe('{{ at 6 is not closed')
  expect(templateProblem('{% if x')).toBe('{% at 1 is not closed')
})
