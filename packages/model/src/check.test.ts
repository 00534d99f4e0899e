import { Ajv } from 'ajv'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fits, issuesOf } from './check.ts'
import { choices, type Schema, Type } from './schema.ts'

const words = (schema: Schema, value: unknown) => issuesOf(schema, value).map((one) => `${one.path} ${one.message}`)

describe('issuesOf', () => {
  test('says in words what is wrong and where', () => {
    const schema = Type.Object({
      name: Type.String({ minLength: 1, maxLength: 5 }),
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })),
      kind: Type.Optional(Type.Enum(['a', 'b'])),
      tags: Type.Optional(Type.Array(Type.String(), { maxItems: 2 })),
      'a/b': Type.Optional(Type.Boolean()),
    })
    expect(words(schema, { name: '', size: 1.5, kind: 'c', tags: ['x', 2, 'z'], 'a/b': 0 })).toEqual([
      '/name must not be empty',
      '/size must be a whole number, is a number',
      '/kind must be one of "a", "b"',
      '/tags/1 must be a text, is a number',
      '/tags must have at most 2 items',
      '/a~1b must be true or false, is a number',
    ])
    expect(words(schema, {})).toEqual(['/name is required'])
    expect(words(schema, null)).toEqual([' must be an object, is null'])
  })

  test('counts lengths in code points', () => {
    const schema = Type.String({ minLength: 2, maxLength: 2 })
    expect(fits(schema, '👍👍')).toBe(true)
    expect(fits(schema, '👍')).toBe(false)
    expect(fits(schema, '👍👍👍')).toBe(false)
  })

  test('takes oneOf with titles as a closed set', () => {
    const schema = {
      oneOf: [
        { const: 1, title: 'One' },
        { const: 2, title: 'Two' },
      ],
    } as Schema
    expect(words(schema, 3)).toEqual([' must be one of 1, 2'])
    expect(fits(schema, 2)).toBe(true)
  })

  test('checks the items of a list that is picked from a closed set', () => {
    const schema = choices(['a', 'b'])
    expect(fits(schema, ['a', 'b'])).toBe(true)
    expect(words(schema, ['c'])).toEqual(['/0 must be one of "a", "b"'])
  })

  test('stops after a hundred issues', () => {
    expect(issuesOf(Type.Array(Type.String()), new Array(100_000).fill(1))).toHaveLength(100)
  })

  test('a schema that refers to itself ends', () => {
    const self: Record<string, unknown> = { type: 'array' }
    self.items = self
    let deep: unknown[] = []
    for (let at = 0; at < 5000; at++) deep = [deep]
    expect(issuesOf(self as Schema, deep)[0]?.message).toBe('is nested too deeply')
  })

  test('keys such as constructor and __proto__ are plain keys', () => {
    const schema = Type.Object({ a: Type.Optional(Type.String()) }, { additionalProperties: false })
    expect(words(schema, JSON.parse('{"__proto__": 1, "constructor": 2}'))).toEqual([
      '/__proto__ is not known here',
      '/constructor is not known here',
    ])
    expect(words(Type.Object({}, { required: ['constructor'] }), {})).toEqual(['/constructor is required'])
    expect(fits({ constructor: 5, toString: 1 } as Schema, 1)).toBe(true)
  })

  test('a pattern that is no regular expression is an issue, not a crash', () => {
    expect(words(Type.String({ pattern: '(' }), 'x')[0]).toContain('is not a regular expression')
  })
})

const scalars = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer({ min: -3, max: 12 }),
  fc.constantFrom(0.5, 2.5),
  fc.constantFrom('', 'a', 'ab', 'abc', '👍', '👍👍'),
)
const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    scalars,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value

const schemas = fc.letrec((tie) => {
  const schema = tie('schema') as fc.Arbitrary<Record<string, unknown>>
  return {
    schema: fc.oneof(
      { depthSize: 'small' },
      fc.record(
        {
          type: fc.constantFrom('string', 'number', 'integer', 'boolean', 'null', 'array', 'object'),
          enum: fc.uniqueArray(scalars, { minLength: 1, maxLength: 3 }),
        },
        { requiredKeys: [] },
      ),
      fc.record(
        {
          type: fc.constant('string'),
          minLength: fc.nat(3),
          maxLength: fc.nat(3),
          pattern: fc.constantFrom('^a', 'b$'),
        },
        { requiredKeys: ['type'] },
      ),
      fc.record(
        {
          type: fc.constant('number'),
          minimum: fc.nat(5),
          maximum: fc.nat(9),
          exclusiveMinimum: fc.nat(5),
          exclusiveMaximum: fc.nat(9),
          multipleOf: fc.constantFrom(1, 2, 0.5),
        },
        { requiredKeys: ['type'] },
      ),
      fc.record(
        {
          type: fc.constant('array'),
          items: schema,
          minItems: fc.nat(2),
          maxItems: fc.nat(3),
          uniqueItems: fc.boolean(),
        },
        { requiredKeys: ['type'] },
      ),
      fc.record(
        {
          type: fc.constant('object'),
          properties: fc.dictionary(fc.constantFrom('a', 'b', 'c'), schema, { maxKeys: 3 }),
          required: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 2 }),
          additionalProperties: fc.oneof(fc.boolean(), schema),
          minProperties: fc.nat(2),
          maxProperties: fc.nat(3),
        },
        { requiredKeys: ['type'] },
      ),
      fc.record({ anyOf: fc.array(schema, { minLength: 1, maxLength: 3 }) }),
      fc.record({ oneOf: fc.array(schema, { minLength: 1, maxLength: 3 }) }),
      fc.record({ allOf: fc.array(schema, { minLength: 1, maxLength: 2 }) }),
    ),
  }
}).schema as fc.Arbitrary<Record<string, unknown>>

test('an independent validator comes to the same verdict', () => {
  const ajv = new Ajv({ strict: false, validateFormats: false, logger: false })
  fc.assert(
    fc.property(schemas, fc.array(values, { minLength: 1, maxLength: 5 }), (schema, some) => {
      const validate = ajv.compile(schema)
      for (const value of some) expect(fits(schema as Schema, value)).toBe(validate(value))
    }),
    { numRuns: 500 },
  )
})
