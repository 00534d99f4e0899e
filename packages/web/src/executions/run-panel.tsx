/** The run panel: the inputs, the progress of the run, and the details of the selected node. */
import type { Caller } from '@millrace/client'
import { decisiveJobOf, isExecutionOver } from '@millrace/model'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { Client } from '../api/client.ts'
import { useText } from '../i18n/use-text.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { EmptyState } from '../ui/small-parts.tsx'
import { useStore } from '../ui/store.ts'
import { durationText } from '../viewer/durations.ts'
import { Inspector } from '../viewer/inspector.tsx'
import { ErrorNote } from '../viewer/job-details.tsx'
import { LiveStatus } from '../viewer/pipeline-bar.tsx'
import { RunPill } from '../viewer/status-pill.tsx'
import { useClock } from '../viewer/use-clock.ts'
import type { ViewedNode } from '../viewer/viewed-nodes.ts'
import { isOutOfReach } from '../viewer/watch-pipeline.ts'
import { FailureBanner } from './failure-banner.tsx'
import { type LaunchSection, launchProblems } from './launch-fields.ts'
import { LaunchForm } from './launch-form.tsx'
import { RunLimitsForm } from './run-limits-form.tsx'
import { isRunning, type RunSession } from './run-session.ts'

export interface RunPanelProps {
  readonly client: Client
  readonly run: RunSession
  readonly caller?: Caller | undefined
  /** Sections of the form, from `launchSections`. */
  readonly sections: readonly LaunchSection[]
  readonly nodes: readonly ViewedNode[]
  /** Test calls of the webhooks, rendered above the other inputs. */
  readonly testCalls?: ReactNode
  /** Number of nodes with pinned data. */
  readonly pinnedCount: number
  readonly selected: string | undefined
  readonly onSelect: (node: string) => void
  /** Starts the run, optionally at a node. */
  readonly onRun: (from?: string) => void
  readonly onCancel: () => void
  readonly onClose: () => void
  /** True if the outputs of a node are pinned. */
  readonly isPinned: (node: string) => boolean
  readonly onPin?: ((node: string) => void) | undefined
  /** Pins the data that the shown run started with. */
  readonly onUseData?: ((executionId: string) => void) | undefined
  /** Shows the settings of a node instead of the run. */
  readonly onEdit?: ((node: string) => void) | undefined

  /** Link to the executions of the workflow. */
  readonly listHref?: string | undefined
  /** Link to the page of the execution. */
  readonly linkTo?: ((executionId: string) => string) | undefined
}

export function RunPanel(props: RunPanelProps) {
  const t = useText()
  const { client, run, caller, nodes, selected, onSelect, onClose, linkTo } = props
  const state = useStore(run.store, (value) => value)
  const { watched } = state
  return (
    <aside className="mr-run" aria-label={t.execution.runTitle}>
      <RunHead {...props} />
      {isRunning(state) && isOutOfReach(watched) && <LostNote />}
      <Launch {...props} />
      {watched.pipeline === undefined ? (
        <div className="mr-run__none">
          <ErrorNote text={watched.error?.message} />
          {state.executionId === undefined && (
            <EmptyState icon="mdi:play-circle-outline" title={t.execution.nothingYet}>
              {t.execution.nothingYetText}
            </EmptyState>
          )}
        </div>
      ) : (
        <>
          <FailureBanner pipeline={watched.pipeline} nodes={nodes} selected={selected} onSelect={onSelect} />
          <LiveStatus pipeline={watched.pipeline} questions={watched.questions.length} />
          <Inspector
            client={client}
            caller={caller}
            watched={watched}
            nodes={nodes}
            selected={selected}
            onSelect={onSelect}
            onChange={run.refresh}
            startsWithResult
            linkTo={linkTo}
            nodeExtras={(node) => <NodeActions {...props} node={node} />}
          />
        </>
      )}
      <IconButton icon="mdi:close" label={t.execution.close} small className="mr-run__close" onClick={onClose} />
    </aside>
  )
}

/** Without a caller the editor is embedded, and the service checks its token. */
function mayRun(caller: Caller | undefined): boolean {
  return caller === undefined || caller.permissions.includes('run')
}

/** The run with its status and actions. */
function RunHead({ run, caller, linkTo, onRun, onCancel, onUseData }: RunPanelProps) {
  const t = useText()
  const isAllowed = mayRun(caller)
  const state = useStore(run.store, (value) => value)
  const detail = state.watched.pipeline?.detail
  const isBusy = isRunning(state)
  const isLost = isBusy && isOutOfReach(state.watched)
  const now = useClock(isBusy && !isLost)
  const end = detail?.completed ?? (detail && isExecutionOver(detail.status) ? detail.updated : undefined)
  return (
    <div className="mr-run__head">
      {isBusy ? (
        <Button
          look="danger"
          icon="mdi:stop"
          disabled={state.executionId === undefined || state.isStarting}
          onClick={onCancel}
        >
          {t.viewer.cancel}
        </Button>
      ) : (
        <Button
          look="primary"
          icon="mdi:play"
          disabled={!isAllowed}
          data-tip={isAllowed ? undefined : t.runs.mayNotRun}
          onClick={() => onRun()}
        >
          {t.execution.run}
        </Button>
      )}
      {state.isStarting && <span className="mr-muted">{t.execution.starting}</span>}
      {detail !== undefined && (
        <>
          {!isLost && <RunPill detail={detail} />}
          {!isLost && (
            <span className="mr-muted mr-number">
              {durationText(Math.max(0, (end === undefined ? now : Date.parse(end)) - Date.parse(detail.created)), t)}
            </span>
          )}
        </>
      )}
      <span className="mr-grow" />
      {detail !== undefined && linkTo !== undefined && (
        <a
          className="mr-button mr-button--ghost mr-button--icon mr-button--small"
          href={linkTo(detail.id)}
          aria-label={t.execution.openViewer}
          data-tip={t.execution.openViewer}
        >
          <Icon name="mdi:open-in-new" size={15} />
        </a>
      )}
      {detail !== undefined && !isBusy && onUseData !== undefined && (
        <IconButton
          icon="mdi:pin-outline"
          label={t.nodeData.useRun}
          tip={t.nodeData.useRunHint}
          small
          onClick={() => onUseData(detail.id)}
        />
      )}
      {detail !== undefined && !isBusy && (
        <IconButton icon="mdi:eraser" label={t.execution.clear} small onClick={run.clear} />
      )}
    </div>
  )
}

/** Shown instead of the status and the duration, which are those of the moment when the connection was lost. */
function LostNote() {
  const t = useText()
  return (
    <p className="mr-run__lost" role="status">
      <Icon name="mdi:lan-disconnect" size={15} />
      <span>
        {t.saving.run.lost} {t.saving.run.reconnecting}
      </span>
    </p>
  )
}

/** The form is open until a run starts; then it collapses to one line that reopens it. */
function Launch({ client, run, caller, sections, testCalls, pinnedCount, listHref, onRun }: RunPanelProps) {
  const t = useText()
  const state = useStore(run.store, (value) => value)
  const { failure, values, usesPinned, executionId, bounds } = state
  const [isOpen, setOpen] = useState<boolean>()
  const problems = useMemo(() => launchProblems(failure?.details ?? [], sections), [failure, sections])
  const hasInputs = sections.length > 0 || pinnedCount > 0 || testCalls !== undefined
  const isShown = problems.size > 0 || (isOpen ?? (hasInputs && executionId === undefined))
  const form = useRef<HTMLFormElement>(null)
  useFirstField(form, isShown, run)
  return (
    <section className="mr-run__launch">
      <div className="mr-run__fold-row">
        <button type="button" className="mr-run__fold" aria-expanded={isShown} onClick={() => setOpen(!isShown)}>
          <Icon name="mdi:chevron-right" size={15} className="mr-table__arrow" />
          {hasInputs ? t.execution.launch : t.execution.options}
        </button>
        {listHref !== undefined && (
          <a
            className="mr-button mr-button--ghost mr-button--icon mr-button--small"
            href={listHref}
            aria-label={t.runs.executionsOf}
            data-tip={t.runs.executionsOf}
          >
            <Icon name="mdi:format-list-bulleted" size={16} />
          </a>
        )}
      </div>
      {isShown && (
        <form
          ref={form}
          className="mr-run__form mr-scroll"
          onSubmit={(event) => {
            event.preventDefault()
            if (mayRun(caller)) onRun()
          }}
        >
          {/* With several fields, Enter submits a form only if it has a submit button. */}
          <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
          {testCalls}
          <LaunchForm client={client} sections={sections} values={values} problems={problems} onChange={run.setValue} />
          {pinnedCount > 0 && (
            <label className="mr-run__pinned">
              <input
                type="checkbox"
                role="switch"
                className="mr-switch"
                checked={usesPinned}
                onChange={(event) => run.setUsesPinned(event.target.checked)}
              />
              <span>
                {t.execution.usesPinned}
                <span className="mr-field__hint">{t.execution.usesPinnedHint(pinnedCount)}</span>
              </span>
            </label>
          )}
          <RunLimitsForm bounds={bounds} onChange={run.setBounds} />
        </form>
      )}
      <Refusal text={failure === undefined ? undefined : problems.size > 0 ? t.execution.badInputs : failure.message} />
    </section>
  )
}

const FIELDS = 'input:not([type=file]), textarea, [contenteditable=true]'

/** Focuses the first field of a form that appears, or the first invalid one. Touch screens would open a keyboard. */
function useFirstField(form: RefObject<HTMLFormElement | null>, isShown: boolean, run: RunSession): void {
  useEffect(() => {
    // A run that is started by keyboard opens the panel, but needs no field.
    if (!isShown || run.store.get().isStarting || window.matchMedia('(pointer: coarse)').matches) return
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const field = invalid ?? form.current?.querySelector<HTMLElement>(FIELDS)
    field?.focus({ preventScroll: true })
  }, [form, isShown, run])
}

function Refusal({ text }: { text: string | undefined }) {
  return (
    <div role="alert" className="mr-run__refusal">
      <ErrorNote text={text} />
    </div>
  )
}

/** Run actions of one node. */
function NodeActions(props: RunPanelProps & { readonly node: ViewedNode }) {
  const { run, node, caller, onRun, isPinned, onPin, onEdit } = props
  const t = useText()
  const state = useStore(run.store, (value) => value)
  const job = decisiveJobOf(state.watched.pipeline?.detail.jobs.filter((one) => one.node_id === node.id) ?? [])
  const hasPin = isPinned(node.id)
  return (
    <div className="mr-run__acts">
      {onEdit !== undefined && (
        <Button small icon="mdi:cog-outline" onClick={() => onEdit(node.id)}>
          {t.nodeData.editSettings}
        </Button>
      )}
      <Button
        small
        icon="mdi:play-circle-outline"
        disabled={isRunning(state) || !mayRun(caller)}
        data-tip={mayRun(caller) ? t.execution.runFromHint : t.runs.mayNotRun}
        onClick={() => onRun(node.id)}
      >
        {t.execution.runFromHere}
      </Button>
      {onPin !== undefined && (hasPin || job?.output_data !== undefined) && (
        <Button
          small
          icon={hasPin ? 'mdi:pin-off-outline' : 'mdi:pin-outline'}
          data-tip={t.execution.pinHint}
          onClick={() => onPin(node.id)}
        >
          {hasPin ? t.execution.unpin : t.execution.pin}
        </Button>
      )}
    </div>
  )
}
