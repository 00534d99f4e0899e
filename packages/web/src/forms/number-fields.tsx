import { useEffect, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import type { FieldProps } from './field-props.ts'
import type { FieldSchema } from './field-schema.ts'
import { useForm } from './form-context.tsx'

function stepOf({ step, multipleOf, type }: FieldSchema): number | 'any' {
  return step ?? multipleOf ?? (type === 'integer' ? 1 : 'any')
}

/**
 * Keeps the text as typed. Text that is not a number is stored as text: validation then reports it at the field, and
 * nothing runs with a stale number.
 */
export function NumberField({ schema, value, isReadOnly, ids, path, onChange }: FieldProps) {
  const t = useText()
  const { problems } = useForm()
  const [text, setText] = useState(() => shown(value))
  useEffect(() => {
    setText((before) => (Number(before) === value && before.trim() !== '' ? before : shown(value)))
  }, [value])
  const isWrong = text.trim() !== '' && Number.isNaN(Number(text))
  return (
    <>
      <input
        {...ids}
        className="mr-input"
        type="text"
        inputMode={schema.type === 'integer' ? 'numeric' : 'decimal'}
        value={text}
        readOnly={isReadOnly}
        placeholder={schema.placeholder}
        aria-invalid={isWrong || ids?.['aria-invalid']}
        onKeyDown={(event) => {
          if (isReadOnly || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
          event.preventDefault()
          const step = stepOf(schema)
          const by = (step === 'any' ? 1 : step) * (event.key === 'ArrowUp' ? 1 : -1)
          onChange(bounded(rounded((Number(text) || 0) + by), schema))
        }}
        onChange={(event) => {
          setText(event.target.value)
          const next = event.target.value.trim()
          if (next === '') onChange(undefined)
          else onChange(Number.isNaN(Number(next)) ? event.target.value : Number(next))
        }}
      />
      {isWrong && !problems.has(path) && <p className="mr-field__error">{t.form.notANumber}</p>}
    </>
  )
}

export function SliderField(props: FieldProps) {
  const { schema, value, isReadOnly, label, onChange } = props
  const step = stepOf(schema)
  return (
    <div className="mr-slider">
      <input
        type="range"
        aria-label={label}
        // No value yet: the position of the thumb has no meaning.
        data-unset={typeof value !== 'number' || undefined}
        min={schema.minimum}
        max={schema.maximum}
        step={step === 'any' ? 0.01 : step}
        value={typeof value === 'number' ? value : (schema.minimum ?? 0)}
        disabled={isReadOnly}
        onChange={(event) => onChange(Number(event.target.value))}
      />
      <NumberField {...props} />
    </div>
  )
}

function shown(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}

function bounded(value: number, { minimum, maximum }: FieldSchema): number {
  return Math.min(maximum ?? value, Math.max(minimum ?? value, value))
}

/** Removes floating-point errors: 0.1 + 0.2 is 0.3. */
function rounded(value: number): number {
  return Number(value.toFixed(10))
}
