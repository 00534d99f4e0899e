import { useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Select } from '../ui/select.tsx'
import { JsonField } from './code-fields.tsx'
import type { FieldProps } from './field-props.ts'
import { useForm } from './form-context.tsx'
import { changedRow, ROW_KINDS, rowsOf, type SchemaRow, withoutRow, withRow } from './schema-rows.ts'

/**
 * A JSON Schema as an editable list of fields. It can also be edited as JSON, which is the only way for other schemas.
 */
export function FieldsField(props: FieldProps) {
  const t = useText()
  const { schema, value, path, label, isReadOnly, onChange } = props
  const { problems } = useForm()
  const [wantsJson, setWantsJson] = useState(false)
  const [added, setAdded] = useState<number>()
  const rows = rowsOf(value)
  const error = problems.get(path)
  const isJson = wantsJson || rows === undefined
  return (
    <fieldset className="mr-list-field">
      <legend className="mr-field__label">{label}</legend>
      {schema.description !== undefined && <p className="mr-field__hint">{schema.description}</p>}
      {isJson ? (
        <JsonField {...props} />
      ) : (
        <ol className="mr-entries">
          {rows.map((row, at) => (
            // The name may change while typing; the position does not.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <Row key={at} isNew={at === added} row={row} isReadOnly={isReadOnly} schema={value} onChange={onChange} />
          ))}
        </ol>
      )}
      {error !== undefined && (
        <p className="mr-field__error">
          <Icon name="mdi:alert-circle-outline" size={13} />
          {error}
        </p>
      )}
      <div className="mr-row">
        {!isJson && !isReadOnly && (
          <Button
            small
            icon="mdi:plus"
            onClick={() => {
              onChange(withRow(value, t.form.newField(rows.length + 1)))
              setAdded(rows.length)
            }}
          >
            {t.form.addField}
          </Button>
        )}
        <span className="mr-grow" />
        {rows !== undefined && (
          <Button small look="ghost" aria-pressed={wantsJson} onClick={() => setWantsJson(!wantsJson)}>
            {wantsJson ? t.form.asFields : t.form.asJson}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

interface RowProps {
  readonly row: SchemaRow
  /** True if the field was just added: its name is focused. */
  readonly isNew: boolean
  readonly isReadOnly: boolean
  readonly schema: unknown
  readonly onChange: (schema: unknown) => void
}

function Row({ row, isNew, isReadOnly, schema, onChange }: RowProps) {
  const t = useText()
  const { key, title, kind, isRequired, options } = row
  const change = (next: Partial<SchemaRow>) => onChange(changedRow(schema, key, next))
  return (
    <li className="mr-entry mr-field-row">
      <div className="mr-row">
        <input
          className="mr-input"
          aria-label={t.form.fieldName(title)}
          data-tip={key}
          // biome-ignore lint/a11y/noAutofocus: a new field is named next
          autoFocus={isNew}
          value={title}
          readOnly={isReadOnly}
          // Select the generated name so that typing replaces it.
          onFocus={(event) => event.target.select()}
          onChange={(event) => change({ title: event.target.value })}
        />
        {!isReadOnly && (
          <IconButton
            small
            icon="mdi:close"
            label={`${t.form.remove}: ${title}`}
            onClick={() => onChange(withoutRow(schema, key))}
          />
        )}
      </div>
      <div className="mr-row">
        <Select
          label={t.form.fieldKind(title)}
          value={kind ?? ''}
          disabled={isReadOnly || kind === undefined}
          options={[
            ...(kind === undefined ? [{ value: '' as const, label: t.form.otherKind }] : []),
            ...ROW_KINDS.map((one) => ({ value: one, label: t.form.kinds[one] })),
          ]}
          onChange={(next) => {
            if (next !== '')
              change({ kind: next, ...(next === 'choice' ? { options: [t.form.option(1), t.form.option(2)] } : {}) })
          }}
        />
        <label className="mr-check">
          <input
            type="checkbox"
            checked={isRequired}
            disabled={isReadOnly}
            onChange={(event) => change({ isRequired: event.target.checked })}
          />
          {t.form.required}
        </label>
      </div>
      {kind === 'choice' && (
        <Options
          label={t.form.fieldOptions(title)}
          options={options}
          isReadOnly={isReadOnly}
          onChange={(next) => change({ options: next })}
        />
      )}
    </li>
  )
}

interface OptionsProps {
  readonly label: string
  readonly options: readonly string[]
  readonly isReadOnly: boolean
  readonly onChange: (options: readonly string[]) => void
}

/** One option per line. Empty lines and spaces are kept while typing, but not stored. */
function Options({ label, options, isReadOnly, onChange }: OptionsProps) {
  const t = useText()
  const [text, setText] = useState(() => options.join('\n'))
  return (
    <textarea
      className="mr-input"
      aria-label={label}
      placeholder={t.form.optionsHint}
      rows={Math.max(2, options.length)}
      readOnly={isReadOnly}
      value={text}
      onChange={(event) => {
        setText(event.target.value)
        const named = new Set(event.target.value.split('\n').map((one) => one.trim()))
        named.delete('')
        // A choice needs at least one option.
        onChange(named.size === 0 ? [t.form.option(1)] : [...named])
      }}
      onBlur={() => setText(options.join('\n'))}
    />
  )
}
