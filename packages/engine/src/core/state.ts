/** What a history adds up to. Made and changed by `apply` alone; everybody else reads. */
import type { ConversationMessage, Person, Question, Response, Usage } from '@millrace/model'
import type { ExecutionEvent, Failure, LogLine, Outputs, Started } from './events.ts'
import type { IndexedPlan } from './plan-index.ts'
import type { ExecutionStatus, StepStatus } from './status.ts'
import type { WalkState } from './walk.ts'

/** One node in one scope. */
export interface Step {
  readonly node: number
  readonly scope: Scope
  status: StepStatus
  attempt: number
  /** Which run of its node this is, counted over all rounds of the loops around it; 0 before its first attempt. */
  run: number
  startedAt: number
  endedAt: number
  outputs: Outputs | undefined
  taken: readonly string[] | undefined
  /** Of a visit in a sequential plan: what it was given, by edge. */
  delivered: ReadonlyMap<number, unknown> | undefined
  failure: Failure | undefined
  /** Of a waiting step: until when, or for which child. */
  until: number | undefined
  child: string | undefined
  loop: LoopRun | undefined
  /** What it has asked people, in order, over all its attempts; the last one may be open. */
  asked: readonly Asked[]
  /** Its question was closed, and it goes on where it asked: not another attempt. */
  isResumed: boolean
  /** What it wants to find again, should it be run again. */
  notes: Readonly<Record<string, unknown>>
  /** Over all attempts. */
  usage: Usage | undefined
}

/** A question and what became of it. */
export interface Asked {
  readonly id: string
  readonly step: Step
  readonly question: Question
  readonly askedAt: number
  status: 'pending' | 'resolved' | 'cancelled'
  responses: readonly Response[]
  /** What it was resolved with. */
  value: unknown
  closedAt: number | undefined
  /** Of a cancelled one: who or what did it. `stopped` when the execution ended around it. */
  why: 'cancelled' | 'expired' | 'stopped' | undefined
  closedBy: Person | undefined
}

export const EDGE_OPEN = 0
export const EDGE_DELIVERED = 1
export const EDGE_DEAD = 2

/** One passage through the nodes of a level: the execution itself, or one iteration of a loop. */
export interface Scope {
  /** '' for the execution itself. */
  readonly path: string
  readonly loop: number
  readonly index: number
  readonly parent: Scope | undefined
  /** The run of the loop that this is an iteration of. */
  readonly run: LoopRun | undefined
  /** By place in the level. */
  readonly steps: Step[]
  readonly waiting: Int32Array
  readonly edgeStates: Uint8Array
  readonly edgeValues: unknown[]
  /** Nodes that are not over yet. */
  left: number
  closed: boolean
}

/** One run of a loop: from its head becoming ready to its last iteration. */
export interface LoopRun {
  readonly loop: number
  readonly head: Step
  readonly items: readonly unknown[]
  readonly total: number
  readonly concurrency: number
  readonly continueOnError: boolean
  next: number
  readonly open: Set<Scope>
  /** Open iterations whose steps are all over; closed with the next turn of the loop. */
  readonly done: Scope[]
  readonly results: unknown[]
  /** Of a while loop: the value that goes round. */
  value: unknown
  /** What edges that leave the loop have to deliver once it has ended. */
  readonly exits: Map<number, unknown>
}

export interface ExecutionState {
  readonly index: IndexedPlan
  status: ExecutionStatus
  started: Started | undefined
  isQueued: boolean
  releasedAt: number | undefined
  root: Scope | undefined
  readonly scopes: Map<string, Scope>
  /** Of a sequential plan. */
  readonly walk: WalkState | undefined
  /** Steps in the order in which they became known: ready, started, or skipped by something. */
  readonly steps: Step[]
  /** How far each node of the plan is. */
  readonly progress: Progress
  /** Steps that changed since somebody last took note; see `updateOf`. */
  readonly touched: Set<Step>
  /** Steps whose time has come, in order. */
  readonly ready: Set<Step>
  /** Steps that run or wait. */
  readonly active: Set<Step>
  /** Every question, by its id. */
  readonly questions: Map<string, Asked>
  /** Those that wait for somebody. */
  readonly open: Set<Asked>
  /** Answers that counted: one that came too late is in the history, too, and changed nothing. */
  readonly heeded: WeakSet<ExecutionEvent>
  /** Questions that changed since they were last written; see `takeQuestions`. */
  readonly changed: Set<Asked>
  readonly logs: { at: number; step: Step | undefined; line: LogLine }[]
  /** Attempts of steps, those of child flows included. */
  attempts: number
  /** What finished steps said, in order of completion. */
  readonly messages: ConversationMessage[]
  /** By node: how many of its steps have started. */
  readonly runs: Uint32Array
  /** What models read and wrote, over all steps. */
  usage: Usage | undefined
  isPaused: boolean
  isTimedOut: boolean
  /** The step whose failure ends the run and the heads of the loops around it. Empty before behaviour 2. */
  readonly failing: Set<Step>
  /** An ending that has been decided by what happened and is not written yet. */
  ending: { status: 'completed' | 'failed'; failure?: Failure } | undefined
  finishedAt: number | undefined
  failure: Failure | undefined
  updatedAt: number
}

/** Counts that are kept up to date by every change of a step, so that progress costs the same however long it runs. */
export interface Progress {
  /** Steps that are not over, by node. */
  readonly unfinished: Int32Array
  /** 1 for nodes that have a step. */
  readonly isKnown: Uint8Array
  /** Nodes that have steps, all of which are over. */
  overNodes: number
}

export function emptyState(index: IndexedPlan): ExecutionState {
  return {
    index,
    status: 'pending',
    started: undefined,
    isQueued: false,
    releasedAt: undefined,
    root: undefined,
    scopes: new Map(),
    walk: index.plan.walk && { table: new Map(), visits: new Uint32Array(index.plan.nodes.length) },
    steps: [],
    progress: {
      unfinished: new Int32Array(index.plan.nodes.length),
      isKnown: new Uint8Array(index.plan.nodes.length),
      overNodes: 0,
    },
    touched: new Set(),
    ready: new Set(),
    active: new Set(),
    questions: new Map(),
    open: new Set(),
    heeded: new WeakSet(),
    changed: new Set(),
    logs: [],
    attempts: 0,
    messages: [],
    runs: new Uint32Array(index.plan.nodes.length),
    usage: undefined,
    isPaused: false,
    isTimedOut: false,
    failing: new Set(),
    ending: undefined,
    finishedAt: undefined,
    failure: undefined,
    updatedAt: 0,
  }
}
