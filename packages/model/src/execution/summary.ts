import type { Job, JobStatusSummary } from './wire.ts'

/** Counts jobs by status; one that is idle waits like one that is pending. */
export function summaryOf(jobs: readonly Job[]): JobStatusSummary {
  const summary = {
    total: jobs.length,
    pending: 0,
    running: 0,
    completed: 0,
    failed: 0,
    cancelled: 0,
    skipped: 0,
    paused: 0,
    interrupted: 0,
  }
  for (const { status } of jobs) summary[status === 'idle' ? 'pending' : status]++
  return summary
}
