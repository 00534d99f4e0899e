import { describe, expect, test } from 'vitest'
import { expressionProblem, templateProblem } from './syntax-problems.ts'

const KIB_64 = 65_536

describe('expressions', () => {
  test.each([
    'a.b[0]',
    'orders[status = "open"].{ "id": id, "sum": $sum(lines.price) }',
    'value < 3 and $not(done)',
    '',
    ' \n',
  ])('accepts the expression %j', (text) => {
    expect(expressionProblem(text)).toBeUndefined()
  })

  test.each([
    ['a +', 'Unexpected end of expression (at character 3)'],
    ['(a', 'Expected ")" before end of expression (at character 2)'],
    ['a == 1', 'The symbol "=" cannot be used as a unary operator (at character 4)'],
    ['"x', 'String literal must be terminated by a matching quote (at character 2)'],
  ])('rejects the expression %j', (text, problem) => {
    expect(expressionProblem(text)).toBe(problem)
  })

  test('truncates a long reason', () => {
    expect(expressionProblem('1'.repeat(60_000))?.length).toBeLessThan(250)
  })

  test.each(['(', '[', '-', 'a?', 'function($x){', 'a.', '{"a":'])('rejects deeply nested %j', (piece) => {
    expect(expressionProblem(piece.repeat(KIB_64 / piece.length))).toBe('it is nested too deeply')
  })
})

describe('templates', () => {
  test.each([
    'Dear {{ customer.name }}, {{ items[0].title | upcase }}',
    '{% for x in list %}{{ x }}{% endfor %}',
    'no placeholder at all',
    '',
  ])('accepts the template %j', (text) => {
    expect(templateProblem(text)).toBeUndefined()
  })

  test.each([
    ['{{ a }', 'output "{{ a }" not closed, line:1, col:1'],
    ['one\n{% if a %}', 'tag {% if a %} not closed, line:2, col:1'],
    ['{{ a | shout }}', 'undefined filter: shout, line:1, col:1'],
    ['{% include "secret" %}', 'tag "include" not found, line:1, col:1'],
    ['{% render "secret" %}', 'tag "render" not found, line:1, col:1'],
    ['{% layout "secret" %}', 'tag "layout" not found, line:1, col:1'],
  ])('rejects the template %j', (text, problem) => {
    expect(templateProblem(text)).toBe(problem)
  })

  test.each(['{%if a%}', '{%for a in b%}', '{{a[', '{{('])('rejects deeply nested %j', (piece) => {
    const text = piece.repeat(KIB_64 / piece.length - 1)
    expect(templateProblem(piece.startsWith('{{') ? `{{${text.replaceAll('{{', '')}}}` : text)).toBe(
      'it is nested too deeply',
    )
  })
})

describe.each([
  ['expressions', expressionProblem],
  ['templates', templateProblem],
])('size limit of %s', (_, problemIn) => {
  test('accepts 64 KiB and rejects one byte more', () => {
    expect(problemIn(' '.repeat(KIB_64))).toBeUndefined()
    expect(problemIn(' '.repeat(KIB_64 + 1))).toBe('it is longer than 64 KiB')
  })

  test('counts bytes, not characters', () => {
    expect(problemIn('"'.concat('é'.repeat(KIB_64 / 2), '"'))).toBe('it is longer than 64 KiB')
  })
})
