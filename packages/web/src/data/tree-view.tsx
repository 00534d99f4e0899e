import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import { MarkedText } from './marked-text.tsx'
import { stepsTo, type TreeRow, treeRows } from './tree-rows.ts'
import { dragProps } from './value-path.ts'
import { treeMove } from './view-keys.ts'
import type { ViewProps } from './view-props.ts'

const ROW_HEIGHT = 24
/** Longer texts are shown in full in the text view. */
const MAX_TEXT = 400

/** A value as a tree. Only the visible rows are rendered. */
export function TreeView({ value, label, query, path, onActive }: ViewProps) {
  const t = useText()
  const id = useId()
  const scroll = useRef<HTMLDivElement>(null)
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [active, setActive] = useState<string>()
  const rows = useMemo(() => treeRows(value, toggled, query), [value, toggled, query])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  })
  const toggle = (row: TreeRow, isOpen: boolean) => {
    if (row.size !== undefined && row.size > 0) setToggled((before) => new Map(before).set(row.id, isOpen))
  }
  const activate = (at: number) => {
    const row = rows[Math.min(Math.max(at, 0), rows.length - 1)]
    if (row === undefined) return
    setActive(row.id)
    onActive({ steps: stepsTo(row), value: row.value })
    virtual.scrollToIndex(rows.indexOf(row))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const move = treeMove(
      event.key,
      rows,
      rows.findIndex((row) => row.id === active),
    )
    if (move === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if ('go' in move) activate(move.go)
    else toggle(move.toggle, move.isOpen)
  }
  if (rows.length === 0 && query !== '') return <p className="mr-value__none">{t.nodeData.noMatches}</p>
  const items = virtual.getVirtualItems()
  const isRendered = items.some(({ index }) => rows[index]?.id === active)
  return (
    <div
      ref={scroll}
      role="tree"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={active !== undefined && isRendered ? `${id}-${active}` : undefined}
      className="mr-value__scroll mr-tree mr-scroll"
      onKeyDown={onKeyDown}
      onFocus={() => active === undefined && activate(0)}
    >
      <div role="none" className="mr-value__rows" style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const row = rows[index]
          if (row === undefined) return null
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys for its rows
            <div
              key={row.id}
              id={`${id}-${row.id}`}
              role="treeitem"
              tabIndex={-1}
              aria-level={row.depth + 1}
              aria-selected={row.id === active}
              aria-expanded={row.size === undefined || row.size === 0 ? undefined : row.isOpen}
              className={classNames('mr-tree__row', path.canDrag && 'mr-value__drag')}
              style={{ transform: `translateY(${start}px)`, paddingLeft: 6 + row.depth * 16 }}
              onClick={() => {
                activate(index)
                if (query === '') toggle(row, !row.isOpen)
                // The row may be unmounted while scrolling; the tree keeps the focus.
                scroll.current?.focus({ preventScroll: true })
              }}
              {...dragProps(path, () => stepsTo(row))}
            >
              <RowContent row={row} query={query} />
            </div>
          )
        })}
      </div>
    </div>
  )
}

function RowContent({ row, query }: { row: TreeRow; query: string }) {
  const t = useText()
  const { step, value, size, isOpen } = row
  return (
    <>
      <Icon
        name="mdi:chevron-right"
        size={14}
        className={classNames(
          'mr-tree__mark',
          isOpen && 'mr-tree__mark--open',
          (size === undefined || size === 0) && 'mr-tree__mark--none',
        )}
      />
      <span className={typeof step === 'number' ? 'mr-tree__index' : 'mr-tree__key'}>
        <MarkedText text={String(step)} query={query} />
      </span>
      {size === undefined ? (
        <span className={`mr-tree__value mr-tree__value--${value === null ? 'null' : typeof value}`}>
          <MarkedText text={scalarText(value)} query={query} />
        </span>
      ) : (
        <span className="mr-tree__size">{Array.isArray(value) ? t.nodeData.items(size) : t.nodeData.fields(size)}</span>
      )}
    </>
  )
}

function scalarText(value: unknown): string {
  if (typeof value !== 'string') return String(value)
  const text = value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value
  return JSON.stringify(text)
}
