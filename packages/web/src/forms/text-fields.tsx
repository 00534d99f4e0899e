import { isPlaceholder } from '@millrace/model'
import { useEffect, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Button, IconButton } from '../ui/button.tsx'
import type { FieldProps } from './field-props.ts'

const INPUT_TYPES: Readonly<Record<string, string>> = {
  uri: 'url',
  email: 'email',
  date: 'date',
  time: 'time',
  color: 'color',
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export function TextField({ schema, value, isReadOnly, ids, onChange }: FieldProps) {
  return (
    <input
      {...ids}
      className="mr-input"
      type={INPUT_TYPES[schema.format ?? ''] ?? 'text'}
      value={asText(value)}
      readOnly={isReadOnly}
      placeholder={schema.placeholder ?? schema.placeholderExample}
      maxLength={schema.maxLength}
      spellCheck={schema.spellChecker ?? false}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

export function LinesField({ schema, value, isReadOnly, ids, onChange }: FieldProps) {
  const text = asText(value)
  return (
    <textarea
      {...ids}
      className="mr-input mr-scroll"
      value={text}
      readOnly={isReadOnly}
      placeholder={schema.placeholder ?? schema.placeholderExample}
      maxLength={schema.maxLength}
      rows={Math.min(12, Math.max(3, text.split('\n').length))}
      style={schema.height === undefined ? undefined : { height: schema.height }}
      spellCheck={schema.spellChecker ?? true}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** A stored secret never reaches the page: the service sends a placeholder, and sending it back keeps the secret. */
export function SecretField({ schema, value, isReadOnly, ids, label, onChange }: FieldProps) {
  const t = useText()
  const [isShown, setShown] = useState(false)
  const isStored = isPlaceholder(value)
  if (isStored) {
    return (
      <div className="mr-row">
        <input
          {...ids}
          className="mr-input mr-mono"
          readOnly
          value={`•••• ${asText(value).slice(-4)}`}
          title={t.form.secretKept}
        />
        {!isReadOnly && (
          <Button onClick={() => onChange('')} aria-label={`${t.form.replaceSecret}: ${label}`}>
            {t.form.replaceSecret}
          </Button>
        )}
      </div>
    )
  }
  return (
    <div className="mr-row">
      <input
        {...ids}
        className="mr-input mr-mono"
        type={isShown ? 'text' : 'password'}
        value={asText(value)}
        readOnly={isReadOnly}
        placeholder={schema.placeholder}
        autoComplete="new-password"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
      <IconButton
        icon={isShown ? 'mdi:eye-off-outline' : 'mdi:eye-outline'}
        label={`${isShown ? t.form.hide : t.form.show}: ${label}`}
        onClick={() => setShown(!isShown)}
      />
    </div>
  )
}

/** Any value: parsed as JSON if possible, otherwise text. */
export function AnyField({ schema, value, isReadOnly, ids, onChange }: FieldProps) {
  const t = useText()
  const [text, setText] = useState(() => asText(value))
  useEffect(() => {
    setText((before) => (JSON.stringify(valueIn(before)) === JSON.stringify(value) ? before : asText(value)))
  }, [value])
  return (
    <input
      {...ids}
      className="mr-input"
      value={text}
      readOnly={isReadOnly}
      placeholder={schema.placeholder ?? t.form.anyValue}
      onChange={(event) => {
        setText(event.target.value)
        onChange(valueIn(event.target.value))
      }}
    />
  )
}

function valueIn(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
