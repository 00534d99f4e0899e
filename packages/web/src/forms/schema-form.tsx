import { isObject, pointer } from '@millrace/model'
import { Field } from '../ui/field.tsx'
import { type FieldSchema, fieldsOf, kindOf, titleOf } from './field-schema.ts'
import { FIELDS, OWN_LABEL } from './field-table.tsx'
import { useForm } from './form-context.tsx'

interface SchemaFormProps {
  /** A schema of an object. */
  readonly schema: FieldSchema
  readonly value: Readonly<Record<string, unknown>>
  /** JSON pointer of the object in the whole. */
  readonly path?: string
  readonly onChange: (key: string, value: unknown) => void
}

/** A form for an object, made from its schema. Wrap it in `FormContext` for problems and suggestions. */
export function SchemaForm({ schema, value, path = '', onChange }: SchemaFormProps) {
  return (
    <div className="mr-form">
      {fieldsOf(schema).map(([key, field]) => (
        <SchemaField
          key={key}
          label={titleOf(key, field)}
          schema={field}
          value={value[key]}
          path={pointer(path, key)}
          isRequired={schema.required?.includes(key) === true}
          onChange={(next) => onChange(key, next)}
        />
      ))}
    </div>
  )
}

interface SchemaFieldProps {
  readonly label: string
  readonly schema: FieldSchema
  readonly value: unknown
  readonly path: string
  readonly isRequired?: boolean
  readonly onChange: (value: unknown) => void
}

/** One field with its label, hint and problem. */
export function SchemaField({ label, schema, value, path, isRequired = false, onChange }: SchemaFieldProps) {
  const form = useForm()
  const kind = kindOf(schema)
  const Control = FIELDS[kind]
  const isReadOnly = form.isReadOnly || schema.readOnly === true
  const shown = value === undefined ? schema.default : value
  if (Control === undefined) return null
  const common = { schema, value: shown, path, label, isReadOnly, onChange }
  if (OWN_LABEL.has(kind)) {
    return (
      <div data-path={path}>
        <Control {...common} ids={undefined} />
      </div>
    )
  }
  return (
    <div data-path={path}>
      <Field label={label} hint={schema.description} error={form.problems.get(path)} required={isRequired}>
        {(ids) => <Control {...common} ids={ids} />}
      </Field>
    </div>
  )
}

/** An object with one key set, or dropped where the value is undefined. */
export function withKey(object: unknown, key: string, value: unknown): Record<string, unknown> {
  const { [key]: _, ...rest } = isObject(object) ? object : {}
  return value === undefined ? rest : { ...rest, [key]: value }
}
