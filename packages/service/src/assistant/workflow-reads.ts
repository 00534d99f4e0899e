/** What a model may read about a workflow: its problems, and its runs if the caller may read runs. */
import type { Executions } from '../executions/executions.ts'
import type { ExecutionServices } from '../executions/services.ts'
import { type Caller, may } from '../platform/caller.ts'
import type { GraphChecks } from '../workflows/graph-checks.ts'
import type { WorkflowReads } from './tools/assistant-tools.ts'

export interface WorkflowReadsNeeds {
  readonly graphChecks: Pick<GraphChecks, 'problems'>
  readonly executions: Pick<Executions, 'list'>
  readonly details: Pick<ExecutionServices['details'], 'detail'>
}

export function createWorkflowReads({ graphChecks, executions, details }: WorkflowReadsNeeds) {
  return (caller: Caller, workflowId: string): WorkflowReads => ({
    problems: (graph) => graphChecks.problems(graph, { caller: caller.id }),
    ...(may(caller, 'read') && {
      async lastRun(outcome) {
        const status = outcome === 'failed' ? ({ status: 'failed' } as const) : {}
        const { items } = await executions.list({ workflowId, ...status, limit: 1, offset: 0 })
        return items[0] && details.detail(items[0].id)
      },
    }),
  })
}
