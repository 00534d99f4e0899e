import { describe, expect, expectTypeOf, test } from 'vitest'
import { issuesOf } from './check.ts'
import { multiline, range, type Static, Type } from './schema.ts'
import type { ANNOTATION_KEYWORDS, CHECKED_KEYWORDS, COMPANION_KEYWORDS } from './schema-keywords.ts'
import type { AnyKeywords } from './schema-options.ts'

describe('an optional property', () => {
  const Text = Type.String({ minLength: 1 })

  test('is not required, and is not in the JSON', () => {
    const schema = Type.Object({ a: Text, b: Type.Optional(Text) })
    expect(JSON.parse(JSON.stringify(schema))).toEqual({
      type: 'object',
      properties: { a: { type: 'string', minLength: 1 }, b: { type: 'string', minLength: 1 } },
      required: ['a'],
    })
    expectTypeOf<Static<typeof schema>>().toEqualTypeOf<{ a: string; b?: string }>()
  })

  test('stays optional when it is spread, for the type and for the check', () => {
    const schema = Type.Object({ b: { ...Type.Optional(Text), title: 'B' } })
    expect(schema.required).toBeUndefined()
    expect(issuesOf(schema, {})).toEqual([])
    expectTypeOf<Static<typeof schema>>().toEqualTypeOf<{ b?: string }>()
  })

  test('does not make the schema that it was made of optional', () => {
    Type.Optional(Text)
    expect(Type.Object({ a: Text }).required).toEqual(['a'])
  })
})

test('does not compile a misspelt keyword or one of another type', () => {
  // @ts-expect-error
  Type.String({ minLenght: 1 })
  // @ts-expect-error
  Type.String({ minimum: 1 })
  // @ts-expect-error
  Type.String({ minLength: '1' })
  // @ts-expect-error
  Type.Number({ minLength: 1 })
  // @ts-expect-error
  Type.Array(Type.String(), { maxLength: 1 })
  // @ts-expect-error
  Type.Object({}, { additionalproperties: false })
  // @ts-expect-error
  Type.Boolean({ minimum: 1 })
  // @ts-expect-error
  Type.Optional(Type.String({ titel: 'x' }))
  // @ts-expect-error
  multiline({ rows: 5 })
  // @ts-expect-error
  range(0, 1, { maxLength: 1 })
  expectTypeOf(Type.String({ minLength: 1, title: 'x' })).toExtend<{ readonly [keyword: string]: unknown }>()
})

test('supports every keyword of the builder in the checker', () => {
  type Known = typeof CHECKED_KEYWORDS | typeof COMPANION_KEYWORDS | typeof ANNOTATION_KEYWORDS
  expectTypeOf<Exclude<keyof AnyKeywords, Known[number]>>().toBeNever()
})
