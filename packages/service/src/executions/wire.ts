/** Shapes that several operations of this feature share. */
import {
  EXECUTION_STATUSES,
  type ExecutionItem,
  type ExecutionStart,
  LOG_LEVELS,
  type LogEntry,
  Type,
  Uuid,
} from '@millrace/model'
import { pageQuery } from '../http/paged-list.ts'
import type { Caller } from '../platform/caller.ts'
import type { StartOptions } from './start-options.ts'
import type { ListedExecution } from './streams/list-changes.ts'

export const ExecutionParams = Type.Object({ id: Uuid })

/** A start as the body of a request asks for it. */
export function startOf(body: ExecutionStart = {}, by: Caller): StartOptions {
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
