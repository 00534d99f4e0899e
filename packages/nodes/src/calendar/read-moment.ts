/** Parses dates and times. */
import { momentOf } from './zone.ts'

const ISO =
  /^(\d{4})-(\d{2})(?:-(\d{2}))?(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/i

/** At least nine digits: eight could be a date without hyphens. */
const SECONDS = /^-?\d{9,11}(\.\d+)?$/

/**
 * Parses an ISO 8601 date or a number of seconds into milliseconds since 1970; undefined if it is neither. A date
 * without an offset is read in `zone`, never in the time zone of the machine.
 */
export function readMoment(text: string, zone: string): number | undefined {
  const trimmed = text.trim()
  if (SECONDS.test(trimmed)) return Math.round(Number(trimmed) * 1000)
  const [, year, month, day = '1', hour = '0', minute = '0', second = '0', fraction = '', offset] =
    ISO.exec(trimmed) ?? []
  if (year === undefined || month === undefined) return undefined
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  // A day that does not exist would roll over into the next month.
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return undefined
  date.setUTCHours(Number(hour), Number(minute), Number(second), Number(fraction.padEnd(3, '0').slice(0, 3)))
  const wall = date.getTime()
  return offset === undefined ? momentOf(wall, zone) : wall - writtenOffsetMs(offset)
}

function writtenOffsetMs(offset: string): number {
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d{2}):?(\d{2})?/.exec(offset) ?? []
  const ms = (Number(hours) * 60 + Number(minutes)) * 60_000
  return sign === '-' ? -ms : ms
}
