import { STEP_STATUSES } from '../statuses.ts'
import type { Job, JobStatusSummary } from '../wire/jobs.ts'

/** The summary of jobs that are counted by status; idle jobs count as pending. */
export function summaryOfCounts(counts: Readonly<Record<string, number>>): JobStatusSummary {
  const summary = {
    total: 0,
    pending: 0,
    running: 0,
    completed: 0,
    failed: 0,
    cancelled: 0,
    skipped: 0,
    paused: 0,
    interrupted: 0,
  }
  for (const [status, count] of Object.entries(counts)) {
    const key = status === 'idle' ? 'pending' : status
    if (isCounted(key)) summary[key] += count
    summary.total += count
  }
  return summary
}

function isCounted(status: string): status is Exclude<keyof JobStatusSummary, 'total'> {
  return STEP_STATUSES.some((known) => known === status && known !== 'idle')
}

/** The summary of jobs. */
export function summaryOf(jobs: readonly Pick<Job, 'status'>[]): JobStatusSummary {
  const counts: Record<string, number> = {}
  for (const { status } of jobs) counts[status] = (counts[status] ?? 0) + 1
  return summaryOfCounts(counts)
}
