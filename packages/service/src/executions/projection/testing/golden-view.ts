import type { ExecutionEvent, ExecutionRecord } from '@millrace/engine'
import { foldedGolden, type GoldenView } from '@millrace/engine/testing/golden-files'
import { detailOf, logOf } from '../detail.ts'

/** The client-visible parts of the view of a golden journal, as JSON. */
export function clientView(
  record: ExecutionRecord,
  events: readonly ExecutionEvent[],
): Pick<GoldenView, 'detail' | 'log'> {
  const state = foldedGolden(record, events)
  const { status, job_status_summary, node_statuses, jobs, error, error_code, is_paused } = detailOf(record, state, {
    href: (job) => `/values/${job}`,
  })
  const detail = { status, is_paused, error, error_code, job_status_summary, node_statuses, jobs }
  return JSON.parse(JSON.stringify({ detail, log: logOf(state) }))
}
