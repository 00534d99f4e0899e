/**
 * Time zones. A "wall" time is what the clocks of a zone show, as a number: the milliseconds that the same date and time
 * would have in UTC. So dates of a zone can be worked with by the UTC methods of `Date`.
 */
import { badSetting } from '../running/input-values.ts'

const DAY_MS = 86_400_000
const MAX_ZONES = 500
const formats = new Map<string, Intl.DateTimeFormat>()

/** How far the clocks of a zone are ahead of UTC at a moment, in milliseconds. */
export function offsetMs(moment: number, zone: string): number {
  if (zone === 'UTC') return 0
  const name = formatOf(zone)
    .formatToParts(moment)
    .find((part) => part.type === 'timeZoneName')?.value
  const [, sign, hours = 0, minutes = 0, seconds = 0] = /([+-])(\d+):(\d+)(?::(\d+))?/.exec(name ?? '') ?? []
  const ms = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
  return sign === '-' ? -ms : ms
}

/** What the clocks of a zone show at a moment. */
export function wallOf(moment: number, zone: string): number {
  return moment + offsetMs(moment, zone)
}

/**
 * The moment at which the clocks of a zone show a time. Of a time that comes twice (clocks go back) the first; a time
 * that never comes (clocks go forward) is as much later as the clocks jump.
 */
export function momentOf(wall: number, zone: string): number {
  const before = wall - offsetMs(wall - DAY_MS, zone)
  const after = wall - offsetMs(wall + DAY_MS, zone)
  const real = [before, after].filter((moment) => wallOf(moment, zone) === wall)
  return real.length > 0 ? Math.min(...real) : before
}

/** Kept, because making one is slow. */
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
    throw badSetting('timezone', `is "${zone}", which is no time zone; a name such as Europe/Berlin is expected`)
  }
}
