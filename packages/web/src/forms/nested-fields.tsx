import { isObject, pointer } from '@millrace/model'
import { type ReactNode, useMemo, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import type { FieldProps } from './field-props.ts'
import { type FieldKind, type FieldSchema, kindOf, SHORT_KINDS, startValue } from './field-schema.ts'
import { FormContext, useForm } from './form-context.tsx'
import { EntryTools, FoldingEntry, LineEntry } from './list-entry.tsx'
import { withKey } from './with-key.ts'

/** A read-only container makes its fields read-only. */
function Parts({ isReadOnly, children }: { isReadOnly: boolean; children: ReactNode }) {
  const form = useForm()
  const inner = useMemo(() => ({ ...form, isReadOnly }), [form, isReadOnly])
  return <FormContext value={inner}>{children}</FormContext>
}

/** A nested object: its fields, indented. */
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

/** Items of these kinds take one line; all others are collapsible. */
const SHORT: ReadonlySet<FieldKind> = new Set([...SHORT_KINDS, 'any'])

/** A list whose items can be added, removed and moved; objects are collapsible. */
export function ListField({ schema, value, path, label, isReadOnly, nested, onChange }: FieldProps) {
  const t = useText()
  const { problems, expressions } = useForm()
  const items = Array.isArray(value) ? value : []
  const [opened, setOpened] = useState<number>()
  const item: FieldSchema = schema.items ?? {}
  const isShort = SHORT.has(kindOf(item))
  const canAdd = !isReadOnly && (schema.maxItems === undefined || items.length < schema.maxItems)
  const canRemove = !isReadOnly && items.length > (schema.minItems ?? 0)
  const change = (at: number, next: unknown) => onChange(items.map((one, index) => (index === at ? next : one)))
  const move = (at: number, by: number) => {
    const next = [...items]
    next.splice(at + by, 0, ...next.splice(at, 1))
    expressions?.move(path, (key) => String(swapped(Number(key), at, at + by)))
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
            const name = t.form.item(at + 1)
            const place = pointer(path, at)
            const remove = () => {
              expressions?.move(path, (key) => without(Number(key), at))
              onChange(items.filter((_, index) => index !== at))
            }
            const tools = !isReadOnly && (
              <EntryTools
                label={name}
                isFirst={at === 0}
                isLast={at === items.length - 1}
                onMove={(by) => move(at, by)}
                onRemove={canRemove ? remove : undefined}
              />
            )
            const entry = {
              label: name,
              schema: item,
              value: one,
              path: place,
              nested,
              tools,
              onChange: (next: unknown) => change(at, next),
            }
            const isOpen = opened === at
            return (
              // Items have no identity besides their index.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <li className="mr-entry" key={at} data-path={isShort ? undefined : place}>
                {isShort ? (
                  <LineEntry {...entry} />
                ) : (
                  <FoldingEntry {...entry} isOpen={isOpen} onToggle={() => setOpened(isOpen ? undefined : at)} />
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

/** The index of an item after two others changed places. */
function swapped(index: number, a: number, b: number): number {
  return index === a ? b : index === b ? a : index
}

/** The index of an item after another one was removed; undefined for the removed one. */
function without(index: number, removed: number): string | undefined {
  return index === removed ? undefined : String(index > removed ? index - 1 : index)
}
