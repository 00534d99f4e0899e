/**
 * Whether an object fills in a form. A form is sent by a page that knows nothing of the rules: what it leaves blank comes
 * as an empty text, and names of its own come along. So the fields are picked and the blank ones left out before the
 * schema is held against them; and the schema is a person's, so nothing in it may make the check throw or run for long.
 */
import { type Issue, issuesOf } from '../check.ts'
import { isObject } from '../json.ts'
import type { Schema } from '../schema.ts'
import { boundedCheck, longestTextFor } from './bounded-pattern.ts'
import type { QuestionConfig } from './question.ts'

type Keywords = Readonly<Record<string, unknown>>

/** The fields of the form that are filled in, or what is wrong with them. */
export function formAnswer({ schema }: QuestionConfig<'form'>, value: unknown): { value: unknown } | Issue[] {
  if (!isObject(value)) return [{ path: '', message: 'must be an object with a value by field' }]
  const filled = Object.fromEntries(
    Object.entries(objects(schema.properties)).flatMap(([key, field]) => {
      const own = Object.hasOwn(value, key) ? value[key] : undefined
      const kept = own === undefined || isBlank(field, own) ? field.default : own
      return kept === undefined ? [] : [[key, kept] as const]
    }),
  )
  // Only a text whose length was found to be bearable meets a pattern, and all patterns share one bound.
  const first = issuesOf(checkable(schema, 'bounds'), filled)
  const issues = first.length > 0 ? first : issuesOf(checkable(schema, 'patterns'), filled, '', boundedCheck())
  return issues.length > 0 ? issues : { value: filled }
}

/** An empty text where only something else is allowed means that nothing was entered. */
function isBlank({ type, enum: values, oneOf }: Keywords, value: unknown): boolean {
  if (value !== '') return false
  if (type !== undefined && type !== 'string' && !(Array.isArray(type) && type.includes('string'))) return true
  if (Array.isArray(values)) return !values.includes('')
  return Array.isArray(oneOf) && oneOf.every((option) => isObject(option) && 'const' in option && option.const !== '')
}

/**
 * The schema with only what can be checked safely. Patterns run without a bound on their time, so they stay only where
 * the longest text that they are bearable for is known: the `bounds` of that text are checked first, then the `patterns`.
 * Patterns inside of alternatives are left out, and alternatives that would no longer differ with them.
 */
function checkable(schema: Keywords, pass: 'bounds' | 'patterns', isInside = false): Schema {
  const { pattern, ...rest } = schema
  const checked: Record<string, unknown> = { ...rest }
  const longest = typeof pattern === 'string' && !isInside ? longestTextFor(pattern) : undefined
  if (longest !== undefined && pass === 'patterns') checked.pattern = pattern
  if (longest !== undefined && pass === 'bounds' && longest < maxLength(schema)) checked.maxLength = longest
  if ('properties' in schema) {
    const fields = Object.entries(objects(schema.properties))
    checked.properties = Object.fromEntries(fields.map(([key, field]) => [key, checkable(field, pass, isInside)]))
  }
  if (Array.isArray(schema.required)) checked.required = schema.required.filter((key) => typeof key === 'string')
  for (const key of ['items', 'additionalProperties']) {
    const part = schema[key]
    if (isObject(part)) checked[key] = checkable(part, pass, isInside)
  }
  for (const key of ['allOf', 'anyOf', 'oneOf']) {
    const parts = schema[key]
    if (!Array.isArray(parts)) continue
    if (key === 'oneOf' && hasPattern(parts)) delete checked[key]
    else checked[key] = parts.filter(isObject).map((part) => checkable(part, pass, true))
  }
  return checked as Schema
}

function maxLength(schema: Keywords): number {
  return typeof schema.maxLength === 'number' ? schema.maxLength : Number.POSITIVE_INFINITY
}

/** Somewhere inside; a field that is called "pattern" counts too, which only means that less is checked. */
function hasPattern(part: unknown): boolean {
  if (Array.isArray(part)) return part.some(hasPattern)
  return isObject(part) && ('pattern' in part || Object.values(part).some(hasPattern))
}

/** The entries of an object that are objects themselves: schemas of fields. */
function objects(value: unknown): Record<string, Keywords> {
  const entries = Object.entries(isObject(value) ? value : {})
  return Object.fromEntries(entries.flatMap(([key, entry]) => (isObject(entry) ? [[key, entry] as const] : [])))
}
