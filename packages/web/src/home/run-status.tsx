import type { ExecutionItem } from '@millrace/model'
import { t } from '../i18n/strings.ts'
import { hrefOf } from '../navigation/router.ts'
import { agoText, momentOf } from '../ui/relative-time.ts'
import { StatusPill } from '../viewer/status-pill.tsx'

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
      <StatusPill status={status} label={t.home.statuses[status]} />
      <span className="mr-muted mr-clip">{agoText(time, now)}</span>
    </a>
  )
}
