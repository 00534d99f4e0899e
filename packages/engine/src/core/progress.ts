/** The progress of an execution: counters that every status change updates, so that reading them is O(1). */
import type { ExecutionState, MutableState, Step } from './state.ts'

/** Counts a new step; its node is not over. */
export function countNew({ progress }: MutableState, node: number): void {
  if (progress.isKnown[node] === 1 && progress.unfinished[node] === 0) progress.overNodes--
  progress.isKnown[node] = 1
  progress.unfinished[node] = (progress.unfinished[node] ?? 0) + 1
}

/** Counts a step as over; called once for each step. */
export function countOver({ progress }: MutableState, { node }: Step): void {
  const left = (progress.unfinished[node] ?? 0) - 1
  progress.unfinished[node] = left
  if (left === 0) progress.overNodes++
}

/** Percentage of nodes whose steps are all over. */
export function progressOf(state: ExecutionState): number {
  if (state.finishedAt !== undefined) return 100
  const total = state.index.plan.nodes.length
  return total === 0 ? 0 : Math.floor((state.progress.overNodes / total) * 100)
}
