/** The update that watchers receive after every event: changed jobs, progress and new log lines. */
import {
  type ExecutionEvent,
  type ExecutionRecord,
  type ExecutionState,
  progressOf,
  Replay,
  type Step,
} from '@millrace/engine'
import { type PipelineUpdate, TimeSlice } from '@millrace/model'
import { logOf } from './detail.ts'
import { jobOf } from './jobs.ts'
import { toolCallsOf, toolJobOf } from './tool-jobs.ts'

/** The update after events that changed these steps. */
export function updateOf(
  state: ExecutionState,
  event: ExecutionEvent,
  { seq, logged, steps }: { readonly seq: number; readonly logged: number; readonly steps: ReadonlySet<Step> },
): PipelineUpdate {
  const jobs = [...steps].flatMap((step) => {
    const job = jobOf(state, step)
    return [job, ...toolCallsOf(step, job.id).map((call) => toolJobOf(call, job))]
  })
  return {
    seq,
    type: event.type,
    at: new Date(event.at).toISOString(),
    status: state.status,
    progress: progressOf(state),
    jobs,
    logs: logOf(state, logged),
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
  for (let at = past; at < events.length; at++) {
    const event = events[at] as ExecutionEvent
    replay.apply(event)
    if (slice.isOver) await slice.next()
    if ((at + 1 - past) % part !== 0 && at + 1 < events.length) continue
    yield updateOf(state, event, { seq: at + 1, logged, steps: replay.takeChange().steps })
    logged = state.logs.length
  }
}
