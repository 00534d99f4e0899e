/**
 * Shifts a moment by the calendar of a zone. Units up to hours are durations; days and longer are calendar dates: one
 * day later is the same time of day, even across a daylight saving change.
 */
import { badSetting } from '../running/input-values.ts'
import { momentOf, offsetMs, wallOf } from './zone.ts'

export type Unit = 'seconds' | 'minutes' | 'hours' | 'days' | 'weeks' | 'months' | 'years'

const LENGTH_MS = { seconds: 1000, minutes: 60_000, hours: 3_600_000, days: 86_400_000, weeks: 604_800_000 } as const

/** The moment `amount` units later (earlier if negative). The last day of a month stays in the month. */
export function shifted(moment: number, amount: number, { unit, zone }: { unit: Unit; zone: string }): number {
  if (unit === 'months' || unit === 'years') {
    if (!Number.isInteger(amount)) throw badSetting('amount', `must be a whole number of ${unit}`)
    const months = unit === 'years' ? amount * 12 : amount
    return momentOf(monthsLater(wallOf(moment, zone), months), zone)
  }
  const isDate = (unit === 'days' || unit === 'weeks') && Number.isInteger(amount)
  const ms = amount * LENGTH_MS[unit]
  return isDate ? momentOf(wallOf(moment, zone) + ms, zone) : moment + Math.round(ms)
}

function monthsLater(wall: number, months: number): number {
  const date = new Date(wall)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  date.setUTCDate(Math.min(day, daysIn(date)))
  return date.getTime()
}

function daysIn(month: Date): number {
  const last = new Date(month)
  last.setUTCMonth(month.getUTCMonth() + 1, 0)
  return last.getUTCDate()
}

/** The start of the unit that contains the moment. Weeks start on Monday. */
export function startOf(moment: number, unit: Unit, zone: string): number {
  if (unit === 'seconds' || unit === 'minutes' || unit === 'hours') {
    // Use the offset of this moment: an hour that occurs twice has two starts.
    const offset = offsetMs(moment, zone)
    return Math.floor((moment + offset) / LENGTH_MS[unit]) * LENGTH_MS[unit] - offset
  }
  const date = new Date(wallOf(moment, zone))
  date.setUTCHours(0, 0, 0, 0)
  if (unit === 'weeks') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  else if (unit === 'months') date.setUTCDate(1)
  else if (unit === 'years') date.setUTCMonth(0, 1)
  return momentOf(date.getTime(), zone)
}

/** The last millisecond of the unit that contains the moment. */
export function endOf(moment: number, unit: Unit, zone: string): number {
  return shifted(startOf(moment, unit, zone), 1, { unit, zone }) - 1
}
