import type { ExecutionRecord } from '@millrace/engine'
import type { Secrets } from '@millrace/model'
import type { Vault } from '../platform/secrets.ts'

/** The secrets that an execution was started with. */
export function secretsOf({ secrets, id }: ExecutionRecord, vault: Vault): Secrets {
  return secrets === null ? {} : (JSON.parse(vault.open(secrets, id)) as Secrets)
}
