/** The date operations by their names in the settings. */
import { badInput, textOr } from '../running/input-values.ts'
import { readMoment } from './read-moment.ts'
import { endOf, shifted, startOf, type Unit } from './shift.ts'

interface DateInput {
  readonly moment: number
  readonly amount: number
  readonly unit: Unit
  readonly zone: string
}

export const DATE_OPERATIONS = {
  current: ({ moment }) => moment,
  // These two only change zone and format, which apply to every result.
  format: ({ moment }) => moment,
  convert: ({ moment }) => moment,
  add: ({ moment, amount, unit, zone }) => shifted(moment, amount, { unit, zone }),
  subtract: ({ moment, amount, unit, zone }) => shifted(moment, -amount, { unit, zone }),
  start_of: ({ moment, unit, zone }) => startOf(moment, unit, zone),
  end_of: ({ moment, unit, zone }) => endOf(moment, unit, zone),
} satisfies Record<string, (input: DateInput) => number>

/** The date of the input, else the current time. */
export function momentIn(inputs: Readonly<Record<string, unknown>>, zone: string, now: number): number {
  const text = textOr(inputs, 'datetime', undefined)
  if (text === undefined) return now
  const moment = readMoment(text, zone)
  if (moment === undefined) throw badInput('datetime', 'must be an ISO 8601 date and time, or Unix time in seconds')
  return moment
}
