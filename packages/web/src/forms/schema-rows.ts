/** Converts a JSON Schema of an object to editable rows and back. Pure. */
import { isObject } from '@millrace/model'

export const ROW_KINDS = ['text', 'lines', 'number', 'integer', 'boolean', 'date', 'email', 'choice', 'texts'] as const
export type RowKind = (typeof ROW_KINDS)[number]

export interface SchemaRow {
  readonly key: string
  readonly title: string
  /** Undefined for properties that rows cannot edit, such as groups; they are kept. */
  readonly kind: RowKind | undefined
  readonly isRequired: boolean
  /** Options of a choice. */
  readonly options: readonly string[]
}

type Fields = Readonly<Record<string, unknown>>

/** The keywords that define each kind; all other keywords are kept. */
const SHAPES: Readonly<Record<RowKind, Fields>> = {
  text: { type: 'string' },
  lines: { type: 'string', format: 'multiline' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  email: { type: 'string', format: 'email' },
  choice: { type: 'string', enum: [''] },
  texts: { type: 'array', items: { type: 'string' } },
}
/** Keywords that are kept when the kind changes: limits of a text have no meaning for a number. */
const KEPT_KEYWORDS = new Set(['title', 'description'])

/** The rows of a schema; undefined if it does not describe an object and can only be edited as JSON. */
export function rowsOf(schema: unknown): SchemaRow[] | undefined {
  if (schema === undefined) return []
  if (!isObject(schema) || (schema.type !== undefined && schema.type !== 'object')) return undefined
  if (schema.properties !== undefined && !isObject(schema.properties)) return undefined
  if (schema.properties === undefined && Object.keys(schema).some((key) => key !== 'type')) return undefined
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.entries(schema.properties ?? {}).map(([key, property]) => ({
    key,
    title: isObject(property) && typeof property.title === 'string' ? property.title : key,
    kind: kindOfProperty(property),
    isRequired: required.includes(key),
    options: isObject(property) && Array.isArray(property.enum) ? property.enum.map(String) : [],
  }))
}

function kindOfProperty(property: unknown): RowKind | undefined {
  if (!isObject(property) || property.oneOf !== undefined) return undefined
  const { type, format, items } = property
  if (property.enum !== undefined) {
    return type === 'string' && Array.isArray(property.enum) && property.enum.every((one) => typeof one === 'string')
      ? 'choice'
      : undefined
  }
  if (type === 'array')
    return isObject(items) && items.type === 'string' && items.enum === undefined ? 'texts' : undefined
  if (type === 'string' && format !== undefined) return ROW_KINDS.find((kind) => SHAPES[kind].format === format)
  return ROW_KINDS.find((kind) => SHAPES[kind].type === type && SHAPES[kind].format === undefined && kind !== 'choice')
}

/** The property name of a field, as used in templates. */
export function keyFor(title: string, taken: ReadonlySet<string>): string {
  const plain = title
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
  const base = plain === '' ? 'field' : /^[0-9]/.test(plain) ? `field_${plain}` : plain
  for (let number = 1; ; number++) {
    const key = number === 1 ? base : `${base}_${number}`
    if (!taken.has(key)) return key
  }
}

/** The schema with an additional text field. */
export function withRow(schema: unknown, title: string): Fields {
  const { properties } = partsOf(schema)
  const key = keyFor(title, new Set(Object.keys(properties)))
  return { ...wholeOf(schema), properties: { ...properties, [key]: { type: 'string', title } } }
}

/** The schema without a field; undefined if nothing is left. */
export function withoutRow(schema: unknown, key: string): Fields | undefined {
  const { properties, required } = partsOf(schema)
  const { [key]: _, ...rest } = properties
  const next = settled(
    schema,
    rest,
    required.filter((one) => one !== key),
  )
  const isEmpty =
    Object.keys(rest).length === 0 && Object.keys(next).every((one) => ['type', 'properties'].includes(one))
  return isEmpty ? undefined : next
}

/** The schema with a changed field. A generated name follows the title; a custom name stays. */
export function changedRow(schema: unknown, key: string, change: Partial<Omit<SchemaRow, 'key'>>): Fields {
  const { properties, required } = partsOf(schema)
  const before = isObject(properties[key]) ? properties[key] : {}
  const others = new Set(Object.keys(properties).filter((one) => one !== key))
  const oldTitle = typeof before.title === 'string' ? before.title : key
  const isFollowing = change.title !== undefined && key === keyFor(oldTitle, others)
  const name = isFollowing ? keyFor(change.title ?? '', others) : key
  const after = {
    ...(change.kind === undefined ? before : { ...kept(before), ...SHAPES[change.kind] }),
    ...(change.title === undefined ? {} : { title: change.title }),
    ...(change.options === undefined ? {} : { enum: change.options }),
  }
  const entries = Object.entries(properties).map(([one, property]) => (one === key ? [name, after] : [one, property]))
  const isRequired = change.isRequired ?? required.includes(key)
  const rest = required.filter((one) => one !== key)
  return settled(schema, Object.fromEntries(entries), isRequired ? [...rest, name] : rest)
}

function kept(property: Fields): Fields {
  return Object.fromEntries(Object.entries(property).filter(([key]) => KEPT_KEYWORDS.has(key)))
}

function partsOf(schema: unknown): { properties: Fields; required: readonly string[] } {
  const { properties, required } = isObject(schema) ? schema : {}
  return {
    properties: isObject(properties) ? properties : {},
    required: Array.isArray(required) ? required.filter((one) => typeof one === 'string') : [],
  }
}

function wholeOf(schema: unknown): Fields {
  return { type: 'object', ...(isObject(schema) ? schema : {}) }
}

function settled(schema: unknown, properties: Fields, required: readonly string[]): Fields {
  const { required: _, ...rest } = wholeOf(schema)
  return { ...rest, properties, ...(required.length > 0 ? { required } : {}) }
}
