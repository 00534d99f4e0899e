/** Authenticates callers with a JWT of the configured issuer. A claim contains their role; without one they have no access. */
import { Problem, ROLES, type Role } from '@millrace/model'
import type { JWTPayload, JWTVerifyGetKey } from 'jose'
import type { Caller } from '../platform/caller.ts'
import type { Clock, Log } from '../platform/ports.ts'
import type { JwtCheck } from './auth.ts'
import { claimAt, groupsIn, printable } from './claims.ts'
import { hashOf } from './secret-text.ts'
import { isOver } from './tokens.ts'
import { verificationCache } from './verification-cache.ts'

export interface JwtSettings {
  readonly issuer: string
  readonly audience: string
  readonly roleClaim: string
}

/** Asymmetric signatures only: with a shared secret anyone who knows the public key could sign. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
const CLOCK_TOLERANCE_SECONDS = 5
const CACHED_MS = 5_000
const MAX_LENGTH = 16_384

/** Error codes of an invalid token; any other error means that the keys could not be fetched. */
const BAD_TOKEN =
  /^ERR_(JWT_|JWS_|JOSE_ALG_NOT_ALLOWED|JOSE_NOT_SUPPORTED|JWKS_NO_MATCHING_KEY|JWKS_MULTIPLE_MATCHING_KEYS)/

export interface JwtNeeds {
  readonly settings: JwtSettings
  readonly clock: Clock
  readonly log: Log
  /** The roles of groups in projects. */
  readonly rolesOf: (who: { readonly groups: readonly string[] }) => Promise<ReadonlyMap<string, Role>>
  /** Loads the key finder of the issuer; called once, with the first JWT. */
  readonly keys: () => Promise<JWTVerifyGetKey>
}

export function createJwtCheck({ settings, clock, log, keys, rolesOf }: JwtNeeds): JwtCheck {
  const known = verificationCache<Caller>(clock, CACHED_MS)
  let finder: Promise<JWTVerifyGetKey> | undefined

  async function verify(jwt: string, hash: string): Promise<Caller | undefined> {
    const { jwtVerify } = await import('jose')
    finder ??= keys()
    const { payload } = await jwtVerify(jwt, await finder, {
      issuer: settings.issuer,
      audience: settings.audience,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      requiredClaims: ['exp', 'sub'],
      currentDate: new Date(clock.now()),
    })
    const mark = known.mark()
    const plain = callerFrom(payload, settings.roleClaim)
    const projects = await rolesOf({ groups: groupsIn(claimAt(payload, settings.roleClaim)) })
    const caller = projects.size === 0 || plain.role === 'admin' ? plain : { ...plain, projects }
    known.set(hash, caller, mark)
    return caller
  }

  return (jwt) => {
    if (jwt.length > MAX_LENGTH) return Promise.resolve(undefined)
    const hash = hashOf(jwt)
    const caller = known.get(hash)
    if (caller !== undefined && !isOver(caller.expiresAt, clock.now())) return caller
    return verify(jwt, hash).catch((error: { code?: unknown }) => {
      if (BAD_TOKEN.test(String(error.code))) return undefined
      // Reject the token: without the keys it cannot be verified.
      log.warn({ err: error }, 'the keys of the token issuer cannot be fetched')
      throw new Problem('NOT_READY', { message: 'The token cannot be verified now: its issuer does not respond.' })
    })
  }
}

function callerFrom(payload: JWTPayload, roleClaim: string): Caller {
  const name = [payload.name, payload.email, payload.sub].find((one) => typeof one === 'string' && one !== '')
  return {
    id: printable(payload.sub),
    name: printable(name),
    role: roleIn(claimAt(payload, roleClaim)),
    via: 'jwt',
    tokenId: null,
    expiresAt: payload.exp === undefined ? null : payload.exp * 1000,
  }
}

/** The strongest role in a claim, which is a role or a list. */
function roleIn(claim: unknown): Role | null {
  const named = Array.isArray(claim) ? claim : [claim]
  return ROLES.findLast((role) => named.includes(role)) ?? null
}
