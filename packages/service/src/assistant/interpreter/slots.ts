/** The ways in which the words around a verb can be divided into its object and the parts that role words introduce. */
import type { Context } from './context.ts'
import { type Language, phraseAt, type Role, standsAt, type VerbName } from './lexicon/languages.ts'
import type { Tokens } from './tokens.ts'

export interface Slots {
  readonly object: Tokens
  readonly roles: Readonly<Partial<Record<Role, Tokens>>>
}

export interface Verb {
  readonly roles: readonly Role[]
  /** "Remove A and B" stands for two clauses. */
  readonly repeats?: boolean
  /** Carries out one division of a clause on the draft of the context, or throws a `Refusal`. */
  readonly run: (slots: Slots, context: Context) => void
}

export type Verbs = Readonly<Record<VerbName, Verb>>

/** Bounds the work for one clause; clauses that people write have a handful of role words. */
const MOST_MARKERS = 9
const MOST_DIVISIONS = 200

/** Every division in which no part is empty; none when there are too many role words to be sure of anything. */
export function divisionsOf(body: Tokens, roles: readonly Role[], language: Language): Slots[] {
  const markers = body.flatMap((_, start) =>
    language.roleWords
      .filter(({ role, words }) => roles.includes(role) && standsAt(body, start, words))
      .map(({ role, words }) => ({ role, start, end: start + words.length })),
  )
  if (new Set(markers.map(({ start }) => start)).size > MOST_MARKERS) return []
  const divisions: Slots[] = []
  const extend = (slots: Slots, from: number, open?: Role): void => {
    if (divisions.length >= MOST_DIVISIONS) return
    const closed = (end: number): Slots | undefined => {
      const part = body.slice(from, end)
      if (open === undefined) return { ...slots, object: part }
      return part.length === 0 ? undefined : { ...slots, roles: { ...slots.roles, [open]: part } }
    }
    for (const marker of markers) {
      if (marker.start < from || slots.roles[marker.role] !== undefined || marker.role === open) continue
      const next = closed(marker.start)
      if (next !== undefined) extend(next, marker.end, marker.role)
    }
    const last = closed(body.length)
    if (last !== undefined) divisions.push(last)
  }
  extend({ object: [], roles: {} }, 0)
  return divisions.flatMap((slots) => [slots, ...withObjectInside(slots, language)])
}

/** "After the model a logger": the object follows a part, and starts with an article. */
function withObjectInside(slots: Slots, language: Language): Slots[] {
  if (slots.object.length > 0) return []
  return Object.entries(slots.roles).flatMap(([role, part]) =>
    part.flatMap((_, at) => {
      const isArticle = at > 0 && phraseAt(part, at, language.phrases(language.articles)) > 0
      return isArticle ? [{ object: part.slice(at), roles: { ...slots.roles, [role]: part.slice(0, at) } }] : []
    }),
  )
}
