/** Trying again for as long as an error says that it may pass: a full disk, a database server that restarts. */

import type { ExecutionEvent } from '../core/events.ts'
import type { Clock, Journal } from '../ports.ts'

const FIRST_WAIT_MS = 100
const MAX_WAIT_MS = 30_000
/** Tries of an append whose error does not say that it may pass: about half a minute. */
const MAX_TRIES = 9

export interface Patience {
  readonly clock: Clock
  /** Ends the waiting. */
  readonly signal: AbortSignal
}

/** Whether an error says of itself that the same call may succeed later. */
export function isTransient(error: unknown): boolean {
  return error instanceof Error && 'isTransient' in error && error.isTransient === true
}

/** The result of a call, tried again while its error is transient. */
export async function whileTransient<T>(call: () => Promise<T>, patience: Patience): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await call()
    } catch (error) {
      if (!isTransient(error) || patience.signal.aborted) throw error
      await pause(tries, patience)
      if (patience.signal.aborted) throw error
    }
  }
}

export interface AppendPatience extends Patience {
  /** What became of a write that failed. */
  readonly outcome: () => Promise<WriteOutcome>
  /** Called for every failure. */
  readonly onFailure: (error: unknown) => void
}

/**
 * `written`: it failed for us only, such as when the answer was lost. `superseded`: the history is gone or has other
 * events. `unknown`: the journal cannot be read either.
 */
export type WriteOutcome = 'written' | 'not written' | 'superseded' | 'unknown'

/** Makes a write until it is in the journal. Throws the last error when that cannot be any more, or takes too long. */
export async function untilWritten(write: () => Promise<void>, patience: AppendPatience): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await write()
    } catch (error) {
      const outcome = await patience.outcome()
      if (outcome === 'written') return
      const isHopeless = outcome === 'superseded' || (!isTransient(error) && tries >= MAX_TRIES)
      if (isHopeless || patience.signal.aborted) throw error
      patience.onFailure(error)
      await pause(tries - 1, patience)
      if (patience.signal.aborted) throw error
    }
  }
}

export interface AppendedEvents {
  readonly id: string
  readonly length: number
  readonly events: readonly ExecutionEvent[]
}

/** What became of an append: the journal is asked. */
export async function outcomeOf(
  journal: Pick<Journal, 'load'>,
  { id, length, events }: AppendedEvents,
): Promise<WriteOutcome> {
  let stored: readonly ExecutionEvent[] | undefined
  try {
    stored = (await journal.load(id))?.events
  } catch {
    return 'unknown'
  }
  if (stored?.length === length) return 'not written'
  return stored !== undefined && sameEvents(stored.slice(length), events) ? 'written' : 'superseded'
}

function sameEvents(a: readonly ExecutionEvent[], b: readonly ExecutionEvent[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Waits before the next try; each wait is twice as long as the one before. */
function pause(tries: number, { clock, signal }: Patience): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      cancel()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const cancel = clock.at(clock.now() + Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** tries), end)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}
