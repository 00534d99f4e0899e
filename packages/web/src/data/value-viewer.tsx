/** A structured or long value as table, tree or text, with search, copy and download. Loaded on first use. */
import { useDeferredValue, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { IconButton } from '../ui/button.tsx'
import { downloadText, fileNameOf } from '../ui/download.ts'
import { SearchInput } from '../ui/small-parts.tsx'
import { expressionPath } from './expression-path.ts'
import { isTabular } from './table-data.ts'
import { TableView } from './table-view.tsx'
import { TextView } from './text-view.tsx'
import { sizeOf } from './tree-rows.ts'
import { TreeView } from './tree-view.tsx'
import { useCopy } from './use-copy.ts'
import type { ValuePath } from './value-path.ts'
import { valueText } from './value-text.ts'
import type { ActiveValue } from './view-props.ts'

export interface ValueViewerProps {
  readonly name: string
  readonly value: unknown
  readonly path: ValuePath
}

type Mode = 'table' | 'tree' | 'text'

const ICONS = { table: 'mdi:table', tree: 'mdi:file-tree-outline', text: 'mdi:text' } as const

export function ValueViewer({ name, value, path }: ValueViewerProps) {
  const t = useText()
  const modes = modesOf(value)
  const [chosen, setChosen] = useState<Mode>()
  const mode = chosen !== undefined && modes.includes(chosen) ? chosen : (modes[0] ?? 'text')
  const [query, setQuery] = useState('')
  const [match, setMatch] = useState(0)
  const [active, setActive] = useState<{ readonly of: unknown; readonly at: ActiveValue }>()
  const deferred = useDeferredValue(query)
  const shared = { label: name, query: deferred, path, onActive: (at: ActiveValue) => setActive({ of: value, at }) }
  return (
    <div className="mr-value">
      <div className="mr-value__bar">
        {modes.length > 1 && (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row in all browsers
          <div role="group" aria-label={`${t.nodeData.view}: ${name}`} className="mr-value__modes">
            {modes.map((one) => (
              <IconButton
                key={one}
                small
                icon={ICONS[one]}
                label={t.nodeData[one]}
                aria-pressed={one === mode}
                onClick={() => {
                  setChosen(one)
                  setActive(undefined)
                }}
              />
            ))}
          </div>
        )}
        <Size value={value} />
        <span className="mr-grow" />
        <SearchInput
          value={query}
          label={t.nodeData.searchIn(name)}
          onChange={(next) => {
            setQuery(next)
            setMatch(0)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            setMatch((before) => before + 1)
          }}
        />
        <Actions name={name} value={value} />
      </div>
      {mode === 'table' && Array.isArray(value) && <TableView {...shared} value={value} />}
      {mode === 'tree' && <TreeView {...shared} value={value} />}
      {mode === 'text' && <TextView value={value} label={name} query={deferred} match={match} />}
      {mode !== 'text' && active !== undefined && active.of === value && <ActiveBar active={active.at} path={path} />}
    </div>
  )
}

/** The views of a value, the best one first. */
function modesOf(value: unknown): readonly Mode[] {
  if (isTabular(value)) return ['table', 'tree', 'text']
  if (Array.isArray(value)) return ['tree', 'table', 'text']
  return typeof value === 'object' && value !== null ? ['tree', 'text'] : ['text']
}

function Size({ value }: { value: unknown }) {
  const t = useText()
  const size = sizeOf(value)
  if (size === undefined) return null
  return (
    <span className="mr-value__size">{Array.isArray(value) ? t.nodeData.items(size) : t.nodeData.fields(size)}</span>
  )
}

function Actions({ name, value }: { name: string; value: unknown }) {
  const t = useText()
  const copy = useCopy()
  const isText = typeof value === 'string'
  return (
    <>
      <IconButton
        small
        icon="mdi:content-copy"
        label={t.nodeData.copyAll(name)}
        onClick={() => copy(valueText(value))}
      />
      <IconButton
        small
        icon="mdi:download-outline"
        label={t.nodeData.download(name)}
        onClick={() =>
          downloadText(
            `${fileNameOf(name, 'value')}.${isText ? 'txt' : 'json'}`,
            valueText(value),
            isText ? 'text/plain' : 'application/json',
          )
        }
      />
    </>
  )
}

/** The selected value inside the shown one, with its path. */
function ActiveBar({ active, path }: { active: ActiveValue; path: ValuePath }) {
  const t = useText()
  const copy = useCopy()
  const text = expressionPath(path.start, active.steps)
  return (
    <div className="mr-value__active">
      <code className="mr-clip mr-grow" data-tip={path.canDrag ? t.nodeData.dragHint : text}>
        {text}
      </code>
      <IconButton small icon="mdi:code-braces" label={t.nodeData.copyPath} onClick={() => copy(text)} />
      <IconButton
        small
        icon="mdi:content-copy"
        label={t.nodeData.copyValue}
        onClick={() => copy(valueText(active.value))}
      />
    </div>
  )
}
