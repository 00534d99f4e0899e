import fc from 'fast-check'
import jsonata from 'jsonata'
import { describe, expect, test } from 'vitest'
import { NOT_SIMPLE, simpleExpression } from './simple-expression.ts'

const NAMES = ['a', 'b', 'c', 'toString', '__proto__', 'constructor', 'length', '_jsonata_lambda']

/** What the sandbox returns: JSON, with null for undefined. */
const asJson = (value: unknown): string => JSON.stringify(value) ?? 'null'

async function byJsonata(source: string, input: unknown): Promise<string> {
  return asJson(await jsonata(source).evaluate(JSON.parse(asJson(input)), {}))
}

const key = fc.constantFrom(...NAMES)
const leaf = fc.oneof(
  fc.constantFrom(null, true, false, 0, 1, -1, 2.5, '', 'a', 'b', '0'),
  fc.string({ maxLength: 3 }),
  fc.integer({ min: -3, max: 3 }),
)
const { value: data } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  ),
}))
const space = fc.constantFrom('', ' ', '\n', '\t')
const index = fc.integer({ min: -3, max: 3 }).map((n) => `[${n}]`)
const step = fc
  .tuple(key, fc.boolean(), fc.array(index, { maxLength: 2 }))
  .map(([name, isQuoted, positions]) => (isQuoted ? `\`${name}\`` : name) + positions.join(''))
const path = fc
  .tuple(fc.array(step, { minLength: 1, maxLength: 4 }), space)
  .map(([steps, by]) => steps.join(`${by}.${by}`))
const literal = fc.oneof(
  fc.constantFrom('true', 'false', 'null', '""', "'a'", '"b"', '0', '1', '-1', '2.5', '1e2', '-0.5E-1'),
  fc.string({ maxLength: 5 }).map((text) => `"${text.replaceAll(/["\\]/g, '')}"`),
)
const operand = fc.oneof(path, literal)
const comparison = fc
  .tuple(operand, space, fc.constantFrom('=', '!=', '<', '<=', '>', '>='), space, operand)
  .map((parts) => parts.join(''))
const term = fc.oneof(operand, comparison)
const expression = fc
  .tuple(term, fc.array(fc.tuple(fc.constantFrom(' and ', ' or '), term), { maxLength: 3 }))
  .map(([first, rest]) => first + rest.flat().join(''))

describe('compared with JSONata', () => {
  test('paths, literals, comparisons and their combinations return the same for any data', async () => {
    let taken = 0
    await fc.assert(
      fc.asyncProperty(expression, data, async (source, input) => {
        const simple = simpleExpression(source)
        expect(simple, source).toBeDefined()
        const value = simple!(input)
        if (value === NOT_SIMPLE) return
        taken++
        expect(asJson(value)).toBe(await byJsonata(source, input))
      }),
      { numRuns: 2_000 },
    )
    expect(taken).toBeGreaterThan(1_000)
  })

  test('any text that is accepted means the same in JSONata', async () => {
    const piece = fc.constantFrom(
      ...['a', 'b', 'and', 'or', 'in', 'true', 'null', '.', '..', '[', ']', '0', '01', '-', '1', '1.5', '"x"', "'y'"],
      ...[
        '=',
        '!=',
        '<',
        '<=',
        '!',
        '$',
        '$$',
        '(',
        ')',
        '*',
        '%',
        '`a b`',
        '`',
        '"',
        '\\',
        '/',
        '/*',
        '{',
        ' ',
        '\n',
        'é',
        ':',
      ],
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 7 }), data, async (pieces, input) => {
        const source = pieces.join('')
        const simple = simpleExpression(source)
        if (simple === undefined) return
        const value = simple(input)
        if (value === NOT_SIMPLE) return
        expect(asJson(value), source).toBe(await byJsonata(source, input))
      }),
      { numRuns: 10_000 },
    )
  })
})

describe('simple expressions', () => {
  test.each([
    'a',
    'a.b[0].c',
    'a[-1]',
    '`odd name`.b',
    '"text"',
    '-1.5e3',
    'true',
    'a.b = 1',
    'a < 3 and b != "x" or c',
  ])('%j is simple', (source) => {
    expect(simpleExpression(source)).toBeDefined()
  })

  test.each([
    ...['', ' ', 'a.', '.a', 'a[]', 'a[b]', 'a[b=1]', 'a + 1', 'a..b', '$', '$sum(a)', '(a)', 'a{b: c}', 'a ? 1 : 2'],
    ...[
      'a.*',
      '**',
      '%.a',
      'a = b = c',
      '"a\\n"',
      '01',
      '1a',
      'a b',
      'in',
      'a in b',
      '-a',
      '-0',
      '1e999',
      'a.1',
      'a."b"',
    ],
    ...[
      '/a/',
      'a /* b */',
      'and',
      'a.and',
      'a and',
      'é',
      'a-b',
      'a$b',
      'a:b',
      'null.a',
      'a^(b)',
      'a@$b.c',
      'a#$b',
      '[1]',
    ],
  ])('%j is not simple', (source) => {
    expect(simpleExpression(source)).toBeUndefined()
  })

  test('a comparison that JSONata rejects is left to JSONata', () => {
    for (const source of ['a < 1', 'a > "x"', 'b <= c']) {
      expect(simpleExpression(source)!({ a: true, b: 1, c: 'x' }), source).toBe(NOT_SIMPLE)
    }
  })
})

describe('adversarial texts', () => {
  test.each(['a.', 'a[0]', '((((', 'a and ', '"', '`', '-', '1', ' ', 'a = ', '0.'])(
    '64 KiB of %j are parsed in linear time',
    (piece) => {
      const source = piece.repeat(65_536 / piece.length)
      simpleExpression(source)?.({ a: [] })
    },
  )
})
