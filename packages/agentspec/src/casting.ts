/**
 * Type compatibility of properties and value casting. Strings accept everything; numbers, integers and booleans convert
 * into each other; lists and objects are cast item by item. A string is never parsed as a number.
 */
import { boundedCheck, type Issue, isObject, issuesOf, type PatternCheck, sameJson } from '@millrace/model'
import { textOf } from './value-text.ts'

type Schema = Readonly<Record<string, unknown>>

const NUMERIC = new Set(['number', 'integer', 'boolean'])
/** JSON Schema keywords that do not affect the value. */
const TALK = ['title', 'description', 'default', 'examples', '$comment']

/** The alternatives of a schema; undefined if it accepts any value. */
function alternatives(schema: unknown): readonly Schema[] | undefined {
  if (!isObject(schema)) return undefined
  const union = Array.isArray(schema.anyOf) ? schema.anyOf : Array.isArray(schema.oneOf) ? schema.oneOf : undefined
  if (union !== undefined) {
    const parts = union.map(alternatives)
    return parts.some((part) => part === undefined) ? undefined : parts.flatMap((part) => part ?? [])
  }
  if (Array.isArray(schema.type)) return schema.type.map((type) => ({ ...schema, type }))
  return typeof schema.type === 'string' ? [schema] : undefined
}

function bare(schema: Schema): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !TALK.includes(key)))
}

/** Whether every value of one schema can be cast to the other. A source of any type is checked at run time. */
export function isCastable(from: unknown, to: unknown): boolean {
  const [sources, targets] = [alternatives(from), alternatives(to)]
  if (sources === undefined || targets === undefined) return true
  return sources.every((source) => targets.some((target) => isOneCastable(source, target)))
}

function isOneCastable(from: Schema, to: Schema): boolean {
  if (to.type === 'string') return true
  if (NUMERIC.has(textOf(from.type)) && NUMERIC.has(textOf(to.type))) return true
  if (from.type !== to.type) return false
  if (to.type === 'array') return isCastable(from.items, to.items)
  if (to.type !== 'object' || sameJson(bare(from), bare(to))) return true
  const [given, wanted] = [propertiesOf(from), propertiesOf(to)]
  const isEvery = Object.entries(wanted).every(
    ([key, schema]) => Object.hasOwn(given, key) && isCastable(given[key], schema),
  )
  return isEvery && isRestCastable(from.additionalProperties, to.additionalProperties)
}

function isRestCastable(from: unknown, to: unknown): boolean {
  if (typeof from === 'boolean' || typeof to === 'boolean') return (from ?? true) === (to ?? true)
  return isCastable(from, to)
}

function propertiesOf(schema: Schema): Schema {
  return isObject(schema.properties) ? schema.properties : {}
}

export type Cast = { readonly value: unknown; readonly problem?: undefined } | { readonly problem: string }

/**
 * The value cast to the property, or the problem. The result is validated against the whole schema of the property, not
 * only its type.
 */
export function cast(value: unknown, property: unknown): Cast {
  const [issue] = issuesIn(value, property)
  if (issue === undefined) return { value }
  let problem: string | undefined
  for (const target of alternatives(property) ?? []) {
    const made = castOne(value, target)
    if (made.problem !== undefined) problem ??= made.problem
    else {
      const [left] = issuesIn(made.value, property)
      if (left === undefined) return made
      problem ??= inWords(left)
    }
  }
  return { problem: problem ?? inWords(issue) }
}

function inWords({ path, message }: Issue): string {
  return path === '' ? message : `has a value at ${path} that ${message}`
}

/** Whether a value already matches a schema. */
export function fits(value: unknown, schema: unknown): boolean {
  return issuesIn(value, schema).length === 0
}

function issuesIn(value: unknown, schema: unknown): Issue[] {
  return isObject(schema) ? issuesOf(schema, value, '', boundedPatterns()) : []
}

/** Skips patterns that could take unbounded time; validation warns about them. */
function boundedPatterns(): PatternCheck {
  const check = boundedCheck()
  return (pattern, text) => {
    const found = check(pattern, text)
    return typeof found === 'string' || found
  }
}

/** Casts a nested value by its type; the whole value is validated afterwards. */
function castInside(value: unknown, schema: unknown): Cast {
  const targets = alternatives(schema)
  if (targets === undefined || targets.some((target) => hasTypeOf(value, target))) return { value }
  let problem: string | undefined
  for (const target of targets) {
    const made = castOne(value, target)
    if (made.problem === undefined) return made
    problem ??= made.problem
  }
  return { problem: problem ?? 'matches none of the allowed types' }
}

/** Whether a value has a type that a schema allows, ignoring its other keywords. */
export function hasType(value: unknown, schema: unknown): boolean {
  const targets = alternatives(schema)
  return targets === undefined || targets.some((target) => hasTypeOf(value, target))
}

function hasTypeOf(value: unknown, schema: Schema): boolean {
  switch (schema.type) {
    case 'string':
      return typeof value === 'string'
    case 'number':
      return typeof value === 'number'
    case 'integer':
      return Number.isInteger(value)
    case 'boolean':
      return typeof value === 'boolean'
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value) && value.every((item) => hasType(item, schema.items))
    case 'object': {
      if (!isObject(value)) return false
      const inner = propertiesOf(schema)
      const required = Array.isArray(schema.required) ? schema.required : []
      return (
        required.every((key) => Object.hasOwn(value, textOf(key))) &&
        Object.entries(inner).every(([key, one]) => !Object.hasOwn(value, key) || hasType(value[key], one))
      )
    }
    default:
      return true
  }
}

function castOne(value: unknown, schema: Schema): Cast {
  switch (schema.type) {
    case 'string':
      return { value: value === null || value === undefined ? '' : textOf(value) }
    case 'number':
    case 'integer':
    case 'boolean':
      return castNumeric(value, schema.type)
    case 'array':
      return castList(value, schema.items)
    case 'object':
      return castObject(value, schema)
    case 'null':
      return { problem: `is ${kindOf(value)} and not null` }
    default:
      return { value }
  }
}

function castNumeric(value: unknown, type: 'number' | 'integer' | 'boolean'): Cast {
  if (typeof value !== 'number' && typeof value !== 'boolean')
    return { problem: `is ${kindOf(value)} and not ${NAMES[type]}` }
  if (type === 'boolean') return { value: typeof value === 'boolean' ? value : value !== 0 }
  return { value: type === 'integer' ? Math.trunc(Number(value)) : Number(value) }
}

const NAMES = { number: 'a number', integer: 'a whole number', boolean: 'true or false' } as const

function castList(value: unknown, items: unknown): Cast {
  if (!Array.isArray(value)) return { problem: `is ${kindOf(value)} and not a list` }
  const made: unknown[] = []
  for (const [at, item] of value.entries()) {
    const one = castInside(item, items)
    if (one.problem !== undefined) return { problem: `has an item at position ${at} that ${one.problem}` }
    made.push(one.value)
  }
  return { value: made }
}

function castObject(value: unknown, schema: Schema): Cast {
  if (!isObject(value)) return { problem: `is ${kindOf(value)} and not an object` }
  const missing = (Array.isArray(schema.required) ? schema.required : []).find(
    (key) => !Object.hasOwn(value, textOf(key)),
  )
  if (missing !== undefined) return { problem: `lacks the field "${textOf(missing)}"` }
  const inner = propertiesOf(schema)
  const made: Record<string, unknown> = {}
  for (const [key, field] of Object.entries(value)) {
    const one = castInside(field, Object.hasOwn(inner, key) ? inner[key] : schema.additionalProperties)
    if (one.problem !== undefined) return { problem: `has a field "${key}" that ${one.problem}` }
    made[key] = one.value
  }
  return { value: made }
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (value === undefined) return 'missing'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : typeof value === 'string' ? 'a text' : `a ${typeof value}`
}

/**
 * Whether a default is valid for a property: numbers and booleans are interchangeable, a string property accepts
 * anything.
 */
export function isGoodDefault(value: unknown, property: unknown): boolean {
  return cast(value, property).problem === undefined
}
