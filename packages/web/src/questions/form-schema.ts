/** The schema of a person's form, in the shape that our forms draw. It is anybody's: what makes no sense is left out. */
import { isObject } from '@millrace/model'
import { type FieldSchema, kindOf } from '../forms/field-schema.ts'

const DEEPEST = 8

/** The same schema, with every key that is looked at in the form that is expected of it. */
export function formSchema(schema: unknown, depth = 0): FieldSchema {
  if (!isObject(schema) || depth > DEEPEST) return {}
  const { type, required, properties, items, oneOf, enum: values, autocomplete: _, variables: __, ...rest } = schema
  return {
    ...textual(rest),
    ...optional('type', typeIn(type)),
    ...optional('required', Array.isArray(required) ? required.filter((key) => typeof key === 'string') : undefined),
    ...optional('enum', Array.isArray(values) ? values : undefined),
    ...optional('oneOf', Array.isArray(oneOf) ? oneOf.filter(isObject).map(textual) : undefined),
    ...optional('items', isObject(items) ? formSchema(items, depth + 1) : undefined),
    ...optional(
      'properties',
      isObject(properties)
        ? Object.fromEntries(Object.entries(properties).map(([key, field]) => [key, formSchema(field, depth + 1)]))
        : undefined,
    ),
  }
}

/** What stands in the fields at first. A switch has no third state: one that has to be set begins as off. */
export function firstValues(
  schema: FieldSchema,
  given: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const off = Object.entries(schema.properties ?? {}).flatMap(([key, field]) =>
    kindOf(field) === 'switch' && field.default === undefined && schema.required?.includes(key)
      ? [[key, false] as const]
      : [],
  )
  return { ...Object.fromEntries(off), ...given }
}

/** Of a type that may also be null, the other one. */
function typeIn(type: unknown): string | undefined {
  const one: unknown = Array.isArray(type) ? type.find((name) => name !== 'null') : type
  return typeof one === 'string' ? one : undefined
}

const TEXTS = ['title', 'description', 'placeholder', 'placeholderExample', 'format', 'height', 'pattern']

/** Texts that are no texts would be drawn as something else. */
function textual(schema: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema).filter(([key, value]) => !TEXTS.includes(key) || typeof value === 'string'),
  )
}

function optional<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return (value === undefined ? {} : { [key]: value }) as { [P in K]?: V }
}
