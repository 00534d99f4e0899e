/** What retention removes from the executions. */

export interface PruneQuery {
  /** Removes executions that finished before this time. */
  readonly finishedBefore: number
  /** Removes finished executions that have this many newer ones of the same workflow. */
  readonly keepPerWorkflow: number
  /** Removes at most this many. */
  readonly batch: number
}

export interface ValueRemoval {
  /** Executions that ended later keep their values for now: callers may still read them. */
  readonly endedBefore: number
  /** The time of the removal. */
  readonly now: number
  readonly batch: number
}
