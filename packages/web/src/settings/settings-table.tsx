import type { ReactNode } from 'react'
import type { Texts } from '../i18n/texts.ts'
import { fullTimeText } from '../ui/date-time-text.ts'
import { relativeTime } from '../ui/relative-time.ts'
import { EmptyState } from '../ui/small-parts.tsx'
import { WhenLoaded } from './part-frame.tsx'
import type { Loaded } from './use-loaded.ts'

export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row, now: number) => ReactNode
  /** Shown in a muted color. */
  readonly isMuted?: true
  readonly className?: string
  readonly tip?: (row: Row) => string
}

interface SettingsTableProps<Row> {
  readonly loaded: Loaded<readonly Row[]>
  readonly onRetry: () => void
  /** Shown instead of an empty table. */
  readonly empty: { readonly icon: string; readonly title: string; readonly text: string }
  readonly columns: readonly Column<Row>[]
  readonly actions?: { readonly title: string; readonly of: (row: Row) => ReactNode }
}

/** A table of loaded rows with actions at the end of each row. */
export function SettingsTable<Row extends { readonly id: string }>(props: SettingsTableProps<Row>) {
  const { loaded, onRetry, empty } = props
  return (
    <WhenLoaded loaded={loaded} onRetry={onRetry}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState icon={empty.icon} title={empty.title}>
            {empty.text}
          </EmptyState>
        ) : (
          <Table {...props} rows={rows} />
        )
      }
    </WhenLoaded>
  )
}

type TableProps<Row> = Pick<SettingsTableProps<Row>, 'columns' | 'actions'> & { readonly rows: readonly Row[] }

function Table<Row extends { readonly id: string }>({ rows, columns, actions }: TableProps<Row>) {
  const now = Date.now()
  return (
    <table className="mr-settings__table">
      <thead>
        <tr>
          {columns.map(({ title }) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
          {actions && (
            <th scope="col">
              <span className="mr-visually-hidden">{actions.title}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            {columns.map(({ title, cell, isMuted, className, tip }) => (
              <td
                key={title}
                className={[isMuted && 'mr-muted', className].filter(Boolean).join(' ') || undefined}
                data-tip={tip?.(row)}
              >
                {cell(row, now)}
              </td>
            ))}
            {actions && <td className="mr-settings__actions">{actions.of(row)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A relative time with the exact time as tooltip. */
export function timeColumn<Row>(title: string, at: (row: Row) => string, t: Texts): Column<Row> {
  return {
    title,
    cell: (row, now) => relativeTime(at(row), now, t),
    isMuted: true,
    tip: (row) => fullTimeText(at(row), t),
  }
}
