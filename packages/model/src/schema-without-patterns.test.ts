import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fits } from './check.ts'
import { withoutPatterns } from './schema-without-patterns.ts'

const values = fc.oneof(
  fc.constantFrom('a', 'ab', 'b', '', 1, null),
  fc.dictionary(fc.constantFrom('a', 'b'), fc.constantFrom('a', 'b', 1)),
  fc.array(fc.constantFrom('a', 'b', 1), { maxLength: 3 }),
)

const schemas = fc.letrec((tie) => {
  const schema = tie('schema') as fc.Arbitrary<Record<string, unknown>>
  return {
    schema: fc.oneof(
      { depthSize: 'small' },
      fc.record({ pattern: fc.constantFrom('^a', 'b') }),
      fc.record({ type: fc.constantFrom('string', 'object', 'array') }),
      fc.record({ $ref: fc.constant('#/$defs/one') }),
      fc.record({ not: schema }),
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
      fc.record({ if: schema, then: schema, else: schema }),
      fc.record({ oneOf: fc.array(schema, { minLength: 1, maxLength: 2 }) }),
      fc.record({ anyOf: fc.array(schema, { minLength: 1, maxLength: 2 }) }),
      fc.record({ contains: schema, maxContains: fc.nat(2), minContains: fc.nat(1) }),
      fc.record({ items: schema }),
      fc.record({ propertyNames: schema }),
      fc.record({ properties: fc.dictionary(fc.constantFrom('a', 'pattern'), schema) }),
      fc.record({
        patternProperties: fc.dictionary(fc.constantFrom('^a', 'b'), schema),
        additionalProperties: fc.oneof(fc.boolean(), schema),
      }),
    ),
  }
}).schema as fc.Arbitrary<Record<string, unknown>>

test('accepts every value of the original schema and leaves no pattern', () => {
  const whole = fc.tuple(schemas, schemas).map(([schema, one]) => ({ ...schema, $defs: { one } }))
  fc.assert(
    fc.property(whole, values, (schema, value) => {
      const relaxed = withoutPatterns(schema) as Record<string, unknown>
      expect(JSON.stringify(relaxed)).not.toMatch(/"pattern":"|patternProperties/)
      if (fits(schema, value)) expect(fits(relaxed, value)).toBe(true)
    }),
    { numRuns: 1000 },
  )
})

test('a property may be called pattern', () => {
  const schema = { properties: { pattern: { type: 'number', pattern: 'x' } } }
  expect(withoutPatterns(schema)).toEqual({ properties: { pattern: { type: 'number' } } })
})
