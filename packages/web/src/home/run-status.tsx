import type { ExecutionItem } from '@millrace/model'
import { t } from '../i18n/strings.ts'
import { hrefOf } from '../page/router.ts'
import { Icon } from '../ui/icon.tsx'
import { agoText, momentOf } from './ago.ts'

type Status = ExecutionItem['status']

const ICONS: Readonly<Record<Status, string>> = {
  pending: 'mdi:clock-outline',
  running: 'mdi:progress-clock',
  completed: 'mdi:check-circle',
  failed: 'mdi:alert-circle',
  cancelled: 'mdi:cancel',
}

/** How the newest run of a workflow went, and when; it leads to that run. */
export function RunStatus({ run, now }: { run: ExecutionItem; now: number }) {
  const { status, created, updated } = run
  const time = status === 'running' || status === 'pending' ? created : updated
  return (
    <a
      className="mr-home__run"
      href={hrefOf(`/executions/${run.id}`)}
      data-status={status}
      data-tip={t.home.runAt(t.home.statuses[status], momentOf(time))}
    >
      <Icon name={ICONS[status]} size={15} />
      <span className="mr-home__status">{t.home.statuses[status]}</span>
      <span className="mr-muted mr-clip">{agoText(time, now)}</span>
    </a>
  )
}
