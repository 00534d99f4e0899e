/**
 * Asks from time to time whether an execution is stuck, because a stuck execution writes no events. Only a cluster has
 * stuck executions; an embedded service is asked once, about its features.
 */
import type { Client } from '../api/client.ts'
import { isCluster } from '../api/is-cluster.ts'

const CHECK_MS = 10_000

export interface StuckChecks {
  readonly id: string
  /** What is shown now. */
  readonly isStuck: () => boolean
  readonly onChange: () => void
  readonly signal: AbortSignal
}

/** Runs until the signal aborts. */
export async function checkForStuck(client: Client, { id, isStuck, onChange, signal }: StuckChecks): Promise<void> {
  await pause(signal)
  while (!signal.aborted && (await isCluster(client))) {
    const status = await client.getPipelineStatus({ id }, { signal }).catch(() => undefined)
    if (signal.aborted) return
    if (status !== undefined && (status.stuck !== undefined) !== isStuck()) onChange()
    await pause(signal)
  }
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, CHECK_MS)
    signal.addEventListener('abort', done, { once: true })
  })
}
