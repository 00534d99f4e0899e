/** What is laid over nodes beside their own looks: findings, the status of a run, a difference that is previewed. */
import type { StepStatus } from '@millrace/model'

export interface NodeMark {
  readonly severity?: 'error' | 'warning'
  readonly status?: StepStatus
  readonly change?: 'added' | 'changed' | 'removed'
  /** Said when the mark is pointed at. */
  readonly tip?: string
  /** A short text in the corner, such as a duration. */
  readonly note?: string
}

export type NodeMarks = ReadonlyMap<string, NodeMark>

export const NO_MARKS: NodeMarks = new Map()
