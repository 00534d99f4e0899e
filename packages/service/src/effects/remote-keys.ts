/** The public keys of a token issuer, fetched on first use and cached. */
import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose'

const TIMEOUT_MS = 3_000

/** Finds keys for `jwtVerify`. An unknown key id fetches them again, at most once in half a minute. */
export function remoteKeys(url: string): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(url), { timeoutDuration: TIMEOUT_MS, cooldownDuration: 30_000 })
}
