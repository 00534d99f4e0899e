import { type ExecutionItem, isExecutionOver } from '@millrace/model'
import { useText } from '../i18n/use-text.ts'
import { hrefOf } from '../navigation/router.ts'
import { fullTimeText } from '../ui/date-time-text.ts'
import { relativeTime } from '../ui/relative-time.ts'
import { StatusPill } from '../viewer/status-pill.tsx'

/** Status and time of the last run of a workflow, with a link to it. */
export function RunStatus({ run, now }: { run: ExecutionItem; now: number }) {
  const t = useText()
  const { status, created, updated } = run
  const time = isExecutionOver(status) ? updated : created
  return (
    <a
      className="mr-home__run"
      href={hrefOf(`/executions/${run.id}`)}
      data-status={status}
      data-tip={t.home.runAt(t.status.step[status], fullTimeText(time, t))}
    >
      <StatusPill status={status} />
      <span className="mr-muted mr-clip">{relativeTime(time, now, t)}</span>
    </a>
  )
}
