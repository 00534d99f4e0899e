/** Converts stored records to wire shapes. */

import {
  type ExecutionItem,
  type ExecutionListQuery,
  type ExecutionStart,
  englishOfGerman,
  type LogEntry,
  type LogQuery,
} from '@millrace/model'
import type { ExecutionSearch } from '@millrace/store'
import { badParameter } from '../http/parameters.ts'
import type { Caller } from '../platform/caller.ts'
import { iso } from '../platform/iso.ts'
import type { StartOptions } from './start-options.ts'
import type { ListedExecution } from './streams/list-changes.ts'

/** Start options from the body of a request. */
export function startOf(body: ExecutionStart = {}, caller: Caller): StartOptions {
  const { inputs, options, test, from, version } = body
  return {
    ...(inputs === undefined ? {} : { inputs }),
    timeoutMs: options?.timeout,
    maxSteps: options?.maxSteps,
    isTest: test,
    version,
    from,
    by: caller,
  }
}

export function itemOf(listed: ListedExecution): ExecutionItem {
  const { id, workflowId, status, createdAt, updatedAt, trigger, startedBy, error } = listed
  const { startedByKind, startedById, revision } = listed
  return {
    id,
    workflow_id: workflowId,
    status,
    created: iso(createdAt),
    updated: iso(updatedAt),
    ...(trigger === undefined ? {} : { trigger }),
    ...(startedBy === undefined || startedBy === '' ? {} : { started_by: startedBy }),
    ...(startedByKind === undefined ? {} : { started_by_kind: startedByKind }),
    ...(startedById === undefined ? {} : { started_by_id: startedById }),
    ...(revision === undefined ? {} : { revision }),
    ...(error === undefined ? {} : { error }),
  }
}

/** The search of a list query. Errors are stored in English; a text in the language of the page is found too. */
export function searchOf(
  { trigger, started_by, started_by_kind, started_by_id, revision, error, from, to }: Partial<ExecutionListQuery>,
  language: string,
): ExecutionSearch {
  return {
    ...(trigger === undefined ? {} : { trigger }),
    ...(started_by === undefined ? {} : { startedBy: started_by }),
    ...(started_by_kind === undefined ? {} : { startedByKind: started_by_kind }),
    ...(started_by_id === undefined ? {} : { startedById: started_by_id }),
    ...(revision === undefined ? {} : { revision }),
    ...(error === undefined ? {} : { error }),
    ...(error === undefined || language !== 'de' ? {} : { errorParts: englishOfGerman(error) }),
    ...(from === undefined ? {} : { createdFrom: timeIn('from', from) }),
    ...(to === undefined ? {} : { createdBefore: timeIn('to', to) }),
  }
}

function timeIn(name: string, text: string): number {
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw badParameter(name, 'is not an ISO 8601 time')
  return time
}

/** The log lines that match the query. */
export function chosen(log: readonly LogEntry[], { level, node_id }: LogQuery): LogEntry[] {
  return log.filter(
    (line) => (level === undefined || line.level === level) && (node_id === undefined || line.node_id === node_id),
  )
}
