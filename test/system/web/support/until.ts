import { setTimeout as wait } from 'node:timers/promises'

const PATIENCE_MS = 120_000

/** Polls until a condition holds; a timeout names the condition. */
export async function until(what: string, holds: () => Promise<boolean>, patienceMs = PATIENCE_MS): Promise<void> {
  const end = Date.now() + patienceMs
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`Waited in vain: ${what}`)
    await wait(30)
  }
}
