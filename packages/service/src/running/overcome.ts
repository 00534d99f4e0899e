/**
 * An error that a later attempt got over: the history keeps it with its step, and the log has a line about it, but a job
 * that is completed shows none.
 */
import type { Update } from '@millrace/engine'
import type { Job, NodeStatusRecord, PipelineDetail } from '@millrace/model'

export function detailWithoutOvercome(detail: PipelineDetail): PipelineDetail {
  const statuses = Object.entries(detail.node_statuses).map(([id, status]) => [id, withoutError(status)])
  return { ...detail, jobs: detail.jobs.map(jobWithoutOvercome), node_statuses: Object.fromEntries(statuses) }
}

export function updateWithoutOvercome(update: Update): Update {
  return { ...update, jobs: update.jobs.map(jobWithoutOvercome) }
}

export function jobWithoutOvercome(job: Job): Job {
  if (job.status !== 'completed' || job.error_message === undefined) return job
  const { error_message: _, error_code: __, ...rest } = job
  return rest
}

function withoutError(record: NodeStatusRecord): NodeStatusRecord {
  if (record.status !== 'completed' || record.error === undefined) return record
  const { error: _, ...rest } = record
  return rest
}
