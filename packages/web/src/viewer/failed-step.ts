import type { Job } from '@millrace/model'

/**
 * The job that failed the run. Inside loops this is the failed node, not the loops around it, which started earlier. A
 * tool has no step of its own, so the job of the agent counts.
 */
export function failedStepOf(jobs: readonly Job[]): Job | undefined {
  const steps = jobs.filter((job) => job.tool_of === undefined)
  return steps.findLast((job) => job.failed_run === true) ?? steps.findLast((job) => job.status === 'failed')
}
