/** The update that watchers receive after every event: changed jobs, progress and new log lines. */

import {
  type Change,
  type ExecutionEvent,
  type ExecutionRecord,
  type ExecutionState,
  progressOf,
  Replay,
} from '@millrace/engine'
import { type PipelineUpdate, TimeSlice } from '@millrace/model'
import { iso } from '../../platform/iso.ts'
import { newLinesOf } from './engine-log.ts'
import { jobOf } from './jobs.ts'
import { toolCallsOf, toolJobOf } from './tool-jobs.ts'

interface Progress {
  readonly seq: number
  /** At least one. */
  readonly events: readonly ExecutionEvent[]
  readonly change: Change
  /** The number of log lines before the events. */
  readonly logged: number
}

/** The update after events. */
export function updateOf(state: ExecutionState, { seq, events, change, logged }: Progress): PipelineUpdate {
  const event = events.at(-1)
  if (event === undefined) throw new Error('An update needs an event.')
  const jobs = [...change.steps].flatMap((step) => {
    const job = jobOf(state, step)
    return [job, ...toolCallsOf(step, job.id).map((call) => toolJobOf(call, job))]
  })
  return {
    seq,
    type: event.type,
    at: iso(event.at),
    status: state.status,
    progress: progressOf(state),
    jobs,
    logs: newLinesOf(state, { events, change, from: logged }),
    ...(state.failure === undefined ? {} : { error: state.failure.message }),
  }
}

/** A longer history is sent as this many updates, so that catching up with a long one costs no more. */
const MAX_PARTS = 500

/** The updates of a history that follow event number `after`. Computed in slices of time. */
export async function* updatesOf(
  record: ExecutionRecord,
  events: readonly ExecutionEvent[],
  after: number,
): AsyncGenerator<PipelineUpdate> {
  const replay = new Replay(record.plan)
  const { state } = replay
  const slice = new TimeSlice()
  const past = Math.min(after, events.length)
  for (let at = 0; at < past; at++) {
    replay.apply(events[at] as ExecutionEvent)
    if (slice.isOver) await slice.next()
  }
  replay.takeChange()
  let logged = state.logs.length
  const part = Math.ceil((events.length - past) / MAX_PARTS)
  let from = past
  for (let at = past; at < events.length; at++) {
    replay.apply(events[at] as ExecutionEvent)
    if (slice.isOver) await slice.next()
    if ((at + 1 - past) % part !== 0 && at + 1 < events.length) continue
    yield updateOf(state, { seq: at + 1, events: events.slice(from, at + 1), change: replay.takeChange(), logged })
    from = at + 1
    logged = state.logs.length
  }
}
