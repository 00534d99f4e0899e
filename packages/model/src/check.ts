/**
 * Checks a value against a JSON Schema and reports problems in words that a user can act on.
 *
 * One checker for request bodies, node configs, answers of people and results of models. It interprets the schema, so it
 * needs no code generation (it also runs in a page that forbids that), and stops after MAX_ISSUES so that a hostile
 * body cannot cause a large response. Lengths are counted in code points. `format` is a hint for forms and is not
 * checked; use `pattern` instead. `schema-keywords.ts` lists the supported keywords. A property test compares the
 * results with an independent validator.
 */
import { addIssue, below, type Issue, MAX_ISSUES, type PatternCheck, type Place } from './check-place.ts'
import { isNumber, KEYWORD_RULES, type Rule } from './check-rules.ts'
import { shown, typeOf, typeWords } from './check-words.ts'
import { isObject } from './json.ts'
import type { Schema, Static } from './schema.ts'
import type { CheckedKeyword } from './schema-keywords.ts'

export { type Issue, MAX_ISSUES, type PatternCheck } from './check-place.ts'

const MAX_DEPTH = 200

/** All issues of a value; empty if it fits. */
export function issuesOf(schema: Schema, value: unknown, path = '', matches: PatternCheck = isFound): Issue[] {
  const issues: Issue[] = []
  const run = { root: schema, matches, visit, referenced: undefined }
  visit(schema, value, { base: path, parent: undefined, key: '', issues, depth: 0, run })
  return issues
}

/** Whether a value fits a schema. */
export function fits<S extends Schema>(schema: S, value: unknown): value is Static<S> & {} {
  return issuesOf(schema, value).length === 0
}

function visit(schema: Schema, value: unknown, place: Place): void {
  if (place.issues.length >= MAX_ISSUES) return
  if (place.depth > MAX_DEPTH) {
    addIssue(place, 'is nested too deeply')
    return
  }
  if (schema.type !== undefined && !hasType(schema.type, value)) {
    addIssue(place, `must be ${typeWords(schema.type)}, is ${typeOf(value)}`)
    return
  }
  for (const [rule, limit] of rulesOf(schema)) rule(limit, value, place, schema)
}

type RulesOfSchema = readonly (readonly [rule: Rule, limit: unknown])[]

const rulesBySchema = new WeakMap<object, RulesOfSchema>()

/** The rules of a schema, cached: a workflow checks thousands of nodes against the same schema. */
function rulesOf(schema: Schema): RulesOfSchema {
  const known = rulesBySchema.get(schema)
  if (known !== undefined) return known
  const found = Object.keys(schema).flatMap((keyword) => {
    const rule = RULES.get(keyword)
    return rule === undefined ? [] : [[rule, schema[keyword]] as const]
  })
  rulesBySchema.set(schema, found)
  return found
}

const ALL_RULES: Record<CheckedKeyword, Rule> = {
  ...KEYWORD_RULES,
  properties(properties, value, place) {
    if (!isObject(value) || !isObject(properties)) return
    for (const { key, schema, isTypeOnly } of fieldsOf(properties)) {
      const field = value[key]
      if (field === undefined || !Object.hasOwn(value, key)) continue
      if (schema === false) addIssue(below(place, key), 'is not allowed here')
      else if (!isTypeOnly || !hasType(schema.type, field)) visit(schema, field, below(place, key))
    }
  },
}

/** A map and not an object, so that a schema with a key such as `constructor` finds nothing. */
const RULES = new Map<string, Rule>(Object.entries(ALL_RULES))

interface PropertyRule {
  readonly key: string
  readonly schema: Schema | false
  /** True if only the type is checked, which needs no path unless it is wrong. */
  readonly isTypeOnly: boolean
}

const fieldsByProperties = new WeakMap<object, readonly PropertyRule[]>()

function fieldsOf(properties: Readonly<Record<string, unknown>>): readonly PropertyRule[] {
  const known = fieldsByProperties.get(properties)
  if (known !== undefined) return known
  const found = Object.entries(properties).flatMap(([key, schema]): PropertyRule[] => {
    if (schema === false) return [{ key, schema, isTypeOnly: false }]
    if (!isObject(schema)) return []
    return [{ key, schema, isTypeOnly: schema.type !== undefined && rulesOf(schema).length === 0 }]
  })
  fieldsByProperties.set(properties, found)
  return found
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
    // Ignore types that JSON Schema does not have, such as "mixed" of port schemas.
    default:
      return true
  }
}

/** Only for our own schemas: the time is not limited. */
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
