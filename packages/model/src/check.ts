/**
 * Checks a value against a JSON Schema and reports problems in words that a user can act on.
 *
 * One checker for request bodies, node configs, answers of people and results of models. It interprets the schema, so it
 * needs no code generation (it also runs in a page that forbids that), and stops after MAX_ISSUES so that a hostile
 * body cannot cause a large response. Lengths are counted in code points. `format` is a hint for forms and is not
 * checked; use `pattern` instead. `schema-keywords.ts` lists the supported keywords. A property test compares the
 * results with an independent validator. Most values are valid: `check-fits.ts` finds that out in half the time.
 */

import { type Fitting, surelyFits } from './check-fits.ts'
import { addIssue, below, type Issue, MAX_ISSUES, type PatternCheck, type Place } from './check-place.ts'
import { hasType, KEYWORD_RULES, type Rule } from './check-rules.ts'
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
  const place = { base: path, parent: undefined, key: '', issues, depth: 0, run }
  // Checks of a user's patterns may be limited in number, so they are not repeated.
  if (matches === isFound && surelyFits(schema, value, place)) return issues
  issues.length = 0
  visit(schema, value, place)
  return issues
}

/** Like `issuesOf` for a value with list items that have fitted the same schema in the same list before. */
export function issuesExcept(fitting: Fitting | undefined, schema: Schema, value: unknown): Issue[] {
  if (fitting === undefined) return issuesOf(schema, value)
  const run = { root: schema, matches: isFound, visit, referenced: undefined }
  const place = { base: '', parent: undefined, key: '', issues: [], depth: 0, run }
  return surelyFits(schema, value, place, fitting) ? [] : issuesOf(schema, value)
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
  const rules = rulesOf(schema)
  // An index and not an iterator: a workflow has thousands of values.
  for (let at = 0; at < rules.length; at++) {
    const { rule, limit } = rules[at] as RuleOfSchema
    rule(limit, value, place, schema)
  }
}

interface RuleOfSchema {
  readonly rule: Rule
  readonly limit: unknown
}

const rulesBySchema = new WeakMap<object, readonly RuleOfSchema[]>()

/** The rules of a schema, cached: a workflow checks thousands of nodes against the same schema. */
function rulesOf(schema: Schema): readonly RuleOfSchema[] {
  const known = rulesBySchema.get(schema)
  if (known !== undefined) return known
  const found = Object.keys(schema).flatMap((keyword): RuleOfSchema[] => {
    const rule = RULES.get(keyword)
    if (rule === undefined) return []
    const limit = schema[keyword]
    return [{ rule, limit: keyword === 'properties' && isObject(limit) ? new Fields(limit) : limit }]
  })
  rulesBySchema.set(schema, found)
  return found
}

const ALL_RULES: Record<CheckedKeyword, Rule> = {
  ...KEYWORD_RULES,
  properties(properties, value, place) {
    if (!isObject(value) || !(properties instanceof Fields)) return
    for (const { key, schema, isTypeOnly } of properties.list) {
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

/** The properties of a schema, prepared when a value is first checked against them. */
class Fields {
  readonly #properties: Readonly<Record<string, unknown>>
  #list: readonly PropertyRule[] | undefined

  constructor(properties: Readonly<Record<string, unknown>>) {
    this.#properties = properties
  }

  get list(): readonly PropertyRule[] {
    this.#list ??= Object.entries(this.#properties).flatMap(([key, schema]): PropertyRule[] => {
      if (schema === false) return [{ key, schema, isTypeOnly: false }]
      if (!isObject(schema)) return []
      return [{ key, schema, isTypeOnly: schema.type !== undefined && rulesOf(schema).length === 0 }]
    })
    return this.#list
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
