/** Exchanges revoked credentials with the other processes of a cluster: they cache valid ones and have open streams. */
import { isObject } from '@millrace/model'
import type { ClusterStore, Store } from '@millrace/store'
import type { Clock, Log } from '../platform/ports.ts'
import type { CredentialPeers } from './auth.ts'
import type { CredentialStreams } from './credential-streams.ts'
import type { Grants } from './grants.ts'
import type { Tokens } from './tokens.ts'

export interface RemoteCredentials extends CredentialPeers {
  /** Ends the streams of credentials that another process has revoked: its message may have been lost. */
  check(): void
}

export interface RemoteCredentialsNeeds {
  readonly bus: ClusterStore['bus']
  readonly store: Pick<Store, 'tokens' | 'grants'>
  readonly tokens: Tokens
  readonly grants: Grants
  readonly streams: CredentialStreams
  readonly clock: Clock
  readonly log: Log
}

/** Tokens that are read at a time. */
const PAGE = 1_000
/** The least time between two checks. */
const CHECK_MS = 5_000

export function connectCredentials({ bus, ...needs }: RemoteCredentialsNeeds): RemoteCredentials {
  const { tokens, grants, streams, clock, log } = needs
  let checkedAt = 0
  const tokenRevoked = (id: string) => {
    tokens.forget(id)
    grants.forgetToken(id)
    streams.endOfToken(id)
  }
  const sessionEnded = (hash: string) => {
    grants.forgetSession(hash)
    streams.endOfSession(hash)
  }
  const ownerChanged = (personId: string) => {
    tokens.forgetOwner(personId)
    grants.forgetOwner(personId)
    streams.endOfOwner(personId)
  }
  const membersChanged = () => {
    tokens.forget()
    grants.forgetSession()
    streams.endOfMembers()
  }
  bus.listen('changes', (message, isOwn) => {
    const change: unknown = isOwn ? undefined : JSON.parse(message)
    if (!isObject(change)) return
    if (typeof change.token === 'string') tokenRevoked(change.token)
    if (typeof change.session === 'string') sessionEnded(change.session)
    if (typeof change.owner === 'string') ownerChanged(change.owner)
    if (change.members === true) membersChanged()
  })
  const check = () => {
    checkedAt = clock.now()
    endRevoked(needs, { tokenRevoked, sessionEnded }).catch((err: unknown) =>
      log.warn({ err }, 'the credentials of open streams could not be checked'),
    )
  }
  bus.onGap(() => {
    membersChanged()
    // Clients open their streams again; those of people who were disabled in the meantime are refused.
    for (const id of new Set(streams.callers.flatMap(({ owner }) => owner?.id ?? []))) ownerChanged(id)
    check()
  })
  return {
    check() {
      if (clock.now() - checkedAt >= CHECK_MS) check()
    },
    tokenRevoked: (token) => bus.publish('changes', JSON.stringify({ token })),
    sessionEnded: (session) => bus.publish('changes', JSON.stringify({ session })),
    ownerChanged: (owner) => bus.publish('changes', JSON.stringify({ owner })),
    membersChanged: () => bus.publish('changes', JSON.stringify({ members: true })),
  }
}

/** Ends the streams of credentials that were revoked while messages of other processes were lost. */
async function endRevoked(
  { store, streams }: Pick<RemoteCredentialsNeeds, 'store' | 'streams'>,
  end: Pick<CredentialPeers, 'tokenRevoked' | 'sessionEnded'>,
): Promise<void> {
  const tokens = new Set(streams.callers.flatMap(({ tokenId }) => tokenId ?? []))
  for (let offset = 0; tokens.size > 0; offset += PAGE) {
    const { items } = await store.tokens.list({ limit: PAGE, offset })
    for (const { id } of items) tokens.delete(id)
    if (items.length < PAGE) break
  }
  for (const id of tokens) end.tokenRevoked(id)
  for (const hash of new Set(streams.callers.flatMap(({ session }) => session ?? []))) {
    if ((await store.grants.find('session', hash)) === undefined) end.sessionEnded(hash)
  }
}
