import { isExecutionOver, type StepStatus } from '@millrace/model'
import { STATUS_GROUPS, STATUS_ICONS, stepStatusOf } from '../graph/step-status.ts'
import { useText } from '../i18n/use-text.ts'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import type { PipelineState } from './pipeline-state.ts'

/** A status with its icon, in the color of its group. */
export function StatusPill({ status: text, label }: { status: string; label?: string }) {
  const t = useText()
  const status: StepStatus = stepStatusOf(text)
  return (
    <span
      className={classNames('mr-pill', `mr-pill--${STATUS_GROUPS[status]}`, status === 'skipped' && 'mr-pill--skipped')}
      data-tip={status === 'interrupted' && label === undefined ? t.viewer.waitsForAnswer : undefined}
    >
      <Icon name={STATUS_ICONS[status]} size={13} className={status === 'running' ? 'mr-turning' : ''} />
      <span className="mr-pill__text">{label ?? t.status.step[status]}</span>
    </span>
  )
}

/** The status of a run. If all active steps wait for answers it is shown as waiting: "running" would be misleading. */
export function RunPill({ detail }: { detail: PipelineState['detail'] }) {
  const t = useText()
  const { status, is_paused: isPaused, job_status_summary: summary } = detail
  if (isExecutionOver(status)) return <StatusPill status={status} />
  if (detail.stuck !== undefined) return <StuckPill reason={detail.stuck.reason} />
  if (isPaused) return <StatusPill status="paused" />
  const isWaiting = (summary.interrupted ?? 0) > 0 && (summary.running ?? 0) === 0
  return isWaiting ? (
    <StatusPill status="interrupted" label={t.viewer.waitsForAnswer} />
  ) : (
    <StatusPill status={status} />
  )
}

/** An execution that no worker could continue; the reason is its tooltip. */
export function StuckPill({ reason }: { reason: string }) {
  const t = useText()
  return (
    <span className="mr-pill mr-pill--bad" data-tip={t.message(reason)}>
      <Icon name="mdi:alert" size={13} />
      <span className="mr-pill__text">{t.stuck.status}</span>
    </span>
  )
}

/** Only the icon, used next to a name. */
export function StatusIcon({ status: text, size = 15 }: { status: string; size?: number }) {
  const t = useText()
  const status = stepStatusOf(text)
  return (
    <span className={`mr-status-icon mr-status--${STATUS_GROUPS[status]}`} data-tip={t.status.step[status]}>
      <Icon name={STATUS_ICONS[status]} size={size} className={status === 'running' ? 'mr-turning' : ''} />
      <span className="mr-visually-hidden">{t.status.step[status]}</span>
    </span>
  )
}
