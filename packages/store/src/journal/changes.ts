/** Journal writes in the form that is passed to a database: only texts, numbers and bytes. */
import type { ExecutionSummary } from '@millrace/engine'
import type { ExecutionStarter, ExecutionTrigger } from '@millrace/model'
import type { HandledCall } from '../cluster-store.ts'
import type { UnavailableReason } from '../unavailable.ts'
import type { QuestionText } from './question-text.ts'
import type { UsageText } from './usage-text.ts'

/** Events to append to a history. */
export interface Entry {
  readonly count: number
  /** The JSON of the events, separated by commas. */
  readonly text: string
  /** The large values that the text refers to. */
  readonly values: readonly LargeValue[]
}

/** A value that is stored outside the journal table, identified by the SHA-256 of its JSON. */
export interface LargeValue {
  readonly hash: string
  readonly text: string
}

export interface Creation {
  readonly kind: 'create'
  readonly id: string
  readonly workflowId: string
  readonly createdAt: number
  readonly trigger: ExecutionTrigger
  readonly startedBy: string
  readonly starter: ExecutionStarter | undefined
  /** The stored revision that runs, if any. */
  readonly revision: number | undefined
  readonly plan: PlanText
  readonly secrets: Uint8Array | null
  /** A number of `TIDINESS`. */
  readonly tidiness: number
  /** JSON of the other fields of the execution record. */
  readonly record: string
  readonly entry: Entry
  readonly summary: ExecutionSummary
}

export interface PlanText {
  readonly hash: string
  /** The JSON of the plan; absent if the plan is known to be stored. */
  readonly text?: string
}

export interface Addition {
  readonly kind: 'append'
  readonly id: string
  /** The length that the history must have. */
  readonly length: number
  readonly entry: Entry
  readonly summary: ExecutionSummary | undefined
  /** Questions to people that these events add or change. */
  readonly questions?: readonly QuestionText[] | undefined
  /** What models used, to be added up. */
  readonly usage?: readonly UsageText[] | undefined
  /** Refused if the execution has another owner; checked on Postgres only. */
  readonly owner?: number | undefined
  /** Calls that these events handle. */
  readonly handled?: readonly HandledCall[] | undefined
  /** The tokens of offered steps that end. */
  readonly offered?: readonly string[] | undefined
}

export interface SummaryOnly {
  readonly kind: 'summary'
  readonly id: string
  readonly summary: ExecutionSummary
  /** As in `Addition`. */
  readonly owner?: number | undefined
}

export type Change = Creation | Addition | SummaryOnly

/** A change that was rejected, by its index in the batch, and the reason. */
export interface Refusal {
  readonly at: number
  readonly why: string
  /** Set if the cause is the database and not the change. */
  readonly reason?: UnavailableReason | undefined
  /** Set if another process has claimed the execution. */
  readonly isForeign?: boolean
}

/** Writes batches of changes, one batch at a time. */
export interface JournalWriter {
  /** Whether a batch may contain only one change for each execution. */
  readonly isOneEach: boolean
  /** Opens connections and threads early, so that the first batch does not wait for them. */
  start(): void
  /** Makes all changes durable except those it returns as refused; rejects if nothing was written. */
  commit(changes: readonly Change[]): Promise<readonly Refusal[]>
  /** Resolves the current commit if it is finished, before the event loop gets to it. */
  poll?(): void
  close(): Promise<void>
}

/** The approximate size of a change. Plans are not counted: a plan is written once for all its executions. */
export function sizeOf(change: Change): number {
  if (change.kind === 'summary') return 0
  const { text, values } = change.entry
  const size = values.reduce((sum, value) => sum + value.text.length, text.length)
  if (change.kind === 'create' || change.questions === undefined) return size
  return change.questions.reduce((sum, { details }) => sum + details.length, size)
}
