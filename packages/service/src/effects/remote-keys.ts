/** The public keys of a token issuer, fetched when first needed and kept for a while. */
import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose'

const TIMEOUT_MS = 3_000

/** A key finder for `jwtVerify`. An unknown key id asks again, but not more than once in half a minute. */
export function remoteKeys(url: string): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(url), { timeoutDuration: TIMEOUT_MS, cooldownDuration: 30_000 })
}
