/** The config schema of a field, and the control that it needs. */
import { isObject } from '@millrace/model'

export interface Autocomplete {
  readonly url?: string
  /** The path starts below the API, in fields of the app itself; the service completes those of node types. */
  readonly isBelowApi?: boolean
  readonly queryParam?: string
  readonly minChars?: number
  readonly debounceMs?: number
  readonly fetchOnFocus?: boolean
  readonly labelField?: string
  readonly valueField?: string
  readonly allowFreeText?: boolean
  readonly multiple?: boolean
  /** Maps query parameters to the fields that provide their values. */
  readonly params?: Readonly<Record<string, string>>
}

export interface Option {
  readonly value: unknown
  readonly label: string
  readonly description?: string | undefined
}

export interface FieldSchema {
  readonly type?: string
  readonly title?: string
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly oneOf?: readonly { readonly const?: unknown; readonly title?: string; readonly description?: string }[]
  readonly multiple?: boolean
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly step?: number
  readonly multipleOf?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly placeholder?: string
  readonly placeholderExample?: string
  readonly format?: string
  readonly variables?: {
    readonly ports?: readonly string[]
    readonly showHints?: boolean
    readonly includePortName?: boolean
  }
  readonly 'x-display-order'?: number
  /** Common values with their labels. On an `enum` they label its options; on a string any other value is allowed too. */
  readonly 'x-suggestions'?: readonly Option[]
  /** Values of other settings for which this one applies. */
  readonly 'x-show-when'?: Readonly<Record<string, unknown>>
  /** Keywords by value of another setting. */
  readonly 'x-variants'?: Readonly<Record<string, Readonly<Record<string, FieldSchema>>>>
  readonly 'x-section'?: string
  /** What a text in a language of its own is evaluated over. */
  readonly 'x-scope'?: unknown
  readonly additionalProperties?: FieldSchema | boolean
  /** Meaning of the JSON: `schema` for a JSON Schema of an object; of a secret text: `map` for a JSON object of texts. */
  readonly 'x-holds'?: string
  readonly items?: FieldSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, FieldSchema>>
  readonly required?: readonly string[]
  readonly autocomplete?: Autocomplete
  /** The types of credentials whose names the field takes. */
  readonly 'x-credential'?: readonly string[]
  readonly readOnly?: boolean
  readonly height?: string
  readonly darkTheme?: boolean
  readonly autoFormat?: boolean
  readonly showToolbar?: boolean
  readonly showStatusBar?: boolean
  readonly spellChecker?: boolean
}

export const FIELD_KINDS = [
  'none',
  'secret',
  'secretMap',
  'autocomplete',
  'credential',
  'checks',
  'select',
  'switch',
  'slider',
  'number',
  'text',
  'lines',
  'code',
  'markdown',
  'json',
  'fields',
  'map',
  'list',
  'group',
  'any',
] as const
export type FieldKind = (typeof FIELD_KINDS)[number]

const CODE_FORMATS = new Set(['code', 'expression', 'template', 'javascript', 'html', 'sql', 'yaml'])

/** The control for a schema. */
export function kindOf(schema: FieldSchema): FieldKind {
  const { type, format } = schema
  // A hidden list is not a secret: the node needs it, but it is not edited.
  if (format === 'hidden' && type !== 'string' && type !== undefined) return 'none'
  if (format === 'hidden' || format === 'password') return schema['x-holds'] === 'map' ? 'secretMap' : 'secret'
  if (schema.autocomplete !== undefined) return Array.isArray(schema['x-credential']) ? 'credential' : 'autocomplete'
  if (optionsOf(schema).length > 0) return isMultiple(schema) ? 'checks' : 'select'
  if (Array.isArray(schema['x-suggestions'])) return 'autocomplete'
  if (isMap(schema)) return 'map'
  if (format === 'json') return schema['x-holds'] === 'schema' && type === 'object' ? 'fields' : 'json'
  if (type === 'boolean') return 'switch'
  if (type === 'number' || type === 'integer') return isSlider(schema) ? 'slider' : 'number'
  if (type === 'array') return schema.items?.type === undefined ? 'json' : 'list'
  if (type === 'object')
    return isObject(schema.properties) && Object.keys(schema.properties).length > 0 ? 'group' : 'json'
  if (type !== undefined && type !== 'string') return 'json'
  if (format === 'markdown') return 'markdown'
  if (format !== undefined && CODE_FORMATS.has(format)) return 'code'
  if (format === 'multiline' || format === 'textarea') return 'lines'
  return type === 'string' ? 'text' : 'any'
}

/** A map from any name to short values. */
function isMap({ type, properties, additionalProperties }: FieldSchema): boolean {
  if (type !== 'object' || !isObject(additionalProperties) || Object.keys(properties ?? {}).length > 0) return false
  return SHORT_KINDS.has(kindOf(additionalProperties))
}

/** Fields that take one line. */
export const SHORT_KINDS: ReadonlySet<FieldKind> = new Set([
  'text',
  'number',
  'slider',
  'select',
  'secret',
  'autocomplete',
])

function isSlider({ format, minimum, maximum }: FieldSchema): boolean {
  return format === 'range' && minimum !== undefined && maximum !== undefined
}

function isMultiple(schema: FieldSchema): boolean {
  return schema.multiple === true || schema.type === 'array'
}

/** The options of a schema; for a list, the options of its items. */
export function optionsOf(schema: FieldSchema): Option[] {
  if (Array.isArray(schema.oneOf) && schema.oneOf.some((one) => isObject(one) && one.const !== undefined)) {
    return schema.oneOf.map((one) => ({
      value: one.const,
      label: one.title ?? String(one.const),
      description: one.description,
    }))
  }
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => optionIn(schema, value))
  if (schema.type === 'array' && schema.items !== undefined) return optionsOf({ ...schema.items, type: 'item' })
  return []
}

function optionIn({ 'x-suggestions': suggestions = [] }: FieldSchema, value: unknown): Option {
  const known = suggestions.find((suggestion) => suggestion.value === value)
  return { value, label: known?.label ?? labelOf(value), description: known?.description }
}

/** `not_equals` reads as "not equals"; values with other characters are names and stay as they are. */
function labelOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return /^[a-z]+(_[a-z]+)+$/.test(text) ? text.replaceAll('_', ' ') : text
}

/** The fields of an object in display order; fields without an order come last, in schema order. */
export function fieldsOf(schema: FieldSchema): (readonly [key: string, field: FieldSchema])[] {
  const entries = Object.entries(schema.properties ?? {}).filter(
    ([, field]) => isObject(field) && kindOf(field) !== 'none',
  )
  return entries
    .map(([key, field]) => ({ key, field, at: field['x-display-order'] ?? Number.MAX_SAFE_INTEGER }))
    .sort((a, b) => a.at - b.at)
    .map(({ key, field }) => [key, field] as const)
}

export function titleOf(key: string, { title }: FieldSchema): string {
  if (title !== undefined && title !== '') return title
  const words = key
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Initial value of a new list item. */
export function startValue(schema: FieldSchema | undefined): unknown {
  if (schema === undefined) return ''
  if (schema.default !== undefined) return structuredClone(schema.default)
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).flatMap(([key, field]) =>
          field.default !== undefined
            ? [[key, structuredClone(field.default)]]
            : schema.required?.includes(key)
              ? [[key, startValue(field)]]
              : [],
        ),
      )
    case 'array':
      return []
    case 'boolean':
      return false
    case 'number':
    case 'integer':
      return schema.minimum ?? 0
    default:
      return optionsOf(schema)[0]?.value ?? ''
  }
}
