/**
 * Authenticates callers. Only the first credential of a request is checked, in the order of this file. If it is invalid,
 * the request is rejected, so that no request runs as another caller than intended.
 */
import { Problem } from '@millrace/model'
import type { Authenticator, Credentials } from '../http/http-services.ts'
import type { Caller } from '../platform/caller.ts'
import type { CredentialStreams } from './credential-streams.ts'
import type { Grants } from './grants.ts'
import { TOKEN_PREFIX } from './secret-text.ts'
import type { Tokens } from './tokens.ts'

/** Returns the caller of a JWT; undefined if the JWT is invalid. */
export type JwtCheck = (jwt: string) => Caller | Promise<Caller | undefined>

export interface Auth extends Authenticator, MemberChanges {
  readonly tokens: Tokens
  readonly grants: Grants
  /** Revokes a token and everything created from it; false if it does not exist. */
  revokeToken(id: string): Promise<boolean>
  /** Ends a browser session, by the hash of its secret, and its streams; false if it does not exist. */
  endSession(hash: string): Promise<boolean>
  /** Ends every browser session but one, and their streams; returns how many ended. */
  endSessions(except: string | undefined): Promise<number>
  /** Ends the browser sessions of one caller, but one, and their streams; returns how many ended. */
  endSessionsOf(callerId: string, except?: string): Promise<number>
  /** A person was disabled, enabled or has another role: applies it to the tokens that the person owns. */
  ownerChanged(personId: string): void
}

export interface MemberChanges {
  /** Members of projects have changed: drops cached callers and ends the streams of members, which then open again. */
  membersChanged(): void
}

export interface AuthNeeds {
  readonly mode: 'token' | 'none'
  readonly tokens: Tokens
  readonly grants: Grants
  readonly streams: CredentialStreams
  readonly jwt: JwtCheck | undefined
  /** Other processes that accept the same credentials. */
  readonly peers?: CredentialPeers | undefined
}

export interface CredentialPeers {
  tokenRevoked(id: string): void
  sessionEnded(hash: string): void
  membersChanged(): void
  ownerChanged(personId: string): void
}

/** The caller of every request if authentication is off. */
const LOCAL: Caller = {
  id: 'local',
  name: 'Local user',
  role: 'admin',
  via: 'nothing',
  tokenId: null,
  expiresAt: null,
}

export function createAuth({ mode, tokens, grants, streams, jwt, peers }: AuthNeeds): Auth {
  function find({ authorization, apiKey, session, ticket }: Credentials): ReturnType<Tokens['callerOf']> {
    if (authorization !== undefined) {
      const bearer = /^bearer +([\x21-\x7e]+) *$/i.exec(authorization)?.[1]
      if (bearer === undefined) return undefined
      if (bearer.startsWith(TOKEN_PREFIX)) return tokens.callerOf(bearer)
      return jwt?.(bearer)
    }
    if (apiKey !== undefined) return tokens.callerOf(apiKey)
    if (ticket !== undefined) return grants.take('ticket', ticket)
    if (session !== undefined) return grants.sessionOf(session)
    return undefined
  }

  function endStreamsOf(ended: readonly string[]): number {
    for (const hash of ended) {
      streams.endOfSession(hash)
      peers?.sessionEnded(hash)
    }
    return ended.length
  }

  return {
    tokens,
    grants,
    callerOf(credentials) {
      if (mode === 'none') return LOCAL
      const found = find(credentials)
      return found instanceof Promise ? found.then(authenticated) : authenticated(found)
    },
    async revokeToken(id) {
      const existed = await tokens.revoke(id)
      grants.forgetToken(id)
      streams.endOfToken(id)
      peers?.tokenRevoked(id)
      return existed
    },
    async endSession(hash) {
      const existed = await grants.endSession(hash)
      streams.endOfSession(hash)
      peers?.sessionEnded(hash)
      return existed
    },
    async endSessions(except) {
      return endStreamsOf(await grants.endSessions(except))
    },
    async endSessionsOf(callerId, except) {
      return endStreamsOf(await grants.endSessionsOf(callerId, except))
    },
    membersChanged() {
      tokens.forget()
      grants.forgetSession()
      streams.endOfMembers()
      peers?.membersChanged()
    },
    ownerChanged(personId) {
      tokens.forgetOwner(personId)
      grants.forgetOwner(personId)
      streams.endOfOwner(personId)
      peers?.ownerChanged(personId)
    },
    onCredentialEnd: (caller, end) => streams.add(caller, end),
  }
}

function authenticated(caller: Caller | undefined): Caller {
  if (caller === undefined) throw new Problem('UNAUTHORIZED')
  return caller
}
