/** Which control a field of a form gets, and what its values look like at first. */
import { isObject } from '@millrace/model'

export type FieldSchema = Readonly<Record<string, unknown>>

export type FieldKind = 'choice' | 'choices' | 'yes-no' | 'number' | 'lines' | 'paragraph' | 'text' | 'group' | 'json'

/** Something to pick, with the value that it stands for. */
export interface FieldOption {
  readonly value: unknown
  readonly label: string
  readonly description?: string | undefined
}

export function fieldKind(schema: FieldSchema): FieldKind {
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type
  if (optionsOf(schema).length > 0) return schema.multiple === true ? 'choices' : 'choice'
  if (type === 'boolean') return 'yes-no'
  if (type === 'number' || type === 'integer') return 'number'
  if (type === 'array') return listKind(isObject(schema.items) ? schema.items : {})
  if (type === 'object') return Object.keys(propertiesOf(schema)).length > 0 ? 'group' : 'json'
  if (type === 'string') return PARAGRAPHS.has(String(schema.format)) ? 'paragraph' : 'text'
  return type === undefined && schema.anyOf === undefined ? 'text' : 'json'
}

const PARAGRAPHS = new Set(['multiline', 'textarea', 'markdown'])

function listKind(items: FieldSchema): FieldKind {
  if (optionsOf(items).length > 0) return 'choices'
  return items.type === 'string' ? 'lines' : 'json'
}

/** The options of a closed set; of a list, those of its items. */
export function optionsOf(schema: FieldSchema): FieldOption[] {
  const { oneOf, items } = schema
  if (Array.isArray(oneOf) && oneOf.every((one) => isObject(one) && 'const' in one)) {
    return oneOf.filter(isObject).map((one) => ({
      value: one.const,
      label: textOf(one.title) ?? String(one.const),
      description: textOf(one.description),
    }))
  }
  if (Array.isArray(schema.enum)) return schema.enum.map((value: unknown) => ({ value, label: String(value) }))
  return isObject(items) ? optionsOf(items) : []
}

/** The fields of an object in the order in which they are shown. */
export function propertiesOf(schema: FieldSchema): Record<string, FieldSchema> {
  const entries = Object.entries(isObject(schema.properties) ? schema.properties : {}).flatMap(([key, field]) =>
    isObject(field) ? [[key, field] as const] : [],
  )
  const order = (field: FieldSchema) => (typeof field['x-display-order'] === 'number' ? field['x-display-order'] : 0)
  return Object.fromEntries(entries.toSorted(([, a], [, b]) => order(a) - order(b)))
}

export function isRequired(schema: FieldSchema, key: string): boolean {
  return Array.isArray(schema.required) && schema.required.includes(key)
}

/** What stands in the fields at first: the defaults of the schema below what is given. */
export function firstValues(
  schema: FieldSchema,
  given: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const own = Object.entries(propertiesOf(schema)).flatMap(([key, field]) => {
    if (field.default !== undefined) return [[key, field.default] as const]
    // A switch has no third state to be left in.
    return fieldKind(field) === 'yes-no' && isRequired(schema, key) ? [[key, false] as const] : []
  })
  return { ...Object.fromEntries(own), ...given }
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The type of an input element for a text of this form. */
export function inputType(format: unknown): string {
  return INPUT_TYPES[String(format)] ?? 'text'
}

const INPUT_TYPES: Readonly<Record<string, string>> = {
  email: 'email',
  uri: 'url',
  url: 'url',
  date: 'date',
  time: 'time',
  password: 'password',
  hidden: 'password',
}
