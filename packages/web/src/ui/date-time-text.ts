/** The formats of dates and times on all pages: localized, with 24 hours. */
import type { Texts } from '../i18n/texts.ts'

type Locale = Pick<Texts, 'locale'>

const HOURS = { hourCycle: 'h23' } as const
const MINUTES = { ...HOURS, hour: '2-digit', minute: '2-digit' } as const
const SECONDS = { ...MINUTES, second: '2-digit' } as const

/** Date and time with seconds; the year only if it is not the current one. */
export function dateTimeText(iso: string, { locale }: Locale, now: Date = new Date()): string {
  const date = new Date(iso)
  const isThisYear = date.getFullYear() === now.getFullYear()
  return date.toLocaleString(locale, {
    ...(isThisYear ? {} : { year: 'numeric' }),
    month: 'short',
    day: 'numeric',
    ...SECONDS,
  })
}

/** The time of day with seconds, and the date unless it is today. */
export function momentText(iso: string, t: Locale, now: Date = new Date()): string {
  return new Date(iso).toDateString() === now.toDateString() ? secondsText(iso, t) : dateTimeText(iso, t, now)
}

/** The full date and time, for tooltips. */
export function fullTimeText(iso: string, { locale }: Locale): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return ''
  return date.toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'medium', ...HOURS })
}

/** A day in UTC, such as `2026-11-17`. */
export function dayText(day: string, { locale }: Locale): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(locale, { dateStyle: 'medium', timeZone: 'UTC' })
}

/** The time of day: `13:05`. */
export function clockText(iso: string, { locale }: Locale): string {
  return new Date(iso).toLocaleTimeString(locale, MINUTES)
}

/** The time of day: `13:05:09`. */
export function secondsText(iso: string, { locale }: Locale): string {
  return new Date(iso).toLocaleTimeString(locale, SECONDS)
}
