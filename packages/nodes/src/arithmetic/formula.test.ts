import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rounded } from './exact.ts'
import { valueOfFormula } from './formula.ts'

function codeOf(formula: string): string {
  try {
    return `gave ${valueOfFormula(formula)}`
  } catch (error) {
    return (error as { code: string }).code
  }
}

function messageOf(formula: string): string {
  try {
    return `gave ${valueOfFormula(formula)}`
  } catch (error) {
    return (error as Error).message
  }
}

describe('formula values', () => {
  test.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['10 - 4 - 3', 3],
    ['100 / 10 / 5', 2],
    ['17 % 5 % 3', 2],
    ['2 ^ 3 ^ 2', 512],
    ['2 ** 3', 8],
    ['-2 ^ 2', -4],
    ['(-2) ^ 2', 4],
    ['2 ^ -1', 0.5],
    ['--3', 3],
    ['2 - -3', 5],
    ['+4', 4],
    ['.5 + 1. + 1e3 + 2.5E-1', 1001.75],
    ['6 ÷ 2 × 3 − 1 · 2', 7],
    ['round(2.5) + round(-2.5)', 0],
    ['floor(-1.5) + ceil(1.2) + abs(-3)', 3],
    ['MIN(3, 1, 2) + max(4)', 5],
    ['sqrt(2) ^ 2', 2.0000000000000004],
    ['2 * pi', 2 * Math.PI],
    ['e', Math.E],
    ['\t 1\n+ 1 ', 2],
  ])('%s', (formula, value) => {
    expect(valueOfFormula(formula)).toBe(value)
  })

  test('match JavaScript for any sum of products with parentheses and signs', () => {
    const { formula } = fc.letrec<{ formula: string; term: string }>((tie) => ({
      term: fc.oneof(
        { maxDepth: 5 },
        fc.integer({ min: 0, max: 999 }).map(String),
        fc.double({ min: 0.001, max: 1e6, noNaN: true }).map(String),
        tie('formula').map((inner) => `(${inner})`),
        tie('term').map((inner) => `- ${inner}`),
      ),
      formula: fc
        .array(fc.tuple(tie('term'), fc.constantFrom('+', '-', '*')), { minLength: 1, maxLength: 4 })
        .map((parts) => parts.map(([term, sign], at) => (at === 0 ? term : `${sign} ${term}`)).join(' ')),
    }))
    fc.assert(
      fc.property(formula, (text) => {
        const expected: unknown = new Function(`return ${text}`)()
        expect(valueOfFormula(text)).toBe(expected)
      }),
    )
  })
})

describe('invalid formulas', () => {
  test.each([
    ['', 'The formula ends where a number is expected.'],
    ['   ', 'The formula ends where a number is expected.'],
    ['1 +', 'The formula ends where a number is expected.'],
    ['(1', 'The formula ends where ")" is expected.'],
    ['1)', 'The formula has ")" before character 3 where an operator or the end is expected.'],
    ['1 2', 'The formula has "2" before character 4 where an operator or the end is expected.'],
    ['1 , 2', 'The formula has "," before character 4 where an operator or the end is expected.'],
    ['abs 1', 'The formula has "1" before character 6 where "(" is expected.'],
    ['abs(1, 2)', 'The formula passes 2 arguments to abs, which takes one.'],
    ['x + 1', 'The formula contains the unknown name "x" (known: sqrt, abs, round, floor, ceil, min, max, pi, e).'],
    [
      'constructor(1)',
      'The formula contains the unknown name "constructor" (known: sqrt, abs, round, floor, ceil, min, max, pi, e).',
    ],
    ['1 = 1', 'The formula contains the unexpected character "=".'],
    ['2 🙂', 'The formula contains the unexpected character "🙂".'],
  ])('%s', (formula, message) => {
    expect(messageOf(formula)).toBe(message)
  })

  test.each([
    ['1 / 0', 'DIVISION_BY_ZERO'],
    ['1 % 0', 'DIVISION_BY_ZERO'],
    ['1 / -0', 'DIVISION_BY_ZERO'],
    ['sqrt(-1)', 'OUT_OF_RANGE'],
    ['(-8) ^ (1/3)', 'OUT_OF_RANGE'],
    ['10 ^ 400', 'OUT_OF_RANGE'],
    ['1e999', 'OUT_OF_RANGE'],
    ['1e308 * 10', 'OUT_OF_RANGE'],
  ])('%s', (formula, code) => {
    expect(codeOf(formula)).toBe(code)
  })

  test.each([
    ['brackets', `${'('.repeat(4000)}1${')'.repeat(4000)}`],
    ['signs', `${'-'.repeat(9000)}1`],
    ['powers', '2^'.repeat(4000).concat('1')],
    ['functions', `${'abs('.repeat(1500)}1${')'.repeat(1500)}`],
  ])('rejects deeply nested %s', (_, formula) => {
    expect(messageOf(formula)).toBe('The formula is nested too deeply.')
  })

  test('rejects a formula that is too long', () => {
    expect(messageOf('1+'.repeat(5000).concat('1'))).toBe('The formula is longer than 10000 characters.')
  })

  test('any text evaluates to a number or an error code', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.e+-*/%^(), sqrtpiabsmaxround') }), (text) => {
        expect(codeOf(text)).toMatch(/^gave |^[A-Z_]+$/)
      }),
    )
  })
})

test.each([
  [1.005, 2, 1.01],
  [-1.005, 2, -1.01],
  [2.5, 0, 3],
  [-2.5, 0, -3],
  [0.1 + 0.2, 10, 0.3],
  [1e21, 2, 1e21],
  [1.23e-7, 3, 0],
  [123.456, 20, 123.456],
])('%d rounded to %d digits is %d', (value, digits, expected) => {
  expect(rounded(value, digits) + 0).toBe(expected)
})
