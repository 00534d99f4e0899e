/** Times as people say them. */
import { locale } from './locale.ts'
import { t } from './strings.ts'

const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** Such as "5 minutes ago"; the time itself where it cannot be read. */
export function relativeTime(iso: string, nowMs: number = Date.now()): string {
  const at = Date.parse(iso)
  if (Number.isNaN(at)) return iso
  const seconds = Math.round((at - nowMs) / 1000)
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' })
  const unit = UNITS.find(([, size]) => Math.abs(seconds) >= size)
  return unit === undefined ? t.time.now : format.format(Math.round(seconds / unit[1]), unit[0])
}
