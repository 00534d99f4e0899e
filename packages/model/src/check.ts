/**
 * Checks a value against a JSON Schema and says what is wrong in words a person can act on.
 *
 * One checker for everything: request bodies at the door, node configs, answers of people. It interprets the schema, so
 * it needs no code generation (it also runs in a page that forbids that), visits every value once, and stops after
 * MAX_ISSUES so that a hostile body cannot make a large answer. Lengths are counted in code points. `format` is a hint
 * for forms and is not checked; where a form matters the schema says `pattern`.
 * Its verdicts are held against an independent validator by a property test.
 */
import { codePoints, isObject, pointer, sameJson } from './json.ts'
import type { Schema, Static } from './schema.ts'

/** One thing that is wrong, and where: `path` is a JSON pointer into the value. */
export interface Issue {
  readonly path: string
  readonly message: string
}

export const MAX_ISSUES = 100
const MAX_DEPTH = 200

/**
 * Whether a pattern is found in a text, or why that cannot be known. Schemas of users have patterns that may never end:
 * whoever checks with one passes a function that looks up what a sandbox found, or that bounds the work.
 */
export type PatternCheck = (pattern: string, text: string) => boolean | string

/** Everything that is wrong with a value; empty when it fits. */
export function issuesOf(schema: Schema, value: unknown, path = '', matches: PatternCheck = isFound): Issue[] {
  const issues: Issue[] = []
  visit(schema, value, { base: path, parent: undefined, key: '', issues, depth: 0, matches })
  return issues
}

/** Whether a value fits a schema. */
export function fits<S extends Schema>(schema: S, value: unknown): value is Static<S> & {} {
  return issuesOf(schema, value).length === 0
}

/** Where the checker is. The path is put together only when there is something to say: most values are fine. */
interface Place {
  readonly base: string
  readonly parent: Place | undefined
  readonly key: string | number
  readonly issues: Issue[]
  readonly depth: number
  readonly matches: PatternCheck
}

function pathOf(place: Place): string {
  return place.parent === undefined ? place.base : pointer(pathOf(place.parent), place.key)
}

type Keyword = (limit: unknown, value: unknown, place: Place, schema: Schema) => void

function say(place: Place, message: string): void {
  if (place.issues.length < MAX_ISSUES) place.issues.push({ path: pathOf(place), message })
}

function visit(schema: Schema, value: unknown, place: Place): void {
  if (place.issues.length >= MAX_ISSUES) return
  if (place.depth > MAX_DEPTH) {
    say(place, 'is nested too deeply')
    return
  }
  if (schema.type !== undefined && !hasType(schema.type, value)) {
    say(place, `must be ${typeWords(schema.type)}, is ${typeOf(value)}`)
    return
  }
  for (const [rule, limit] of rulesOf(schema)) rule(limit, value, place, schema)
}

type Rules = readonly (readonly [rule: Keyword, limit: unknown])[]

const rulesBySchema = new WeakMap<object, Rules>()

/** The rules of a schema, looked up once: a workflow holds the same schema against thousands of nodes. */
function rulesOf(schema: Schema): Rules {
  const known = rulesBySchema.get(schema)
  if (known !== undefined) return known
  const found = Object.keys(schema).flatMap((keyword) => {
    const rule = RULES.get(keyword)
    return rule === undefined ? [] : [[rule, schema[keyword]] as const]
  })
  rulesBySchema.set(schema, found)
  return found
}

/** A map and not an object, so that a schema with a key such as `constructor` finds nothing. */
const RULES = new Map<string, Keyword>(
  Object.entries<Keyword>({
    enum(values, value, place, schema) {
      // A list picked from a closed set carries the set beside `multiple`, for the form; its items are checked one by one.
      if (schema.multiple === true && Array.isArray(value)) return
      if (Array.isArray(values) && !values.some((one) => sameJson(one, value))) {
        say(place, `must be one of ${values.map(shown).join(', ')}`)
      }
    },
    const(expected, value, place) {
      if (!sameJson(expected, value)) say(place, `must be ${shown(expected)}`)
    },
    oneOf(options, value, place) {
      const matching = alternatives(options).filter((option) => isFitting(option, value, place))
      if (matching.length === 1) return
      say(place, matching.length === 0 ? noMatch(options) : 'fits several of the alternatives where one is meant')
    },
    anyOf(options, value, place) {
      if (!alternatives(options).some((option) => isFitting(option, value, place))) say(place, noMatch(options))
    },
    allOf(parts, value, place) {
      for (const part of alternatives(parts)) visit(part, value, { ...place, depth: place.depth + 1 })
    },
    minimum(limit, value, place) {
      if (isNumber(value) && isNumber(limit) && value < limit) say(place, `must be at least ${limit}`)
    },
    maximum(limit, value, place) {
      if (isNumber(value) && isNumber(limit) && value > limit) say(place, `must be at most ${limit}`)
    },
    exclusiveMinimum(limit, value, place) {
      if (isNumber(value) && isNumber(limit) && value <= limit) say(place, `must be more than ${limit}`)
    },
    exclusiveMaximum(limit, value, place) {
      if (isNumber(value) && isNumber(limit) && value >= limit) say(place, `must be less than ${limit}`)
    },
    multipleOf(step, value, place) {
      if (isNumber(value) && isNumber(step) && !Number.isInteger(value / step))
        say(place, `must be a multiple of ${step}`)
    },
    minLength(limit, value, place) {
      if (typeof value !== 'string' || !isNumber(limit) || codePoints(value) >= limit) return
      say(place, limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`)
    },
    maxLength(limit, value, place) {
      // The unit count is never below the code point count, so the cheap test settles nearly every value.
      if (typeof value !== 'string' || !isNumber(limit) || value.length <= limit || codePoints(value) <= limit) return
      say(place, `must have at most ${limit} characters`)
    },
    pattern(source, value, place) {
      if (typeof value !== 'string' || typeof source !== 'string') return
      const found = place.matches(source, value)
      if (typeof found === 'string') say(place, `cannot be checked: ${found}`)
      else if (!found) say(place, `must match ${source}`)
    },
    minItems(limit, value, place) {
      if (Array.isArray(value) && isNumber(limit) && value.length < limit)
        say(place, `must have at least ${limit} items`)
    },
    maxItems(limit, value, place) {
      if (Array.isArray(value) && isNumber(limit) && value.length > limit)
        say(place, `must have at most ${limit} items`)
    },
    uniqueItems(wanted, value, place) {
      if (wanted !== true || !Array.isArray(value)) return
      const seen = new Set(value.map(canonical))
      if (seen.size < value.length) say(place, 'must not have the same item twice')
    },
    items(schema, value, place) {
      if (!Array.isArray(value) || !isObject(schema)) return
      for (let at = 0; at < value.length && place.issues.length < MAX_ISSUES; at++) {
        visit(schema as Schema, value[at], below(place, at))
      }
    },
    minProperties(limit, value, place) {
      if (isObject(value) && isNumber(limit) && Object.keys(value).length < limit) {
        say(place, `must have at least ${limit} keys`)
      }
    },
    maxProperties(limit, value, place) {
      if (isObject(value) && isNumber(limit) && Object.keys(value).length > limit) {
        say(place, `must have at most ${limit} keys`)
      }
    },
    required(keys, value, place) {
      if (!isObject(value) || !Array.isArray(keys)) return
      for (const key of keys) {
        if (!Object.hasOwn(value, key) || value[key] === undefined) say(below(place, key), 'is required')
      }
    },
    properties(properties, value, place) {
      if (!isObject(value) || !isObject(properties)) return
      for (const { key, schema, isTypeOnly } of fieldsOf(properties)) {
        const field = value[key]
        if (field === undefined || !Object.hasOwn(value, key)) continue
        if (!isTypeOnly || !hasType(schema.type, field)) visit(schema, field, below(place, key))
      }
    },
    additionalProperties(rest, value, place, schema) {
      if (!isObject(value) || rest === true) return
      const known = isObject(schema.properties) ? schema.properties : {}
      for (const key of Object.keys(value)) {
        if (Object.hasOwn(known, key)) continue
        if (rest === false) say(below(place, key), 'is not known here')
        else if (isObject(rest)) visit(rest as Schema, value[key], below(place, key))
      }
    },
  }),
)

interface PropertyRule {
  readonly key: string
  readonly schema: Schema
  /** Nothing but the type is checked, which needs no place in the value unless it is wrong. */
  readonly isTypeOnly: boolean
}

const fieldsByProperties = new WeakMap<object, readonly PropertyRule[]>()

function fieldsOf(properties: Readonly<Record<string, unknown>>): readonly PropertyRule[] {
  const known = fieldsByProperties.get(properties)
  if (known !== undefined) return known
  const found = Object.entries(properties).flatMap(([key, value]) => {
    if (!isObject(value)) return []
    const schema: Schema = value
    return [{ key, schema, isTypeOnly: schema.type !== undefined && rulesOf(schema).length === 0 }]
  })
  fieldsByProperties.set(properties, found)
  return found
}

function below(place: Place, key: string | number): Place {
  return { base: '', parent: place, key, issues: place.issues, depth: place.depth + 1, matches: place.matches }
}

function isFitting(option: Schema, value: unknown, place: Place): boolean {
  const issues: Issue[] = []
  visit(option, value, { base: '', parent: undefined, key: '', issues, depth: place.depth + 1, matches: place.matches })
  return issues.length === 0
}

function alternatives(options: unknown): Schema[] {
  return Array.isArray(options) ? options.filter(isObject).map((option) => option as Schema) : []
}

function noMatch(options: unknown): string {
  const all = alternatives(options)
  if (all.every((option) => 'const' in option)) return `must be one of ${all.map((o) => shown(o.const)).join(', ')}`
  if (all.every((option) => option.type !== undefined)) return `must be ${typeWords(all.flatMap((o) => o.type))}`
  return 'fits none of the allowed forms'
}

function hasType(type: unknown, value: unknown): boolean {
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
    // A name that JSON Schema does not have (the interface allows "mixed" and the like) says nothing about the value.
    default:
      return true
  }
}

function typeWords(type: unknown): string {
  const all = (Array.isArray(type) ? type : [type]).map((one) => TYPE_WORDS[String(one)] ?? String(one))
  return [...new Set(all)].join(' or ')
}

const TYPE_WORDS: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  null: 'null',
  array: 'a list',
  object: 'an object',
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (value === undefined) return 'missing'
  if (Array.isArray(value)) return 'a list'
  return TYPE_WORDS[typeof value] ?? typeof value
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

/** A value as it may be shown in a message: short. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}

function canonical(value: unknown): string {
  if (!isObject(value)) return Array.isArray(value) ? `[${value.map(canonical).join()}]` : (JSON.stringify(value) ?? '')
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join()}}`
}

/** Only for schemas of our own: nothing bounds the time. */
function isFound(source: string, text: string): boolean | string {
  const pattern = compiled(source)
  return pattern === undefined ? `${shown(source)} is not a regular expression` : pattern.test(text)
}

const MAX_PATTERNS = 1000
const patterns = new Map<string, RegExp | undefined>()

function compiled(source: string): RegExp | undefined {
  if (!patterns.has(source)) {
    if (patterns.size >= MAX_PATTERNS) patterns.clear()
    patterns.set(source, parsedPattern(source))
  }
  return patterns.get(source)
}

function parsedPattern(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 'u')
  } catch {
    return undefined
  }
}
