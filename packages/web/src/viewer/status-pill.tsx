import { STATUS_GROUPS, STATUS_ICONS, type StepStatus, stepStatusOf } from '../canvas/step-status.ts'
import { t } from '../i18n/strings.ts'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'

/** A status with its icon and name, in the colour of its group. */
export function StatusPill({ status: told, label }: { status: string; label?: string }) {
  const status: StepStatus = stepStatusOf(told)
  return (
    <span className={classNames('mr-pill', `mr-pill--${STATUS_GROUPS[status]}`)}>
      <Icon name={STATUS_ICONS[status]} size={13} className={status === 'running' ? 'mr-turning' : ''} />
      <span className="mr-pill__text">{label ?? t.viewer.statuses[status]}</span>
    </span>
  )
}

/** Only the icon, for where the name stands beside it. */
export function StatusIcon({ status: told, size = 15 }: { status: string; size?: number }) {
  const status = stepStatusOf(told)
  return (
    <span className={`mr-status-icon mr-status--${STATUS_GROUPS[status]}`} data-tip={t.viewer.statuses[status]}>
      <Icon name={STATUS_ICONS[status]} size={size} className={status === 'running' ? 'mr-turning' : ''} />
      <span className="mr-visually-hidden">{t.viewer.statuses[status]}</span>
    </span>
  )
}
