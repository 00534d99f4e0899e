/** The rows of the timeline: one per step, with a bar per attempt and per wait, in the order of their start. Pure. */
import type { Job, PipelineDetail } from '@millrace/model'
import type { ViewedNode } from './viewed-nodes.ts'

export interface TimelineBar {
  readonly kind: 'attempt' | 'wait'
  /** Milliseconds since the epoch. */
  readonly from: number
  readonly to: number
  /** Starts at 1; of a wait, the attempt before it. */
  readonly attempt: number
}

export interface TimelineRow {
  readonly job: Job
  readonly title: string
  readonly icon: string | undefined
  readonly color: string | undefined
  /** Tool calls are indented below the steps that call them. */
  readonly isCall: boolean
  /** Empty for a step that has not started. */
  readonly bars: readonly TimelineBar[]
}

export interface Timeline {
  readonly from: number
  readonly to: number
  readonly rows: readonly TimelineRow[]
}

type Detail = Pick<PipelineDetail, 'created' | 'completed' | 'jobs'>

/** Steps and waits without an end last until `now`. */
export function timelineOf({ created, completed, jobs }: Detail, nodes: readonly ViewedNode[], now: number): Timeline {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const rows = jobs.map((job): TimelineRow => {
    const node = byId.get(job.node_id)
    const title = node === undefined ? job.label : titleOf(job, node)
    return {
      job,
      title,
      icon: node?.icon,
      color: node?.color,
      isCall: job.tool_of !== undefined,
      bars: barsOf(job, now),
    }
  })
  const from = Date.parse(created)
  const ends = rows.flatMap(({ bars }) => bars.map(({ to }) => to))
  const to = Math.max(from + 1, completed === undefined ? now : Date.parse(completed), ...maxOf(ends))
  return {
    from,
    to,
    rows: rows
      .map((row, at) => ({ row, at }))
      .sort(byStart)
      .map(({ row }) => row),
  }
}

/** Not by spreading all: a run may have very many steps. */
function maxOf(times: readonly number[]): number[] {
  return times.length === 0 ? [] : [times.reduce((a, b) => Math.max(a, b))]
}

/** The label of a step in a loop ends with its round. */
function titleOf({ label, iteration }: Job, { title }: ViewedNode): string {
  const round = iteration === undefined ? null : / #\d+$/.exec(label)
  return round === null ? title : `${title}${round[0]}`
}

function byStart(a: { row: TimelineRow; at: number }, b: { row: TimelineRow; at: number }): number {
  const start = ({ row: { bars } }: { row: TimelineRow }) => bars[0]?.from ?? Number.MAX_SAFE_INTEGER
  return start(a) - start(b) || a.at - b.at
}

function barsOf({ started, completed, waits = [], attempt }: Job, now: number): TimelineBar[] {
  if (started === undefined) return []
  const end = completed === undefined ? now : Date.parse(completed)
  const bars: TimelineBar[] = []
  let from = Date.parse(started)
  let number = 1
  for (const wait of waits) {
    const [begin, until] = [Date.parse(wait.from), wait.to === undefined ? end : Date.parse(wait.to)]
    if (begin > from) bars.push({ kind: 'attempt', from, to: begin, attempt: number })
    bars.push({ kind: 'wait', from: begin, to: Math.max(begin, until), attempt: number })
    from = until
    number = Math.min(number + 1, Math.max(1, attempt))
  }
  const isOver = waits.at(-1)?.to === undefined && waits.length > 0
  if (!isOver && (end > from || bars.length === 0))
    bars.push({ kind: 'attempt', from, to: Math.max(from, end), attempt: number })
  return bars
}

const STEPS_MS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 15e3, 3e4, 6e4, 12e4, 3e5, 6e5, 18e5, 36e5]
const MAX_TICKS = 6
const DAY_MS = 864e5

/** Round distances from the start for the axis, at most six. */
export function ticksOf(lengthMs: number): number[] {
  const whole = STEPS_MS.find((step) => lengthMs / step <= MAX_TICKS)
  const step = whole ?? Math.ceil(lengthMs / MAX_TICKS / (DAY_MS / 24)) * (DAY_MS / 24)
  return Array.from({ length: Math.floor(lengthMs / step) + 1 }, (_, at) => at * step)
}
