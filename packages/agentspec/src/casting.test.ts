import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cast, fits, isCastable } from './casting.ts'

const schema = fc.letrec<{ one: Record<string, unknown> }>((tie) => ({
  one: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('string', 'number', 'integer', 'boolean', 'null').map((type) => ({ type })),
    fc.record({ type: fc.constant('array'), items: tie('one') }),
    fc.array(tie('one'), { minLength: 1, maxLength: 2 }).map((anyOf) => ({ anyOf })),
    fc.constant({}),
  ),
})).one

describe('type compatibility', () => {
  test.each([
    [{ type: 'object' }, { type: 'string' }, true],
    [{ type: 'boolean' }, { type: 'integer' }, true],
    [{ type: 'string' }, { type: 'number' }, false],
    [{ type: 'null' }, { type: 'number' }, false],
    [{ type: 'string' }, {}, true],
    [{}, { type: 'number' }, true],
    [{ type: ['string', 'null'] }, { type: 'string' }, true],
    [{ type: 'string' }, { type: ['integer', 'string'] }, true],
    [{ type: 'array', items: { type: 'integer' } }, { type: 'array', items: { type: 'string' } }, true],
    [{ type: 'array' }, { type: 'object' }, false],
    [
      { type: 'object', properties: { a: { type: 'string' } } },
      { type: 'object', properties: { a: { type: 'string' } } },
      true,
    ],
    [{ type: 'object', additionalProperties: false }, { type: 'object', additionalProperties: true }, false],
    [{ type: 'object', title: 'a' }, { type: 'object', title: 'b' }, true],
  ])('%j into %j: %s', (from, to, isGood) => {
    expect(isCastable(from, to)).toBe(isGood)
  })

  test('every type is compatible with itself, with strings and with any type', () => {
    fc.assert(
      fc.property(schema, (one) => {
        expect(isCastable(one, one)).toBe(true)
        expect(isCastable(one, { type: 'string' })).toBe(true)
        expect(isCastable(one, {})).toBe(true)
      }),
    )
  })
})

describe('casting a value', () => {
  test.each([
    [3, { type: 'string' }, '3'],
    [null, { type: 'string' }, ''],
    [{ a: [1] }, { type: 'string' }, '{"a":[1]}'],
    [2.7, { type: 'integer' }, 2],
    [-2.7, { type: 'integer' }, -2],
    [true, { type: 'number' }, 1],
    [0, { type: 'boolean' }, false],
    [[1, true], { type: 'array', items: { type: 'string' } }, ['1', 'true']],
    [
      { a: 1, b: 2 },
      { type: 'object', properties: { a: { type: 'string' } } },
      { a: '1', b: 2 },
    ],
    [5, { anyOf: [{ type: 'string' }, { type: 'integer' }] }, 5],
    [5, { anyOf: [{ type: 'integer', maximum: 3 }, { type: 'string' }] }, '5'],
    ['aa!', { type: 'string', pattern: '^(a+)+$' }, 'aa!'],
  ])('%j as %j is %j', (value, property, made) => {
    expect(cast(value, property)).toEqual({ value: made })
  })

  test.each([
    ['3', { type: 'number' }, 'is a text and not a number'],
    [{}, { type: 'array' }, 'is an object and not a list'],
    [
      [1, 'x'],
      { type: 'array', items: { type: 'number' } },
      'has an item at position 1 that is a text and not a number',
    ],
    [{}, { type: 'object', required: ['a'] }, 'lacks the field "a"'],
    [1, { type: 'null' }, 'is a number and not null'],
    ['c', { type: 'string', enum: ['a', 'b'] }, 'must be one of "a", "b"'],
    [9, { type: 'integer', maximum: 5 }, 'must be at most 5'],
    [[1, 9], { type: 'array', items: { type: 'integer', maximum: 5 } }, 'has a value at /1 that must be at most 5'],
    [{}, { enum: [1] }, 'must be one of 1'],
    ['ab', { type: 'string', pattern: '^[A-Z]+$' }, 'must match ^[A-Z]+$'],
    [
      { a: 'x' },
      { type: 'object', properties: { a: { $ref: '#/$defs/n' } }, $defs: { n: { type: 'number' } } },
      'has a value at /a that must be a number, is a text',
    ],
  ])('%j as %j: it %s', (value, property, problem) => {
    expect(cast(value, property)).toEqual({ problem })
  })

  test('a cast value matches, and casting it again changes nothing', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 2 }), schema, (value, one) => {
        const made = cast(value, one)
        if (made.problem !== undefined) return
        expect(fits(made.value, one)).toBe(true)
        expect(cast(made.value, one)).toEqual(made)
      }),
    )
  })
})
