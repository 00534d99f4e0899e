/** Retries of journal calls: a full disk or a restarting database must not lose the result of a step. */
import type { ExecutionEvent } from '../core/events.ts'
import type { Clock, Journal } from '../ports.ts'

const FIRST_WAIT_MS = 100
const MAX_WAIT_MS = 30_000
/** Attempts of an append whose error is not transient: about half a minute. */
const MAX_ATTEMPTS = 9
/** Waits between attempts to create a child execution: about a minute. */
const CREATE_WAITS_MS = [500, 1000, 2000, 4000, 8000, 16_000, 32_000]

export interface RetryOptions {
  readonly clock: Clock
  /** Ends the retries. */
  readonly signal: AbortSignal
}

/** True if an error indicates that the same call may succeed later. */
export function isTransient(error: unknown): boolean {
  return error instanceof Error && 'isTransient' in error && error.isTransient === true
}

/** True if another process has taken over the execution. */
export function isSuperseded(error: unknown): boolean {
  return error instanceof Error && 'isSuperseded' in error && error.isSuperseded === true
}

/** The result of a call, retried while its error is transient. */
export async function whileTransient<T>(call: () => Promise<T>, options: RetryOptions): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await call()
    } catch (error) {
      if (!isTransient(error) || options.signal.aborted) throw error
      await pause(backOff(tries), options)
      if (options.signal.aborted) throw error
    }
  }
}

export interface AppendRetry extends RetryOptions {
  /** Whether an append that failed was written. */
  readonly outcome: () => Promise<AppendOutcome>
  /** Called for every failure. */
  readonly onFailure: (error: unknown) => void
}

/**
 * `written`: only the reply was lost. `superseded`: the history is gone or has other events. `unknown`: the journal
 * cannot be read either.
 */
export type AppendOutcome = 'written' | 'not written' | 'superseded' | 'unknown'

/** Appends until the events are in the journal. Throws the last error if that is impossible or took too long. */
export async function untilAppended(append: () => Promise<void>, options: AppendRetry): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await append()
    } catch (error) {
      // Even if these events are there: the other process continues after them, or has written the same ones.
      if (isSuperseded(error)) throw error
      const outcome = await options.outcome()
      if (outcome === 'written') return
      const isHopeless = outcome === 'superseded' || (!isTransient(error) && tries >= MAX_ATTEMPTS)
      if (isHopeless || options.signal.aborted) throw error
      options.onFailure(error)
      await pause(backOff(tries - 1), options)
      if (options.signal.aborted) throw error
    }
  }
}

export interface Appended {
  readonly id: string
  readonly length: number
  readonly events: readonly ExecutionEvent[]
}

/**
 * Reads the journal to find out whether an append that failed was written. Rejects if it was, or another process has written
 * the same events, and another process has taken over.
 */
export async function outcomeOf(
  journal: Pick<Journal, 'load' | 'confirmOwner'>,
  { id, length, events }: Appended,
): Promise<AppendOutcome> {
  let stored: readonly ExecutionEvent[] | undefined
  try {
    stored = (await journal.load(id))?.events
  } catch {
    return 'unknown'
  }
  if (stored?.length === length) return 'not written'
  if (stored === undefined || !sameEvents(stored.slice(length), events)) return 'superseded'
  try {
    await journal.confirmOwner?.(id)
  } catch (error) {
    if (isSuperseded(error)) throw error
    return 'unknown'
  }
  return 'written'
}

function sameEvents(a: readonly ExecutionEvent[], b: readonly ExecutionEvent[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Creates an execution for a step, with retries for about a minute. */
export async function untilCreated(
  create: () => Promise<void>,
  { isCreated, ...options }: RetryOptions & { readonly isCreated: () => Promise<boolean> },
): Promise<void> {
  for (const waitMs of CREATE_WAITS_MS) {
    try {
      return await create()
    } catch (error) {
      if (await isCreated()) return
      await pause(waitMs, options)
      if (options.signal.aborted) throw error
    }
  }
  return create()
}

/** Doubles with every attempt. */
function backOff(tries: number): number {
  return Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** tries)
}

function pause(ms: number, { clock, signal }: RetryOptions): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      cancel()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const cancel = clock.at(clock.now() + ms, end)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}
