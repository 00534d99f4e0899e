/** Times as people say them. */
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
  const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
  const unit = UNITS.find(([, size]) => Math.abs(seconds) >= size)
  return unit === undefined ? 'just now' : format.format(Math.round(seconds / unit[1]), unit[0])
}

/** Such as "340 ms", "2.1 s", "3 min 5 s". */
export function durationText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
