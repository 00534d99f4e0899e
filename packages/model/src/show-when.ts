/**
 * Settings of a config schema that depend on other settings. `x-show-when` are the values of other settings for which a
 * setting applies: a setting that does not apply is hidden in forms and is never missing. `x-variants` are keywords, such
 * as a title, for one value of another setting. Clients that do not know these keywords show every setting as it is.
 */
import { isObject } from './json.ts'

type Fields = Readonly<Record<string, unknown>>

/** Settings by the values for which the setting applies; all of them must match. */
export type ShowWhen = Readonly<Record<string, unknown>>

/** The condition of a setting; undefined if it always applies. */
export function showWhenOf(property: unknown): ShowWhen | undefined {
  const condition = isObject(property) ? property['x-show-when'] : undefined
  return isObject(condition) ? condition : undefined
}

/**
 * True if a setting applies to the other values of its object. A setting that depends on a hidden one is hidden too.
 * `open` are settings with a value that is not known yet, such as an expression: every condition on them holds.
 */
export function applies(properties: Fields, key: string, config: Fields, open?: ReadonlySet<string>): boolean {
  return appliesAfter(properties, key, { config, open, seen: new Set() })
}

interface Search {
  readonly config: Fields
  readonly open: ReadonlySet<string> | undefined
  /** Settings on the way here, so that conditions in a cycle end. */
  readonly seen: Set<string>
}

function appliesAfter(properties: Fields, key: string, search: Search): boolean {
  const condition = Object.hasOwn(properties, key) ? showWhenOf(properties[key]) : undefined
  if (condition === undefined || search.seen.has(key)) return true
  search.seen.add(key)
  return Object.entries(condition).every(
    ([other, wanted]) =>
      search.open?.has(other) === true ||
      (appliesAfter(properties, other, search) && matches(settingOf(properties, other, search.config), wanted)),
  )
}

/** A setting with the keywords of its variant: `"x-variants": { "auth": { "basic": { "title": "User" } } }`. */
export function variantOf(properties: Fields, key: string, config: Fields): Fields {
  const property = Object.hasOwn(properties, key) ? properties[key] : undefined
  if (!isObject(property)) return {}
  const variants = property['x-variants']
  if (!isObject(variants)) return property
  const chosen = Object.entries(variants).map(([other, byValue]) => {
    const value = String(settingOf(properties, other, config))
    const variant = isObject(byValue) && Object.hasOwn(byValue, value) ? byValue[value] : undefined
    return isObject(variant) ? variant : {}
  })
  return Object.assign({}, property, ...chosen)
}

function settingOf(properties: Fields, key: string, config: Fields): unknown {
  const value = Object.hasOwn(config, key) ? config[key] : undefined
  if (value !== undefined) return value
  const property = Object.hasOwn(properties, key) ? properties[key] : undefined
  return isObject(property) ? property.default : undefined
}

function matches(value: unknown, wanted: unknown): boolean {
  return (Array.isArray(wanted) ? wanted : [wanted]).some((one) => isSame(value, one))
}

/** A blank field, a removed one and null are the same: no value. */
function isSame(value: unknown, wanted: unknown): boolean {
  return isBlank(wanted) ? isBlank(value) : JSON.stringify(value) === JSON.stringify(wanted)
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}
