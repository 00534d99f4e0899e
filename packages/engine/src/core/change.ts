/** What events changed. `apply` adds to it, so that one value can collect the changes of a batch. */
import type { AskedQuestion, MutableAskedQuestion, MutableStep, Step } from './state.ts'

export interface Change {
  readonly steps: ReadonlySet<Step>
  /** Steps whose first attempt began; also in `steps`. */
  readonly started: ReadonlySet<Step>
  readonly questions: ReadonlySet<AskedQuestion>
  /** False if the last event had no effect, such as the late result of a cancelled step or a second answer. */
  readonly accepted: boolean
}

export interface MutableChange {
  readonly steps: Set<MutableStep>
  readonly started: Set<MutableStep>
  readonly questions: Set<MutableAskedQuestion>
  accepted: boolean
}

export function newChange(): MutableChange {
  return { steps: new Set(), started: new Set(), questions: new Set(), accepted: false }
}
