/**
 * Time zones. A "wall" time is the local date and time of a zone, stored as the milliseconds that it would have in UTC,
 * so that the UTC methods of `Date` can be used on it.
 */
import { badSetting } from '../running/input-values.ts'

const DAY_MS = 86_400_000
const MAX_ZONES = 500
const formats = new Map<string, Intl.DateTimeFormat>()

/** The UTC offset of a zone at a moment, in milliseconds. */
export function offsetMs(moment: number, zone: string): number {
  if (zone === 'UTC') return 0
  const name = formatOf(zone)
    .formatToParts(moment)
    .find((part) => part.type === 'timeZoneName')?.value
  const [, sign, hours = 0, minutes = 0, seconds = 0] = /([+-])(\d+):(\d+)(?::(\d+))?/.exec(name ?? '') ?? []
  const ms = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
  return sign === '-' ? -ms : ms
}

/** The local time of a zone at a moment. */
export function wallOf(moment: number, zone: string): number {
  return moment + offsetMs(moment, zone)
}

/**
 * The moment of a local time. For a time that occurs twice (clocks go back) it is the first; a time that does not exist
 * (clocks go forward) is shifted by the gap.
 */
export function momentOf(wall: number, zone: string): number {
  const before = wall - offsetMs(wall - DAY_MS, zone)
  const after = wall - offsetMs(wall + DAY_MS, zone)
  const real = [before, after].filter((moment) => wallOf(moment, zone) === wall)
  return real.length > 0 ? Math.min(...real) : before
}

/** Cached, because creating a format is slow. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  if (formats.size >= MAX_ZONES) formats.clear()
  const made = newFormat(zone)
  formats.set(zone, made)
  return made
}

function newFormat(zone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  } catch {
    throw badSetting('timezone', `must be a time zone such as Europe/Berlin (got "${zone}")`)
  }
}
