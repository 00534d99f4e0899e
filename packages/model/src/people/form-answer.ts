/**
 * Checks whether an object fills in a form. The page that sends it does not know the rules: blank fields are sent as empty
 * texts, with extra fields of the page. So the fields are selected and blank ones dropped before the schema is checked;
 * and the schema comes from a user, so nothing in it may make the check throw or run for long.
 */
import { type Issue, issuesOf } from '../check.ts'
import { isObject } from '../json.ts'
import type { Schema } from '../schema.ts'
import { resolveRef } from '../schema-ref.ts'
import { withoutPatterns } from '../schema-without-patterns.ts'
import { boundedCheck, longestTextFor } from './bounded-pattern.ts'
import type { QuestionConfig } from './question.ts'

type Keywords = Readonly<Record<string, unknown>>

/** The filled-in fields of the form, or their problems. */
export function formAnswer({ schema }: QuestionConfig<'form'>, value: unknown): { value: unknown } | Issue[] {
  if (!isObject(value)) return [{ path: '', message: 'must be an object with a value by field' }]
  const filled = Object.fromEntries(
    Object.entries(objects(schema.properties)).flatMap(([key, described]) => {
      const field = referenced(described, schema)
      const own = Object.hasOwn(value, key) ? value[key] : undefined
      const kept = own === undefined || isBlank(field, own) ? field.default : own
      return kept === undefined ? [] : [[key, kept] as const]
    }),
  )
  // A pattern is only tested on a text of bounded length, and all patterns share one limit.
  const first = issuesOf(checkable(schema, { pass: 'bounds', root: schema }), filled)
  const patterns = () => issuesOf(checkable(schema, { pass: 'patterns', root: schema }), filled, '', boundedCheck())
  const issues = first.length > 0 ? first : patterns()
  return issues.length > 0 ? issues : { value: filled }
}

/** The schema of a field, following a reference to another part of the schema. */
function referenced(field: Keywords, schema: Keywords): Keywords {
  const target = field.$ref === undefined ? undefined : resolveRef(schema, field.$ref)
  return isObject(target) ? { ...target, ...field } : field
}

/** An empty text where a text is not allowed means that nothing was entered. */
function isBlank({ type, enum: values, oneOf }: Keywords, value: unknown): boolean {
  if (value !== '') return false
  if (type !== undefined && type !== 'string' && !(Array.isArray(type) && type.includes('string'))) return true
  if (Array.isArray(values)) return !values.includes('')
  return Array.isArray(oneOf) && oneOf.every((option) => isObject(option) && 'const' in option && option.const !== '')
}

interface Pass {
  readonly pass: 'bounds' | 'patterns'
  readonly root: Keywords
  /** Inside of alternatives. */
  readonly isInside?: boolean
}

/**
 * The part of the schema that can be checked safely. Patterns have no time limit, so they stay only if the longest text
 * for which they are fast enough is known: the `bounds` of that text are checked first, then the `patterns`. Patterns
 * inside of alternatives and conditions are removed, with all keywords that would be stricter without them.
 */
function checkable(schema: Keywords, at: Pass): Schema {
  const { pass, root, isInside = false } = at
  const { pattern, properties, items, additionalProperties, allOf, anyOf, oneOf } = schema
  const relaxed = withoutPatterns(schema, root)
  const checked: Record<string, unknown> = isObject(relaxed) ? { ...relaxed } : {}
  const longest = typeof pattern === 'string' && !isInside ? longestTextFor(pattern) : undefined
  if (longest !== undefined && pass === 'patterns') checked.pattern = pattern
  if (longest !== undefined && pass === 'bounds' && longest < maxLength(schema)) checked.maxLength = longest
  if (properties !== undefined) {
    const fields = Object.entries(objects(properties))
    checked.properties = Object.fromEntries(fields.map(([key, field]) => [key, checkable(field, at)]))
  }
  if (Array.isArray(schema.required)) checked.required = schema.required.filter((key) => typeof key === 'string')
  if (isObject(items)) checked.items = checkable(items, at)
  if (isObject(additionalProperties) && 'additionalProperties' in checked) {
    checked.additionalProperties = checkable(additionalProperties, at)
  }
  for (const [key, parts] of Object.entries({ allOf, anyOf, oneOf })) {
    if (!Array.isArray(parts) || !(key in checked)) continue
    checked[key] = parts.filter(isObject).map((part) => checkable(part, { ...at, isInside: true }))
  }
  return checked as Schema
}

function maxLength(schema: Keywords): number {
  return typeof schema.maxLength === 'number' ? schema.maxLength : Number.POSITIVE_INFINITY
}

/** The entries of an object that are objects themselves: schemas of fields. */
function objects(value: unknown): Record<string, Keywords> {
  const entries = Object.entries(isObject(value) ? value : {})
  return Object.fromEntries(entries.flatMap(([key, entry]) => (isObject(entry) ? [[key, entry] as const] : [])))
}
