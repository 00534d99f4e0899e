/** Generates the smallest value that a JSON Schema allows, for the echo model. */
import { isObject } from '@millrace/model'

type Schema = Readonly<Record<string, unknown>>

/** A schema nested deeper than this refers to itself. */
const MAX_DEPTH = 20

/** A value that matches the schema; only approximately for constraints such as a pattern. */
export function smallestJson(schema: Schema): unknown {
  return valueFor(schema, { root: schema, depth: 0 })
}

interface SchemaContext {
  readonly root: Schema
  readonly depth: number
}

function valueFor(given: unknown, context: SchemaContext): unknown {
  if (!isObject(given) || context.depth > MAX_DEPTH) return null
  const schema = merged(given, context)
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if ('default' in schema) return schema.default
  const [one] = [schema.oneOf, schema.anyOf].filter((list) => Array.isArray(list)).flat()
  if (one !== undefined) {
    const { oneOf: _, anyOf: __, ...rest } = schema
    return valueFor(isObject(one) ? { ...rest, ...one } : rest, deeper(context))
  }
  return MAKE[typeOf(schema)]?.(schema, context) ?? null
}

const MAKE: Readonly<Record<string, (schema: Schema, context: SchemaContext) => unknown>> = {
  object: (schema, context) => {
    const properties = isObject(schema.properties) ? schema.properties : {}
    const required = Array.isArray(schema.required) ? schema.required.map(String) : []
    return Object.fromEntries(required.map((name) => [name, valueFor(ownOf(properties, name) ?? {}, deeper(context))]))
  },
  array: (schema, context) =>
    Array.from({ length: Math.min(1000, sizeOf(schema.minItems)) }, (_, at) => {
      const first = Array.isArray(schema.prefixItems) ? schema.prefixItems[at] : undefined
      return valueFor(first ?? schema.items ?? {}, deeper(context))
    }),
  string: (schema) => TEXTS[String(schema.format)] ?? 'x'.repeat(Math.min(100_000, sizeOf(schema.minLength))),
  integer: (schema) => Math.ceil(leastNumber(schema, 1)),
  number: (schema) => leastNumber(schema, 0.5),
  boolean: () => false,
}

const TEXTS: Readonly<Record<string, string>> = {
  date: '2000-01-01',
  'date-time': '2000-01-01T00:00:00Z',
  time: '00:00:00Z',
  email: 'a@b.c',
  uri: 'http://a/',
  url: 'http://a/',
  uuid: '00000000-0000-4000-8000-000000000000',
}

/** Zero if it is allowed, else the nearest bound. */
function leastNumber(schema: Schema, step: number): number {
  const least = numberOf(schema.minimum) ?? add(numberOf(schema.exclusiveMinimum), step)
  const most = numberOf(schema.maximum) ?? add(numberOf(schema.exclusiveMaximum), -step)
  if (least !== undefined && least > 0) return least
  return most !== undefined && most < 0 ? most : 0
}

function typeOf({ type, properties, required, items, prefixItems }: Schema): string {
  if (Array.isArray(type)) return type.includes('null') ? 'null' : String(type[0])
  if (typeof type === 'string') return type
  if (properties !== undefined || required !== undefined) return 'object'
  return items !== undefined || prefixItems !== undefined ? 'array' : 'null'
}

/** Resolves references and merges `allOf`. */
function merged(schema: Schema, context: SchemaContext): Schema {
  const { $ref, allOf, ...rest } = schema
  const parts = [
    ...(typeof $ref === 'string' ? [target($ref, context.root)] : []),
    ...(Array.isArray(allOf) ? allOf : []),
  ]
  if (parts.length === 0 || context.depth > MAX_DEPTH) return rest
  return parts
    .filter(isObject)
    .map((part) => merged(part, deeper(context)))
    .reduce<Schema>(both, rest)
}

function both(a: Schema, b: Schema): Schema {
  const names = [a.required, b.required].filter((list) => Array.isArray(list)).flat()
  const properties = {
    ...(isObject(b.properties) ? b.properties : {}),
    ...(isObject(a.properties) ? a.properties : {}),
  }
  return {
    ...b,
    ...a,
    ...(names.length > 0 ? { required: [...new Set(names)] } : {}),
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
  }
}

/** Resolves a reference within the document. */
function target(reference: string, root: Schema): unknown {
  if (!reference.startsWith('#')) return undefined
  const names = reference.split('/').slice(1)
  return names.reduce<unknown>((at, name) => {
    const key = decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')
    return isObject(at) ? ownOf(at, key) : undefined
  }, root)
}

function ownOf(object: Schema, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

function deeper({ root, depth }: SchemaContext): SchemaContext {
  return { root, depth: depth + 1 }
}

function sizeOf(value: unknown): number {
  return Math.max(0, Math.trunc(numberOf(value) ?? 0))
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

function add(value: number | undefined, step: number): number | undefined {
  return value === undefined ? undefined : value + step
}
