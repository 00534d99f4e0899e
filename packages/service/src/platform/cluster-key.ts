/**
 * Checks that all processes of a cluster have the same secret key. Otherwise each would store secrets that the others
 * cannot decrypt.
 */
import { type KeyValueStore, SEALED_NAMESPACES } from '@millrace/store'
import { BadSetting } from './bad-setting.ts'
import type { Vault } from './secrets.ts'

const NAMESPACE = SEALED_NAMESPACES.cluster
const KEY = 'secret key check'
const TEXT = 'millrace'

/** Throws BadSetting if another process uses another key. The first process stores what the others compare. */
export async function requireSharedKey(store: KeyValueStore, vault: Vault): Promise<void> {
  if ((await store.get(NAMESPACE, KEY)) === undefined) {
    await store.set(NAMESPACE, KEY, Buffer.from(vault.seal(TEXT, KEY)).toString('base64'))
  }
  // Read again: two processes may have stored it at the same time.
  const sealed = await store.get(NAMESPACE, KEY)
  try {
    vault.open(Buffer.from(String(sealed), 'base64'), KEY)
  } catch {
    throw new BadSetting(
      'MILLRACE_SECRET_KEY differs from the key of the other processes of this cluster: set the same one, or share the data folder.',
    )
  }
}
