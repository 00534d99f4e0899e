/**
 * The keywords of JSON Schema that the checker supports and those that it rejects. Ignoring a keyword that restricts values
 * would accept invalid ones, so a schema that uses an unsupported one is reported where it is defined.
 */
import { isSchema } from './check-place.ts'
import { isObject, pointer } from './json.ts'
import { resolveRef } from './schema-ref.ts'

/** Keywords with a rule in `check-rules.ts`. `type` is checked before all of them. */
export const CHECKED_KEYWORDS = [
  ...(['enum', 'const', '$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if'] as const),
  ...(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'] as const),
  ...(['minLength', 'maxLength', 'pattern'] as const),
  ...(['minItems', 'maxItems', 'uniqueItems', 'items', 'prefixItems', 'contains'] as const),
  ...(['minProperties', 'maxProperties', 'required', 'properties', 'additionalProperties'] as const),
  ...(['patternProperties', 'propertyNames', 'dependentRequired', 'dependentSchemas', 'dependencies'] as const),
] as const
export type CheckedKeyword = (typeof CHECKED_KEYWORDS)[number]

/** Keywords that the rule of another keyword reads. */
export const COMPANION_KEYWORDS = [
  ...(['type', 'then', 'else', 'minContains', 'maxContains', 'additionalItems', '$defs', 'definitions'] as const),
] as const

/** Keywords that describe a value, or how a form shows it, without restricting it. The last lines are of our own forms. */
export const ANNOTATION_KEYWORDS = [
  ...(['$id', '$schema', '$comment', 'title', 'description', 'default', 'examples', 'deprecated'] as const),
  ...(['readOnly', 'writeOnly', 'format', 'contentMediaType', 'contentEncoding'] as const),
  ...(['placeholder', 'placeholderExample', 'height', 'step', 'variables', 'autocomplete', 'multiple'] as const),
  ...([
    'x-expression',
    'x-credential',
    'x-holds',
    'x-placeholders',
    'x-scope',
    'x-suggestions',
    'x-show-when',
  ] as const),
  ...(['x-variants', 'x-section'] as const),
] as const

/** Keywords that restrict values and that the checker does not support. */
export const UNSUPPORTED_KEYWORDS = [
  ...(['$dynamicRef', '$recursiveRef', 'unevaluatedItems', 'unevaluatedProperties'] as const),
] as const

const UNSUPPORTED = new Set<string>(UNSUPPORTED_KEYWORDS)
const KNOWN = new Set<string>([...CHECKED_KEYWORDS, ...COMPANION_KEYWORDS, ...ANNOTATION_KEYWORDS])

/** A problem of a schema itself, and its path. */
export interface SchemaProblem {
  /** JSON pointer into the schema. */
  readonly path: string
  readonly message: string
}

export interface SchemaRules {
  /** Reports every word that is not in the lists above; otherwise unknown words are annotations, as in JSON Schema. */
  readonly isOurs?: boolean
}

/** All parts of a schema that cannot be checked. */
export function schemaProblems(schema: unknown, { isOurs = false }: SchemaRules = {}): SchemaProblem[] {
  return [...problemsIn(schema, (one, root) => [...demandsNotKnown(one, root), ...(isOurs ? wordsNotKnown(one) : [])])]
}

function wordsNotKnown(schema: Readonly<Record<string, unknown>>): readonly string[] {
  const unknown = Object.keys(schema).filter((keyword) => !KNOWN.has(keyword) && !UNSUPPORTED.has(keyword))
  return unknown.map((keyword) => `uses "${keyword}", which is not a known keyword`)
}

type Rule = (schema: Readonly<Record<string, unknown>>, root: Readonly<Record<string, unknown>>) => readonly string[]

function* problemsIn(
  schema: unknown,
  rule: Rule,
  path = '',
  root: unknown = schema,
): Generator<SchemaProblem, void, undefined> {
  if (!isSchema(schema)) yield { path, message: 'is not a schema' }
  if (!isObject(schema) || !isObject(root)) return
  for (const message of rule(schema, root)) yield { path, message }
  for (const [place, part] of subschemas(schema)) yield* problemsIn(part, rule, `${path}${place}`, root)
}

function demandsNotKnown(
  schema: Readonly<Record<string, unknown>>,
  root: Readonly<Record<string, unknown>>,
): readonly string[] {
  const unsupported = Object.keys(schema).filter((keyword) => UNSUPPORTED.has(keyword))
  const messages = unsupported.map((keyword) => `uses "${keyword}", which is not supported`)
  if (!('$ref' in schema) || isSchema(resolveRef(root, schema.$ref))) return messages
  return [...messages, `has a "$ref" to ${JSON.stringify(schema.$ref)}, which is not a place in this schema`]
}

const SINGLE = [
  ...['items', 'additionalItems', 'contains', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else'],
]
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items']
const MAPS = ['properties', 'patternProperties', 'dependentSchemas', 'dependencies', '$defs', 'definitions']

/** The schemas directly inside a schema, each with its path. */
export function* subschemas(schema: Readonly<Record<string, unknown>>): Iterable<readonly [string, unknown]> {
  for (const key of SINGLE) {
    if (schema[key] !== undefined && !Array.isArray(schema[key])) yield [`/${key}`, schema[key]]
  }
  for (const key of LISTS) {
    const list = schema[key]
    for (const [at, part] of (Array.isArray(list) ? list : []).entries()) yield [`/${key}/${at}`, part]
  }
  for (const key of MAPS) {
    for (const [name, part] of Object.entries(isObject(schema[key]) ? schema[key] : {})) {
      // A dependency may also be a list of names.
      if (key !== 'dependencies' || !Array.isArray(part)) yield [pointer(`/${key}`, name), part]
    }
  }
}

/** All patterns of a schema, including those of keys. */
export function patternsIn(schema: unknown): string[] {
  if (!isObject(schema)) return []
  const own = typeof schema.pattern === 'string' ? [schema.pattern] : []
  const keys = isObject(schema.patternProperties) ? Object.keys(schema.patternProperties) : []
  return [...own, ...keys, ...[...subschemas(schema)].flatMap(([, part]) => patternsIn(part))]
}

/** A schema with every schema directly inside it replaced. */
export function mapSubschemas(
  schema: Readonly<Record<string, unknown>>,
  replace: (part: unknown) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema).map(([key, part]) => {
      if (LISTS.includes(key) && Array.isArray(part)) return [key, part.map(replace)]
      if (SINGLE.includes(key)) return [key, replace(part)]
      if (!MAPS.includes(key) || !isObject(part)) return [key, part]
      const inner = Object.entries(part).map(([name, one]) => [name, Array.isArray(one) ? one : replace(one)])
      return [key, Object.fromEntries(inner)]
    }),
  )
}
