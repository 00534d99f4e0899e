import type { Job, NodeStatusRecord } from '../wire/jobs.ts'

/** The job that decides a node's status: the one whose failure ended the run, otherwise the newest. */
export function decisiveJobOf(jobs: readonly Job[]): Job | undefined {
  return jobs.find((job) => job.failed_run === true) ?? jobs.at(-1)
}

/** The status record of a node, from its jobs in the order in which they became known. */
export function nodeStatusOf(jobs: readonly Job[]): NodeStatusRecord {
  const decisive = decisiveJobOf(jobs)
  const counts: Record<string, number> = {}
  for (const { status } of jobs) counts[status] = (counts[status] ?? 0) + 1
  return {
    status: decisive?.status ?? 'idle',
    ...(decisive?.started === undefined ? {} : { last_executed: decisive.started }),
    ...(decisive?.execution_time === undefined ? {} : { execution_time: decisive.execution_time }),
    ...(decisive?.error_message === undefined ? {} : { error: decisive.error_message }),
    executions: jobs.filter((job) => job.execution_count > 0).length,
    status_counts: counts,
  }
}

/** The status records of nodes by their jobs; nodes without jobs keep the record that they have. */
export function nodeStatusesOf(
  jobs: readonly Job[],
  before: Readonly<Record<string, NodeStatusRecord>>,
): Record<string, NodeStatusRecord> {
  const statuses: Record<string, NodeStatusRecord> = { ...before }
  for (const [node, own] of Map.groupBy(jobs, (job) => job.node_id)) statuses[node] = nodeStatusOf(own)
  return statuses
}
