import type { Context } from '../context.ts'
import type { Role, VerbName } from '../lexicon/languages.ts'
import type { Slots } from '../slots.ts'

export interface Verb {
  /** The roles it takes; words of other roles are ordinary words. */
  readonly roles: readonly Role[]
  /** "Remove A and B" stands for two clauses. */
  readonly repeats?: boolean
  /** Carries out one division of a clause on the draft of the context, or throws a `Refusal`. */
  readonly run: (slots: Slots, context: Context) => void
}

export type Verbs = Readonly<Record<VerbName, Verb>>
