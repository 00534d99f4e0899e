/** Tool calls of agents as jobs. An agent records them in the notes of its step, and nowhere else. */

import type { Step } from '@millrace/engine'
import { isObject, isStepOver, type Job, TOOL_NOTE, type ToolRecord } from '@millrace/model'
import { iso } from '../../platform/iso.ts'

/** A tool call with the id of its job. `count` numbers the calls of one tool by this agent. */
export interface ToolJob {
  readonly id: string
  readonly record: ToolRecord
  readonly count: number
}

/** The tool calls of a step in the order in which they started. */
export function toolCallsOf({ notes }: Step, jobId: string): ToolJob[] {
  const keys = Object.keys(notes).filter((key) => key.startsWith(TOOL_NOTE))
  const counts = new Map<string, number>()
  return keys.flatMap((key) => {
    const record = notes[key]
    if (!isToolRecord(record)) return []
    const count = (counts.get(record.nodeId) ?? 0) + 1
    counts.set(record.nodeId, count)
    return [{ id: `${jobId}/${key}`, record, count }]
  })
}

/** The job of a tool call, without its input and output data. */
export function toolJobOf({ id, record, count }: ToolJob, agent: Pick<Job, 'id' | 'iteration' | 'status'>): Job {
  const { nodeId, label, startedAt, endedAt, error } = record
  return {
    id,
    node_id: nodeId,
    label,
    status: toolStatusOf({ record }, agent),
    execution_count: count,
    attempt: 1,
    tool_of: agent.id,
    ...(agent.iteration === undefined ? {} : { iteration: agent.iteration }),
    started: iso(startedAt),
    ...(endedAt === undefined ? {} : { completed: iso(endedAt), execution_time: Math.max(0, endedAt - startedAt) }),
    ...(error === undefined ? {} : { error_message: error.message, error_code: error.code }),
  }
}

/** The status of a tool call. A call that was running when its agent ended never gets a result. */
export function toolStatusOf({ record }: Pick<ToolJob, 'record'>, agent: Pick<Job, 'status'>): Job['status'] {
  return record.status === 'running' && isStepOver(agent.status) ? 'cancelled' : record.status
}

function isToolRecord(value: unknown): value is ToolRecord {
  return isObject(value) && typeof value.nodeId === 'string' && typeof value.startedAt === 'number'
}
