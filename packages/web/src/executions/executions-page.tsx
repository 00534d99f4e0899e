import { EXECUTION_STATUSES, type ExecutionItem, isExecutionOver } from '@millrace/model'
import { useMemo } from 'react'
import type { Texts } from '../i18n/texts.ts'
import { useText } from '../i18n/use-text.ts'
import { usePage } from '../navigation/page-context.tsx'
import type { PageProps } from '../navigation/page-props.ts'
import { goTo, hrefOf } from '../navigation/router.ts'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/select.tsx'
import { EmptyState, Spinner } from '../ui/small-parts.tsx'
import { durationText } from '../viewer/durations.ts'
import { Moment } from '../viewer/job-details.tsx'
import { StatusPill } from '../viewer/status-pill.tsx'
import { useClock } from '../viewer/use-clock.ts'
import { addressOf, type ListFilter, listFilterOf, PAGE_SIZE } from './list-filter.ts'
import { useExecutions, useWorkflowNames } from './use-executions.ts'

/** All executions, newest first, with live updates. */
export function ExecutionsPage({ query }: PageProps) {
  const t = useText()
  const { client } = usePage()
  const choice = useMemo(() => listFilterOf(query), [query])
  const { page, error, isLive, retry } = useExecutions(client, choice)
  const names = useWorkflowNames(client, page?.items)
  const choose = (change: Partial<ListFilter>) => goTo(addressOf({ ...choice, page: 1, ...change }), { replace: true })
  const isFiltered = choice.workflow !== undefined || choice.status !== undefined
  return (
    <div className="mr-list-place mr-executions mr-scroll">
      <div className="mr-executions__head">
        <h1>{t.execution.title}</h1>
        {page !== undefined && <LiveMark isLive={isLive && error === undefined} />}
        <Filters choice={choice} names={names} onChange={choose} />
      </div>
      {page === undefined && error === undefined && <Spinner />}
      {error !== undefined && page === undefined && (
        <EmptyState
          icon="mdi:lan-disconnect"
          title={t.execution.failed}
          actions={<Button onClick={retry}>{t.ui.retry}</Button>}
        >
          {error}
        </EmptyState>
      )}
      {page?.items.length === 0 && (
        <EmptyState
          icon="mdi:play-circle-outline"
          title={isFiltered ? t.execution.noneFit : t.execution.none}
          actions={
            isFiltered && (
              <Button onClick={() => choose({ workflow: undefined, status: undefined })}>
                {t.execution.clearFilters}
              </Button>
            )
          }
        >
          {isFiltered ? t.execution.noneFitText : t.execution.noneText}
        </EmptyState>
      )}
      {page !== undefined && page.items.length > 0 && <ExecutionTable items={page.items} names={names} />}
      {page !== undefined && <Pager choice={choice} count={page.items.length} total={page.total} />}
    </div>
  )
}

/** Shows whether the list is live: a dot, with a text if it is not. */
function LiveMark({ isLive }: { isLive: boolean }) {
  const t = useText()
  const text = isLive ? t.viewer.live : t.execution.offline
  return (
    <span className="mr-executions__live" role="status" data-tip={isLive ? text : undefined}>
      <span className={`mr-live-dot mr-live-dot--${isLive ? 'live' : 'polling'}`} />
      <span className={isLive ? 'mr-visually-hidden' : ''}>{text}</span>
    </span>
  )
}

interface FiltersProps {
  readonly choice: ListFilter
  readonly names: ReadonlyMap<string, string>
  readonly onChange: (change: Partial<ListFilter>) => void
}

function Filters({ choice, names, onChange }: FiltersProps) {
  const t = useText()
  const workflows = [...names].filter(([id]) => id !== '').sort(([, a], [, b]) => a.localeCompare(b))
  const isListed = choice.workflow === undefined || names.has(choice.workflow)
  return (
    <div className="mr-executions__filters">
      <Select
        label={t.execution.workflow}
        value={choice.workflow ?? ''}
        options={[
          { value: '', label: t.execution.allWorkflows },
          ...(isListed ? [] : [{ value: choice.workflow, label: choice.workflow }]),
          ...workflows.map(([id, name]) => ({ value: id, label: name })),
        ]}
        onChange={(workflow) => onChange({ workflow: workflow || undefined })}
      />
      <Select
        label={t.execution.status}
        value={choice.status ?? ''}
        options={[
          { value: '', label: t.execution.allStatuses },
          ...EXECUTION_STATUSES.map((status) => ({ value: status, label: t.status.step[status] })),
        ]}
        onChange={(status) => onChange({ status: status || undefined })}
      />
    </div>
  )
}

interface ExecutionTableProps {
  readonly items: readonly ExecutionItem[]
  readonly names: ReadonlyMap<string, string>
}

function ExecutionTable({ items, names }: ExecutionTableProps) {
  const t = useText()
  const now = useClock(items.some(({ status }) => !isExecutionOver(status)))
  return (
    <table className="mr-table mr-executions__table">
      <thead>
        <tr>
          <th scope="col">{t.execution.workflow}</th>
          <th scope="col">{t.execution.status}</th>
          <th scope="col" className="mr-table__wide">
            {t.execution.started}
          </th>
          <th scope="col" className="mr-table__number">
            {t.execution.duration}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id} className="mr-table__row mr-table__row--link">
            <th scope="row">
              <a href={hrefOf(`/executions/${item.id}`)} className="mr-executions__link">
                <span className="mr-clip">{nameOf(item, names, t)}</span>
                <span className="mr-mono mr-muted mr-executions__id">{item.id.slice(-8)}</span>
              </a>
              <span className="mr-executions__when">
                <Moment iso={item.created} />
              </span>
            </th>
            <td>
              <StatusPill status={item.status} />
            </td>
            <td className="mr-table__wide mr-muted">
              <Moment iso={item.created} />
            </td>
            <td className="mr-table__number">{durationText(lastedMs(item, now), t)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function nameOf({ workflow_id }: ExecutionItem, names: ReadonlyMap<string, string>, t: Texts): string {
  return workflow_id === '' ? t.execution.unsaved : (names.get(workflow_id) ?? '…')
}

function lastedMs({ status, created, updated }: ExecutionItem, now: number): number {
  return Math.max(0, (isExecutionOver(status) ? Date.parse(updated) : now) - Date.parse(created))
}

interface PagerProps {
  readonly choice: ListFilter
  readonly count: number
  readonly total: number | undefined
}

function Pager({ choice, count, total }: PagerProps) {
  const t = useText()
  const from = (choice.page - 1) * PAGE_SIZE
  const hasMore = total === undefined ? count === PAGE_SIZE : from + count < total
  if (choice.page === 1 && !hasMore) return null
  return (
    <nav className="mr-executions__pager" aria-label={t.execution.pages}>
      <Button
        small
        icon="mdi:chevron-left"
        disabled={choice.page === 1}
        onClick={() => goTo(addressOf({ ...choice, page: choice.page - 1 }))}
      >
        {t.execution.newer}
      </Button>
      <span className="mr-muted mr-number">{t.execution.page(from + 1, from + count, total)}</span>
      <Button
        small
        icon="mdi:chevron-right"
        disabled={!hasMore}
        onClick={() => goTo(addressOf({ ...choice, page: choice.page + 1 }))}
      >
        {t.execution.older}
      </Button>
    </nav>
  )
}
