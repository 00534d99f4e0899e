import { expect, test } from 'vitest'
import { expressionProblem, templateProblem } from './languages.ts'

test.each(['total > 100 and country = "NL"', 'items[price > 3].(a & ")")', '', '$match(a, /[(]/)', '`odd ( name`.x'])(
  '%s is balanced',
  (text) => {
    expect(expressionProblem(text)).toBeUndefined()
  },
)

test.each(['(a', 'a)', '[1, (2]', '"open'])('%s is unbalanced', (text) => {
  expect(expressionProblem(text)).toBeDefined()
})

test('reports unclosed braces of a template', () => {
  expect(templateProblem('Dear {{ name }}, {% if x %}y{% endif %}')).toBeUndefined()
  expect(templateProblem('Dear {{ name, {{ other }}')).toBe('{{ at 6 is not closed')
  expect(templateProblem('{% if x')).toBe('{% at 1 is not closed')
})
