import { iso } from './iso.ts'

/** Days and months in UTC, as the usage tables have them. */
const DAY_MS = 24 * 3600 * 1000

/** The days since 1970. */
export function dayOf(time: number): number {
  return Math.floor(time / DAY_MS)
}

/** Such as 2026-11-17. */
export function dateOfDay(day: number): string {
  return iso(day * DAY_MS).slice(0, 10)
}

/** Such as 202611. */
export function monthOf(time: number): number {
  const date = new Date(time)
  return date.getUTCFullYear() * 100 + date.getUTCMonth() + 1
}

/** Such as 2026-11. */
export function monthText(month: number): string {
  return `${Math.floor(month / 100)}-${String(month % 100).padStart(2, '0')}`
}

/** The first moment of a month. */
export function startOfMonth(month: number): number {
  return Date.UTC(Math.floor(month / 100), (month % 100) - 1)
}

/** The first moment of the month after it. */
export function nextMonth(month: number): number {
  return Date.UTC(Math.floor(month / 100), month % 100)
}
