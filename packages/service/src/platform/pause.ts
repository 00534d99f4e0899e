/**
 * A service that was restored with `--paused` starts nothing until an admin resumes it, so that a copy of a service does
 * not act a second time. The mark is in the database, which it describes.
 */
import { Problem } from '@millrace/model'
import type { KeyValueStore } from '@millrace/store'
import type { Lifecycle } from './ports.ts'

/** Longer than the namespaces that nodes may use. */
const NAMESPACE = 'millrace service'.padEnd(101, '.')
const KEY = 'paused'

export async function readPaused(store: Pick<KeyValueStore, 'get'>): Promise<boolean> {
  return (await store.get(NAMESPACE, KEY)) !== undefined
}

export async function markPaused(store: Pick<KeyValueStore, 'set'>): Promise<void> {
  await store.set(NAMESPACE, KEY, 'true')
}

export async function clearPaused(store: Pick<KeyValueStore, 'delete'>): Promise<void> {
  await store.delete(NAMESPACE, KEY)
}

/** Throws if nothing may be started or continued. */
export function refusePaused({ isPaused }: Pick<Lifecycle, 'isPaused'>): void {
  if (isPaused)
    throw new Problem('NOT_READY', {
      message: 'The service is paused since it was restored from a backup. An admin resumes it with `millrace resume`.',
    })
}
