/** Checks that the config schema of a node type can be rendered as a form and used for validation. */
import { isObject, issuesOf, languageScope, pointer, type Schema, schemaProblems } from '@millrace/model'

/** All problems of a config schema, which is already plain JSON. */
export function configProblems(config: Schema, place = 'config'): string[] {
  if (config.type !== 'object') return [`${place} must be a schema of type "object"`]
  const problems = [...objectProblems(config, place)]
  if (problems.length > 0) return problems
  return schemaProblems(config).map(({ path, message }) => `${place}${path} ${message}`)
}

function* objectProblems(schema: Readonly<Record<string, unknown>>, place: string): Iterable<string> {
  const { properties = {}, required = [] } = schema
  if (!isObject(properties)) {
    yield `${place}/properties must be an object`
    return
  }
  if (!Array.isArray(required)) yield `${place}/required must be a list`
  else {
    for (const key of required) {
      if (typeof key !== 'string' || !Object.hasOwn(properties, key)) {
        yield `${place}/required names ${JSON.stringify(key)}, which is not a property`
      }
    }
  }
  for (const [key, property] of Object.entries(properties)) {
    for (const other of dependencies(property)) {
      if (Object.hasOwn(properties, other) && other !== key) continue
      yield `${pointer(`${place}/properties`, key)} depends on "${other}", which is not another property`
    }
    yield* fieldProblems(property, pointer(`${place}/properties`, key))
  }
}

/** The settings that a setting depends on. */
function dependencies(property: unknown): readonly string[] {
  if (!isObject(property)) return []
  return [property['x-show-when'], property['x-variants']].flatMap((one) => (isObject(one) ? Object.keys(one) : []))
}

function* fieldProblems(schema: unknown, place: string): Iterable<string> {
  if (!isObject(schema)) {
    yield `${place} must be a schema`
    return
  }
  for (const rule of RULES) {
    const wrong = rule(schema)
    if (wrong !== undefined) yield `${place} ${wrong}`
  }
  for (const { path, message } of schema.default === undefined ? [] : issuesOf(schema, schema.default)) {
    yield `${place}/default${path} ${message}`
  }
  if (schema.items !== undefined) yield* fieldProblems(schema.items, `${place}/items`)
  if (schema.properties !== undefined || schema.required !== undefined) yield* objectProblems(schema, place)
}

type Rule = (schema: Readonly<Record<string, unknown>>) => string | undefined

const RULES: readonly Rule[] = [
  ({ pattern }) => {
    if (pattern === undefined) return undefined
    return typeof pattern === 'string' && isPattern(pattern) ? undefined : 'has an invalid pattern'
  },
  ({ enum: values }) =>
    values === undefined || (Array.isArray(values) && values.length > 0) ? undefined : 'has an enum without values',
  ({ minimum, maximum }) =>
    typeof minimum === 'number' && typeof maximum === 'number' && minimum > maximum
      ? 'has a minimum above its maximum'
      : undefined,
  ({ minLength, maxLength }) =>
    typeof minLength === 'number' && typeof maxLength === 'number' && minLength > maxLength
      ? 'has a minLength above its maxLength'
      : undefined,
  ({ format, minimum, maximum }) =>
    format === 'range' && (typeof minimum !== 'number' || typeof maximum !== 'number')
      ? 'is a range and needs a minimum and a maximum'
      : undefined,
  ({ 'x-show-when': condition }) =>
    condition === undefined || isObject(condition) ? undefined : 'has an x-show-when that is not an object of settings',
  ({ 'x-variants': variants }) =>
    variants === undefined ||
    (isObject(variants) && Object.values(variants).every((one) => isObject(one) && Object.values(one).every(isObject)))
      ? undefined
      : 'has x-variants that are not keywords by setting and value',
  ({ 'x-scope': scope }) =>
    scope === undefined || languageScope(scope) !== undefined ? undefined : 'has an invalid x-scope',
  ({ 'x-section': section }) =>
    section === undefined || section === 'basic' || section === 'advanced'
      ? undefined
      : 'has an x-section that is neither "basic" nor "advanced"',
  ({ format, autocomplete }) =>
    format === 'autocomplete' && !(isObject(autocomplete) && typeof autocomplete.url === 'string')
      ? 'is an autocomplete field and needs autocomplete.url'
      : undefined,
  ({ format, type, default: value }) =>
    // A default would be sent to every reader of the catalogue.
    (format === 'hidden' || format === 'password') && type === 'string' && value !== undefined
      ? 'is a secret and cannot have a default'
      : undefined,
]

function isPattern(source: string): boolean {
  try {
    new RegExp(source, 'u')
    return true
  } catch {
    return false
  }
}
