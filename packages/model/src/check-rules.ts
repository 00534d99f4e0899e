/** The rule of each keyword. A rule ignores values of types that it does not apply to, as JSON Schema specifies. */
import {
  addIssue,
  addIssues,
  below,
  fitsPart,
  type Issue,
  isSchema,
  issuesBelow,
  MAX_ISSUES,
  type Place,
  visitAlso,
  visitPart,
} from './check-place.ts'
import { shown, typeWords } from './check-words.ts'
import { codePoints, isObject, sameJson } from './json.ts'
import type { Schema } from './schema.ts'
import type { CheckedKeyword } from './schema-keywords.ts'
import { resolveRef } from './schema-ref.ts'

export type Rule = (limit: unknown, value: unknown, place: Place, schema: Schema) => void

type Rules = Partial<Record<CheckedKeyword, Rule>>

const VALUES = {
  enum(values, value, place, schema) {
    // A list picked from a closed set has the set next to `multiple`, for the form; its items are checked one by one.
    if (schema.multiple === true && Array.isArray(value)) return
    if (Array.isArray(values) && !values.some((one) => sameJson(one, value))) {
      addIssue(place, `must be one of ${values.map(shown).join(', ')}`)
    }
  },
  const(expected, value, place) {
    if (!sameJson(expected, value)) addIssue(place, `must be ${shown(expected)}`)
  },
} as const satisfies Rules

const NUMBERS = {
  minimum(limit, value, place) {
    if (isNumber(value) && isNumber(limit) && value < limit) addIssue(place, `must be at least ${limit}`)
  },
  maximum(limit, value, place) {
    if (isNumber(value) && isNumber(limit) && value > limit) addIssue(place, `must be at most ${limit}`)
  },
  exclusiveMinimum(limit, value, place) {
    if (isNumber(value) && isNumber(limit) && value <= limit) addIssue(place, `must be more than ${limit}`)
  },
  exclusiveMaximum(limit, value, place) {
    if (isNumber(value) && isNumber(limit) && value >= limit) addIssue(place, `must be less than ${limit}`)
  },
  multipleOf(step, value, place) {
    if (isNumber(value) && isNumber(step) && !Number.isInteger(value / step))
      addIssue(place, `must be a multiple of ${step}`)
  },
} as const satisfies Rules

const TEXTS = {
  minLength(limit, value, place) {
    // A code point has at most two units, so the cheap test decides almost every value.
    if (typeof value !== 'string' || !isNumber(limit) || value.length >= limit * 2 || codePoints(value) >= limit) return
    addIssue(place, limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`)
  },
  maxLength(limit, value, place) {
    // The number of units is never below the number of code points, so the cheap test decides almost every value.
    if (typeof value !== 'string' || !isNumber(limit) || value.length <= limit || codePoints(value) <= limit) return
    addIssue(place, `must have at most ${limit} characters`)
  },
  pattern(source, value, place) {
    if (typeof value !== 'string' || typeof source !== 'string') return
    const found = place.run.matches(source, value)
    if (typeof found === 'string') addIssue(place, `cannot be checked: ${found}`)
    else if (!found) addIssue(place, `must match ${source}`)
  },
} as const satisfies Rules

const LISTS = {
  minItems(limit, value, place) {
    if (Array.isArray(value) && isNumber(limit) && value.length < limit)
      addIssue(place, `must have at least ${limit} items`)
  },
  maxItems(limit, value, place) {
    if (Array.isArray(value) && isNumber(limit) && value.length > limit)
      addIssue(place, `must have at most ${limit} items`)
  },
  uniqueItems(wanted, value, place) {
    if (wanted !== true || !Array.isArray(value)) return
    const seen = new Set(value.map(canonical))
    if (seen.size < value.length) addIssue(place, 'must not have the same item twice')
  },
  prefixItems(parts, value, place) {
    if (!Array.isArray(value) || !Array.isArray(parts)) return
    for (const [at, part] of parts.entries()) if (at < value.length) visitPart(part, value[at], below(place, at))
  },
  items(part, value, place, schema) {
    if (!Array.isArray(value)) return
    // Older schemas have a list here and the schema of further items in `additionalItems`.
    if (Array.isArray(part)) {
      LISTS.prefixItems(part, value, place)
      visitFrom(part.length, schema.additionalItems, value, place)
    } else visitFrom(Array.isArray(schema.prefixItems) ? schema.prefixItems.length : 0, part, value, place)
  },
  contains(part, value, place, { minContains, maxContains }) {
    if (!Array.isArray(value) || !isSchema(part)) return
    const least = isNumber(minContains) ? minContains : 1
    const count = value.filter((item) => fitsPart(part, item, place)).length
    if (count < least) addIssue(place, `must have at least ${least} items of the demanded kind`)
    if (isNumber(maxContains) && count > maxContains)
      addIssue(place, `must have at most ${maxContains} items of the demanded kind`)
  },
} as const satisfies Rules

function visitFrom(start: number, part: unknown, value: readonly unknown[], place: Place): void {
  if (!isSchema(part) || part === true) return
  for (let at = start; at < value.length && place.issues.length < MAX_ISSUES; at++) {
    visitPart(part, value[at], below(place, at))
  }
}

const OBJECTS = {
  minProperties(limit, value, place) {
    if (isObject(value) && isNumber(limit) && Object.keys(value).length < limit)
      addIssue(place, `must have at least ${limit} keys`)
  },
  maxProperties(limit, value, place) {
    if (isObject(value) && isNumber(limit) && Object.keys(value).length > limit)
      addIssue(place, `must have at most ${limit} keys`)
  },
  required(keys, value, place) {
    if (!isObject(value) || !Array.isArray(keys)) return
    for (const key of keys) if (isMissing(key, value)) addIssue(below(place, key), 'is required')
  },
  additionalProperties(rest, value, place, schema) {
    if (!isObject(value) || rest === true) return
    const known = isObject(schema.properties) ? schema.properties : {}
    const patterns = isObject(schema.patternProperties) ? Object.keys(schema.patternProperties) : []
    for (const key of Object.keys(value)) {
      if (Object.hasOwn(known, key) || patterns.some((pattern) => place.run.matches(pattern, key) !== false)) continue
      if (rest === false) addIssue(below(place, key), 'is not known here')
      else visitPart(rest, value[key], below(place, key))
    }
  },
  patternProperties(parts, value, place) {
    if (!isObject(value) || !isObject(parts)) return
    for (const [pattern, part] of Object.entries(parts)) {
      for (const key of Object.keys(value)) {
        const found = place.run.matches(pattern, key)
        if (typeof found === 'string') addIssue(below(place, key), `cannot be checked: ${found}`)
        else if (found) visitPart(part, value[key], below(place, key))
      }
    }
  },
  propertyNames(part, value, place) {
    if (!isObject(value) || !isSchema(part)) return
    for (const key of Object.keys(value)) {
      const [issue] = issuesBelow(part, key, place)
      if (issue !== undefined) addIssue(below(place, key), `has a name that ${issue.message}`)
    }
  },
  dependentRequired(lists, value, place) {
    if (!isObject(value)) return
    for (const [key, keys] of present(lists, value)) {
      for (const name of missing(keys, value)) addIssue(below(place, name), `is required because there is "${key}"`)
    }
  },
  dependentSchemas(parts, value, place) {
    if (isObject(value)) for (const [, part] of present(parts, value)) visitAlso(part, value, place)
  },
  /** Both of the above, as in older schemas. */
  dependencies(parts, value, place) {
    if (!isObject(value)) return
    const entries = present(parts, value)
    OBJECTS.dependentRequired(Object.fromEntries(entries.filter(([, part]) => Array.isArray(part))), value, place)
    OBJECTS.dependentSchemas(Object.fromEntries(entries.filter(([, part]) => !Array.isArray(part))), value, place)
  },
} as const satisfies Rules

/** Keys of a list that an object does not have. */
function missing(keys: unknown, value: Readonly<Record<string, unknown>>): string[] {
  if (!Array.isArray(keys)) return []
  return keys.filter((key) => isMissing(key, value))
}

function isMissing(key: string, value: Readonly<Record<string, unknown>>): boolean {
  return value[key] === undefined || !Object.hasOwn(value, key)
}

/** Entries of a map by property, for the properties that an object has. */
function present(map: unknown, value: Readonly<Record<string, unknown>>): [string, unknown][] {
  if (!isObject(map)) return []
  return Object.entries(map).filter(([key]) => Object.hasOwn(value, key) && value[key] !== undefined)
}

const COMBINATIONS = {
  oneOf(options, value, place) {
    const matching = alternatives(options).filter((option) => fitsPart(option, value, place))
    if (matching.length === 1) return
    addIssue(place, matching.length === 0 ? noMatch(options) : 'fits several of the alternatives where one is meant')
  },
  anyOf(options, value, place) {
    if (!Array.isArray(options) || !options.some((option) => isSchema(option) && fitsPart(option, value, place)))
      addIssue(place, noMatch(options))
  },
  allOf(parts, value, place) {
    for (const part of alternatives(parts)) visitAlso(part, value, place)
  },
  not(part, value, place) {
    if (isSchema(part) && fitsPart(part, value, place)) addIssue(place, 'is of a kind that is excluded')
  },
  if(part, value, place, schema) {
    if (!isSchema(part)) return
    visitAlso(fitsPart(part, value, place) ? schema.then : schema.else, value, place)
  },
  /** A reference without a target is reported where the schema is defined, and is ignored here. */
  $ref(ref, value, place) {
    const target = resolveRef(place.run.root, ref)
    if (!isSchema(target)) return
    place.run.referenced ??= new Map()
    const { referenced } = place.run
    const known = referenced.get(target) ?? new Map<unknown, readonly Issue[]>()
    referenced.set(target, known)
    const before = known.get(value)
    if (before !== undefined) return addIssues(place, before)
    // A schema that refers to itself at the same value adds nothing more.
    known.set(value, [])
    const issues = issuesBelow(target, value, place)
    known.set(value, issues)
    addIssues(place, issues)
  },
} as const satisfies Rules

/** All rules except `properties`, which is in `check.ts` because every value needs it. */
export const KEYWORD_RULES: Record<Exclude<CheckedKeyword, 'properties'>, Rule> = {
  ...VALUES,
  ...NUMBERS,
  ...TEXTS,
  ...LISTS,
  ...OBJECTS,
  ...COMBINATIONS,
}

function alternatives(options: unknown): (Schema | boolean)[] {
  return Array.isArray(options) ? options.filter(isSchema) : []
}

function noMatch(options: unknown): string {
  const all = alternatives(options).filter(isObject)
  if (all.every((option) => 'const' in option)) return `must be one of ${all.map((o) => shown(o.const)).join(', ')}`
  if (all.every((option) => option.type !== undefined)) return `must be ${typeWords(all.flatMap((o) => o.type))}`
  return 'fits none of the allowed forms'
}

export function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

export function hasType(type: unknown, value: unknown): boolean {
  if (Array.isArray(type)) return type.some((one) => hasType(one, value))
  switch (type) {
    case 'string':
      return typeof value === 'string'
    case 'number':
      return isNumber(value)
    case 'integer':
      return Number.isInteger(value)
    case 'boolean':
      return typeof value === 'boolean'
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isObject(value)
    // Ignore types that JSON Schema does not have, such as "mixed" of port schemas.
    default:
      return true
  }
}

function canonical(value: unknown): string {
  if (!isObject(value)) return Array.isArray(value) ? `[${value.map(canonical).join()}]` : (JSON.stringify(value) ?? '')
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join()}}`
}
