/** What the journal writes, in the form in which it is handed to a database: nothing but texts, numbers and bytes. */
import type { ExecutionSummary } from '@millrace/engine'
import type { UnavailableReason } from '../unavailable.ts'
import type { QuestionText } from './question-text.ts'

/** Events to be added to a history. */
export interface Entry {
  readonly count: number
  /** The JSON of the events, with commas between them. */
  readonly text: string
  /** What the text refers to. */
  readonly values: readonly LargeValue[]
}

/** A value that is stored beside the journal, named by the SHA-256 of its JSON. */
export interface LargeValue {
  readonly hash: string
  readonly text: string
}

export interface Creation {
  readonly kind: 'create'
  readonly id: string
  readonly workflowId: string
  readonly createdAt: number
  readonly plan: PlanText
  readonly secrets: Uint8Array | null
  /** JSON of what else is known of the execution from its beginning. */
  readonly record: string
  readonly entry: Entry
  readonly head: ExecutionSummary
}

export interface PlanText {
  readonly hash: string
  /** The JSON of the plan; absent when it is known to be stored. */
  readonly text?: string
}

export interface Addition {
  readonly kind: 'append'
  readonly id: string
  /** How many events the history must have. */
  readonly length: number
  readonly entry: Entry
  readonly head: ExecutionSummary | undefined
  /** Questions to people that are other ones after these events. */
  readonly questions?: readonly QuestionText[] | undefined
}

export interface HeadOnly {
  readonly kind: 'head'
  readonly id: string
  readonly head: ExecutionSummary
}

export type Change = Creation | Addition | HeadOnly

/** A change that was not written, by its place in the batch, and why. */
export interface Refusal {
  readonly at: number
  readonly why: string
  /** Set if the database is at fault, not the change. */
  readonly reason?: UnavailableReason | undefined
}

/** Writes batches of changes, one batch after the other. */
export interface JournalWriter {
  /** Whether a batch may hold only one change of the same execution. */
  readonly isOneEach: boolean
  /** Gets ready, so that the first batch does not have to wait for it. */
  start(): void
  /** Makes everything durable but what is refused; rejects when nothing was written. */
  commit(changes: readonly Change[]): Promise<readonly Refusal[]>
  close(): Promise<void>
}

/** Roughly how much there is to write. A plan is not counted: it is written once, however many changes have it. */
export function sizeOf(change: Change): number {
  if (change.kind === 'head') return 0
  const { text, values } = change.entry
  const size = values.reduce((sum, value) => sum + value.text.length, text.length)
  if (change.kind === 'create' || change.questions === undefined) return size
  return change.questions.reduce((sum, { details }) => sum + details.length, size)
}
