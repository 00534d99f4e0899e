/** What the engine needs from outside: somewhere to write, something that runs nodes, and the time. */
import type { ConversationMessage, ExecutionFacts, Plan, Question, Reply, Response, Usage } from '@millrace/model'
import type { Change } from './core/change.ts'
import type { ExecutionEvent, Failure, LogLine, Outputs } from './core/events.ts'
import type { ExecutionState } from './core/state.ts'
import type { ExecutionStatus } from './core/status.ts'

/** What is written once, when an execution is made. */
export interface ExecutionRecord {
  readonly id: string
  readonly workflowId: string
  readonly createdAt: number
  readonly plan: Plan
  /** The secrets of the plan's nodes, sealed; opened only where a node runs. */
  readonly secrets: Uint8Array | null
  /** The step that waits for this execution. */
  readonly parent?: { readonly execution: string; readonly node: number; readonly scope: string }
  readonly depth: number
  /** Who started it, and what it belongs to. */
  readonly about: ExecutionFacts
}

/** What lists, queues and timers know of an execution beside its history. */
export interface HeadChange {
  readonly status: ExecutionStatus
  readonly updatedAt: number
  /** When the engine has to look at it again by itself; null when only something from outside can wake it. */
  readonly wakeAt: number | null
  /** The engine has work to do on it now: it runs, waits for room, or its end has not reached its parent. */
  readonly isActive: boolean
  /** Questions that the events with which this is written changed; each replaces the row of its id. */
  readonly questions?: readonly QuestionRow[]
}

/** A question as lists and inboxes know it; written with the events that changed it. */
export interface QuestionRow {
  readonly id: string
  readonly executionId: string
  /** The execution that nobody called: itself, or the one at the top of its callers. */
  readonly rootId: string
  readonly workflowId: string
  /** The playground session that the execution is a turn of. */
  readonly sessionId: string | null
  readonly nodeId: string
  readonly nodeLabel: string
  /** Which round of which loops; empty outside of loops. */
  readonly scope: string
  readonly question: Question
  readonly status: 'pending' | 'resolved' | 'cancelled'
  readonly responses: readonly Response[]
  /** What it was resolved with; null until then. */
  readonly value: unknown
  readonly why: 'cancelled' | 'expired' | 'stopped' | null
  readonly closedBy: Response['by'] | null
  readonly createdAt: number
  readonly closedAt: number | null
}

export interface StoredExecution {
  readonly record: ExecutionRecord
  readonly events: readonly ExecutionEvent[]
}

/**
 * The history of every execution. E1: nothing has happened until it is in here. An error with `isTransient: true` says that
 * the journal cannot be used now, whatever is asked of it: the call is made again until it works.
 */
export interface Journal {
  create(record: ExecutionRecord, events: readonly ExecutionEvent[], head: HeadChange): Promise<void>
  /** Adds to a history that has `length` events; fails, and writes nothing, if it has another number of them. */
  append(id: string, length: number, events: readonly ExecutionEvent[], head?: HeadChange): Promise<void>
  load(id: string): Promise<StoredExecution | undefined>
  /** The row in the lists alone. */
  setHead(id: string, head: HeadChange): Promise<void>
  /** Executions that the engine had work to do on, pending ones left out; for a start after a crash. */
  active(after: string, limit: number): Promise<readonly string[]>
  /** Executions whose time to wake has come. */
  due(now: number, limit: number): Promise<readonly string[]>
  /** Queued executions, oldest first, taking turns between workflows. */
  pending(limit: number): Promise<readonly string[]>
  /** The earliest time at which something becomes due; null when nothing will by itself. */
  nextDue(): Promise<number | null>
}

/** What came of running a step, what it logged, and what models did for it. */
export type Outcome = Result & {
  readonly logs?: readonly LogLine[]
  readonly usage?: Usage
  /** Recorded when the attempt completes or fails. */
  readonly messages?: readonly ConversationMessage[]
  /** Steps of the flows that it ran as child executions. */
  readonly steps?: number
}

export type Result =
  | {
      readonly outputs: Outputs
      readonly taken?: readonly string[]
      readonly ends?: { readonly status: 'completed' | 'failed'; readonly failure?: Failure }
    }
  | { readonly failure: Failure }
  /** Sleep, then complete with these outputs. */
  | { readonly sleepUntil: number; readonly outputs: Outputs }
  /** Run another workflow and wait for it. */
  | { readonly child: ChildRequest }
  /** Ask a person; the step is run again when the question is closed. */
  | { readonly asks: { readonly id: string; readonly question: Question } }
  /** Of a while loop: whether it goes on. */
  | { readonly goesOn: boolean }

export interface ChildRequest {
  readonly workflow: string
  readonly inputs: Readonly<Record<string, unknown>>
  readonly wait: boolean
}

/** A step as it is handed to whatever runs nodes. */
export interface Task {
  readonly record: ExecutionRecord
  readonly node: number
  readonly scope: string
  readonly attempt: number
  /** By port; large ones may be `LargeJson`. */
  readonly inputs: Readonly<Record<string, unknown>>
  readonly launch: Readonly<Record<string, unknown>>
  /** Of a while loop: which round is asked about. */
  readonly round: number
  /** The same for all attempts of a step and for repeats after a crash: for passing on to the outside. */
  readonly idempotencyKey: string
  readonly signal: AbortSignal
  /** How the questions of this attempt were closed, in order. */
  readonly replies: readonly Reply[]
  readonly notes: Readonly<Record<string, unknown>>
  /**
   * Keeps something for another run of this attempt, with what was logged and used up to then; resolves when it is
   * durable. Not for quick nodes.
   */
  note(key: string, value: unknown, sofar?: Pick<Outcome, 'logs' | 'usage'>): Promise<void>
  /** What was said in the execution before this step. */
  readonly conversation: readonly ConversationMessage[]
  /** Steps that the execution may take, and how many of them are left after this one; absent if there is no limit. */
  readonly steps?: { readonly max: number; readonly left: number }
  /** What is odd about the inputs; goes into the log. */
  readonly warnings: readonly string[]
}

/** An execution that a step called, and what it put out. */
export interface ChildResult {
  readonly id: string
  /** Null if the step does not wait for its end. */
  readonly outputs: Outputs | null
}

/** Runs nodes: the only part that touches the world. */
export interface Runner {
  /** Whether a node is a pure function that is done at once, so that its start need not be written first. */
  isQuick(type: string): boolean
  /** E5: whether a step that may have run is run again. */
  mayRunAgain(type: string, config: Readonly<Record<string, unknown>>): boolean
  run(task: Task): Outcome | Promise<Outcome>
  /** What a step that called another execution puts out on its ports. */
  childOutputs(child: ChildResult): Outputs
}

export interface Clock {
  now(): number
  /** Calls back once at (or after) a time; the result takes it back. */
  at(time: number, wake: () => void): () => void
}

/** A batch of durable events, what they changed, and the state after them. */
export interface Written {
  readonly record: ExecutionRecord
  readonly events: readonly ExecutionEvent[]
  /** The number of events in the history. */
  readonly length: number
  readonly change: Change
  readonly state: ExecutionState
}

/** What drives executions, and who is told of what it does. */
export interface DriverNeeds {
  readonly journal: Journal
  readonly runner: Runner
  readonly clock: Clock
  /** Told of every batch of events once it is durable. */
  readonly onEvents?: (written: Written) => void
  /** Told whenever an execution leaves memory, however it came in: there is room for another. */
  readonly onLeft?: () => void
  /**
   * The journal failed for good or is another one's now. The execution stays as it has it: with the events that were
   * shown, and perhaps with more.
   */
  readonly onFault?: (execution: string, error: unknown, told: number) => void
  /** Starts the child of a step; the answer is its id. */
  readonly startChild?: (parent: Task, request: ChildRequest) => Promise<string>
  /** A child was started for a step that was over by then. */
  readonly onStray?: (child: string) => void
}
