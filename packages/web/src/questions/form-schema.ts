/**
 * Normalizes the schema of a form question for rendering. The schema comes from the workflow author: invalid parts are
 * dropped.
 */
import { isObject } from '@millrace/model'
import { type FieldSchema, kindOf } from '../forms/field-schema.ts'

const MAX_DEPTH = 8

/** The schema with every relevant keyword in its expected type. */
export function formSchema(schema: unknown, depth = 0): FieldSchema {
  if (!isObject(schema) || depth > MAX_DEPTH) return {}
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

/** Initial values of the fields. A switch has no third state: a required one starts as off. */
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

/** The other type of a nullable type. */
function typeIn(type: unknown): string | undefined {
  const one: unknown = Array.isArray(type) ? type.find((name) => name !== 'null') : type
  return typeof one === 'string' ? one : undefined
}

const TEXTS = ['title', 'description', 'placeholder', 'placeholderExample', 'format', 'height', 'pattern']

/** Drops text keywords that are not strings. */
function textual(schema: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema).filter(([key, value]) => !TEXTS.includes(key) || typeof value === 'string'),
  )
}

function optional<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return (value === undefined ? {} : { [key]: value }) as { [P in K]?: V }
}
