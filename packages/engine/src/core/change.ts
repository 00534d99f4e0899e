/** What events changed. `apply` adds to it, so that one value can collect the changes of a batch. */
import { type Items, SmallSet } from './small-set.ts'
import type { AskedQuestion, MutableAskedQuestion, MutableStep, Step } from './state.ts'

export interface Change {
  readonly steps: Items<Step>
  /** Steps whose first attempt began; also in `steps`. */
  readonly started: Items<Step>
  readonly questions: Items<AskedQuestion>
  /** False if the last event had no effect, such as the late result of a cancelled step or a second answer. */
  readonly accepted: boolean
}

export interface MutableChange {
  readonly steps: SmallSet<MutableStep>
  readonly started: SmallSet<MutableStep>
  readonly questions: SmallSet<MutableAskedQuestion>
  accepted: boolean
}

export function newChange(): MutableChange {
  return { steps: new SmallSet(), started: new SmallSet(), questions: new SmallSet(), accepted: false }
}
