import type { Texts } from '../i18n/texts.ts'

/** Date and time with seconds in 24 hours; the year only if it is not the current one. */
export function dateTimeText(iso: string, t: Pick<Texts, 'locale'>, now: Date = new Date()): string {
  const date = new Date(iso)
  const isThisYear = date.getFullYear() === now.getFullYear()
  return date.toLocaleString(t.locale, {
    ...(isThisYear ? {} : { year: 'numeric' }),
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
}
