/** Formats times relative to now. */
import type { Texts } from '../i18n/texts.ts'

const STEPS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** Relative time: "3 hours ago", "in 2 days", "just now". */
export function relativeTime(iso: string, nowMs: number, t: Texts): string {
  const seconds = (Date.parse(iso) - nowMs) / 1000
  if (Number.isNaN(seconds)) return ''
  const words = new Intl.RelativeTimeFormat(t.locale, { numeric: 'auto' })
  for (const [unit, size] of STEPS) {
    const count = seconds / size
    // Future times are rounded: 90 days minus a second is still three months.
    if (Math.abs(count) >= 0.999) return words.format(count > 0 ? Math.round(count) : Math.ceil(count), unit)
  }
  return seconds > 5 ? t.time.soon : t.time.now
}
