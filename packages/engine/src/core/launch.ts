/** What an execution is started with, and the events that its history begins with. */
import { BEHAVIOUR } from './behaviour.ts'
import type { ExecutionEvent, LogLine, Started } from './events.ts'

export type Launch = Omit<Started, 'type' | 'v' | 'at' | 'queued'>

export interface Opening {
  readonly at: number
  /** Lines for its log. */
  readonly notes: readonly LogLine[]
  /** True if it runs as soon as a slot is free. */
  readonly queued?: boolean
}

export function openingEvents(launch: Launch, { at, notes, queued }: Opening): ExecutionEvent[] {
  return [
    { type: 'started', v: BEHAVIOUR, at, ...launch, ...(queued === true ? { queued } : {}) },
    ...notes.map((line) => ({ type: 'logged' as const, at, ...line })),
  ]
}
