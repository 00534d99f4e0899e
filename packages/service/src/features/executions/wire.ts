/** Shapes that several operations of this feature share. */
import {
  AnyObject,
  DateTime,
  EXECUTION_STATUSES,
  type ExecutionItem,
  LOG_LEVELS,
  type LogEntry,
  Type,
  Uuid,
} from '@millrace/model'
import type { ExecutionHead } from '@millrace/store'

export const ExecutionParams = Type.Object({ id: Uuid })

/** Bounds of an execution: the unit of the timeout is that of the operation. */
export const RunOptions = Type.Object({
  timeout: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  maxSteps: Type.Optional(
    Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Step attempts.' }),
  ),
})

/** What a start may bring. Unknown nodes in `inputs` are reported in the log, not refused. */
export const StartBody = Type.Object({
  inputs: Type.Optional(AnyObject),
  options: Type.Optional(RunOptions),
  test: Type.Optional(Type.Boolean({ description: 'Use pinned data instead of running the nodes that have it.' })),
  from: Type.Optional(
    Type.Object({
      node: Type.String({ description: 'Run from this node on.' }),
      execution: Uuid,
    }),
  ),
})

export const Started = Type.Object(
  {
    execution_id: Uuid,
    pipelineId: Uuid,
    status: Type.Enum(EXECUTION_STATUSES),
    started_at: DateTime,
    estimated_completion: DateTime,
  },
  { $id: 'StartedExecution' },
)

export const PageQuery = {
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
  offset: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 }),
}

export const StatusQuery = { status: Type.Optional(Type.Enum(EXECUTION_STATUSES)) }

export const LogQuery = {
  level: Type.Optional(Type.Enum(LOG_LEVELS)),
  node_id: Type.Optional(Type.String({ maxLength: 500 })),
}

export function itemOf({ id, workflowId, status, createdAt, updatedAt }: ExecutionHead): ExecutionItem {
  return { id, workflow_id: workflowId, status, created: iso(createdAt), updated: iso(updatedAt) }
}

/** The lines of a log that a caller asked for. */
export function chosen(log: readonly LogEntry[], { level, node_id }: { level?: string; node_id?: string }): LogEntry[] {
  return log.filter(
    (line) => (level === undefined || line.level === level) && (node_id === undefined || line.node_id === node_id),
  )
}

export function iso(time: number): string {
  return new Date(time).toISOString()
}
