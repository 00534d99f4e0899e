/** The ports of the engine: a journal, a runner of nodes, and a clock. */
import type {
  CancelReason,
  ConversationMessage,
  ExecutionFacts,
  ExecutionStatus,
  InterruptStatus,
  LargeJson,
  ModelUsage,
  Plan,
  PlanExpressions,
  Question,
  Reply,
  Response,
  RunEndStatus,
  Usage,
  UsageRow,
} from '@millrace/model'
import type { Change } from './core/change.ts'
import type { ExecutionEvent, Failure, LogLine, Outputs } from './core/events.ts'
import type { ExecutionState } from './core/state.ts'
import type { Settings } from './core/step-config.ts'

/** The facts of an execution that never change; written when it is created. */
export interface ExecutionRecord {
  readonly id: string
  readonly workflowId: string
  readonly createdAt: number
  readonly plan: Plan
  /** The encrypted secrets of the plan's nodes; decrypted only where a node runs. */
  readonly secrets: Uint8Array | null
  /** The step that waits for this execution. */
  readonly parent?: { readonly execution: string; readonly node: number; readonly scope: string }
  readonly depth: number
  /** True if it is part of another execution: lists omit it. */
  readonly isUnlisted?: true
  /** What started it, and what it belongs to. */
  readonly about: ExecutionFacts
}

/** The row that lists, queues and timers read; derived from the state and written with the events that changed it. */
export interface ExecutionSummary {
  readonly status: ExecutionStatus
  readonly updatedAt: number
  /** When the next timer is due; null if only an event from outside can wake it. */
  readonly wakeAt: number | null
  /** The engine has work to do: it runs, is queued, or its parent has not been notified of its end. */
  readonly isActive: boolean
  /** Why it failed; only of a failed execution. */
  readonly error?: string
  /** The questions that changed; each replaces the row with its id. */
  readonly questions?: readonly QuestionRow[]
  /** What models used; added to the usage table with the events that report it, so each is counted once. */
  readonly usage?: readonly UsageRow[]
}

/** The row of a question that lists and inboxes read; written with the events that changed it. */
export interface QuestionRow {
  readonly id: string
  readonly executionId: string
  /** The topmost execution among its callers, or itself. */
  readonly rootId: string
  readonly workflowId: string
  /** The playground session that the execution is a turn of. */
  readonly sessionId: string | null
  readonly nodeId: string
  readonly nodeLabel: string
  /** The scope of the step; empty outside of loops. */
  readonly scope: string
  readonly question: Question
  readonly status: InterruptStatus
  readonly responses: readonly Response[]
  /** The value that it was resolved with; null until then. */
  readonly value: unknown
  readonly why: CancelReason | null
  readonly closedBy: Response['by'] | null
  readonly createdAt: number
  readonly closedAt: number | null
}

export interface StoredExecution {
  readonly record: ExecutionRecord
  readonly events: readonly ExecutionEvent[]
}

/**
 * The history of every execution. E1: nothing has happened until it is in here. An error with `isTransient: true` means
 * that the journal is unavailable for now; the engine retries the call until it succeeds. One with `isSuperseded: true`
 * means that another process has taken over the execution; the engine stops driving it here.
 */
export interface Journal {
  /** `size`: approximately the characters of the events as JSON, if they were measured; too small if they are large. */
  create(
    record: ExecutionRecord,
    events: readonly ExecutionEvent[],
    summary: ExecutionSummary,
    size?: number,
  ): Promise<void>
  /** Appends to a history that has `length` events. Rejects, and writes nothing, if it has another number. */
  append(id: string, length: number, events: readonly ExecutionEvent[], summary?: ExecutionSummary): Promise<void>
  load(id: string): Promise<StoredExecution | undefined>
  /**
   * Rejects with `isSuperseded: true` if another process has taken over the execution. A journal that only one process
   * writes has no such method.
   */
  confirmOwner?(id: string): Promise<void>
  /** Writes the summary row alone. */
  setSummary(id: string, summary: ExecutionSummary): Promise<void>
  /** Executions that the engine has work to do on, without pending ones; read after a crash. */
  active(after: string, limit: number): Promise<readonly string[]>
  /** Executions with a timer that is due. */
  due(now: number, limit: number): Promise<readonly string[]>
  /** Queued executions, oldest first, alternating between workflows. */
  pending(limit: number): Promise<readonly string[]>
  /** The earliest time at which a timer is due; null if none is set. */
  nextDue(): Promise<number | null>
}

/** The result of running a step, with its log lines and model usage. */
export type Outcome = Result & {
  readonly logs?: readonly LogLine[]
  readonly usage?: Usage
  readonly models?: readonly ModelUsage[]
  /** Recorded when the attempt completes or fails. */
  readonly messages?: readonly ConversationMessage[]
  /** Steps of the flows that it ran as child executions. */
  readonly steps?: number
}

export type Result =
  | {
      readonly outputs: Outputs
      readonly taken?: readonly string[]
      readonly ends?: { readonly status: RunEndStatus; readonly failure?: Failure }
    }
  | { readonly failure: Failure }
  /** Wait, then complete with these outputs. */
  | { readonly sleepUntil: number; readonly outputs: Outputs }
  /** Run another workflow and wait for it. */
  | { readonly child: ChildRequest }
  /** Ask people; the step runs again when the question is closed. */
  | { readonly asks: { readonly id: string; readonly question: Question } }
  /** Whether a while loop has another round. */
  | { readonly goesOn: boolean }

export interface ChildRequest {
  readonly workflow: string
  readonly inputs: Readonly<Record<string, unknown>>
  readonly wait: boolean
}

/** The expressions of a node to evaluate before a step of it starts. */
export interface ResolveRequest {
  readonly record: ExecutionRecord
  readonly node: number
  readonly settings: PlanExpressions['settings']
  /** The names that they can use; large values in it are loaded. */
  readonly scope: Readonly<Record<string, unknown>>
  readonly signal: AbortSignal
}

/** One run of a step, as the runner gets it. */
export interface Task {
  readonly record: ExecutionRecord
  readonly node: number
  readonly scope: string
  readonly attempt: number
  /** By port; large values may be `LargeJson`. */
  readonly inputs: Readonly<Record<string, unknown>>
  readonly launch: Readonly<Record<string, unknown>>
  /** The values of the node's expressions, by setting. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined
  /** The names that expressions of a tool of this step can use, for a call with these arguments. */
  toolScope(
    expressions: PlanExpressions,
    args: Readonly<Record<string, unknown>>,
  ): Promise<Readonly<Record<string, unknown>>>
  /** The round whose condition is checked, for a while loop. */
  readonly round: number
  /** E5: the same for all attempts of a step and for repeats after a crash. Sent to other systems. */
  readonly idempotencyKey: string
  readonly signal: AbortSignal
  /** The closed questions of this attempt, in order. */
  readonly replies: readonly Reply[]
  readonly notes: Readonly<Record<string, unknown>>
  /**
   * Stores a value for another run of this attempt, with the log lines and usage so far. Resolves when it is durable. Not
   * for quick nodes.
   */
  note(key: string, value: unknown, sofar?: Pick<Outcome, 'logs' | 'usage' | 'models'>): Promise<void>
  /** The messages of the execution before this step. */
  readonly conversation: readonly ConversationMessage[]
  /** Steps that the execution may take, and how many of them are left after this one; absent if there is no limit. */
  readonly steps?: { readonly max: number; readonly left: number }
  /** Warnings about the inputs, for the log. */
  readonly warnings: readonly string[]
}

/** A child execution and its outputs. */
export interface ChildResult {
  readonly id: string
  /** Null if the step does not wait for it; text if one of them is large. */
  readonly outputs: Outputs | LargeJson | null
  /** The settings of the node that started it. */
  readonly config?: Readonly<Record<string, unknown>> | undefined
}

/** Runs nodes: the only part with side effects. */
export interface Runner {
  /** True if a node is a pure function that returns at once, so that it may run before its inputs are durable (E4). */
  isQuick(type: string): boolean
  /**
   * True if a node has no effects, so that it may run before its inputs are durable, although it takes a while (E4). It is
   * computed again if the process ends before its result is durable.
   */
  isPure(type: string): boolean
  /**
   * True if a step without effects computes for long: a cluster may run it in another process, and more than once. The
   * runner must not need `note` or `toolScope` for it. Absent if there are no such steps.
   */
  isHeavy?(task: Task): boolean
  /** E5: true if a step that may have run is run again. */
  mayRunAgain(type: string, config: Readonly<Record<string, unknown>>): boolean
  run(task: Task): Outcome | Promise<Outcome>
  /**
   * Evaluates the expressions of a step: the values by setting. Pure; synchronous if none needs the sandbox. Throws, or
   * rejects, with the failure of the step.
   */
  resolve(request: ResolveRequest): Settings | Promise<Settings>
  /** The outputs of a step that started a child execution, by port. */
  childOutputs(child: ChildResult): Outputs
}

export interface Clock {
  now(): number
  /** Calls `wake` once, at or after a time. Returns a function that cancels it. */
  at(time: number, wake: () => void): () => void
}

/** A batch of durable events, its changes, and the state after it. Later events change the state in place. */
export interface Written {
  readonly record: ExecutionRecord
  readonly events: readonly ExecutionEvent[]
  /** The number of events in the history. */
  readonly length: number
  readonly change: Change
  readonly state: ExecutionState
}

/** The most that one append collects from quick steps. */
export interface BatchLimits {
  readonly events: number
  /** Of the events as JSON. */
  readonly characters: number
  readonly ms: number
}

/** The dependencies of the driver, and its events. */
export interface DriverNeeds {
  readonly journal: Journal
  /** For tests; the default suits every journal. */
  readonly batchLimits?: BatchLimits
  readonly runner: Runner
  readonly clock: Clock
  /** Called with every batch of events once it is durable. */
  readonly onEvents?: (written: Written) => void
  /** Called when an execution leaves memory: a slot is free. */
  readonly onLeft?: () => void
  /**
   * Called if the journal permanently rejected an append, or the history has other events. The journal contains the
   * published events, and possibly more.
   */
  readonly onFault?: (execution: string, error: unknown, published: number) => void
  /** Starts a child execution for a step. Returns its id. */
  readonly startChild?: (parent: Task, request: ChildRequest) => Promise<string>
  /** Called if a child was started for a step that is over. */
  readonly onStray?: (child: string) => void
}
