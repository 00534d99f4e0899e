/**
 * Everything that can happen to an execution. The history is the truth: status, jobs, progress and streams are folded
 * from it. E7: an event type never changes its meaning; a new interpretation is a new type or a higher `v` (see
 * behaviour.ts). A step is identified by the number of its node in the plan and its scope ('' outside of loops, else
 * `loop:round` parts joined by `/`, or `visit:n` in a sequential plan). E6: no event holds a secret.
 */
import type {
  ConversationMessage,
  DismissReason,
  EndedExecutionStatus,
  ModelUsage,
  Person,
  Question,
  RunEndStatus,
  Usage,
} from '@millrace/model'
import type { Behaviour } from './behaviour.ts'

/** Why a step or an execution failed. */
export interface Failure {
  readonly message: string
  readonly code: string
  readonly retryable?: boolean
  /** The shortest wait before the next attempt. */
  readonly retryAfterMs?: number
  /** Facts about the cause, such as the response of a server; bounded, without secrets. */
  readonly details?: Readonly<Record<string, unknown>>
}

export interface LogLine {
  readonly level: 'debug' | 'info' | 'warning' | 'error'
  readonly message: string
  readonly context?: Readonly<Record<string, unknown>>
}

interface StepEvent {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly node: number
  /** Absent outside of loops and repeated visits. */
  readonly scope?: string
  readonly logs?: readonly LogLine[]
  /** Model usage of the step since its previous event. */
  readonly usage?: Usage
  /** The same usage by model, for the usage table. */
  readonly models?: readonly ModelUsage[]
}

export interface Started {
  readonly type: 'started'
  /** The behaviour that this history is interpreted with. */
  readonly v: Behaviour
  readonly at: number
  readonly inputs: Readonly<Record<string, unknown>>
  readonly timeoutMs?: number
  readonly maxSteps?: number
  /** The largest value on one port, approximately in characters of JSON; limits pinned data and the results of loops. */
  readonly maxValueBytes?: number
  /** Runs as soon as a slot is free. Otherwise it waits for a `queued` event. */
  readonly queued?: boolean
  /** The trigger node that started it; absent if it was started by hand. */
  readonly trigger?: string
  /** Use pinned outputs instead of running their nodes. */
  readonly isTest?: boolean
  /** Messages from before it started, of the calling flow and its user. */
  readonly conversation?: readonly ConversationMessage[]
  /** When its values were removed, because its workflow does not keep them; see without-values.ts. */
  readonly valuesRemovedAt?: number
  /** Results reused from an earlier execution, by node number; the nodes after them run again. */
  readonly reused?: Readonly<Record<string, { readonly outputs: Outputs; readonly taken?: readonly string[] }>>
}

export type Outputs = Readonly<Record<string, unknown>>

/** A prepared execution was queued, possibly with other inputs. */
export interface Queued {
  readonly type: 'queued'
  readonly at: number
  readonly inputs?: Readonly<Record<string, unknown>>
  readonly timeoutMs?: number
  readonly maxSteps?: number
}

/** A slot was free: the execution runs. */
export interface Released {
  readonly type: 'released'
  readonly at: number
}

/** E4: recorded before a node runs; after a crash it shows that the node may have run. */
export interface StepStarted extends StepEvent {
  readonly type: 'step-started'
  readonly attempt: number
  /** The values of the node's expressions, by setting; later attempts and repeats use them unchanged. */
  readonly settings?: Readonly<Record<string, unknown>>
}

/** For a quick node (a pure function that returns at once) this is its start as well. */
export interface StepCompleted extends StepEvent {
  readonly type: 'step-completed'
  readonly outputs: Outputs
  /** The branches taken, if the node has branches. */
  readonly taken?: readonly string[]
  /** The node ends the whole execution. */
  readonly ends?: { readonly status: RunEndStatus; readonly failure?: Failure }
  /** Messages between the step and its user. */
  readonly messages?: readonly ConversationMessage[]
  /** Steps of the flows that it ran as child executions; they count as steps of this execution. */
  readonly steps?: number
  readonly ms?: number
}

export interface StepFailed extends StepEvent {
  readonly type: 'step-failed'
  readonly failure: Failure
  /** When the next attempt is due; absent if this was the last one. */
  readonly retryAt?: number
  /** As for `step-completed`. */
  readonly messages?: readonly ConversationMessage[]
  readonly steps?: number
  readonly ms?: number
}

/** The step waits for a time or for a child execution, and leaves memory meanwhile. */
export interface StepWaits extends StepEvent {
  readonly type: 'step-waits'
  readonly until?: number
  readonly child?: string
  /** The outputs it completes with at that time. */
  readonly outputs?: Outputs
}

/** A waiting step, or the next attempt of a failed one, is due. */
export interface StepWoken extends StepEvent {
  readonly type: 'step-woken'
}

/** The step asks people, and leaves memory until the question is closed. For a quick node this is its start as well. */
export interface StepAsks extends StepEvent {
  readonly type: 'step-asks'
  /** Derived from the step and the number of its earlier questions. */
  readonly id: string
  readonly question: Question
  readonly ms?: number
}

/** A person answered. A question may need several answers. */
export interface StepAnswered extends StepEvent {
  readonly type: 'step-answered'
  readonly id: string
  readonly value: unknown
  readonly by: Person
}

/** A person dismissed the question, or it expired. */
export interface StepUnanswered extends StepEvent {
  readonly type: 'step-unanswered'
  readonly id: string
  readonly why: DismissReason
  readonly by?: Person
}

/** A value that a running step stores for the case that it runs again. */
export interface StepNoted extends StepEvent {
  readonly type: 'step-noted'
  readonly key: string
  readonly value: unknown
}

export interface LoopOpened extends StepEvent {
  readonly type: 'loop-opened'
  readonly total: number
}

export interface LoopChecked extends StepEvent {
  readonly type: 'loop-checked'
  readonly goesOn: boolean
}

export interface Logged extends LogLine {
  readonly type: 'logged'
  readonly at: number
}

export interface Paused {
  readonly type: 'paused' | 'resumed' | 'timed-out'
  readonly at: number
}

export interface Finished {
  readonly type: 'finished'
  readonly at: number
  readonly status: EndedExecutionStatus
  readonly failure?: Failure
}

export type ExecutionEvent =
  | Started
  | Queued
  | Released
  | StepStarted
  | StepCompleted
  | StepFailed
  | StepWaits
  | StepWoken
  | StepAsks
  | StepAnswered
  | StepUnanswered
  | StepNoted
  | LoopOpened
  | LoopChecked
  | Logged
  | Paused
  | Finished
