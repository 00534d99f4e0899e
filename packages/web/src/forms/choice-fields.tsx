import { useId } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Select } from '../ui/select.tsx'
import type { FieldProps } from './field-props.ts'
import { optionsOf } from './field-schema.ts'
import { useForm } from './form-context.tsx'

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

export function SelectField({ schema, value, isReadOnly, ids, onChange }: FieldProps) {
  const t = useText()
  const options = optionsOf(schema)
  const at = options.findIndex((option) => same(option.value, value))
  const about = options[at]?.description
  // A field with a default cannot be cleared, only set to another option.
  const canClear = !isReadOnly && !ids?.['aria-required'] && schema.default === undefined
  const missing = value === undefined || value === '' ? t.form.choose : String(value)
  return (
    <>
      <Select
        ids={ids}
        value={String(at)}
        disabled={isReadOnly}
        options={[
          ...(at < 0 || canClear ? [{ value: '-1', label: at < 0 ? missing : t.form.none }] : []),
          ...options.map(({ label, description }, index) => ({ value: String(index), label, description })),
        ]}
        onChange={(index) => onChange(options[Number(index)]?.value)}
      />
      {about !== undefined && <p className="mr-field__hint">{about}</p>}
    </>
  )
}

export function ChecksField({ schema, value, isReadOnly, label, path, onChange }: FieldProps) {
  const { problems } = useForm()
  const chosen = Array.isArray(value) ? value : []
  const error = problems.get(path)
  return (
    <fieldset className="mr-checks" disabled={isReadOnly}>
      <legend className="mr-field__label">{label}</legend>
      {optionsOf(schema).map((option) => (
        <label key={option.label} className="mr-check" data-tip={option.description}>
          <input
            type="checkbox"
            checked={chosen.some((one) => same(one, option.value))}
            onChange={(event) =>
              onChange(
                event.target.checked ? [...chosen, option.value] : chosen.filter((one) => !same(one, option.value)),
              )
            }
          />
          {option.label}
        </label>
      ))}
      {error !== undefined && <p className="mr-field__error">{error}</p>}
      {schema.description !== undefined && <p className="mr-field__hint">{schema.description}</p>}
    </fieldset>
  )
}

export function SwitchField({ schema, value, isReadOnly, label, path, onChange }: FieldProps) {
  const id = useId()
  const error = useForm().problems.get(path)
  const described = [schema.description && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="mr-switch-field">
      <label htmlFor={id}>
        {label}
        {schema.description !== undefined && (
          <span className="mr-field__hint" id={`${id}-hint`}>
            {schema.description}
          </span>
        )}
        {error !== undefined && (
          <span className="mr-field__error" id={`${id}-error`}>
            {error}
          </span>
        )}
      </label>
      <input
        id={id}
        className="mr-switch"
        type="checkbox"
        role="switch"
        aria-describedby={described || undefined}
        aria-invalid={error === undefined ? undefined : true}
        checked={value === true}
        disabled={isReadOnly}
        onChange={(event) => onChange(event.target.checked)}
      />
    </div>
  )
}
