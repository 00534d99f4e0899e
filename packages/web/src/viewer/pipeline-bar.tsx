import { isExecutionOver } from '@millrace/model'
import type { ReactNode } from 'react'
import { useText } from '../i18n/use-text.ts'
import { durationText } from './durations.ts'
import type { PipelineState } from './pipeline-state.ts'
import { RunPill } from './status-pill.tsx'
import { useClock } from './use-clock.ts'
import type { Connection } from './watch-pipeline.ts'

interface PipelineBarProps {
  /** Rendered before the title: a back link. */
  readonly before?: ReactNode
  readonly title: ReactNode
  readonly pipeline: PipelineState
  readonly connection: Connection
  /** True while the service cannot be reached: the duration stands still. */
  readonly isLost: boolean
  readonly children: ReactNode
}

/** The header of the viewer: title, progress, duration and actions. */
export function PipelineBar(props: PipelineBarProps) {
  const t = useText()
  const { before, title, connection, isLost, children } = props
  const { detail, progress } = props.pipeline
  const isOver = isExecutionOver(detail.status)
  const now = useClock(!isOver && !isLost)
  const end = detail.completed ?? (isOver ? detail.updated : undefined)
  const ms = Math.max(0, (end === undefined ? now : Date.parse(end)) - Date.parse(detail.created))
  return (
    <header className="mr-viewer__bar">
      {before}
      <div className="mr-viewer__what">
        <h1 className="mr-clip">{title}</h1>
        <RunPill detail={detail} />
        <span className="mr-muted mr-number">{durationText(ms, t)}</span>
        {!isOver && <ConnectionDot connection={connection} />}
      </div>
      <div className="mr-viewer__acts">{children}</div>
      {!isOver && (
        <div
          className="mr-viewer__progress"
          role="progressbar"
          aria-label={t.viewer.progressLabel}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={progress}
        >
          <span style={{ width: `${Math.max(2, progress)}%` }} />
        </div>
      )}
    </header>
  )
}

function ConnectionDot({ connection }: { connection: Connection }) {
  const t = useText()
  const text = connection === 'live' ? t.viewer.live : connection === 'polling' ? t.viewer.polling : t.viewer.connecting
  return (
    <span className={`mr-live-dot mr-live-dot--${connection}`} data-tip={text}>
      <span className="mr-visually-hidden">{text}</span>
    </span>
  )
}

/** Announces status changes and the end to screen readers. */
export function LiveStatus({ pipeline: { detail }, questions }: { pipeline: PipelineState; questions: number }) {
  const t = useText()
  const { job_status_summary: summary } = detail
  const status = t.status.step[detail.status]
  const text = isExecutionOver(detail.status)
    ? t.viewer.said(status, summary.completed, summary.total)
    : [status, questions > 0 && t.viewer.questionsWaiting(questions)].filter(Boolean).join(', ')
  return (
    <p className="mr-visually-hidden" role="status" aria-live="polite">
      {text}
    </p>
  )
}
