/**
 * Everything that can happen to an execution. The history is the truth: status, jobs, progress, streams are folded from
 * it. E7: an event type never changes its meaning; a new interpretation is a new type or a higher `v` (see behaviour.ts).
 * Steps are named by the number of their node in the plan and the scope they run in ('' outside of every loop, else
 * `loop:iteration` parts joined by `/`, or `visit:n` in a sequential plan). No event ever holds a secret (E6).
 */
import type { ConversationMessage, Person, Question, Usage } from '@millrace/model'
import type { Behaviour } from './behaviour.ts'

/** Why a step or an execution failed; what an error edge delivers. */
export interface Failure {
  readonly message: string
  readonly code: string
  readonly retryable?: boolean
  /** It is not to be tried again sooner than this. */
  readonly retryAfterMs?: number
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
  /** Absent outside of loops. */
  readonly scope?: string
  readonly logs?: readonly LogLine[]
  /** What models read and wrote for it since the event before. */
  readonly usage?: Usage
}

export interface Started {
  readonly type: 'started'
  /** The behaviour that this history is interpreted with. */
  readonly v: Behaviour
  readonly at: number
  readonly inputs: Readonly<Record<string, unknown>>
  readonly timeoutMs?: number
  readonly maxSteps?: number
  /** It wants to run as soon as there is room. Without it, it waits for a `queued`. */
  readonly queued?: boolean
  /** The trigger node that set it off; absent when it was started by hand. */
  readonly trigger?: string
  /** Use pinned outputs instead of running their nodes. */
  readonly isTest?: boolean
  /** What was said before it began, by the flow that calls this one and by its user. */
  readonly conversation?: readonly ConversationMessage[]
  /** Results of an earlier execution that are taken over, by node number; what follows them runs anew. */
  readonly reused?: Readonly<Record<string, { readonly outputs: Outputs; readonly taken?: readonly string[] }>>
}

export type Outputs = Readonly<Record<string, unknown>>

/** Somebody let a waiting execution go, perhaps with other inputs. */
export interface Queued {
  readonly type: 'queued'
  readonly at: number
  readonly inputs?: Readonly<Record<string, unknown>>
  readonly timeoutMs?: number
  readonly maxSteps?: number
}

/** There was room: it runs. */
export interface Released {
  readonly type: 'released'
  readonly at: number
}

/** E4: written before a node runs, so that a crash knows it may have run. */
export interface StepStarted extends StepEvent {
  readonly type: 'step-started'
  readonly attempt: number
}

/** For a node that is quick (a pure function, done at once) this is its start as well: the two are one event. */
export interface StepCompleted extends StepEvent {
  readonly type: 'step-completed'
  readonly outputs: Outputs
  /** Branches taken, where the node has branches. */
  readonly taken?: readonly string[]
  /** The node ends the whole execution. */
  readonly ends?: { readonly status: 'completed' | 'failed'; readonly failure?: Failure }
  /** What the step said to the user and was told by them. */
  readonly messages?: readonly ConversationMessage[]
  /** Steps of the flows that it ran as child executions; they count as steps of this execution. */
  readonly steps?: number
  readonly ms?: number
}

export interface StepFailed extends StepEvent {
  readonly type: 'step-failed'
  readonly failure: Failure
  /** When the next attempt is due; absent when this was the last. */
  readonly retryAt?: number
  /** As for `step-completed`. */
  readonly messages?: readonly ConversationMessage[]
  readonly steps?: number
  readonly ms?: number
}

/** The step sleeps and holds no memory: until a time, or until a child execution or a person is done. */
export interface StepWaits extends StepEvent {
  readonly type: 'step-waits'
  readonly until?: number
  readonly child?: string
  /** What it completes with when the time has come. */
  readonly outputs?: Outputs
}

/** The time of a waiting step has come. */
export interface StepWoken extends StepEvent {
  readonly type: 'step-woken'
}

/** The step asks a person and holds no memory until the question is closed. For a quick node this is its start as well. */
export interface StepAsks extends StepEvent {
  readonly type: 'step-asks'
  /** Follows from the step and from how often it asked before. */
  readonly id: string
  readonly question: Question
  readonly ms?: number
}

/** A person answered. It may take several answers to close a question. */
export interface StepAnswered extends StepEvent {
  readonly type: 'step-answered'
  readonly id: string
  readonly value: unknown
  readonly by: Person
}

/** A person dismissed the question, or its time is up. */
export interface StepUnanswered extends StepEvent {
  readonly type: 'step-unanswered'
  readonly id: string
  readonly why: 'cancelled' | 'expired'
  readonly by?: Person
}

/** Something that a running step wants to find again, should it be run again. */
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
  readonly status: 'completed' | 'failed' | 'cancelled'
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
