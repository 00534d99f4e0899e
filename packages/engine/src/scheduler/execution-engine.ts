/** What the service needs of an engine. `Engine` runs everything in this process; the cluster spreads it over workers. */
import type { ExecutionEvent, Failure, LogLine, Queued } from '../core/events.ts'
import type { Launch } from '../core/launch.ts'
import type { ExecutionState } from '../core/state.ts'
import type { ExecutionRecord, StoredExecution } from '../ports.ts'
import type { AnswerResult, GivenAnswer } from './answers.ts'

export interface StartOptions {
  /** Lines for its log. */
  readonly notes?: readonly LogLine[]
  /** A caller waits for the result: it skips the queue, up to a limit. */
  readonly isUrgent?: boolean
  /** A step in memory waits for it: it must skip the queue, or both would wait forever. */
  readonly holdsPlace?: boolean
  /** The signal of the step that starts it. The creation is retried if the journal fails. */
  readonly signal?: AbortSignal
}

/** The history of an execution and its folded state. */
export interface Known {
  readonly record: ExecutionRecord
  readonly events: readonly ExecutionEvent[]
  readonly state: ExecutionState
}

/** Progress and time of the last durable event. */
export interface Glance {
  readonly progress: number
  readonly updatedAt: number
}

export interface ExecutionEngine {
  /** Resumes what earlier processes left unfinished. Called once, before anything else. */
  recover(): Promise<void>
  /** Creates an execution that runs as soon as a slot is free. Durable when it resolves. */
  start(record: ExecutionRecord, launch: Launch, options?: StartOptions): Promise<void>
  /** Creates an execution that waits for `release`. */
  prepare(record: ExecutionRecord, launch: Launch, notes?: readonly LogLine[]): Promise<void>
  /** Queues an execution that `prepare` created; false if it is queued, running or over already. */
  release(id: string, launch?: Omit<Queued, 'type' | 'at'>): Promise<boolean>
  /** Appends lines to the log of an execution that is not over. */
  note(id: string, notes: readonly LogLine[]): Promise<void>
  history(id: string): Promise<StoredExecution | undefined>
  view(id: string): Promise<Known | undefined>
  /** The progress of an execution that is in the memory of this process. */
  glance(id: string): Glance | undefined
  /** Ends an execution as cancelled; false if it is over already. Durable when it resolves. */
  cancel(id: string): Promise<boolean>
  /** Ends an execution as failed; false if it is over already. Durable when it resolves. */
  fail(id: string, failure: Failure): Promise<boolean>
  /** Starts no more steps until `resume`; running steps continue. */
  pause(id: string): Promise<boolean>
  resume(id: string): Promise<boolean>
  /** Sends a person's answer to the execution that asked. */
  answer(given: GivenAnswer): Promise<AnswerResult>
  /** Waits, within a step, for another execution. Meanwhile the execution of the step takes no slot. */
  idle<T>(id: string, wait: () => Promise<T>): Promise<T>
  /** True if an execution that is started now is expected to run at once. */
  readonly hasRoom: boolean
  /** Starts no more steps. Resolves when the steps that run in this process have ended and their results are durable. */
  drain(): Promise<void>
  /** Aborts the steps that run in this process. Everything continues from the journal. */
  close(): Promise<void>
}
