/** The last execution of each visible workflow. */
import type { ExecutionItem, WorkflowSummary } from '@millrace/model'

export type LastRuns = ReadonlyMap<string, ExecutionItem>

/** The last runs of a page of workflows. */
export function lastRunsOf(workflows: readonly WorkflowSummary[]): LastRuns {
  return new Map(workflows.flatMap(({ id, last_run }) => (last_run === null ? [] : [[id, last_run] as const])))
}

/** Adds an updated execution unless a newer one of its workflow is known. */
export function withRun(runs: LastRuns, item: ExecutionItem): LastRuns {
  const before = runs.get(item.workflow_id)
  const isNewer =
    before === undefined || before.id === item.id || Date.parse(item.created) >= Date.parse(before.created)
  return isNewer ? new Map(runs).set(item.workflow_id, item) : runs
}
