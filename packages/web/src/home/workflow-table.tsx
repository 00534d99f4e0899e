import type { Catalogue, Point, WorkflowSummary } from '@millrace/model'
import { useEffect, useMemo, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { hrefOf } from '../navigation/router.ts'
import type { Projects } from '../projects/use-projects.ts'
import { IconButton } from '../ui/button.tsx'
import { fullTimeText } from '../ui/date-time-text.ts'
import { relativeTime } from '../ui/relative-time.ts'
import type { LastRuns } from './last-runs.ts'
import { RunStatus } from './run-status.tsx'
import { StateBadges } from './state-badges.tsx'
import { Thumbnail } from './thumbnail.tsx'
import { lookIn, miniatureOfSummary } from './thumbnail-shapes.ts'

interface WorkflowTableProps {
  readonly workflows: readonly WorkflowSummary[]
  readonly runs: LastRuns
  /** Catalogue for the appearance of nodes; thumbnails are plain until it is loaded. */
  readonly catalogue: Catalogue | undefined
  readonly onTag: (tag: string) => void
  /** Given if the rows show their project. */
  readonly projects: Projects | undefined
  readonly onProject: (project: string) => void
  readonly onMenu: (workflow: WorkflowSummary, at: Element | Point) => void
}

/** The workflows of a page, one per row. The whole row links to the editor. */
export function WorkflowTable({ workflows, ...shared }: WorkflowTableProps) {
  const t = useText()
  const now = useNow()
  return (
    <table className="mr-home__table">
      <thead>
        <tr>
          <th scope="col">{t.home.columns.name}</th>
          <th scope="col">{t.home.columns.nodes}</th>
          <th scope="col">{t.home.columns.lastRun}</th>
          <th scope="col">{t.home.columns.changed}</th>
          <th scope="col">
            <span className="mr-visually-hidden">{t.home.columns.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {workflows.map((workflow) => (
          <Row key={workflow.id} workflow={workflow} now={now} {...shared} />
        ))}
      </tbody>
    </table>
  )
}

const MAX_TAGS = 4

interface RowProps extends Omit<WorkflowTableProps, 'workflows'> {
  readonly workflow: WorkflowSummary
  readonly now: number
}

function Row({ workflow, runs, catalogue, now, projects, onTag, onProject, onMenu }: RowProps) {
  const t = useText()
  const { id, name, description, tags, thumbnail, updated_at } = workflow
  const mini = useMemo(() => miniatureOfSummary(thumbnail, lookIn(catalogue)), [thumbnail, catalogue])
  const run = runs.get(id)
  return (
    <tr
      className="mr-home__row"
      onContextMenu={(event) => {
        event.preventDefault()
        onMenu(workflow, { x: event.clientX, y: event.clientY })
      }}
    >
      <td>
        <div className="mr-home__name">
          <span className="mr-home__mini">
            <Thumbnail graph={mini} />
          </span>
          <div className="mr-home__words">
            <div className="mr-row">
              <a className="mr-home__link mr-clip" href={hrefOf(`/workflows/${id}`)}>
                {name}
              </a>
              <StateBadges workflow={workflow} />
              {projects && (
                <projects.parts.ProjectTag list={projects.list} id={workflow.project} onChoose={onProject} />
              )}
              {tags.slice(0, MAX_TAGS).map((tag) => (
                <button key={tag} type="button" className="mr-home__tag" onClick={() => onTag(tag)}>
                  {tag}
                </button>
              ))}
            </div>
            {description !== '' && <p className="mr-muted mr-clip">{description}</p>}
          </div>
        </div>
      </td>
      <td className="mr-muted">{workflow.node_count}</td>
      <td>
        {run !== undefined && <RunStatus run={run} now={now} />}
        {run === undefined && <span className="mr-muted">{t.home.neverRun}</span>}
      </td>
      <td className="mr-muted">
        <time dateTime={updated_at} data-tip={fullTimeText(updated_at, t)}>
          {relativeTime(updated_at, now, t)}
        </time>
      </td>
      <td>
        <IconButton
          icon="mdi:dots-horizontal"
          label={t.home.more(name)}
          aria-haspopup="menu"
          onClick={(event) => onMenu(workflow, event.currentTarget)}
        />
      </td>
    </tr>
  )
}

/** The current time, so that relative times stay correct. */
function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 20_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
