/** Overlays of nodes: problems, the status of a run, or a previewed difference. */
import type { StepStatus } from '@millrace/model'

export interface NodeMark {
  readonly severity?: 'error' | 'warning'
  readonly status?: StepStatus
  readonly change?: 'added' | 'changed' | 'removed'
  /** Tooltip of the mark. */
  readonly tip?: string
  /** A short text in the corner, such as a duration. */
  readonly note?: string
  /** How often the node ran, if several times; for a loop, its rounds. */
  readonly rounds?: number
}

export type NodeMarks = ReadonlyMap<string, NodeMark>

export const NO_MARKS: NodeMarks = new Map()
