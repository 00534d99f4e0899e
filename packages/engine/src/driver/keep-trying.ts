/** Trying again for about a minute: what a disk or a database cannot take now it may take then. */
import type { Clock } from '../ports.ts'

const WAITS_MS = [500, 1000, 2000, 4000, 8000, 16_000, 32_000]

export interface KeepTrying {
  readonly clock: Clock
  /** Nobody wants it any more. */
  readonly signal: AbortSignal
  /** Whether it was done, whatever the last try said. */
  readonly isDone: () => Promise<boolean>
}

export async function keepTrying(work: () => Promise<void>, { clock, signal, isDone }: KeepTrying): Promise<void> {
  for (const waitMs of WAITS_MS) {
    try {
      return await work()
    } catch (error) {
      if (await isDone()) return
      if (!signal.aborted) await pause(clock, waitMs, signal)
      if (signal.aborted) throw error
    }
  }
  return work()
}

function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      cancel()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const cancel = clock.at(clock.now() + ms, end)
    signal.addEventListener('abort', end)
  })
}
