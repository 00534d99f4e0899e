import { useMemo, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { comparePath } from '../navigation/links.ts'
import { usePage } from '../navigation/page-context.tsx'
import type { PageProps } from '../navigation/page-props.ts'
import { goTo } from '../navigation/router.ts'
import { useProjects } from '../projects/use-projects.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState, Spinner } from '../ui/small-parts.tsx'
import { ExecutionTable } from './execution-table.tsx'
import { FilterBar } from './filter-bar.tsx'
import { addressOf, isFiltered, type ListFilter, listFilterOf, NO_FILTER, PAGE_SIZE } from './list-filter.ts'
import { useExecutions, useWorkflowNames } from './use-executions.ts'

/** All executions, newest first, with live updates. */
export function ExecutionsPage({ query }: PageProps) {
  const t = useText()
  const { client } = usePage()
  const choice = useMemo(() => listFilterOf(query), [query])
  const { page, error, isLive, retry } = useExecutions(client, choice)
  const projects = useProjects(client)
  const names = useWorkflowNames(client, page?.items)
  const choose = (change: Partial<ListFilter>) => goTo(addressOf({ ...choice, page: 1, ...change }), { replace: true })
  const [picked, setPicked] = useState<readonly string[]>([])
  const hasFilter = isFiltered(choice)
  return (
    <div className="mr-list-place mr-executions mr-scroll">
      <div className="mr-executions__head">
        <h1>{t.execution.title}</h1>
        {page !== undefined && <LiveMark isLive={isLive && error === undefined} />}
        {projects && (
          <div className="mr-executions__projects">
            <projects.parts.ProjectSwitcher
              list={projects.list}
              chosen={choice.project}
              onChange={(project) => choose({ project, workflow: undefined })}
            />
          </div>
        )}
        <CompareButton picked={picked} />
        <FilterBar choice={choice} names={names} onChange={choose} />
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
          title={hasFilter ? t.execution.noneFit : t.execution.none}
          actions={
            hasFilter && (
              <Button onClick={() => goTo(addressOf(NO_FILTER), { replace: true })}>{t.execution.clearFilters}</Button>
            )
          }
        >
          {hasFilter ? t.execution.noneFitText : t.execution.noneText}
        </EmptyState>
      )}
      {page !== undefined && page.items.length > 0 && (
        <ExecutionTable
          items={page.items}
          names={names}
          picked={picked}
          onPick={(id, isPicked) => {
            const others = picked.filter((one) => one !== id)
            setPicked(isPicked ? [...others, id].slice(-2) : others)
          }}
        />
      )}
      {page?.isPartial === true && <p className="mr-executions__partial">{t.runs.partial}</p>}
      {page !== undefined && <Pager choice={choice} count={page.items.length} total={page.total} />}
    </div>
  )
}

/** Compares the two selected executions, the older one first. */
function CompareButton({ picked }: { picked: readonly string[] }) {
  const t = useText()
  const [first, second] = picked
  if (first === undefined) return null
  return (
    <Button
      icon="mdi:compare-horizontal"
      disabled={second === undefined}
      data-tip={t.runs.compareHint}
      onClick={() => second !== undefined && goTo(comparePath(first, second))}
    >
      {t.runs.compare}
      <span className="mr-badge">{picked.length}/2</span>
    </Button>
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
