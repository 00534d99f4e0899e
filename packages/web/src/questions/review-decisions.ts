/** The decisions on proposed changes so far. */
import type { QuestionConfig } from '@millrace/model'

export type Change = QuestionConfig<'review'>['changes'][number]

export interface Decision {
  readonly accepted: boolean
  /** The edited value that replaces the proposed one. */
  readonly edited?: { readonly value: unknown } | undefined
}

/** By field; missing changes are undecided. */
export type Decisions = Readonly<Record<string, Decision>>

export function decidedAll(changes: readonly Change[], accepted: boolean, before: Decisions = {}): Decisions {
  return Object.fromEntries(
    changes.map(({ field }) => [
      field,
      { accepted, ...(accepted && before[field]?.edited ? { edited: before[field].edited } : {}) },
    ]),
  )
}

export interface Tally {
  readonly accepted: number
  readonly rejected: number
  readonly open: number
}

export function tallyOf(changes: readonly Change[], decisions: Decisions): Tally {
  const made = changes.flatMap(({ field }) => decisions[field] ?? [])
  const accepted = made.filter((decision) => decision.accepted).length
  return { accepted, rejected: made.length - accepted, open: changes.length - made.length }
}

/** The answer for the decisions; undefined while one is missing. */
export function reviewAnswer(
  changes: readonly Change[],
  decisions: Decisions,
): { decisions: object; summary: object } | undefined {
  const { accepted, rejected, open } = tallyOf(changes, decisions)
  if (open > 0) return undefined
  const made = changes.map(({ field, original, proposed }) => {
    const decision = decisions[field]
    const isAccepted = decision?.accepted === true
    const value = isAccepted ? (decision.edited === undefined ? proposed : decision.edited.value) : original
    return [field, { accepted: isAccepted, value }] as const
  })
  return { decisions: Object.fromEntries(made), summary: { accepted, rejected, total: changes.length } }
}

/** The editable text of a value. */
export function editableText(value: unknown): string {
  if (typeof value === 'string') return value
  return value === null || value === undefined ? '' : JSON.stringify(value, null, 2)
}

/** Parses an edited value, with the type of the proposed one; undefined if it is invalid. */
export function editedValue(text: string, proposed: unknown): { readonly value: unknown } | undefined {
  if (typeof proposed === 'string' || proposed === null) return { value: text }
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}
