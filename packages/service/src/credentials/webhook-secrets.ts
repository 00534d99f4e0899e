/** The secrets of webhooks that are in credentials. */
import { NodeFailure } from '@millrace/model'
import type { CredentialSource, OpenCredential } from '../effects/credentials/credential-source.ts'
import type { Log } from '../platform/ports.ts'

/** Reading a secret waits for the database only, which has its own time limit. */
const NEVER = new AbortController().signal

/** Returns the secret of a credential for a workflow; an empty one if it cannot be read, so that no caller is accepted. */
export function webhookSecrets(source: CredentialSource, log: Log) {
  /** Callers are not authenticated yet, so that each reason is logged once and not with every call. */
  const reported = new Map<string, string>()

  async function opened(name: string, workflow: string): Promise<OpenCredential | undefined> {
    try {
      return await source.open(name, 'webhook', { signal: NEVER, workflow })
    } catch (error) {
      if (!(error instanceof NodeFailure)) throw error
      if (reported.get(workflow) !== error.message)
        log.warn(
          { workflow, credential: name, code: error.code },
          'a webhook rejects every call: no secret can be read',
        )
      reported.set(workflow, error.message)
      return undefined
    }
  }

  return async (name: string, workflow: string) => {
    const credential = await opened(name, workflow)
    if (credential !== undefined) reported.delete(workflow)
    return { secret: credential?.values.secret ?? '', used: () => credential?.ended({}) }
  }
}
