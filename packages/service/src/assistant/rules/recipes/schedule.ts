/** Times in words, as a cron line. */

export interface FoundSchedule {
  readonly cron: string
  /** The times as they were said. */
  readonly words: string
  /** The wording without them. */
  readonly rest: string
}

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const HOURS: Readonly<Record<string, number>> = {
  morning: 8,
  noon: 12,
  lunchtime: 12,
  afternoon: 15,
  evening: 18,
  night: 22,
  midnight: 0,
}
const CLOCK = /(\d{1,2})(?:[:.](\d{2}))?\s*(am|pm|o'clock|h)?|(noon|midnight)/
const AT = new RegExp(`\\s*,?\\s*\\b(?:at|around|by)\\s+(?:${CLOCK.source})(?!\\d)`, 'i')
/** A time without "at" has to look like one: `monday 9am`, `daily 6:30`. */
const BARE = /\s*,?\s*\b(\d{1,2})(?:[:.](\d{2}))?\s*(am|pm|o'clock)\b|\s*,?\s*\b(\d{1,2}):(\d{2})(?!\d)/i
const WHEN =
  /\b(?:(?:every|each)\s+(?:(\d+|two|five|ten|fifteen|thirty)\s+)?(minutes?|hours?|days?|mornings?|noon|afternoons?|evenings?|nights?|weekdays?|work ?days?|weeks?|months?|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|midnight)|(hourly|daily|weekly|monthly|nightly)|once an?\s+(hour|day|week|month))\b(?![./-]\w)/i
const NUMBERS: Readonly<Record<string, number>> = { two: 2, five: 5, ten: 10, fifteen: 15, thirty: 30 }

/** Days without "every": `on fridays`, `mondays and thursdays`. */
const DAY_LIST =
  /\b(?:on\s+)?((?:mon|tues|wednes|thurs|fri|satur|sun)days?(?:(?:\s*,\s*|\s+and\s+|\s*&\s*|\s*,\s*and\s+)(?:on\s+)?(?:mon|tues|wednes|thurs|fri|satur|sun)days?)*|weekdays|weekends)\b(?![./-]\w)/i

function daysIn(text: string): FoundSchedule | undefined {
  const found = DAY_LIST.exec(text)
  // One day in the singular has to be "on" it: "monday" alone may be a name.
  if (found === null || !/^on\b|s$/i.test(found[0])) return undefined
  const at = timeIn(text.slice(found.index))
  const said = (found[1] ?? '').toLowerCase()
  const days = said.startsWith('weekday')
    ? '1-5'
    : said.startsWith('weekend')
      ? '0,6'
      : DAYS.flatMap((day, number) => (said.includes(day) ? [number] : [])).join(',')
  const rest = text
    .replace(found[0], ' ')
    .replace(at?.said ?? '\u0000', ' ')
    .replace(/^[\s,:]+|[\s,:]+$/g, '')
    .replace(/\s+/g, ' ')
  return { cron: `${at?.minute ?? 0} ${at?.hour ?? 9} * * ${days}`, words: `${found[0]}${at?.said ?? ''}`.trim(), rest }
}

/** The schedule that a wording names, if it does. */
export function scheduleIn(text: string): FoundSchedule | undefined {
  const when = WHEN.exec(text)
  if (when === null) return daysIn(text)
  const at = timeIn(text.slice(when.index)) ?? timeIn(text.slice(0, when.index))
  const rest = text
    .replace(when[0], ' ')
    .replace(at?.said ?? '\u0000', ' ')
    .replace(/^[\s,:]+|[\s,:]+$/g, '')
    .replace(/\s+/g, ' ')
  const words = `${when[0]}${at?.said ?? ''}`.trim()
  const unit = (
    when[2] ??
    when[4] ??
    { hourly: 'hour', daily: 'day', weekly: 'week', monthly: 'month', nightly: 'night' }[
      when[3]?.toLowerCase() ?? ''
    ] ??
    'day'
  )
    .toLowerCase()
    .replace(/s$/, '')
  const amount = when[1] === undefined ? undefined : (NUMBERS[when[1].toLowerCase()] ?? Number(when[1]))
  const { hour, minute } = at ?? { hour: HOURS[unit] ?? 9, minute: 0 }
  return { cron: cronOf(unit, { amount, hour, minute }), words, rest }
}

interface Time {
  readonly said: string
  readonly hour: number
  readonly minute: number
}

function timeIn(text: string): Time | undefined {
  const found = AT.exec(text)
  if (found?.[4] !== undefined) return { said: found[0], hour: HOURS[found[4].toLowerCase()] ?? 12, minute: 0 }
  const [said, hours, minutes, half] = found ?? BARE.exec(text) ?? []
  const [otherHours, otherMinutes] = found === null ? (BARE.exec(text)?.slice(4) ?? []) : []
  if (said === undefined) return undefined
  const hour = Number(hours ?? otherHours) % 24
  const half12 = half?.toLowerCase()
  const isAfternoon = half12 === 'pm' && hour < 12
  return {
    said,
    hour: isAfternoon ? hour + 12 : half12 === 'am' && hour === 12 ? 0 : hour,
    minute: Number(minutes ?? otherMinutes ?? 0) % 60,
  }
}

function cronOf(
  unit: string,
  { amount, hour, minute }: { amount: number | undefined; hour: number; minute: number },
): string {
  const day = DAYS.indexOf(unit)
  if (day >= 0) return `${minute} ${hour} * * ${day}`
  if (unit === 'minute') return amount === undefined ? '* * * * *' : `*/${amount} * * * *`
  if (unit === 'hour') return amount === undefined ? '0 * * * *' : `0 */${amount} * * *`
  if (unit === 'weekday' || unit === 'workday' || unit === 'work day') return `${minute} ${hour} * * 1-5`
  if (unit === 'week') return `${minute} ${hour} * * 1`
  if (unit === 'month') return `${minute} ${hour} 1 * *`
  return amount === undefined ? `${minute} ${hour} * * *` : `${minute} ${hour} */${amount} * *`
}
