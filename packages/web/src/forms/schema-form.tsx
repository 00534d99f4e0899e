import { pointer } from '@millrace/model'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Field, type FieldIds } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { ExpressibleField } from './expressible-field.tsx'
import type { NestedForms, SchemaFieldProps, SchemaFormProps } from './field-props.ts'
import { type FieldKind, kindOf, titleOf } from './field-schema.ts'
import { FIELDS, OWN_LABEL } from './field-table.tsx'
import { useForm } from './form-context.tsx'
import { type FormField, isUsed, sectionsOf } from './form-sections.ts'

/** A form for an object, generated from its schema. Wrap it in `FormContext` for problems and suggestions. */
export function SchemaForm({ schema, value, path = '', onChange }: SchemaFormProps) {
  const { problems, expressions } = useForm()
  const state = { value, path, problems, expressions: expressions?.texts }
  const { basic, advanced } = sectionsOf(schema, state)
  const field = ([key, one]: FormField) => (
    <SchemaField
      key={key}
      label={titleOf(key, one)}
      schema={one}
      value={value[key]}
      path={pointer(path, key)}
      isRequired={schema.required?.includes(key) === true}
      onChange={(next) => onChange(key, next)}
    />
  )
  return (
    <div className="mr-form">
      {basic.map(field)}
      {advanced.length > 0 && <AdvancedSection isUsed={isUsed(advanced, state)}>{advanced.map(field)}</AdvancedSection>}
    </div>
  )
}

/** Closed until it is opened, or one of its fields has a value or a problem. */
function AdvancedSection({ isUsed, children }: { isUsed: boolean; children: ReactNode }) {
  const t = useText()
  const id = useId()
  const [isOpen, setOpen] = useState(isUsed)
  useEffect(() => {
    if (isUsed) setOpen(true)
  }, [isUsed])
  return (
    <div className="mr-advanced">
      <button
        type="button"
        className="mr-advanced__head"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'mdi:chevron-down' : 'mdi:chevron-right'} />
        {t.form.advanced}
      </button>
      {isOpen && (
        <div className="mr-form" id={id}>
          {children}
        </div>
      )}
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
  const field = (control: (ids: FieldIds) => ReactNode, aside?: ReactNode) => (
    <Field label={label} hint={schema.description} error={form.problems.get(path)} required={isRequired} aside={aside}>
      {control}
    </Field>
  )
  if (!EXPRESSIBLE.has(kind) || form.expressions?.canBe(path) !== true) {
    return (
      <div data-path={path}>
        {field((ids) => (
          <Control {...common} ids={ids} />
        ))}
      </div>
    )
  }
  return <ExpressibleField {...common} expressions={form.expressions} kind={kind} Control={Control} field={field} />
}

/** Kinds of fields whose value can be an expression, if the type of the node allows it. */
const EXPRESSIBLE: ReadonlySet<FieldKind> = new Set([
  'text',
  'lines',
  'autocomplete',
  'credential',
  'select',
  'any',
  'markdown',
  'json',
])

const NESTED: NestedForms = { Form: SchemaForm, Field: SchemaField }
