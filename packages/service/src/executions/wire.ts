/** Converts stored records to wire shapes. */
import type { ExecutionItem, ExecutionStart, LogEntry, LogQuery } from '@millrace/model'
import type { Caller } from '../platform/caller.ts'
import type { StartOptions } from './start-options.ts'
import type { ListedExecution } from './streams/list-changes.ts'

/** Start options from the body of a request. */
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

export function itemOf({ id, workflowId, status, createdAt, updatedAt }: ListedExecution): ExecutionItem {
  return { id, workflow_id: workflowId, status, created: iso(createdAt), updated: iso(updatedAt) }
}

/** The log lines that match the query. */
export function chosen(log: readonly LogEntry[], { level, node_id }: LogQuery): LogEntry[] {
  return log.filter(
    (line) => (level === undefined || line.level === level) && (node_id === undefined || line.node_id === node_id),
  )
}

export function iso(time: number): string {
  return new Date(time).toISOString()
}
