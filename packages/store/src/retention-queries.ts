/** What retention removes from the executions. */

export interface Batch {
  /** At most this many executions. */
  readonly batch: number
  /** Called after each of the transactions, none of which takes long: others are written during the time that it takes. */
  readonly rest?: () => Promise<void>
}

export interface PruneQuery extends Batch {
  /** Removes executions that finished before this time. */
  readonly finishedBefore: number
  /** Removes finished executions that have this many newer ones of the same workflow. */
  readonly keepPerWorkflow: number
}

export interface ValueRemoval extends Batch {
  /** Executions that ended later keep their values for now: callers may still read them. */
  readonly endedBefore: number
  /** The time of the removal. */
  readonly now: number
}
