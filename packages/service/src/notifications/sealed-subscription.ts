import type { SubscriptionRecord } from '@millrace/store'
import type { Vault } from '../platform/secrets.ts'

/** The secret part of a subscription: the address may contain a token. */
export interface OpenedSubscription {
  /** Empty for e-mail. */
  readonly url: string
  /** Signs the messages of a webhook; empty for others. */
  readonly secret: string
}

/** The context that binds the secret part to its subscription. */
export const subscriptionContext = (id: string): string => `subscription:${id}`

export function sealSubscription(vault: Vault, id: string, opened: OpenedSubscription): Uint8Array {
  return vault.seal(JSON.stringify(opened), subscriptionContext(id))
}

/** Throws if it was sealed with another key. */
export function openSubscription(vault: Vault, { id, secret }: SubscriptionRecord): OpenedSubscription {
  if (secret === null) return { url: '', secret: '' }
  return JSON.parse(vault.open(secret, subscriptionContext(id))) as OpenedSubscription
}
