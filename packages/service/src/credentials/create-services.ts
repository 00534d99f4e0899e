import type { TokenFetcher } from '../effects/credentials/fetch-token.ts'
import type { TokenRevoker } from '../effects/credentials/revoke-token.ts'
import { createEgress, type Egress } from '../effects/http/egress.ts'
import { outgoingProxy } from '../effects/http/outgoing-proxy.ts'
import { processArguments } from '../platform/config.ts'
import type { Platform } from '../platform/create-services.ts'
import { retryingStore } from '../platform/retrying-store.ts'
import type { LostConnection } from './access-tokens.ts'
import { createAuthorizations } from './authorizations.ts'
import { credentialSource, type SourceNeeds, type StoredCredentials } from './credential-source.ts'
import { createCredentials } from './credentials.ts'
import { createRevocations } from './revocations.ts'
import { sealedWith } from './sealed-values.ts'
import type { CredentialServices } from './services.ts'

export interface CredentialCapability extends CredentialServices {
  readonly credentialSource: StoredCredentials
}

export function createCredentialServices(
  platform: Platform,
  projectOf: SourceNeeds['projectOf'],
): CredentialCapability {
  const { store, vault, clock, wakingClock, ids, config, log } = platform
  const [, env] = processArguments()
  const egress = createEgress(config.egressAllow, undefined, outgoingProxy(config))
  const needs = {
    ...{ store: store.credentials, vault, clock },
    references: { settings: config, env },
    fetchToken: lazyFetcher(egress),
  }
  // Steps read both, and a database that is gone for a moment must not fail them.
  const reads = retryingStore({ get: store.credentials.get, projectOf }, wakingClock)
  return {
    credentials: createCredentials({ store: store.credentials, vault, clock, ids, references: config }),
    authorizations: createAuthorizations(needs),
    revocations: createRevocations({ ...needs, sealed: sealedWith(vault), revokeToken: lazyRevoker(egress), log }),
    credentialSource: credentialSource({
      ...needs,
      store: { ...store.credentials, get: reads.get },
      projectOf: reads.projectOf,
      onError: (err) => log.warn({ err }, 'the use of a credential could not be recorded'),
      onLost: (lost) => recordLost(platform, lost),
    }),
  }
}

/** Both load their code, an OAuth library, with the first use: most services have no such credential. */
function lazyFetcher(egress: Egress): TokenFetcher {
  return async (request) => {
    const { tokenFetcher } = await import('../effects/credentials/fetch-token.ts')
    return tokenFetcher(egress)(request)
  }
}

function lazyRevoker(egress: Egress): TokenRevoker {
  return async (values, revoked) => {
    const { tokenRevoker } = await import('../effects/credentials/revoke-token.ts')
    return tokenRevoker(egress)(values, revoked)
  }
}

/** The service itself has found out: no request has caused it. */
async function recordLost({ store, clock, ids, log }: Platform, { credential, reason }: LostConnection): Promise<void> {
  const { id, name } = credential
  log.warn({ credential: name, reason }, 'a credential must be connected again')
  await store.audit
    .write({
      id: ids.uuid(),
      at: clock.now(),
      actor: { kind: 'service', id: '', name: '' },
      address: '',
      action: 'credential.connection_lost',
      subject: { type: 'credential', id, name },
      outcome: 'done',
      details: { reason },
      requestId: '',
    })
    .catch((err: unknown) => log.error({ err }, 'an entry of the audit log could not be written'))
}
