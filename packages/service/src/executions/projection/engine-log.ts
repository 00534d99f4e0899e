/**
 * The log of an execution with lines of the engine: when steps started, waited and failed. They are derived from the
 * state when the log is read, so that running a step writes nothing more. The journal has the lines of retries.
 */
import type { ExecutionState, Step } from '@millrace/engine'
import type { LogEntry } from '@millrace/model'
import { logOf } from './detail.ts'

/** The newest steps that have lines; a run may have hundreds of thousands of steps. */
const MAX_STEPS = 2000

/** The lines of nodes and of the engine, oldest first. */
export function wholeLogOf(state: ExecutionState): LogEntry[] {
  const steps = state.steps.slice(-MAX_STEPS)
  const starts = steps.flatMap((step) => startOf(state, step))
  const ends = steps.flatMap((step) => [...waitsOf(state, step), ...failureOf(state, step)])
  // The sort is stable: at the same time, a start comes before the lines of its node, and these come before its end.
  return [...starts, ...logOf(state), ...ends].sort((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp))
}

/** The message has a begin, before the number of the round, and an end. */
type Line = readonly [at: number, level: LogEntry['level'], begin: string, end?: string]

function entryOf(state: ExecutionState, { node, scope }: Step, [at, level, begin, end = '']: Line): LogEntry {
  const round = scope.path === '' ? '' : ` (iteration ${scope.index + 1})`
  return {
    timestamp: new Date(at).toISOString(),
    level,
    message: `${begin}${round}${end}`,
    node_id: state.index.plan.nodes[node]?.id ?? '',
  }
}

function startOf(state: ExecutionState, step: Step): LogEntry[] {
  return step.startedAt > 0 ? [entryOf(state, step, [step.startedAt, 'debug', 'Started'])] : []
}

function waitsOf(state: ExecutionState, step: Step): LogEntry[] {
  const questions = step.asked.map(
    ({ askedAt, question }): Line => [askedAt, 'info', 'Waits for an answer', `: ${question.config.message}`],
  )
  const { at = 0, until, child } = step.waited ?? {}
  const wait = child === undefined ? (until === undefined ? '' : new Date(until).toISOString()) : `execution ${child}`
  const line: Line = [at, 'info', child === undefined ? `Waits until ${wait}` : `Waits for ${wait}`]
  return [...questions, ...(wait === '' ? [] : [line])].map((one) => entryOf(state, step, one))
}

function failureOf(state: ExecutionState, step: Step): LogEntry[] {
  if (step.status !== 'failed' || step.failure === undefined) return []
  const { code, message } = step.failure
  return [entryOf(state, step, [step.endedAt, 'error', `Failed (${code})`, `: ${message}`])]
}
