import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { classNames } from '../ui/class-names.ts'
import type { PathStep } from './expression-path.ts'
import { MarkedText } from './marked-text.tsx'
import { cellOf, cellText, stepsToCell, type TableData, tableData } from './table-data.ts'
import { dragProps, type ValuePath } from './value-path.ts'
import { type Cell, gridMove } from './view-keys.ts'
import type { ViewProps } from './view-props.ts'

const ROW_HEIGHT = 28
const NUMBER_WIDTH = 56
const MAX_TEXT = 200

/** A list as a table. Only the visible rows are rendered. */
export function TableView({ value: items, label, query, path, onActive }: ViewProps<readonly unknown[]>) {
  const t = useText()
  const id = useId()
  const scroll = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLTableElement>(null)
  const [active, setActive] = useState<Cell>()
  const table = useMemo(() => tableData(items, query), [items, query])
  const { columns, rows } = table
  const widths = useMemo(() => columnWidths(items, table), [items, table])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    // The header covers the top of the scrolled area.
    scrollPaddingStart: ROW_HEIGHT,
  })
  const activate = (to: Cell) => {
    const row = Math.min(Math.max(to.row, 0), rows.length - 1)
    const column = Math.min(Math.max(to.column, 0), columns.length - 1)
    const item = rows[row]
    if (item === undefined) return
    setActive({ row, column })
    onActive({ steps: stepsToCell(item, columns[column]), value: cellOf(items[item], columns[column]) })
    virtual.scrollToIndex(row)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = gridMove(event.key, active ?? { row: 0, column: 0 }, rows.length)
    if (to === undefined) return
    event.preventDefault()
    event.stopPropagation()
    activate(to)
  }
  if (rows.length === 0 && query !== '') return <p className="mr-value__none">{t.nodeData.noMatches}</p>
  const visible = virtual.getVirtualItems()
  const cellId = (cell: Cell) => `${id}-${cell.row}-${cell.column}`
  const isRendered = active !== undefined && visible.some(({ index }) => index === active.row)
  const before = visible[0]?.start ?? 0
  const after = virtual.getTotalSize() - (visible.at(-1)?.end ?? 0)
  return (
    <div ref={scroll} className="mr-value__scroll mr-scroll">
      <table
        ref={grid}
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-activedescendant={isRendered ? cellId(active) : undefined}
        className="mr-grid"
        style={{ minWidth: widths.reduce((sum, width) => sum + width, NUMBER_WIDTH) }}
        onKeyDown={onKeyDown}
        onFocus={() => active === undefined && activate({ row: 0, column: 0 })}
      >
        <colgroup>
          <col style={{ width: NUMBER_WIDTH }} />
          {columns.map((column, at) => (
            // The last column takes the remaining width.
            <col key={column ?? ''} style={{ width: at === columns.length - 1 ? undefined : widths[at] }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className="mr-grid__number">
              #
            </th>
            {columns.map((column) => (
              <th key={column ?? ''} scope="col" className="mr-grid__cell">
                {column ?? t.nodeData.value}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer height={before} />
          {visible.map(({ index }) => {
            const item = rows[index] ?? 0
            return (
              <tr key={item} aria-rowindex={index + 2} className="mr-grid__row">
                <th scope="row" className="mr-grid__number">
                  {item}
                </th>
                {columns.map((column, at) => (
                  <GridCell
                    key={column ?? ''}
                    id={cellId({ row: index, column: at })}
                    value={cellOf(items[item], column)}
                    query={query}
                    isActive={active?.row === index && active.column === at}
                    onClick={() => {
                      activate({ row: index, column: at })
                      // The cell may be unmounted while scrolling; the grid keeps the focus.
                      grid.current?.focus({ preventScroll: true })
                    }}
                    path={path}
                    steps={() => stepsToCell(item, column)}
                  />
                ))}
              </tr>
            )
          })}
          <Spacer height={after} />
        </tbody>
      </table>
    </div>
  )
}

/** Stands for the rows that are not rendered. */
function Spacer({ height }: { height: number }) {
  if (height <= 0) return null
  return (
    <tr>
      <td style={{ height, padding: 0 }} />
    </tr>
  )
}

interface GridCellProps {
  readonly id: string
  readonly value: unknown
  readonly query: string
  readonly isActive: boolean
  readonly onClick: () => void
  readonly path: ValuePath
  readonly steps: () => readonly PathStep[]
}

function GridCell({ id, value, query, isActive, onClick, path, steps }: GridCellProps) {
  const text = cellText(value)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys for its cells
    <td
      id={id}
      role="gridcell"
      tabIndex={-1}
      aria-selected={isActive}
      className={classNames(
        'mr-grid__cell',
        typeof value === 'number' && 'mr-grid__cell--number',
        path.canDrag && 'mr-value__drag',
      )}
      onClick={onClick}
      {...dragProps(path, steps)}
    >
      <MarkedText text={text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text} query={query} />
    </td>
  )
}

const CHARACTER = 7.2
const [MIN_WIDTH, MAX_WIDTH] = [64, 320]
const SAMPLE = 50

/** Columns as wide as their first values, within limits. */
function columnWidths(items: readonly unknown[], { columns, rows }: TableData): number[] {
  const sample = rows.slice(0, SAMPLE)
  return columns.map((column) => {
    const longest = Math.max(
      (column ?? '').length,
      ...sample.map((row) => Math.min(cellText(cellOf(items[row], column)).length, MAX_TEXT)),
    )
    return Math.round(Math.min(Math.max(longest * CHARACTER + 20, MIN_WIDTH), MAX_WIDTH))
  })
}
