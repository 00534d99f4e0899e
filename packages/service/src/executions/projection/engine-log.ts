/**
 * The log of an execution with lines of the engine: when steps started, waited and failed. They are derived from the
 * state when the log is read or an update is sent, so that running a step writes nothing more. The journal has the
 * lines of retries.
 */

import type { Change, ExecutionEvent, ExecutionState, Step } from '@millrace/engine'
import type { LogEntry } from '@millrace/model'
import { iso } from '../../platform/iso.ts'
import { logOf } from './detail.ts'

/** The newest steps that have lines; a run may have hundreds of thousands of steps. */
const MAX_STEPS = 2000

/** The lines of nodes and of the engine, oldest first. */
export function wholeLogOf(state: ExecutionState): LogEntry[] {
  const steps = state.steps.slice(-MAX_STEPS)
  const starts = steps.flatMap((step) => startOf(state, step))
  const ends = steps.flatMap((step) => [...waitsOf(state, step), ...failureOf(state, step)])
  return inOrder(starts, logOf(state), ends)
}

/** The lines that events added, oldest first: those of the nodes start at line number `from` of the state. */
export function newLinesOf(
  state: ExecutionState,
  {
    events,
    change,
    from,
  }: { readonly events: readonly ExecutionEvent[]; readonly change: Change; readonly from: number },
): LogEntry[] {
  const added = linesAddedBy(events)
  const starts = [...change.started].slice(-MAX_STEPS).flatMap((step) => startOf(state, step))
  // A step that is over does not change again, so a failed step in a change has failed with these events.
  const ends = [...change.steps]
    .slice(-MAX_STEPS)
    .flatMap((step) => [...waitsOf(state, step, added), ...failureOf(state, step)])
  return inOrder(starts, logOf(state, from), ends)
}

/** The sort is stable: at the same time, a start comes before the lines of its node, and these come before its end. */
function inOrder(starts: LogEntry[], lines: LogEntry[], ends: LogEntry[]): LogEntry[] {
  if (starts.length + ends.length === 0) return lines
  return [...starts, ...lines, ...ends].sort((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp))
}

/** Which questions and waits belong to some events. */
interface Added {
  readonly questions: ReadonlySet<string>
  /** By node and scope. */
  readonly waits: ReadonlySet<string>
}

function linesAddedBy(events: readonly ExecutionEvent[]): Added {
  const questions = new Set<string>()
  const waits = new Set<string>()
  for (const event of events) {
    if (event.type === 'step-asks') questions.add(event.id)
    if (event.type === 'step-waits') waits.add(`${event.node} ${event.scope ?? ''}`)
  }
  return { questions, waits }
}

/** The message has a begin, before the number of the round, and an end. */
type Line = readonly [at: number, level: LogEntry['level'], begin: string, end?: string]

function entryOf(state: ExecutionState, { node, scope }: Step, [at, level, begin, end = '']: Line): LogEntry {
  const round = scope.path === '' ? '' : ` (iteration ${scope.index + 1})`
  return {
    timestamp: iso(at),
    level,
    message: `${begin}${round}${end}`,
    node_id: state.index.plan.nodes[node]?.id ?? '',
  }
}

function startOf(state: ExecutionState, step: Step): LogEntry[] {
  return step.startedAt > 0 ? [entryOf(state, step, [step.startedAt, 'debug', 'Started'])] : []
}

/** The waits of a step: all, or those that events added. */
function waitsOf(state: ExecutionState, step: Step, added?: Added): LogEntry[] {
  const asked = added === undefined ? step.asked : step.asked.filter(({ id }) => added.questions.has(id))
  const questions = asked.map(
    ({ askedAt, question }): Line => [askedAt, 'info', 'Waits for an answer', `: ${question.config.message}`],
  )
  const hasWait = added === undefined || added.waits.has(`${step.node} ${step.scope.path}`)
  const { at = 0, until, child } = (hasWait ? step.waited : undefined) ?? {}
  const wait = child === undefined ? (until === undefined ? '' : iso(until)) : `execution ${child}`
  const line: Line = [at, 'info', child === undefined ? `Waits until ${wait}` : `Waits for ${wait}`]
  return [...questions, ...(wait === '' ? [] : [line])].map((one) => entryOf(state, step, one))
}

function failureOf(state: ExecutionState, step: Step): LogEntry[] {
  if (step.status !== 'failed' || step.failure === undefined) return []
  const { code, message } = step.failure
  return [entryOf(state, step, [step.endedAt, 'error', `Failed (${code})`, `: ${message}`])]
}
