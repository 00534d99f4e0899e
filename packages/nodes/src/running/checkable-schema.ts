/**
 * Checks values with a JSON Schema of a user. The checker knows the keywords that forms and documents use, and ignores
 * the others; a node that said "valid" because of that would mislead, so they are refused. Patterns run in the sandbox,
 * all of a value in one call with one bound on the time; the checker only looks up the verdicts.
 */
import { type Effects, type Issue, isObject, issuesOf, type PatternTest, pointer, type Schema } from '@millrace/model'
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

/** Everything that is wrong with a value, as `issuesOf`; no pattern runs in this process. */
export async function issuesBy(
  schema: Schema,
  value: unknown,
  effects: Pick<Effects, 'patternTests'>,
  setting = 'jsonSchema',
): Promise<Issue[]> {
  const tests = new Map<string, PatternTest>()
  const flags = new Map<string, 'u' | ''>()
  for (const [pattern, text] of patternsMet(schema, value)) {
    const key = keyOf(pattern, text)
    const own = flags.get(pattern) ?? flagsFor(pattern, setting)
    flags.set(pattern, own)
    tests.set(key, { pattern, flags: own, text })
    if (tests.size > MAX_PATTERNS) throw badSetting(setting, `has patterns for more than ${MAX_PATTERNS} texts`)
  }
  const verdicts = tests.size === 0 ? [] : await effects.patternTests([...tests.values()])
  const known = new Map([...tests.keys()].map((key, at) => [key, verdicts[at]]))
  return issuesOf(schema, value, '', (pattern, text) => known.get(keyOf(pattern, text)) ?? 'its pattern was not tried')
}

function keyOf(pattern: string, text: string): string {
  return `${pattern.length} ${pattern}${text}`
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
