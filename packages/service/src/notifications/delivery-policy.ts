/** When a failed delivery is tried again, and when its recipient is disabled. */
import type { DeliveryOutcome, SubscriptionRecord } from '@millrace/store'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The waits after each failed attempt: in total about two days. */
export const RETRY_DELAYS: readonly number[] = [
  ...[5 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 12 * HOUR, 18 * HOUR],
]
/** A recipient that accepted nothing for this long is disabled. */
export const DISABLE_AFTER_MS = 5 * 24 * HOUR
/** Spreads retries, so that many that failed together are not sent together. */
const JITTER = 0.1

export interface Attempt {
  /** Including this one. */
  readonly attempts: number
  readonly now: number
  readonly body: string | null
  readonly responseStatus: number | null
  /** Why it failed; undefined if it did not. */
  readonly error?: string
  /** True if another attempt would fail in the same way. */
  readonly isFinal?: boolean
  /** Between 0 and 1. */
  readonly chance: number
}

export function outcomeOf({ attempts, now, body, responseStatus, error, isFinal, chance }: Attempt): DeliveryOutcome {
  const sent = { attempts, body, responseStatus }
  if (error === undefined) return { ...sent, status: 'delivered', dueAt: now, endedAt: now, error: null }
  const delay = RETRY_DELAYS[attempts - 1]
  const why = error.slice(0, 500).toWellFormed().replaceAll('\0', '\u{fffd}')
  if (delay === undefined || isFinal) return { ...sent, status: 'failed', dueAt: now, endedAt: now, error: why }
  return {
    ...sent,
    status: 'pending',
    dueAt: now + Math.round(delay * (1 + chance * JITTER)),
    endedAt: null,
    error: why,
  }
}

type Health = Pick<SubscriptionRecord, 'failingSince' | 'isEnabled' | 'disabledReason'>

/** The health of a recipient after an attempt; undefined if it stays the same. */
export function healthAfter(before: Health, { error, responseStatus, now }: Attempt): Health | undefined {
  if (error === undefined) {
    if (before.failingSince === null) return undefined
    return { ...before, failingSince: null }
  }
  const failingSince = before.failingSince ?? now
  const disabledReason = whyDisabled(responseStatus, now - failingSince)
  if (disabledReason !== undefined) return { failingSince, isEnabled: false, disabledReason }
  return before.failingSince === null ? { ...before, failingSince } : undefined
}

function whyDisabled(responseStatus: number | null, failingMs: number): string | undefined {
  if (responseStatus === 410) return 'The address responded with 410: it is gone.'
  return failingMs >= DISABLE_AFTER_MS ? 'All deliveries failed for 5 days.' : undefined
}
