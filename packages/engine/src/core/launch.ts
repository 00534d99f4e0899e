/** The launch of an execution, and the first events of its history. */
import { BEHAVIOUR } from './behaviour.ts'
import type { ExecutionEvent, LogLine, Started } from './events.ts'

export type Launch = Omit<Started, 'type' | 'v' | 'at' | 'queued' | 'maxValueBytes'>

export interface Opening {
  readonly at: number
  /** Lines for its log. */
  readonly notes: readonly LogLine[]
  /** True if it runs as soon as a slot is free. */
  readonly queued?: boolean
  /** Largest value on one port. */
  readonly maxValueBytes?: number | undefined
}

export function openingEvents(launch: Launch, { at, notes, queued, maxValueBytes }: Opening): ExecutionEvent[] {
  return [
    {
      type: 'started',
      v: BEHAVIOUR,
      at,
      ...launch,
      ...(queued === true ? { queued } : {}),
      ...(maxValueBytes === undefined ? {} : { maxValueBytes }),
    },
    ...notes.map((line) => ({ type: 'logged' as const, at, ...line })),
  ]
}
