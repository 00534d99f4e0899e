/**
 * What has to be true of a person's JSON Schema before values are checked with it. The checker knows the keywords that
 * forms and documents use, and ignores the others; a node that said "valid" because of that would mislead. And it runs
 * patterns without a bound on their time, so each pair of pattern and text is tried first where there is one.
 */
import { type Effects, isObject, pointer } from '@millrace/model'
import { badSetting } from './input-values.ts'
import { flagsFor } from './readable-pattern.ts'

/** Keywords of JSON Schema that ask for something and that the checker does not know. */
const UNKNOWN = new Set([
  ...['$ref', '$dynamicRef', '$recursiveRef', 'not', 'if', 'then', 'else'],
  ...['prefixItems', 'additionalItems', 'unevaluatedItems', 'contains', 'minContains', 'maxContains'],
  ...['patternProperties', 'propertyNames', 'unevaluatedProperties'],
  ...['dependencies', 'dependentRequired', 'dependentSchemas'],
])

const MAX_PATTERNS = 10_000

/** Fails unless the checker knows every keyword of the schema. */
export function refuseUnknownKeywords(schema: unknown, setting: string, place = ''): void {
  if (schema === true) return
  if (!isObject(schema)) throw badSetting(setting, `has no schema at ${place || 'its top'} that can be checked`)
  const unknown = Object.keys(schema).find((key) => UNKNOWN.has(key))
  if (unknown !== undefined)
    throw badSetting(setting, `uses "${unknown}" at ${place || 'its top'}, which is not known here`)
  for (const [key, inner] of partsOf(schema)) refuseUnknownKeywords(inner, setting, `${place}${key}`)
}

/** The schemas inside a schema, each with its place in it. */
function* partsOf(schema: Readonly<Record<string, unknown>>): Iterable<readonly [string, unknown]> {
  for (const [key, inner] of Object.entries(isObject(schema.properties) ? schema.properties : {})) {
    yield [pointer('/properties', key), inner]
  }
  if (schema.items !== undefined) yield ['/items', schema.items]
  if (isObject(schema.additionalProperties)) yield ['/additionalProperties', schema.additionalProperties]
  for (const key of ['allOf', 'anyOf', 'oneOf']) {
    const list = schema[key]
    for (const [at, inner] of (Array.isArray(list) ? list : []).entries()) yield [`/${key}/${at}`, inner]
  }
}

/** Runs every pattern of a schema on every text it is meant for, where that is stopped if it does not end. */
export async function tryPatterns(
  schema: unknown,
  value: unknown,
  effects: Pick<Effects, 'pattern'>,
  setting = 'jsonSchema',
): Promise<void> {
  const pairs = new Map([...patternsMet(schema, value)].map((pair) => [JSON.stringify(pair), pair]))
  if (pairs.size > MAX_PATTERNS) throw badSetting(setting, `has patterns for more than ${MAX_PATTERNS} texts`)
  for (const [pattern, text] of pairs.values()) {
    await effects.pattern({ pattern, flags: flagsFor(pattern, setting), text, limit: 1 })
  }
}

function* patternsMet(schema: unknown, value: unknown): Iterable<readonly [pattern: string, text: string]> {
  if (!isObject(schema)) return
  if (typeof schema.pattern === 'string' && typeof value === 'string') yield [schema.pattern, value]
  for (const key of ['allOf', 'anyOf', 'oneOf']) {
    for (const inner of Array.isArray(schema[key]) ? schema[key] : []) yield* patternsMet(inner, value)
  }
  if (Array.isArray(value)) for (const item of value) yield* patternsMet(schema.items, item)
  if (!isObject(value)) return
  const known = isObject(schema.properties) ? schema.properties : {}
  for (const [key, inner] of Object.entries(value)) {
    yield* patternsMet(Object.hasOwn(known, key) ? known[key] : schema.additionalProperties, inner)
  }
}
