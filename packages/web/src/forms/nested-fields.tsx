import { isObject, pointer } from '@millrace/model'
import { type ReactNode, useMemo, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import type { FieldProps } from './field-props.ts'
import { type FieldKind, type FieldSchema, kindOf, startValue } from './field-schema.ts'
import { FormContext, useForm } from './form-context.tsx'
import { withKey } from './with-key.ts'

/** What cannot be changed as a whole cannot be changed in its parts either. */
function Parts({ isReadOnly, children }: { isReadOnly: boolean; children: ReactNode }) {
  const form = useForm()
  const inner = useMemo(() => ({ ...form, isReadOnly }), [form, isReadOnly])
  return <FormContext value={inner}>{children}</FormContext>
}

/** An object in the object: its fields, set in. */
export function GroupField({ schema, value, path, label, isReadOnly, nested, onChange }: FieldProps) {
  return (
    <fieldset className="mr-group">
      <legend className="mr-field__label">{label}</legend>
      {schema.description !== undefined && <p className="mr-field__hint">{schema.description}</p>}
      <Parts isReadOnly={isReadOnly}>
        <nested.Form
          schema={schema}
          value={isObject(value) ? value : {}}
          path={path}
          onChange={(key, next) => onChange(withKey(value, key, next))}
        />
      </Parts>
    </fieldset>
  )
}

/** Entries of these kinds take a line each; all others fold up. */
const SHORT: ReadonlySet<FieldKind> = new Set(['text', 'number', 'slider', 'select', 'secret', 'autocomplete', 'any'])

/** A list: entries can be added, removed and moved; objects fold up under a short name. */
export function ListField({ schema, value, path, label, isReadOnly, nested, onChange }: FieldProps) {
  const t = useText()
  const { problems } = useForm()
  const items = Array.isArray(value) ? value : []
  const [opened, setOpened] = useState<number>()
  const item: FieldSchema = schema.items ?? {}
  const kind = kindOf(item)
  const isNested = !SHORT.has(kind)
  const canAdd = !isReadOnly && (schema.maxItems === undefined || items.length < schema.maxItems)
  const canRemove = !isReadOnly && items.length > (schema.minItems ?? 0)
  const change = (at: number, next: unknown) => onChange(items.map((one, index) => (index === at ? next : one)))
  const move = (at: number, by: number) => {
    const next = [...items]
    next.splice(at + by, 0, ...next.splice(at, 1))
    onChange(next)
    if (opened === at) setOpened(at + by)
  }
  const error = problems.get(path)
  return (
    <fieldset className="mr-list-field">
      <legend className="mr-field__label">{label}</legend>
      {schema.description !== undefined && <p className="mr-field__hint">{schema.description}</p>}
      {error !== undefined && <p className="mr-field__error">{error}</p>}
      <Parts isReadOnly={isReadOnly}>
        <ol className="mr-entries">
          {items.map((one, at) => {
            const tools = !isReadOnly && (
              <span className="mr-entry__tools">
                {items.length > 1 && (
                  <>
                    <IconButton
                      small
                      icon="mdi:arrow-up"
                      label={`${t.form.up}: ${t.form.item(at + 1)}`}
                      disabled={at === 0}
                      onClick={() => move(at, -1)}
                    />
                    <IconButton
                      small
                      icon="mdi:arrow-down"
                      label={`${t.form.down}: ${t.form.item(at + 1)}`}
                      disabled={at === items.length - 1}
                      onClick={() => move(at, 1)}
                    />
                  </>
                )}
                {canRemove && (
                  <IconButton
                    small
                    icon="mdi:close"
                    label={`${t.form.remove}: ${t.form.item(at + 1)}`}
                    onClick={() => onChange(items.filter((_, index) => index !== at))}
                  />
                )}
              </span>
            )
            const place = pointer(path, at)
            const isOpen = opened === at
            return (
              // Entries have no identity besides their place.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <li className="mr-entry" key={at} data-path={isNested ? place : undefined}>
                {isNested ? (
                  <>
                    <div className="mr-row">
                      <button
                        type="button"
                        className="mr-entry__head"
                        aria-expanded={isOpen}
                        onClick={() => setOpened(isOpen ? undefined : at)}
                      >
                        <Icon name={isOpen ? 'mdi:chevron-down' : 'mdi:chevron-right'} />
                        <span className="mr-clip">{summaryOf(one) || t.form.item(at + 1)}</span>
                        {hasProblem(problems, place) && (
                          <Icon name="mdi:alert-circle" size={13} className="mr-entry__bad" />
                        )}
                      </button>
                      {tools}
                    </div>
                    {isOpen && (
                      <div className="mr-entry__body">
                        {kind === 'group' ? (
                          <nested.Form
                            schema={item}
                            value={isObject(one) ? one : {}}
                            path={place}
                            onChange={(key, next) => change(at, withKey(one, key, next))}
                          />
                        ) : (
                          <nested.Field
                            label={t.form.item(at + 1)}
                            schema={item}
                            value={one}
                            path={place}
                            onChange={(next) => change(at, next)}
                          />
                        )}
                      </div>
                    )}
                  </>
                ) : (
                  <div className="mr-entry__line">
                    <nested.Field
                      label={t.form.item(at + 1)}
                      schema={item}
                      value={one}
                      path={place}
                      onChange={(next) => change(at, next)}
                    />
                    {tools}
                  </div>
                )}
              </li>
            )
          })}
        </ol>
      </Parts>
      {canAdd && (
        <Button
          small
          icon="mdi:plus"
          onClick={() => {
            onChange([...items, startValue(item)])
            setOpened(items.length)
          }}
        >
          {t.form.addItem}
        </Button>
      )}
    </fieldset>
  )
}

const NAMES = ['label', 'name', 'title', 'output', 'key', 'id', 'value']

function summaryOf(item: unknown): string {
  if (typeof item === 'string') return item.split('\n', 1)[0] ?? ''
  if (!isObject(item)) return ''
  const found = NAMES.map((name) => item[name]).find((text) => typeof text === 'string' && text !== '')
  return typeof found === 'string' ? found : ''
}

function hasProblem(problems: ReadonlyMap<string, string>, path: string): boolean {
  return [...problems.keys()].some((one) => one === path || one.startsWith(`${path}/`))
}
