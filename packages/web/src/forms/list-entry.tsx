/** One item of a list field: short values take one line, all others are collapsible. */
import { isObject } from '@millrace/model'
import type { ReactNode } from 'react'
import { useText } from '../i18n/use-text.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import type { NestedForms, SchemaFieldProps } from './field-props.ts'
import { kindOf } from './field-schema.ts'
import { useForm } from './form-context.tsx'
import { hasProblem } from './form-sections.ts'
import { withKey } from './with-key.ts'

interface EntryProps extends SchemaFieldProps {
  readonly nested: NestedForms
  /** The buttons next to the item. */
  readonly tools: ReactNode
}

export function LineEntry({ nested, tools, ...field }: EntryProps) {
  return (
    <div className="mr-entry__line">
      <nested.Field {...field} />
      {tools}
    </div>
  )
}

interface FoldingEntryProps extends EntryProps {
  readonly isOpen: boolean
  readonly onToggle: () => void
}

export function FoldingEntry({ nested, tools, isOpen, onToggle, ...field }: FoldingEntryProps) {
  const { problems } = useForm()
  const { label, schema, value, path, onChange } = field
  return (
    <>
      <div className="mr-row">
        <button type="button" className="mr-entry__head" aria-expanded={isOpen} onClick={onToggle}>
          <Icon name={isOpen ? 'mdi:chevron-down' : 'mdi:chevron-right'} />
          <span className="mr-clip">{summaryOf(value) || label}</span>
          {hasProblem(problems, path) && <Icon name="mdi:alert-circle" size={13} className="mr-entry__bad" />}
        </button>
        {tools}
      </div>
      {isOpen && (
        <div className="mr-entry__body">
          {kindOf(schema) === 'group' ? (
            <nested.Form
              schema={schema}
              value={isObject(value) ? value : {}}
              path={path}
              onChange={(key, next) => onChange(withKey(value, key, next))}
            />
          ) : (
            <nested.Field {...field} />
          )}
        </div>
      )}
    </>
  )
}

interface EntryToolsProps {
  /** Name of the item, for the labels of its buttons. */
  readonly label: string
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onMove: (by: -1 | 1) => void
  /** Undefined if the list has its minimum length. */
  readonly onRemove: (() => void) | undefined
}

export function EntryTools({ label, isFirst, isLast, onMove, onRemove }: EntryToolsProps) {
  const t = useText()
  const isOnly = isFirst && isLast
  return (
    <span className="mr-entry__tools">
      {!isOnly && (
        <>
          <IconButton
            small
            icon="mdi:arrow-up"
            label={`${t.form.up}: ${label}`}
            disabled={isFirst}
            onClick={() => onMove(-1)}
          />
          <IconButton
            small
            icon="mdi:arrow-down"
            label={`${t.form.down}: ${label}`}
            disabled={isLast}
            onClick={() => onMove(1)}
          />
        </>
      )}
      {onRemove !== undefined && (
        <IconButton small icon="mdi:close" label={`${t.form.remove}: ${label}`} onClick={onRemove} />
      )}
    </span>
  )
}

const NAMES = ['label', 'name', 'title', 'output', 'key', 'id', 'value']

function summaryOf(item: unknown): string {
  if (typeof item === 'string') return item.split('\n', 1)[0] ?? ''
  if (!isObject(item)) return ''
  const found = NAMES.map((name) => item[name]).find((text) => typeof text === 'string' && text !== '')
  return typeof found === 'string' ? found : ''
}
