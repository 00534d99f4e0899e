/** Expiry options of a new token. */
export const EXPIRIES = ['week', 'month', 'quarter', 'year', 'never'] as const
export type Expiry = (typeof EXPIRIES)[number]

const DAYS: Readonly<Record<Exclude<Expiry, 'never'>, number>> = { week: 7, month: 30, quarter: 90, year: 365 }
const DAY_MS = 86_400_000

export function expiresAtOf(expiry: Expiry, nowMs: number): string | null {
  return expiry === 'never' ? null : new Date(nowMs + DAYS[expiry] * DAY_MS).toISOString()
}

export function isExpired(expiresAt: string | null, nowMs: number): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= nowMs
}
