/** Shapes that several operations of this feature share. */
import {
  AnyObject,
  DateTime,
  EXECUTION_STATUSES,
  type ExecutionItem,
  LOG_LEVELS,
  type LogEntry,
  type Static,
  Type,
  Uuid,
} from '@millrace/model'
import { pageQuery } from '../http/paged-list.ts'
import type { Caller } from '../identity/caller.ts'
import type { StartOptions } from './executions.ts'
import type { ListedExecution } from './streams/list-changes.ts'

export const ExecutionParams = Type.Object({ id: Uuid })

const MAX_TIMEOUT_SECONDS = 10 * 366 * 24 * 3600

/** Bounds of an execution; the unit of the timeout is that of the operation. */
function runOptions(maxTimeout: number) {
  return Type.Object({
    timeout: Type.Optional(Type.Integer({ minimum: 1, maximum: maxTimeout })),
    maxSteps: Type.Optional(
      Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Step attempts.' }),
    ),
  })
}

const Inputs = Type.Optional(AnyObject)

/** What a start may bring. Unknown nodes in `inputs` are reported in the log, not refused. */
export const StartFields = {
  inputs: Inputs,
  options: Type.Optional(runOptions(MAX_TIMEOUT_SECONDS * 1000)),
  test: Type.Optional(Type.Boolean({ description: 'Use pinned data instead of running the nodes that have it.' })),
  from: Type.Optional(
    Type.Object({
      node: Type.String({ maxLength: 500, description: 'Run from this node on.' }),
      execution: Uuid,
    }),
  ),
}

export const StartBody = Type.Object(StartFields)

/** What the start of an execution that waits may bring; here the timeout is in seconds. */
export const ReleaseBody = Type.Object({ inputs: Inputs, options: Type.Optional(runOptions(MAX_TIMEOUT_SECONDS)) })

/** A start as the body of a request asks for it. */
export function startOf(body: Static<typeof StartBody> = {}, by: Caller): StartOptions {
  const { inputs, options, test, from } = body
  return {
    ...(inputs === undefined ? {} : { inputs }),
    timeoutMs: options?.timeout,
    maxSteps: options?.maxSteps,
    isTest: test,
    from,
    by,
  }
}

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
  ...pageQuery(),
}

export const StatusQuery = { status: Type.Optional(Type.Enum(EXECUTION_STATUSES)) }

export const LogQuery = {
  level: Type.Optional(Type.Enum(LOG_LEVELS)),
  node_id: Type.Optional(Type.String({ maxLength: 500 })),
}

export function itemOf({ id, workflowId, status, createdAt, updatedAt }: ListedExecution): ExecutionItem {
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
