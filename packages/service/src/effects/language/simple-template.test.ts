import fc from 'fast-check'
import * as liquidjs from 'liquidjs'
import { describe, expect, test } from 'vitest'
import { templateRunner } from '../sandbox/process/in-realm.ts'
import { simpleTemplate } from './simple-template.ts'

const LIMITS = { maxResultCharacters: 8 * 1024 * 1024, maxSourceBytes: 65_536, maxMissing: 100 }

/** What the sandbox returns: R and the rendered template, or E and the error. */
function byLiquid(source: string, variables: unknown): string {
  const library = liquidjs as unknown as Parameters<typeof templateRunner>[0]
  return templateRunner(library, LIMITS)(source, JSON.stringify(variables))
}

const NAMES = ['a', 'b', 'order_id', 'toString', 'constructor', '__proto__', 'length', 'forloop', 'in', 'if']

const key = fc.constantFrom(...NAMES)
const leaf = fc.oneof(
  fc.constantFrom(null, true, false, 0, -0.5, 1e21, 1e-7, '', '<b>', '{{ a }}'),
  fc.string({ maxLength: 4 }),
)
const { value: data } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  ),
}))
const variables = fc.dictionary(key, data, { maxKeys: 6 })
const space = fc.constantFrom('', ' ', '\n', ' \t')
const part = fc.oneof(
  key.map((name) => `.${name}`),
  fc.nat({ max: 4 }).map((position) => `[${position}]`),
)
const placeholder = fc
  .tuple(space, key, fc.array(part, { maxLength: 3 }), space)
  .map(([before, name, parts, after]) => `{{${before}${name}${parts.join('')}${after}}}`)
const text = fc
  .oneof(fc.constantFrom('}', '}}', ' { ', '\n', '-', '"', "'"), fc.string({ maxLength: 4 }))
  .map((raw) => raw.replaceAll('{{', '').replaceAll('{%', ''))
  // A brace at the end would merge with the next part.
  .map((raw) => (raw.endsWith('{') ? '' : raw))
const template = fc.array(fc.oneof(placeholder, text), { maxLength: 6 }).map((parts) => parts.join(''))

function expectSame(source: string, values: Record<string, unknown>): boolean {
  const filled = simpleTemplate(source)?.(values)
  if (filled === undefined) return false
  expect(`R${JSON.stringify(filled)}`, source).toBe(byLiquid(source, values))
  return true
}

describe('compared with Liquid', () => {
  test('placeholders and text render the same for any variables', () => {
    let taken = 0
    fc.assert(
      fc.property(template, variables, (source, values) => {
        expect(simpleTemplate(source), source).toBeDefined()
        if (expectSame(source, values)) taken++
      }),
      { numRuns: 2_000 },
    )
    expect(taken).toBeGreaterThan(1_000)
  })

  test('any text that is accepted means the same in Liquid', () => {
    const piece = fc.constantFrom(
      ...[
        '{{',
        '}}',
        '{{ ',
        ' }}',
        '{{-',
        '-}}',
        '{',
        '}',
        '{%',
        '%}',
        'a',
        'b',
        'size',
        'first',
        'true',
        'nil',
        'and',
      ],
      ...[
        '.',
        '[',
        ']',
        '[0]',
        '[-1]',
        '"',
        "'",
        '|',
        ' upcase',
        '0',
        '1.5',
        ' ',
        '\n',
        '-',
        '_',
        '(',
        ')',
        '..',
        '#',
        ':',
        '?',
      ],
      ...['blank', 'contains', 'not', 'empty', 'in', 'é', '\u00a0', '\f', '\v'],
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), variables, (pieces, values) => {
        expectSame(pieces.join(''), values)
        expectSame(`{{${pieces.join('')}}}`, values)
      }),
      { numRuns: 5_000 },
    )
  })
})

test('reports each missing variable once, up to the part that is missing', () => {
  const source = '{{ a.b }} {{ a.c.d }} {{ x.y }} {{ a.b }} {{ n.m }} {{ l[3].t }}'
  expect(simpleTemplate(source)!({ a: {}, n: null, l: [1] })).toEqual({
    text: '     ',
    missing: ['a.b', 'a.c', 'x', 'l.3'],
  })
})

test('leaves a text that exceeds the limit to the sandbox, which reports it', () => {
  const big = 'x'.repeat(1024 * 1024)
  expect(simpleTemplate('{{ big }}'.repeat(9))!({ big })).toBeUndefined()
})

test.each(['{{', '{{ a', '{{a.', '{{ a }}', '{ {', '}}'])('64 KiB of %j are parsed in linear time', (piece) => {
  simpleTemplate(piece.repeat(65_536 / piece.length))?.({ a: 1 })
})
