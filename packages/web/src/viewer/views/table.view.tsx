import { Fragment, useId, useMemo, useState } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { durationOf, durationText } from '../durations.ts'
import { Moment } from '../job-details.tsx'
import { NodeDetails } from '../node-details.tsx'
import { StatusPill } from '../status-pill.tsx'
import {
  BY_ACTIVITY,
  nextOrder,
  type SortKey,
  type SortOrder,
  sortedRows,
  type TableRow,
  tableRows,
} from '../table-rows.ts'
import { useClock } from '../use-clock.ts'
import type { BuiltInViewProps } from './view-props.ts'

type TableViewProps = Pick<BuiltInViewProps, 'client' | 'pipeline' | 'nodes' | 'selected' | 'onSelect' | 'linkTo'>

const COLUMNS: readonly (readonly [key: SortKey, className?: string])[] = [
  ['node'],
  ['type', 'mr-table__wide'],
  ['status'],
  ['duration', 'mr-table__number'],
  ['lastExecuted', 'mr-table__wide'],
]

/** Nodes sorted by activity or by a column; each row expands to its details. */
export function TableView({ client, pipeline, nodes, selected, onSelect, linkTo }: TableViewProps) {
  const t = useText()
  const { detail, drafts } = pipeline
  const [order, setOrder] = useState(BY_ACTIVITY)
  const rows = useMemo(() => sortedRows(tableRows(detail, nodes), order), [detail, nodes, order])
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const now = useClock(rows.some(({ status }) => status === 'running'))
  const toggle = (node: string) => {
    const next = new Set(open)
    if (!next.delete(node)) next.add(node)
    setOpen(next)
  }
  return (
    <div className="mr-table-view mr-scroll">
      <table className="mr-table">
        <thead>
          <tr>
            {COLUMNS.map(([key, className]) => (
              <ColumnHead
                key={key}
                name={t.viewer[key]}
                className={className}
                sort={key}
                order={order}
                onSort={setOrder}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={row.node.id}
              row={row}
              now={now}
              isOpen={open.has(row.node.id)}
              isSelected={row.node.id === selected}
              onToggle={() => toggle(row.node.id)}
              onSelect={() => onSelect(row.node.id)}
            >
              <NodeDetails client={client} row={row} drafts={drafts} linkTo={linkTo} />
            </Row>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface ColumnHeadProps {
  readonly name: string
  readonly className: string | undefined
  readonly sort: SortKey
  readonly order: SortOrder
  readonly onSort: (order: SortOrder) => void
}

/** The head of a column: a click sorts by it, and an arrow shows the order. */
function ColumnHead({ name, className, sort, order, onSort }: ColumnHeadProps) {
  const isSorted = order.key === sort
  const direction = order.isDescending ? 'descending' : 'ascending'
  return (
    <th scope="col" className={className} aria-sort={isSorted ? direction : undefined}>
      <button type="button" className="mr-table__sort" onClick={() => onSort(nextOrder(order, sort))}>
        {name}
        {isSorted && <Icon name={order.isDescending ? 'mdi:arrow-down' : 'mdi:arrow-up'} size={13} />}
      </button>
    </th>
  )
}

interface RowProps {
  readonly row: TableRow
  readonly now: number
  readonly isOpen: boolean
  readonly isSelected: boolean
  readonly onToggle: () => void
  readonly onSelect: () => void
  readonly children: React.ReactNode
}

function Row({ row, now, isOpen, isSelected, onToggle, onSelect, children }: RowProps) {
  const t = useText()
  const { node, status, job, rounds, toolCalls } = row
  const id = useId()
  const ms = status === 'running' && job !== undefined ? durationOf(job, now) : row.durationMs
  const calls = rounds.length > 1 && rounds.some((one) => one.tool_of !== undefined)
  return (
    <Fragment>
      <tr
        className={classNames(
          'mr-table__row',
          isSelected && 'mr-table__row--selected',
          status === 'skipped' && 'mr-table__row--skipped',
        )}
        onClick={onSelect}
      >
        <th scope="row">
          <button
            type="button"
            className="mr-table__toggle"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            aria-label={isOpen ? t.viewer.collapse(node.title) : t.viewer.expand(node.title)}
            onClick={(event) => {
              event.stopPropagation()
              onToggle()
            }}
          >
            <Icon name="mdi:chevron-right" size={16} className="mr-table__arrow" />
            <span className="mr-card__tile" style={{ '--node-color': node.color } as React.CSSProperties}>
              <Icon name={node.icon} size={14} />
            </span>
            <span className="mr-clip">{node.title}</span>
          </button>
          {rounds.length > 1 && (
            <span className="mr-badge">{calls ? t.viewer.calls(rounds.length) : t.viewer.rounds(rounds.length)}</span>
          )}
          {toolCalls.length > 0 && <span className="mr-badge">{t.viewer.calls(toolCalls.length)}</span>}
        </th>
        <td className="mr-table__wide mr-table__type mr-muted">{node.typeName}</td>
        <td>
          <StatusPill status={status} />
        </td>
        <td className="mr-table__number">{ms === undefined ? '' : durationText(ms, t)}</td>
        <td className="mr-table__wide mr-muted">
          {row.lastExecuted === undefined ? '' : <Moment iso={row.lastExecuted} />}
        </td>
      </tr>
      {isOpen && (
        <tr id={id} className="mr-table__details">
          <td colSpan={5}>{children}</td>
        </tr>
      )}
    </Fragment>
  )
}
