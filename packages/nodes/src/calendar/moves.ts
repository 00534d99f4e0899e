/** What can be done with a moment, by the names that the node offers. */
import { badInput, textOr } from '../running/input-values.ts'
import { readMoment } from './read-moment.ts'
import { endOf, shifted, startOf, type Unit } from './shift.ts'

interface Move {
  readonly moment: number
  readonly amount: number
  readonly unit: Unit
  readonly zone: string
}

export const MOVES = {
  current: ({ moment }) => moment,
  // Writing it in the format and the zone is what these two are about, and that is done to every result.
  format: ({ moment }) => moment,
  convert: ({ moment }) => moment,
  add: ({ moment, amount, unit, zone }) => shifted(moment, amount, { unit, zone }),
  subtract: ({ moment, amount, unit, zone }) => shifted(moment, -amount, { unit, zone }),
  start_of: ({ moment, unit, zone }) => startOf(moment, unit, zone),
  end_of: ({ moment, unit, zone }) => endOf(moment, unit, zone),
} satisfies Record<string, (move: Move) => number>

/** The moment on the input, else now. */
export function momentIn(inputs: Readonly<Record<string, unknown>>, zone: string, now: number): number {
  const text = textOr(inputs, 'datetime', undefined)
  if (text === undefined) return now
  const moment = readMoment(text, zone)
  if (moment === undefined) throw badInput('datetime', 'must be a date and time in ISO 8601, or seconds since 1970')
  return moment
}
