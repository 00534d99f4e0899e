/** The fields of a form that apply, in a basic and an advanced section. Pure. */
import { applies, isObject, pointer, variantOf } from '@millrace/model'
import { type FieldSchema, fieldsOf } from './field-schema.ts'

export type FormField = readonly [key: string, field: FieldSchema]

export interface FormSections {
  readonly basic: readonly FormField[]
  readonly advanced: readonly FormField[]
}

export interface FormState {
  readonly value: Readonly<Record<string, unknown>>
  /** JSON pointer of the object in the form. */
  readonly path: string
  readonly problems: ReadonlyMap<string, string>
  /** Pointers of settings whose value is an expression, so that it is not known here. */
  readonly expressions?: ReadonlyMap<string, string> | undefined
}

/** Fields that apply. One with a problem is always shown, or its problem could not be fixed. */
export function sectionsOf(schema: FieldSchema, state: FormState): FormSections {
  const properties = schema.properties ?? {}
  const { value, path, problems } = state
  const open = new Set(Object.keys(properties).filter((key) => state.expressions?.has(pointer(path, key))))
  const varied = Object.keys(properties).map((key) => [key, variantOf(properties, key, value)] as const)
  const fields = fieldsOf({ ...schema, properties: Object.fromEntries(varied) }).filter(
    ([key]) => applies(properties, key, value, open) || hasProblem(problems, pointer(path, key)),
  )
  const advanced = fields.filter(([, field]) => field['x-section'] === 'advanced')
  if (advanced.length === fields.length) return { basic: fields, advanced: [] }
  return { basic: fields.filter(([, field]) => field['x-section'] !== 'advanced'), advanced }
}

/** True if a field of the section has a problem or a value other than its default. */
export function isUsed(fields: readonly FormField[], { value, path, problems, expressions }: FormState): boolean {
  return fields.some(([key, field]) => {
    const place = pointer(path, key)
    return hasProblem(problems, place) || expressions?.has(place) === true || isChanged(value[key], field.default)
  })
}

export function hasProblem(problems: ReadonlyMap<string, string>, path: string): boolean {
  return [...problems.keys()].some((one) => one === path || one.startsWith(`${path}/`))
}

function isChanged(value: unknown, standard: unknown): boolean {
  return !isEmpty(value) && JSON.stringify(value) !== JSON.stringify(standard)
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  return Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0
}
