/**
 * A quick check for values that fit. It reads the keys that an object has instead of all that its schema knows, and keeps
 * no path. If it does not prove that a value fits, the check in `check.ts` decides and finds the issues.
 */
import type { Place } from './check-place.ts'
import { hasType, KEYWORD_RULES, type Rule } from './check-rules.ts'
import { isObject } from './json.ts'
import type { Schema } from './schema.ts'

/** A schema, prepared for this check. */
interface Form {
  readonly schema: Schema
  readonly type: unknown
  readonly fields: Fields | undefined
  readonly items: Part | undefined
  readonly anyOf: readonly Part[] | undefined
  /** All other keywords. */
  readonly rules: readonly { readonly rule: Rule; readonly limit: unknown }[]
  /** True if there is nothing to check but the type, as for most fields. */
  readonly isTypeOnly: boolean
}

/** The properties that are checked or required. */
interface Fields {
  readonly byKey: ReadonlyMap<string, Part>
  readonly requiredCount: number
}

/** A schema inside another one. Its form is created when it is first needed; null if the other check must decide. */
interface Part {
  /** Undefined if every value fits. */
  readonly schema: Schema | undefined
  readonly isRequired: boolean
  form: Form | null | undefined
}

/** List items that need no check. */
export interface Fitting {
  has(item: unknown): boolean
}

interface Position {
  readonly place: Place
  readonly fitting: Fitting | undefined
  depth: number
}

const RULES = new Map<string, Rule>(Object.entries(KEYWORD_RULES))
/** Keywords with an own function here. */
const OWN = new Set(['properties', 'required', 'items', 'anyOf'])
/** The other check limits the depth of references, and knows the old form of `items`. */
const OTHER_CHECK = new Set(['$ref', 'prefixItems'])
/** A schema object may contain itself. */
const MAX_DEPTH = 100

/** Whether a value certainly fits. If not, the issues of the place are not complete. */
export function surelyFits(schema: Schema, value: unknown, place: Place, fitting?: Fitting): boolean {
  return fits(formOf(schema), value, { place, fitting, depth: 0 })
}

function fits(form: Form | null, value: unknown, position: Position): boolean {
  if (form === null || position.depth > MAX_DEPTH) return false
  if (form.type !== undefined && !hasType(form.type, value)) return false
  if (form.isTypeOnly) return true
  position.depth++
  const isFit = keywordsFit(form, value, position)
  position.depth--
  return isFit
}

function keywordsFit({ schema, rules, fields, items, anyOf }: Form, value: unknown, position: Position): boolean {
  for (let at = 0; at < rules.length; at++) {
    const { rule, limit } = rules[at] as Form['rules'][number]
    rule(limit, value, position.place, schema)
    if (position.place.issues.length > 0) return false
  }
  if (anyOf !== undefined && !anyFits(anyOf, value, position)) return false
  if (fields !== undefined && isObject(value) && !fieldsFit(fields, value, position)) return false
  return items === undefined || !Array.isArray(value) || itemsFit(items, value, position)
}

function anyFits(parts: readonly Part[], value: unknown, position: Position): boolean {
  for (let at = 0; at < parts.length; at++) {
    if (partFits(parts[at] as Part, value, position)) return true
    position.place.issues.length = 0
  }
  return false
}

function fieldsFit(fields: Fields, value: Readonly<Record<string, unknown>>, position: Position): boolean {
  const prototype = Object.getPrototypeOf(value)
  // `for … in` also lists inherited keys.
  if (prototype !== Object.prototype && prototype !== null) return false
  let missing = fields.requiredCount
  for (const key in value) {
    const part = fields.byKey.get(key)
    const inside = part === undefined ? undefined : value[key]
    if (part === undefined || inside === undefined) continue
    if (part.isRequired) missing--
    if (!partFits(part, inside, position)) return false
  }
  return missing === 0
}

function itemsFit(part: Part, list: readonly unknown[], position: Position): boolean {
  const { fitting } = position
  for (let at = 0; at < list.length; at++) {
    if (fitting?.has(list[at]) !== true && !partFits(part, list[at], position)) return false
  }
  return true
}

function partFits(part: Part, value: unknown, position: Position): boolean {
  if (part.schema === undefined) return true
  if (part.form === undefined) part.form = formOf(part.schema)
  return fits(part.form, value, position)
}

const forms = new WeakMap<object, { readonly form: Form | null }>()

/** The form of a schema, cached; null if the other check must decide. */
function formOf(schema: Schema): Form | null {
  const known = forms.get(schema)
  if (known !== undefined) return known.form
  const form = createForm(schema)
  forms.set(schema, { form })
  return form
}

function createForm(schema: Schema): Form | null {
  const keywords = Object.keys(schema)
  if (keywords.some((keyword) => OTHER_CHECK.has(keyword))) return null
  const fields = fieldsOf(schema)
  const items = schema.items === undefined ? undefined : partOf(schema.items)
  const anyOf = schema.anyOf === undefined ? undefined : partsOf(schema.anyOf)
  if (fields === null || items === null || anyOf === null) return null
  const rules = keywords.flatMap((keyword) => {
    const rule = OWN.has(keyword) ? undefined : RULES.get(keyword)
    return rule === undefined ? [] : [{ rule, limit: schema[keyword] }]
  })
  const isTypeOnly = fields === undefined && items === undefined && anyOf === undefined && rules.length === 0
  return { schema, type: schema.type, fields, items, anyOf, rules, isTypeOnly }
}

/** Undefined if there are none. */
function fieldsOf({ properties, required }: Schema): Fields | null | undefined {
  const keys = new Set<string>(Array.isArray(required) ? required : [])
  const byKey = new Map<string, Part>()
  for (const key of keys) byKey.set(key, { schema: undefined, isRequired: true, form: undefined })
  for (const [key, inside] of Object.entries(isObject(properties) ? properties : {})) {
    const part = partOf(inside, keys.has(key))
    if (part === null) return null
    byKey.set(key, part)
  }
  return byKey.size === 0 ? undefined : { byKey, requiredCount: keys.size }
}

function partsOf(options: unknown): readonly Part[] | null {
  if (!Array.isArray(options)) return null
  const parts = options.map((option) => partOf(option))
  return parts.every((part) => part !== null) ? parts : null
}

function partOf(schema: unknown, isRequired = false): Part | null {
  if (schema === true) return { schema: undefined, isRequired, form: undefined }
  return isObject(schema) ? { schema, isRequired, form: undefined } : null
}
