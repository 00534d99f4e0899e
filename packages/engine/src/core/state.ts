/**
 * The state that a history folds to. Only the functions of this folder that `apply` calls change it, through the
 * `Mutable` types; all other code gets the read-only types.
 */
import type {
  CancelReason,
  ConversationMessage,
  ExecutionStatus,
  InterruptStatus,
  Person,
  Question,
  Response,
  RunEndStatus,
  StepStatus,
  Usage,
} from '@millrace/model'
import type { DeepReadonly } from './deep-readonly.ts'
import type { Failure, LogLine, Outputs, Started } from './events.ts'
import type { IndexedPlan } from './plan-index.ts'
import { SmallSet } from './small-set.ts'
import type { WalkState } from './walk-state.ts'

export type ExecutionState = DeepReadonly<MutableState>
export type Step = DeepReadonly<MutableStep>
export type Scope = DeepReadonly<MutableScope>
export type LoopRun = DeepReadonly<MutableLoopRun>
export type AskedQuestion = DeepReadonly<MutableAskedQuestion>

/** One node in one scope. */
export interface MutableStep {
  readonly node: number
  readonly scope: MutableScope
  status: StepStatus
  attempt: number
  /** The number of this run of its node, counted over all rounds of the loops around it; 0 before its first attempt. */
  run: number
  startedAt: number
  endedAt: number
  outputs: Outputs | undefined
  taken: readonly string[] | undefined
  /** The inputs of a visit in a sequential plan, by edge. */
  delivered: ReadonlyMap<number, unknown> | undefined
  failure: Failure | undefined
  /** The values of its expressions, by setting; the same for all attempts. */
  settings: Readonly<Record<string, unknown>> | undefined
  /** When it waited for a timer, a retry, a child or a person: start and end by turns; the last may be open. */
  waits: number[] | undefined
  /** When a waiting step wakes up. */
  until: number | undefined
  /** Its last wait for a time or a child execution, for the log; absent if it never waited. */
  waited?: { readonly at: number; readonly until: number | undefined; readonly child: string | undefined }
  /** The child execution that the step waits for. */
  child: string | undefined
  loop: MutableLoopRun | undefined
  /** Its questions to people, in order, over all its attempts; the last one may be open. */
  asked: readonly MutableAskedQuestion[]
  /** Its question was closed: it continues the attempt in which it asked. */
  isResumed: boolean
  /** Values that the step stored for the case that it runs again. */
  notes: Readonly<Record<string, unknown>>
  /** Model usage over all attempts. */
  usage: Usage | undefined
}

/** A question to people and its answers. */
export interface MutableAskedQuestion {
  readonly id: string
  readonly step: MutableStep
  readonly question: Question
  readonly askedAt: number
  status: InterruptStatus
  responses: readonly Response[]
  /** The value that it was resolved with. */
  value: unknown
  closedAt: number | undefined
  /** Why a question was cancelled. `stopped`: its execution or loop round ended first. */
  why: CancelReason | undefined
  closedBy: Person | undefined
}

export const EDGE_OPEN = 0
export const EDGE_DELIVERED = 1
export const EDGE_DEAD = 2

/** One pass through the nodes of a level: the execution itself, or one round of a loop. */
export interface MutableScope {
  /** '' for the execution itself. */
  readonly path: string
  readonly loop: number
  readonly index: number
  readonly parent: MutableScope | undefined
  /** The loop run that this is a round of. */
  readonly run: MutableLoopRun | undefined
  /** By index in the level. */
  readonly steps: MutableStep[]
  readonly waiting: number[]
  readonly edgeStates: number[]
  readonly edgeValues: unknown[]
  /** Nodes that are not over yet. */
  left: number
  closed: boolean
}

/** One run of a loop: from its head becoming ready to the end of its last round. */
export interface MutableLoopRun {
  readonly loop: number
  readonly head: MutableStep
  readonly items: readonly unknown[]
  readonly total: number
  readonly concurrency: number
  readonly continueOnError: boolean
  next: number
  readonly open: Set<MutableScope>
  /** Open rounds whose steps are all over; closed when the loop is advanced next. */
  readonly done: MutableScope[]
  readonly results: unknown[]
  /** Approximate size of the results in characters of JSON; only counted if there is a limit. */
  resultsSize: number
  /** The value for the next round of a while loop. */
  value: unknown
  /** Values for edges that leave the loop, delivered once it has ended. */
  readonly exits: Map<number, unknown>
}

export interface MutableState {
  readonly index: IndexedPlan
  status: ExecutionStatus
  started: Started | undefined
  isQueued: boolean
  releasedAt: number | undefined
  root: MutableScope | undefined
  readonly scopes: Map<string, MutableScope>
  /** Set for a sequential plan. */
  readonly walk: WalkState | undefined
  /** Steps in the order in which they became ready or were skipped. */
  readonly steps: MutableStep[]
  readonly progress: Progress
  /** Steps that can run now, in order. */
  readonly ready: SmallSet<MutableStep>
  /** Steps that run or wait. */
  readonly active: SmallSet<MutableStep>
  /** Every question, by its id. */
  readonly questions: Map<string, MutableAskedQuestion>
  /** Questions without an answer. */
  readonly open: SmallSet<MutableAskedQuestion>
  readonly logs: { readonly at: number; readonly step: MutableStep | undefined; readonly line: LogLine }[]
  /** Attempts of steps, those of child flows included. */
  attempts: number
  /** Messages of finished steps, in order of completion. */
  readonly messages: ConversationMessage[]
  /** By node: how many of its steps have started. */
  readonly runs: number[]
  /** Model usage over all steps. */
  usage: Usage | undefined
  isPaused: boolean
  isTimedOut: boolean
  /** The step whose failure ends the run and the heads of the loops around it. Empty before behaviour 2. */
  readonly failing: SmallSet<MutableStep>
  /** The ending that follows from the events so far; `finished` is not recorded yet. */
  ending: { readonly status: RunEndStatus; readonly failure?: Failure } | undefined
  finishedAt: number | undefined
  failure: Failure | undefined
  updatedAt: number
}

/** Counts that make progress cheap to read; see progress.ts. */
export interface Progress {
  /** Steps that are not over, by node. */
  readonly unfinished: number[]
  /** 1 for nodes that have a step. */
  readonly isKnown: number[]
  /** Nodes that have steps, all of which are over. */
  overNodes: number
}

export function emptyState(index: IndexedPlan): MutableState {
  const nodes = index.plan.nodes.length
  return {
    index,
    status: 'pending',
    started: undefined,
    isQueued: false,
    releasedAt: undefined,
    root: undefined,
    scopes: new Map(),
    walk: index.plan.walk && { table: new Map(), visits: new Uint32Array(nodes) },
    steps: [],
    progress: { unfinished: index.noNodes.slice(), isKnown: index.noNodes.slice(), overNodes: 0 },
    ready: new SmallSet(),
    active: new SmallSet(),
    questions: new Map(),
    open: new SmallSet(),
    logs: [],
    attempts: 0,
    messages: [],
    runs: index.noNodes.slice(),
    usage: undefined,
    isPaused: false,
    isTimedOut: false,
    failing: new SmallSet(),
    ending: undefined,
    finishedAt: undefined,
    failure: undefined,
    updatedAt: 0,
  }
}
