import { pointer } from '@millrace/model'
import { Field } from '../ui/field.tsx'
import type { NestedForms, SchemaFieldProps, SchemaFormProps } from './field-props.ts'
import { fieldsOf, kindOf, titleOf } from './field-schema.ts'
import { FIELDS, OWN_LABEL } from './field-table.tsx'
import { useForm } from './form-context.tsx'

/** A form for an object, generated from its schema. Wrap it in `FormContext` for problems and suggestions. */
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

/** One field with its label, hint and problem. */
export function SchemaField({ label, schema, value, path, isRequired = false, onChange }: SchemaFieldProps) {
  const form = useForm()
  const kind = kindOf(schema)
  const Control = FIELDS[kind]
  const isReadOnly = form.isReadOnly || schema.readOnly === true
  const shown = value === undefined ? schema.default : value
  if (Control === undefined) return null
  const common = { schema, value: shown, path, label, isReadOnly, nested: NESTED, onChange }
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

const NESTED: NestedForms = { Form: SchemaForm, Field: SchemaField }
