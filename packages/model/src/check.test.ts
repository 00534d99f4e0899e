import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fits, issuesExcept, issuesOf } from './check.ts'
import { choices, type Schema, Type } from './schema.ts'
import {
  ANNOTATION_KEYWORDS,
  CHECKED_KEYWORDS,
  COMPANION_KEYWORDS,
  schemaProblems,
  UNSUPPORTED_KEYWORDS,
} from './schema-keywords.ts'

const words = (schema: Schema, value: unknown) => issuesOf(schema, value).map((one) => `${one.path} ${one.message}`)

test('issuesExcept checks everything but the list items that have fitted before', () => {
  const schema = Type.Object({ list: Type.Array(Type.Object({ a: Type.String() }), { maxItems: 2 }) })
  const [known, wrong] = [{ a: 1 }, { a: 2 }]
  const found = (list: readonly unknown[]) => issuesExcept(new Set<unknown>([known]), schema, { list })
  expect(found([known, { a: 'x' }])).toEqual([])
  expect(found([known, wrong])).toEqual(issuesOf(schema, { list: [known, wrong] }))
  expect(found([known, known, known])).toEqual(issuesOf(schema, { list: [known, known, known] }))
})

describe('issuesOf', () => {
  test('reports what is wrong and where', () => {
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

  test('treats constructor and __proto__ as plain keys', () => {
    const schema = Type.Object({ a: Type.Optional(Type.String()) }, { additionalProperties: false })
    expect(words(schema, JSON.parse('{"__proto__": 1, "constructor": 2}'))).toEqual([
      '/__proto__ is not known here',
      '/constructor is not known here',
    ])
    expect(words({ required: ['constructor'] }, {})).toEqual(['/constructor is required'])
    expect(fits({ constructor: 5, toString: 1 } as Schema, 1)).toBe(true)
  })

  test('reports an invalid pattern as an issue instead of throwing', () => {
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

const names = fc.constantFrom('a', 'b', 'c')

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
      fc.record({ not: schema }),
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
      fc.record({ if: schema, then: schema, else: schema }, { requiredKeys: ['if'] }),
      fc.record({ $ref: fc.constantFrom('#/$defs/one', '#/$defs/t~1wo') }),
      fc.record(
        {
          prefixItems: fc.array(schema, { minLength: 1, maxLength: 2 }),
          items: fc.oneof(fc.boolean(), schema),
        },
        { requiredKeys: ['prefixItems'] },
      ),
      fc.record({ contains: schema, minContains: fc.nat(2), maxContains: fc.nat(3) }, { requiredKeys: ['contains'] }),
      fc.record(
        {
          properties: fc.dictionary(names, fc.oneof(fc.boolean(), schema), { maxKeys: 2 }),
          patternProperties: fc.dictionary(fc.constantFrom('^a', '[bc]'), schema, { minKeys: 1, maxKeys: 2 }),
          additionalProperties: fc.oneof(fc.boolean(), schema),
        },
        { requiredKeys: ['patternProperties'] },
      ),
      fc.record({ propertyNames: schema }),
      fc.record({ dependentRequired: fc.dictionary(names, fc.uniqueArray(names, { maxLength: 2 }), { maxKeys: 2 }) }),
      fc.record({ dependentSchemas: fc.dictionary(names, schema, { maxKeys: 2 }) }),
    ),
  }
}).schema as fc.Arbitrary<Record<string, unknown>>

test('agrees with an independent validator', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false })
  const flat = fc.constantFrom<Record<string, unknown>>({ type: 'string' }, { minimum: 3 }, { required: ['a'] }, {})
  const whole = fc
    .tuple(schemas, fc.record({ one: flat, 't/wo': fc.oneof(flat, fc.constant({ items: { $ref: '#/$defs/one' } })) }))
    .map(([schema, $defs]) => ({ ...schema, $defs }))
  fc.assert(
    fc.property(whole, fc.array(values, { minLength: 1, maxLength: 5 }), (schema, some) => {
      expect(schemaProblems(schema)).toEqual([])
      const validate = ajv.compile(schema)
      for (const value of some) expect(fits(schema as Schema, value)).toBe(validate(value))
    }),
    { numRuns: 1000 },
  )
})

test('the keywords of older schemas mean what they meant there', () => {
  const ajv = new Ajv({ strict: false, logger: false })
  const schemasOfOld = [
    { items: [{ type: 'string' }, { type: 'number' }], additionalItems: false },
    { items: [{ type: 'string' }], additionalItems: { type: 'null' } },
    { dependencies: { a: ['b'], b: { required: ['c'] } } },
    { definitions: { n: { type: 'number' } }, items: { $ref: '#/definitions/n' } },
  ]
  const some = [
    [],
    ['x'],
    ['x', 1],
    ['x', 1, null],
    ['x', null],
    [1, 2],
    { a: 1 },
    { a: 1, b: 2 },
    { a: 1, b: 2, c: 3 },
  ]
  for (const schema of schemasOfOld) {
    expect(schemaProblems(schema)).toEqual([])
    const validate = ajv.compile(schema)
    for (const value of some) expect([schema, value, fits(schema, value)]).toEqual([schema, value, validate(value)])
  }
})

describe('references in a schema', () => {
  const tree = {
    $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
    $ref: '#/$defs/node',
  }

  test('may be recursive, with the path of the value in issues', () => {
    expect(issuesOf(tree, { next: { next: {} } })).toEqual([])
    expect(issuesOf(tree, { next: { next: 1 } })).toEqual([
      { path: '/next/next', message: 'must be an object, is a number' },
    ])
  })

  test('end where a schema refers to nothing but itself', () => {
    expect(issuesOf({ $ref: '#' }, 1)).toEqual([])
    expect(issuesOf({ allOf: [{ $ref: '#' }], type: 'string' }, 1)).toHaveLength(1)
  })

  test('are checked once even if several references lead to them', () => {
    let tries = 0
    const $defs: Record<string, unknown> = { d0: { pattern: 'x' } }
    for (let at = 1; at <= 60; at++) {
      const $ref = `#/$defs/d${at - 1}`
      $defs[`d${at}`] = { allOf: [{ $ref }, { $ref }], properties: { a: { $ref }, b: { anyOf: [{ $ref }, { $ref }] } } }
    }
    const count = () => {
      tries++
      return true
    }
    issuesOf({ $defs, $ref: '#/$defs/d60' }, { a: { a: { b: 'x' } }, b: 'x' }, '', count)
    expect(tries).toBeLessThan(10)
  })
})

describe('schemas that cannot be checked', () => {
  test.each([
    [
      { $ref: 'https://example.com/schema' },
      '',
      'has a "$ref" to "https://example.com/schema", which is not a place in this schema',
    ],
    [{ $ref: '#/$defs/none' }, '', 'has a "$ref" to "#/$defs/none", which is not a place in this schema'],
    [
      { properties: { 'a/b': { unevaluatedProperties: false } } },
      '/properties/a~1b',
      'uses "unevaluatedProperties", which is not supported',
    ],
    [{ not: { if: { $dynamicRef: '#x' } } }, '/not/if', 'uses "$dynamicRef", which is not supported'],
    [{ $defs: { a: 5 } }, '/$defs/a', 'is not a schema'],
    [{ prefixItems: [true, 'x'] }, '/prefixItems/1', 'is not a schema'],
    [null, '', 'is not a schema'],
  ])('%j is reported with its place', (schema, path, message) => {
    expect(schemaProblems(schema)).toEqual([{ path, message }])
  })

  test('words that JSON Schema does not have are annotations, but not in schemas of our own', () => {
    const schema = { type: 'string', 'ui:widget': 'x', properties: { not: { minLenght: 1 } } }
    expect(schemaProblems(schema)).toEqual([])
    expect(schemaProblems(schema, { isOurs: true })).toEqual([
      { path: '', message: 'uses "ui:widget", which is not a known keyword' },
      { path: '/properties/not', message: 'uses "minLenght", which is not a known keyword' },
    ])
  })

  test('every keyword is either checked, read by another, an annotation or refused', () => {
    const lists = [CHECKED_KEYWORDS, COMPANION_KEYWORDS, ANNOTATION_KEYWORDS, UNSUPPORTED_KEYWORDS]
    expect(new Set(lists.flat()).size).toBe(lists.flat().length)
  })
})
