/** Records when credentials were last used and whether that worked, at most once a minute unless the outcome changes. */
import type { CredentialStore } from '@millrace/store'
import type { Clock } from '../platform/ports.ts'

const EVERY_MS = 60_000
const MAX_KEPT = 1000

interface Needs {
  readonly store: Pick<CredentialStore, 'used'>
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}

export function lastUses({ store, clock, onError }: Needs) {
  const kept = new Map<string, { readonly at: number; readonly failure: string | undefined }>()
  return {
    /** Does not wait: a call must not fail because its time could not be written. */
    record(id: string, failure: string | undefined): void {
      const now = clock.now()
      const last = kept.get(id)
      if (last !== undefined && last.failure === failure && now - last.at < EVERY_MS) return
      if (kept.size >= MAX_KEPT) kept.clear()
      kept.set(id, { at: now, failure })
      store.used(id, { usedAt: now, failure: failure ?? null }).catch(onError)
    },
  }
}
