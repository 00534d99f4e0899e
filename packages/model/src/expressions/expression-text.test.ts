import { describe, expect, test } from 'vitest'
import { cpuMsOf, leastCpuMs } from '../testing/cpu-time.ts'
import { MAX_EXPRESSION_TEXT, parseExpressionText, textValue } from './expression-text.ts'

function sourcesIn(text: string): string[] {
  const parsed = parseExpressionText(text)
  if (!parsed.ok) throw new Error(parsed.message)
  return parsed.parts.flatMap((part) => (typeof part === 'string' ? [] : [part.source.trim()]))
}

describe('splitting a text at its double braces', () => {
  test('keeps the text between expressions and where each expression starts', () => {
    expect(parseExpressionText('a {{ b }} c{{d}}')).toEqual({
      ok: true,
      parts: ['a ', { source: ' b ', position: 4 }, ' c', { source: 'd', position: 13 }],
    })
    expect(parseExpressionText('no braces, } or { alone')).toEqual({ ok: true, parts: ['no braces, } or { alone'] })
    expect(parseExpressionText('')).toEqual({ ok: true, parts: [] })
  })

  test.each([
    ['{{ {"a": {"b": 1}} }}', '{"a": {"b": 1}}'],
    ['{{ "}}" & x }}', '"}}" & x'],
    ["{{ 'it\\'s }}' }}", "'it\\'s }}'"],
    ['{{ nodes.`odd }} name`.a }}', 'nodes.`odd }} name`.a'],
    ['{{ $match(a, /}}{2}"/) }}', '$match(a, /}}{2}"/)'],
    ['{{ a / b }} and {{ c / d }}', 'a / b'],
    ['{{ /* }} */ a }}', '/* }} */ a'],
    ['{{ items{name: $sum(price)} }}', 'items{name: $sum(price)}'],
  ])('finds the end of %s', (text, source) => {
    expect(sourcesIn(text)[0]).toBe(source)
  })

  test.each([
    ['a {{ b', 2],
    ['{{ a } }}', 0],
    ['x{{ }}', 1],
    ['{{ "open }}', 0],
  ])('reports where %s is wrong', (text, position) => {
    expect(parseExpressionText(text)).toMatchObject({ ok: false, position })
  })

  test.each(['{{ "', '{{ a/*', '{{ ((/', '{{ `', '{{{{'])(
    'takes time linear in the length of a text of %j',
    (piece) => {
      const parsing = (length: number) => () => void parseExpressionText(piece.repeat(length / piece.length))
      parsing(1000)()
      const limitMs = 24 * cpuMsOf(parsing(MAX_EXPRESSION_TEXT / 8)) + 60
      expect(leastCpuMs(limitMs, parsing(MAX_EXPRESSION_TEXT))).toBeLessThan(limitMs)
    },
  )

  test('rejects a text that is too long', () => {
    expect(parseExpressionText('x'.repeat(MAX_EXPRESSION_TEXT + 1))).toMatchObject({ ok: false })
  })
})

describe('the value of a text', () => {
  const parts = (text: string) => {
    const parsed = parseExpressionText(text)
    return parsed.ok ? parsed.parts : []
  }

  test('a single expression keeps the type of its value', () => {
    for (const value of [1, true, null, 'x', [1], { a: 1 }]) expect(textValue(parts('{{ a }}'), [value])).toEqual(value)
    expect(textValue(parts('{{ a }}'), [undefined])).toBeNull()
  })

  test('a text with more than one part is always a text', () => {
    expect(textValue(parts('{{ a }}/{{ b }}'), ['x', 7])).toBe('x/7')
    expect(textValue(parts(' {{ a }}'), [{ b: [1, null] }])).toBe(' {"b":[1,null]}')
    expect(textValue(parts('<{{ a }}{{ b }}>'), [null, undefined])).toBe('<>')
    expect(textValue(parts('plain'), [])).toBe('plain')
  })
})
