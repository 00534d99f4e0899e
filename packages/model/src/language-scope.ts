/**
 * What the text of a setting with a language of its own (JSONata, Liquid) is evaluated over: the keyword `x-scope` of its
 * schema. The editor uses it for previews and completions; `run` of the node has to evaluate the text over the same data.
 */
import { isObject } from './json.ts'

/**
 * - `inputs`: the inputs by port.
 * - `value`: the value of the port.
 * - `fields`: the fields of the value of the port, and the value itself as `value` and `data`.
 * - `placeholders`: the fields of the value of the port, the value itself under the name of the port, and the other inputs.
 * - `item`: the items of the list at the port, one by one.
 * - `reduce`: `accumulator`, `item` and `index` for the list at the port; the setting `start` is the first accumulator.
 * - `round`: `value`, which is the value of the port, and `index`, the number of the iteration.
 */
export type LanguageScope =
  | { readonly kind: 'inputs' }
  | { readonly kind: 'value' | 'fields' | 'item' | 'round'; readonly port: string }
  | {
      readonly kind: 'placeholders'
      readonly port: string
      /** The setting that makes missing variables an error. */
      readonly strict?: string
    }
  | { readonly kind: 'reduce'; readonly port: string; readonly start: string }

export type ScopeKind = LanguageScope['kind']

const KINDS: Readonly<Record<ScopeKind, readonly string[]>> = {
  inputs: [],
  value: ['port'],
  fields: ['port'],
  placeholders: ['port'],
  item: ['port'],
  reduce: ['port', 'start'],
  round: ['port'],
}

/** The scope that a keyword `x-scope` declares; undefined if it is not a valid one. */
export function languageScope(keyword: unknown): LanguageScope | undefined {
  if (!isObject(keyword) || typeof keyword.kind !== 'string' || !Object.hasOwn(KINDS, keyword.kind)) return undefined
  const needed = KINDS[keyword.kind as ScopeKind]
  return needed.every((key) => typeof keyword[key] === 'string') ? (keyword as LanguageScope) : undefined
}

type Values = Readonly<Record<string, unknown>>

/**
 * The data of an evaluation: for a list the first item, for a loop the first iteration. Undefined if the inputs have no
 * value for it.
 */
export function languageData(
  scope: LanguageScope,
  inputs: Values,
  config: Values,
): { readonly data: unknown } | undefined {
  if (scope.kind === 'inputs') return { data: { ...inputs } }
  const { port } = scope
  const value = Object.hasOwn(inputs, port) ? inputs[port] : undefined
  if (scope.kind === 'placeholders') {
    const { [port]: _, ...others } = inputs
    return { data: { ...(value === undefined ? {} : { [port]: value }), ...fieldsOf(value), ...defined(others) } }
  }
  if (value === undefined) return undefined
  if (scope.kind === 'value') return { data: value }
  if (scope.kind === 'fields') return { data: { ...fieldsOf(value), value, data: value } }
  if (scope.kind === 'round') return { data: { value, index: 0 } }
  if (!Array.isArray(value) || value.length === 0) return undefined
  const [item] = value as readonly unknown[]
  return { data: scope.kind === 'reduce' ? { accumulator: config[scope.start] ?? null, item, index: 0 } : item }
}

function fieldsOf(value: unknown): Values {
  return isObject(value) ? value : {}
}

function defined(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
