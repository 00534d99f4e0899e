/** A running or finished execution: a header, one of several views, and the details panel. */

import type { Caller } from '@millrace/client'
import type { PipelineDetail } from '@millrace/model'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { AuthProvider, Client } from '../api/client.ts'
import type { EndpointConfig } from '../api/endpoint-config.ts'
import { callerIn } from '../api/may-in.ts'
import { useText } from '../i18n/use-text.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { EmptyState, Spinner } from '../ui/small-parts.tsx'
import { TabGroup, TabPanel } from '../ui/tabs.tsx'
import { CustomView } from './custom-view.tsx'
import { Inspector } from './inspector.tsx'
import { MoreJobs } from './more-jobs.tsx'
import { PipelineActions } from './pipeline-actions.tsx'
import { LiveStatus, PipelineBar } from './pipeline-bar.tsx'
import { StuckNotice } from './stuck-notice.tsx'
import { usePipeline } from './use-pipeline.ts'
import { useViewed } from './use-viewed.ts'
import { chosenView, isBuiltIn, type PipelineViewDef, storedView, storeView, TIMELINE_VIEW } from './view-choice.ts'
import { ViewSwitch, viewTabs } from './view-switch.tsx'
import type { ViewedWorkflow } from './viewed-nodes.ts'
import { GraphView } from './views/graph.view.tsx'
import { KanbanView } from './views/kanban.view.tsx'
import { TableView } from './views/table.view.tsx'
import type { Watched } from './watch-pipeline.ts'
import { isOutOfReach } from './watch-pipeline.ts'

export interface PipelineViewerProps {
  readonly client: Client
  readonly pipelineId: string
  /** Loaded from the service if absent. */
  readonly workflow?: ViewedWorkflow | undefined
  /** Views of the host; pass them through `checkedViews` first. */
  readonly views?: readonly PipelineViewDef[] | undefined
  readonly endpointConfig?: EndpointConfig | undefined
  readonly authProvider?: AuthProvider | undefined
  readonly refreshTrigger?: number | undefined
  readonly caller?: Caller | undefined
  /** Rendered at the start of the header. */
  readonly before?: ReactNode
  readonly onRerun?: ((executionId: string) => void) | undefined
  /** Rendered before the actions of the header. */
  readonly actions?: ((detail: PipelineDetail, mayRun: boolean) => ReactNode) | undefined
  /** Link to a child execution. */
  readonly linkTo?: ((executionId: string) => string) | undefined
}

const BUILT_IN = { graph: GraphView, kanban: KanbanView, table: TableView }
const TimelineView = lazyComponent(async () => (await import('./views/timeline.view.tsx')).TimelineView, Spinner)
const NO_VIEWS: readonly PipelineViewDef[] = []
/** Minimum width for a view and the details panel side by side. */
const ROOMY_PX = 860

export function PipelineViewer(props: PipelineViewerProps) {
  const { client, pipelineId, refreshTrigger = 0, before } = props
  const { watched, refresh, loadMoreJobs } = usePipeline(client, pipelineId, refreshTrigger)
  if (watched.pipeline === undefined) return <NotThere watched={watched} before={before} onRetry={refresh} />
  return <Loaded {...props} watched={watched} refresh={refresh} loadMoreJobs={loadMoreJobs} />
}

function NotThere({
  watched: { error },
  before,
  onRetry,
}: {
  watched: Watched
  before: ReactNode
  onRetry: () => void
}) {
  const t = useText()
  const isGone = error?.status === 404 || error?.status === 422
  return (
    <div className="mr-viewer">
      {before !== undefined && <header className="mr-viewer__bar">{before}</header>}
      <div className="mr-viewer__centre">
        {error === undefined ? (
          <Spinner />
        ) : (
          <EmptyState
            icon={isGone ? 'mdi:map-marker-question-outline' : 'mdi:lan-disconnect'}
            title={isGone ? t.viewer.notFound : t.viewer.notLoaded}
            actions={isGone ? undefined : <Button onClick={onRetry}>{t.ui.retry}</Button>}
          >
            {isGone ? t.viewer.notFoundText : error.message}
          </EmptyState>
        )}
      </div>
    </div>
  )
}

interface LoadedProps extends PipelineViewerProps {
  readonly watched: Watched
  readonly refresh: () => void
  readonly loadMoreJobs: () => Promise<void>
}

function Loaded(props: LoadedProps) {
  const t = useText()
  const { client, pipelineId, watched, refresh, linkTo, onRerun, views = NO_VIEWS } = props
  const { pipeline, questions, connection } = watched
  const viewed = useViewed(client, {
    workflow: props.workflow,
    workflowId: pipeline?.detail.workflow_id,
    jobs: pipeline?.detail.jobs ?? [],
  })
  const [chosen, setChosen] = useState(() => chosenView(storedView(), views))
  const [selected, setSelected] = useState<string>()
  const root = useRef<HTMLDivElement>(null)
  const [isRoomy, setRoomy] = useState(true)
  const [isOpen, setOpen] = useState<boolean>()
  useEffect(() => {
    const width = root.current?.getBoundingClientRect().width ?? ROOMY_PX
    setRoomy(width >= ROOMY_PX)
  }, [])
  if (pipeline === undefined) return null
  const { detail } = pipeline
  const hasInspector = isOpen ?? isRoomy
  // Until the workflow is loaded, the permissions in any project count; the service checks every action.
  const caller = callerIn(props.caller, viewed.workflow.project)
  const mayRun = caller === undefined || caller.permissions.includes('run')
  const select = (node: string | undefined) => {
    setSelected(node)
    if (node !== undefined && chosen !== 'table') setOpen(true)
  }
  return (
    <TabGroup
      tabs={viewTabs(views, t)}
      selected={chosen}
      onSelect={(key) => {
        setChosen(key)
        storeView(key)
      }}
    >
      <div className="mr-viewer" ref={root}>
        <PipelineBar
          before={props.before}
          title={viewed.workflow.name || t.viewer.title}
          pipeline={pipeline}
          connection={connection}
          isLost={isOutOfReach(watched)}
        >
          <ViewSwitch />
          <span className="mr-grow" />
          {props.actions?.(detail, mayRun)}
          {mayRun && (
            <PipelineActions
              client={client}
              pipelineId={pipelineId}
              status={detail.status}
              isPaused={detail.is_paused}
              isStuck={detail.stuck !== undefined}
              onDone={refresh}
              onRerun={detail.values_removed === undefined ? onRerun : undefined}
            />
          )}
          <IconButton
            icon={hasInspector ? 'mdi:dock-right' : 'mdi:dock-window'}
            label={hasInspector ? t.viewer.hideInspector : t.viewer.showInspector}
            aria-expanded={hasInspector}
            onClick={() => setOpen(!hasInspector)}
          />
        </PipelineBar>
        <LiveStatus pipeline={pipeline} questions={questions.length} />
        {detail.stuck !== undefined && (
          <StuckNotice client={client} id={pipelineId} stuck={detail.stuck} mayRun={mayRun} onDone={refresh} />
        )}
        <Notices
          watched={watched}
          isStandIn={viewed.isStandIn}
          // The side panel shows the error as well.
          showsError={!hasInspector}
          onAnswer={hasInspector ? undefined : () => setOpen(true)}
        />
        {detail.has_more_jobs === true && (
          <MoreJobs shown={detail.jobs.length} total={detail.jobs_total ?? 0} onMore={props.loadMoreJobs} />
        )}
        <div className="mr-viewer__body">
          <TabPanel className="mr-viewer__view">
            {viewed.isReady ? (
              <CurrentView {...props} viewed={viewed} chosen={chosen} selected={selected} onSelect={select} />
            ) : (
              <div className="mr-viewer__centre">
                <Spinner />
              </div>
            )}
          </TabPanel>
          {hasInspector && (
            <Inspector
              client={client}
              caller={caller}
              watched={watched}
              nodes={viewed.nodes}
              selected={selected}
              onSelect={select}
              onClose={() => setOpen(false)}
              onChange={refresh}
              linkTo={linkTo}
            />
          )}
        </div>
      </div>
    </TabGroup>
  )
}

interface CurrentViewProps extends LoadedProps {
  readonly viewed: ReturnType<typeof useViewed>
  readonly chosen: string
  readonly selected: string | undefined
  readonly onSelect: (node: string | undefined) => void
}

function CurrentView(props: CurrentViewProps) {
  const { client, pipelineId, viewed, chosen, selected, onSelect, linkTo, watched, views = NO_VIEWS } = props
  const { endpointConfig, authProvider, refreshTrigger = 0 } = props
  const own = useMemo(
    () => ({
      pipelineId,
      workflow: viewed.workflow,
      endpointConfig: endpointConfig ?? { baseUrl: client.baseUrl },
      refreshTrigger,
      authProvider,
    }),
    [pipelineId, viewed.workflow, endpointConfig, client, refreshTrigger, authProvider],
  )
  const view = views.find(({ key }) => key === chosen)
  if (view !== undefined) return <CustomView view={view} props={own} />
  if (watched.pipeline === undefined) return null
  if (chosen === TIMELINE_VIEW) {
    return <TimelineView pipeline={watched.pipeline} nodes={viewed.nodes} selected={selected} onSelect={onSelect} />
  }
  const BuiltIn = BUILT_IN[isBuiltIn(chosen) ? chosen : 'graph']
  const { workflow, nodes, catalogue, rules } = viewed
  return (
    <BuiltIn
      {...{ client, workflow, nodes, catalogue, rules, selected, onSelect, linkTo }}
      pipeline={watched.pipeline}
    />
  )
}

interface NoticesProps {
  readonly watched: Watched
  readonly isStandIn: boolean
  readonly showsError: boolean
  readonly onAnswer: (() => void) | undefined
}

/** Important notices, one line each. */
function Notices({ watched: { pipeline, questions, error }, isStandIn, showsError, onAnswer }: NoticesProps) {
  const t = useText()
  const detail = pipeline?.detail
  return (
    <>
      {showsError && detail?.error !== undefined && (
        <Notice tone="error" icon="mdi:alert-circle">
          {t.message(detail.error)}
        </Notice>
      )}
      {questions.length > 0 && onAnswer !== undefined && (
        <Notice tone="info" icon="mdi:hand-back-left-outline">
          <span className="mr-grow">{t.viewer.questionsWaiting(questions.length)}</span>
          <Button small onClick={onAnswer}>
            {t.viewer.answer}
          </Button>
        </Notice>
      )}
      {isStandIn && (
        <Notice tone="plain" icon="mdi:information-outline">
          {t.viewer.workflowGone}
        </Notice>
      )}
      {error !== undefined && (
        <Notice tone="warning" icon="mdi:lan-disconnect">
          {error.message}
        </Notice>
      )}
    </>
  )
}

function Notice({ tone, icon, children }: { tone: string; icon: string; children: ReactNode }) {
  return (
    <div className={`mr-viewer-notice mr-viewer-notice--${tone}`}>
      <Icon name={icon} size={15} />
      {typeof children === 'string' ? <span className="mr-viewer-notice__text">{children}</span> : children}
    </div>
  )
}
