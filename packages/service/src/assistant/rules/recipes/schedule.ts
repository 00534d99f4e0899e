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
const AT = /\s*,?\s*(?:at|around)\s+(?:(\d{1,2})(?:[:.](\d{2}))?\s*(am|pm|o'clock|h)?|(noon|midnight))(?!\d)/i
const WHEN =
  /\b(?:(?:every|each)\s+(?:(\d+|two|five|ten|fifteen|thirty)\s+)?(minutes?|hours?|days?|mornings?|noon|afternoons?|evenings?|nights?|weekdays?|work ?days?|weeks?|months?|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|midnight)|(hourly|daily|weekly|monthly|nightly)|once an?\s+(hour|day|week|month))\b/i
const NUMBERS: Readonly<Record<string, number>> = { two: 2, five: 5, ten: 10, fifteen: 15, thirty: 30 }

/** The schedule that a wording names, if it does. */
export function scheduleIn(text: string): FoundSchedule | undefined {
  const when = WHEN.exec(text)
  if (when === null) return undefined
  const at = AT.exec(text.slice(when.index))
  const rest = text
    .replace(when[0], ' ')
    .replace(at?.[0] ?? '\u0000', ' ')
    .replace(/^[\s,:]+|[\s,:]+$/g, '')
    .replace(/\s+/g, ' ')
  const words = `${when[0]}${at?.[0] ?? ''}`.trim()
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
  const [hour, minute] = timeOf(at, HOURS[unit] ?? 9)
  return { cron: cronOf(unit, { amount, hour, minute }), words, rest }
}

function timeOf(at: RegExpExecArray | null, otherwise: number): [number, number] {
  if (at === null) return [otherwise, 0]
  if (at[4] !== undefined) return [HOURS[at[4].toLowerCase()] ?? 12, 0]
  const hour = Number(at[1]) % 24
  const isAfternoon = at[3]?.toLowerCase() === 'pm' && hour < 12
  return [isAfternoon ? hour + 12 : at[3]?.toLowerCase() === 'am' && hour === 12 ? 0 : hour, Number(at[2] ?? 0) % 60]
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
