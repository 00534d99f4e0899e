import type { Catalogue, Point, WorkflowSummary } from '@millrace/model'
import { useText } from '../i18n/use-text.ts'
import { goTo } from '../navigation/router.ts'
import type { Projects } from '../projects/use-projects.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/small-parts.tsx'
import type { WorkflowPage } from './home-actions.ts'
import { HomeBar, Pages } from './home-bar.tsx'
import { type HomeQuery, homePath, PAGE_SIZE } from './home-query.ts'
import type { LastRuns } from './last-runs.ts'
import { WorkflowTable } from './workflow-table.tsx'

interface HomeListProps {
  readonly query: HomeQuery
  readonly page: WorkflowPage
  readonly runs: LastRuns
  readonly catalogue: Catalogue | undefined
  /** All existing tags. */
  readonly tags: readonly string[]
  readonly projects: Projects | undefined
  readonly onMenu: (workflow: WorkflowSummary, at: Element | Point) => void
}

/** Filters, the matching workflows, and pagination. */
export function HomeList({ query, page, runs, catalogue, tags, projects, onMenu }: HomeListProps) {
  const { workflows, total } = page
  const t = useText()
  const change = (next: Partial<HomeQuery>) => goTo(homePath({ ...query, page: 1, ...next }), { replace: true })
  // Without a choice of projects, only this button leaves the one of the address.
  const clear = () => change({ search: '', tags: [], project: projects && query.project })
  return (
    <>
      <HomeBar query={query} tags={tags} onQuery={change} />
      {workflows.length > 0 ? (
        <WorkflowTable
          workflows={workflows}
          runs={runs}
          catalogue={catalogue}
          onTag={(tag) => change({ tags: [...new Set([...query.tags, tag])] })}
          projects={query.project === undefined ? projects : undefined}
          onProject={(project) => change({ project })}
          onMenu={onMenu}
        />
      ) : (
        <EmptyState
          icon="mdi:magnify"
          title={t.home.noneFound}
          actions={<Button onClick={clear}>{t.home.clearFilters}</Button>}
        >
          {t.home.noneFoundText}
        </EmptyState>
      )}
      {total > PAGE_SIZE && (
        <Pages page={query.page} size={PAGE_SIZE} total={total} onPage={(next) => change({ page: next })} />
      )}
    </>
  )
}
