/** The rows of executions as lists read them. */
import type { Bind } from '../sql.ts'
import type { ExecutionListItem } from '../store.ts'
import { ANY, type Scope, UNLISTED } from './counts.ts'
import { starterOf, statusOf, triggerOf } from './statuses.ts'

export const COLUMNS = `e.id, w.id AS "workflowId", e.status, e.created_at AS "createdAt", e.updated_at AS "updatedAt",
  e.trigger_kind AS trigger, e.started_by AS "startedBy", e.started_by_kind AS "startedByKind",
  e.started_by_id AS "startedById", e.revision, e.error`
export const SOURCE = 'executions e JOIN execution_workflows w ON w.num = e.workflow'

export interface SummaryRow {
  readonly id: string
  readonly workflowId: string
  readonly status: number
  readonly createdAt: number
  readonly updatedAt: number
  readonly trigger: number
  readonly startedBy: string | null
  readonly startedByKind: number | null
  readonly startedById: string | null
  readonly revision: number | null
  readonly error: string | null
}

/** The conditions of a scope, for executions with a number below `below`. */
export function scopeConditions(scope: Scope, below: number, bind: Bind): string[] {
  const conditions = [`e.num < ${bind(below)}`]
  conditions.push(scope.workflow === ANY ? 'e.workflow > 0' : `e.workflow = ${bind(scope.workflow)}`)
  if (scope.status !== ANY) conditions.push(`e.status = ${bind(scope.status)}`)
  return conditions
}

export function listItemOf({
  id,
  workflowId,
  status,
  trigger,
  startedBy,
  startedByKind,
  startedById,
  revision,
  error,
  ...times
}: SummaryRow): ExecutionListItem {
  const kind = triggerOf(trigger)
  const starter = startedByKind === null ? undefined : starterOf(startedByKind)
  return {
    id,
    workflowId: workflowId === UNLISTED ? '' : workflowId,
    status: statusOf(status),
    ...times,
    ...(kind === undefined ? {} : { trigger: kind }),
    ...(startedBy === null ? {} : { startedBy }),
    ...(starter === undefined || startedById === null ? {} : { startedByKind: starter, startedById }),
    ...(revision === null ? {} : { revision }),
    ...(error === null ? {} : { error }),
  }
}
