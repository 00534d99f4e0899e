/** Controls whose text is not the value itself. What cannot be read is handed on as text, and the check says so. */
import { type InputHTMLAttributes, useState } from 'react'
import { t } from '../i18n/strings.ts'
import type { FieldIds } from '../ui/field.tsx'
import type { FieldSchema } from './field-kind.ts'

type Base = FieldIds & Pick<InputHTMLAttributes<HTMLElement>, 'className' | 'disabled' | 'placeholder'>

interface ControlProps {
  readonly base: Base
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** The number that a text stands for; the text itself where it is none, undefined where it is blank. */
export function numberOrText(text: string): number | string | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  const number = Number(trimmed)
  return Number.isFinite(number) ? number : text
}

export function NumberControl({ base, schema, value, onChange }: ControlProps & { schema: FieldSchema }) {
  const [text, setText] = useState(value === undefined || value === null ? '' : String(value))
  const bounds = { min: numberIn(schema.minimum), max: numberIn(schema.maximum) }
  return (
    <input
      {...base}
      {...bounds}
      type="text"
      inputMode={schema.type === 'integer' ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={text}
      onChange={(event) => {
        setText(event.target.value)
        onChange(numberOrText(event.target.value))
      }}
    />
  )
}

function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

export function JsonControl({ base, value, onChange }: ControlProps) {
  const [text, setText] = useState(value === undefined ? '' : JSON.stringify(value, null, 2))
  const [isBroken, setBroken] = useState(false)
  const read = (given: string) => {
    setText(given)
    try {
      onChange(given.trim() === '' ? undefined : (JSON.parse(given) as unknown))
      setBroken(false)
    } catch {
      onChange(given)
      setBroken(true)
    }
  }
  return (
    <>
      <textarea
        {...base}
        className="mr-input mr-mono"
        rows={4}
        spellCheck={false}
        value={text}
        aria-invalid={isBroken || base['aria-invalid']}
        onChange={(event) => read(event.target.value)}
      />
      {isBroken && <p className="mr-field__error">{t.questions.notJson}</p>}
    </>
  )
}
