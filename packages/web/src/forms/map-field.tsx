import { isPlaceholder, pointer } from '@millrace/model'
import { type ClipboardEvent, useEffect, useId, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import type { FieldProps } from './field-props.ts'
import { useForm } from './form-context.tsx'
import { type MapRow, mapOfRows, repeatedNames, rowsOfMap, rowsOfText, textOfRows } from './map-rows.ts'
import { SecretField } from './text-fields.tsx'

/** A map from names to values as a list of rows, such as headers. Several rows can be pasted or edited as text. */
export function MapField(props: FieldProps) {
  const t = useText()
  const { schema, value, path, label, isReadOnly, onChange } = props
  const { problems } = useForm()
  const [rows, setRows] = useRows(value)
  const [isText, setText] = useState(false)
  const change = (next: readonly MapRow[]) => {
    setRows(next)
    onChange(mapOfRows(next))
  }
  const error = problems.get(path)
  const repeated = repeatedNames(rows)
  const canBeText = !rows.some((row) => isPlaceholder(row.value))
  return (
    <fieldset className="mr-list-field">
      <legend className="mr-field__label">{label}</legend>
      {isText ? (
        <MapText rows={rows} label={label} isReadOnly={isReadOnly} onChange={change} />
      ) : (
        <ol className="mr-entries">
          {rows.map((_, at) => (
            // The name may change while typing; the position does not.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <Row key={at} {...props} rows={rows} at={at} onRows={change} />
          ))}
        </ol>
      )}
      {repeated.size > 0 && <ErrorText text={t.form.repeatedName([...repeated].join(', '))} />}
      {error !== undefined && <ErrorText text={error} />}
      {schema.description !== undefined && <p className="mr-field__hint">{schema.description}</p>}
      {!isReadOnly && (
        <div className="mr-row">
          {!isText && (
            <Button
              small
              icon="mdi:plus"
              aria-label={`${t.form.addRow}: ${label}`}
              onClick={() => setRows([...rows, { name: '', value: '' }])}
            >
              {t.form.addRow}
            </Button>
          )}
          <span className="mr-grow" />
          {canBeText && (
            <Button
              small
              look="ghost"
              aria-label={`${isText ? t.form.asRows : t.form.asText}: ${label}`}
              onClick={() => setText(!isText)}
            >
              {isText ? t.form.asRows : t.form.asText}
            </Button>
          )}
        </div>
      )}
    </fieldset>
  )
}

/** A secret text that holds a map. Once it is stored it can only be replaced. */
export function SecretMapField(props: FieldProps) {
  const { value, label, onChange } = props
  const id = useId()
  if (isPlaceholder(value)) {
    return (
      <div className="mr-field">
        <label className="mr-field__label" htmlFor={id}>
          {label}
        </label>
        <SecretField
          {...props}
          ids={{ id, 'aria-describedby': undefined, 'aria-invalid': undefined, 'aria-required': undefined }}
        />
      </div>
    )
  }
  return (
    <MapField
      {...props}
      value={mapIn(value)}
      onChange={(next) => onChange(Object.keys(next as object).length === 0 ? '' : JSON.stringify(next))}
    />
  )
}

function mapIn(text: unknown): unknown {
  try {
    return typeof text === 'string' && text !== '' ? JSON.parse(text) : {}
  } catch {
    return {}
  }
}

/** Rows include those that are not stored yet, because their name is missing. */
function useRows(value: unknown) {
  const [rows, setRows] = useState<readonly MapRow[]>(() => rowsOfMap(value))
  const stored = JSON.stringify(mapOfRows(rowsOfMap(value)))
  useEffect(() => {
    setRows((before) => (JSON.stringify(mapOfRows(before)) === stored ? before : rowsOfMap(JSON.parse(stored))))
  }, [stored])
  return [rows, setRows] as const
}

interface RowProps extends FieldProps {
  readonly rows: readonly MapRow[]
  readonly at: number
  readonly onRows: (rows: readonly MapRow[]) => void
}

function Row({ schema, path, isReadOnly, nested, rows, at, onRows }: RowProps) {
  const t = useText()
  const { expressions } = useForm()
  const row = rows[at] ?? { name: '', value: '' }
  const title = row.name === '' ? t.form.item(at + 1) : row.name
  const change = (next: Partial<MapRow>) => onRows(rows.map((one, index) => (index === at ? { ...one, ...next } : one)))
  const paste = (event: ClipboardEvent) => {
    const pasted = row.name === '' ? rowsOfText(event.clipboardData.getData('text')) : undefined
    if (pasted === undefined) return
    event.preventDefault()
    onRows([...rows.slice(0, at), ...pasted, ...rows.slice(at + 1)])
  }
  const values = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : { type: 'string' }
  return (
    <li className="mr-map__row">
      <input
        className="mr-input"
        aria-label={t.form.rowName(title)}
        aria-invalid={repeatedNames(rows).has(row.name) || undefined}
        placeholder={t.form.name}
        // biome-ignore lint/a11y/noAutofocus: a new row is named next
        autoFocus={row.name === '' && row.value === '' && at === rows.length - 1}
        value={row.name}
        readOnly={isReadOnly}
        spellCheck={false}
        autoComplete="off"
        onPaste={paste}
        onChange={(event) => {
          const name = event.target.value
          expressions?.move(path, (key) =>
            key === escaped(row.name) ? (name === '' ? undefined : escaped(name)) : key,
          )
          change({ name })
        }}
      />
      <nested.Field
        label={t.form.rowValue(title)}
        schema={{ placeholder: t.form.value, ...values }}
        value={row.value}
        path={pointer(path, row.name)}
        onChange={(value) => change({ value: value ?? '' })}
      />
      {!isReadOnly && (
        <IconButton
          small
          icon="mdi:close"
          label={`${t.form.remove}: ${title}`}
          onClick={() => {
            expressions?.move(path, (key) => (key === escaped(row.name) ? undefined : key))
            onRows(rows.filter((_, index) => index !== at))
          }}
        />
      )}
    </li>
  )
}

/** A name as a part of a JSON pointer. */
function escaped(name: string): string {
  return pointer('', name).slice(1)
}

interface MapTextProps {
  readonly rows: readonly MapRow[]
  readonly label: string
  readonly isReadOnly: boolean
  readonly onChange: (rows: readonly MapRow[]) => void
}

/** The rows as lines. A text that cannot be read is kept while typing, but not stored. */
function MapText({ rows, label, isReadOnly, onChange }: MapTextProps) {
  const t = useText()
  const [text, setText] = useState(() => textOfRows(rows))
  const read = text.trim() === '' ? [] : rowsOfText(text)
  return (
    <>
      <textarea
        className="mr-input mr-mono mr-scroll"
        aria-label={t.form.rowsAsText(label)}
        placeholder={t.form.rowsHint}
        rows={Math.min(12, Math.max(4, text.split('\n').length + 1))}
        readOnly={isReadOnly}
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          const next = event.target.value.trim() === '' ? [] : rowsOfText(event.target.value)
          if (next !== undefined) onChange(next)
        }}
      />
      {read === undefined && <ErrorText text={t.form.notRows} />}
    </>
  )
}

function ErrorText({ text }: { text: string }) {
  return (
    <p className="mr-field__error">
      <Icon name="mdi:alert-circle-outline" size={13} />
      {text}
    </p>
  )
}
