/** The fields of a JSON Schema, for what people are asked: plain controls, one a field, problems below each. */
import { isObject, pointer, sameJson } from '@millrace/model'
import { t } from '../i18n/strings.ts'
import { Field, type FieldIds } from '../ui/field.tsx'
import { type AnswerProblems, problemBelow } from './answer-problems.ts'
import { type FieldSchema, fieldKind, inputType, isRequired, optionsOf, propertiesOf, textOf } from './field-kind.ts'
import { JsonControl, NumberControl } from './typed-controls.tsx'

interface SchemaFieldsProps {
  readonly schema: FieldSchema
  readonly values: Readonly<Record<string, unknown>>
  readonly onChange: (values: Record<string, unknown>) => void
  readonly problems?: AnswerProblems
  readonly disabled?: boolean
  /** Where the values stand in the answer. */
  readonly place?: string
}

export function SchemaFields({
  schema,
  values,
  onChange,
  problems = {},
  disabled = false,
  place = '',
}: SchemaFieldsProps) {
  return Object.entries(propertiesOf(schema)).map(([key, field]) => (
    <SchemaField
      key={key}
      name={key}
      schema={field}
      required={isRequired(schema, key)}
      value={values[key]}
      problems={problems}
      disabled={disabled}
      place={pointer(place, key)}
      onChange={(value) => {
        const { [key]: _, ...rest } = values
        onChange(value === undefined ? rest : { ...rest, [key]: value })
      }}
    />
  ))
}

interface SchemaFieldProps {
  readonly name: string
  readonly schema: FieldSchema
  readonly value: unknown
  readonly required: boolean
  readonly onChange: (value: unknown) => void
  readonly problems: AnswerProblems
  readonly disabled: boolean
  readonly place: string
}

function SchemaField(props: SchemaFieldProps) {
  const { name, schema, required, problems, place } = props
  const kind = fieldKind(schema)
  const label = textOf(schema.title) ?? name
  const hint = textOf(schema.description)
  if (kind === 'group') {
    const inner = isObject(props.value) ? props.value : {}
    return (
      <fieldset className="mr-field-group">
        <legend>{label}</legend>
        {hint !== undefined && <p className="mr-field__hint">{hint}</p>}
        <SchemaFields {...props} values={inner} />
      </fieldset>
    )
  }
  if (kind === 'choices') return <Choices {...props} label={label} hint={hint} />
  const more = [hint, kind === 'lines' ? t.questions.addLines : undefined].filter(Boolean).join(' ')
  return (
    <Field label={label} required={required} hint={more || undefined} error={problemBelow(problems, place)}>
      {(ids) => <Control {...props} ids={ids} />}
    </Field>
  )
}

function Control({ schema, value, onChange, disabled, required, ids }: SchemaFieldProps & { ids: FieldIds }) {
  const base = { ...ids, disabled, className: 'mr-input', placeholder: textOf(schema.placeholder) }
  const text = typeof value === 'string' ? value : value === undefined || value === null ? '' : String(value)
  const blankIsNothing = (given: string) => onChange(given === '' ? undefined : given)
  switch (fieldKind(schema)) {
    case 'yes-no':
      return (
        <input
          {...ids}
          type="checkbox"
          className="mr-switch"
          disabled={disabled}
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
        />
      )
    case 'choice': {
      const options = optionsOf(schema)
      const at = options.findIndex((option) => sameJson(option.value, value))
      return (
        <select {...base} value={at} onChange={(event) => onChange(options[Number(event.target.value)]?.value)}>
          {(at < 0 || !required) && <option value={-1}>{t.questions.choose}</option>}
          {options.map((option, index) => (
            <option key={option.label} value={index}>
              {option.label}
            </option>
          ))}
        </select>
      )
    }
    case 'number':
      return <NumberControl base={base} schema={schema} value={value} onChange={onChange} />
    case 'lines': {
      const lines = Array.isArray(value) ? value.join('\n') : ''
      const read = (given: string) => onChange(given === '' ? undefined : given.split('\n'))
      return <textarea {...base} rows={3} value={lines} onChange={(event) => read(event.target.value)} />
    }
    case 'paragraph':
      return <textarea {...base} rows={4} value={text} onChange={(event) => blankIsNothing(event.target.value)} />
    case 'json':
      return <JsonControl base={base} value={value} onChange={onChange} />
    default:
      return (
        <input
          {...base}
          type={inputType(schema.format)}
          autoComplete="off"
          value={text}
          onChange={(event) => blankIsNothing(event.target.value)}
        />
      )
  }
}

function Choices({ schema, value, onChange, disabled, problems, place, label, hint, required }: ChoicesProps) {
  const picked: readonly unknown[] = Array.isArray(value) ? value : []
  const problem = problemBelow(problems, place)
  const has = (one: unknown) => picked.some((other) => sameJson(one, other))
  return (
    <fieldset className="mr-options" aria-invalid={problem !== undefined}>
      <legend className="mr-field__label">
        {label}
        {required && (
          <span className="mr-field__required" aria-hidden="true">
            *
          </span>
        )}
      </legend>
      {optionsOf(schema).map((option, at) => (
        <label key={option.label} className="mr-option" data-picked={has(option.value)}>
          <input
            type="checkbox"
            disabled={disabled}
            checked={has(option.value)}
            onChange={() =>
              onChange(
                optionsOf(schema)
                  .filter((one, index) => (index === at) !== has(one.value))
                  .map((one) => one.value),
              )
            }
          />
          <span className="mr-option__text">{option.label}</span>
        </label>
      ))}
      {problem !== undefined && <p className="mr-field__error">{problem}</p>}
      {hint !== undefined && <p className="mr-field__hint">{hint}</p>}
    </fieldset>
  )
}

interface ChoicesProps extends SchemaFieldProps {
  readonly label: string
  readonly hint: string | undefined
}
