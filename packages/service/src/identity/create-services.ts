import type { Platform } from '../platform/create-services.ts'
import { createAuth } from './auth.ts'
import { createCredentialStreams } from './credential-streams.ts'
import { createGrants } from './grants.ts'
import { createJwtCheck } from './jwt.ts'
import type { IdentityServices } from './services.ts'
import { createTokens } from './tokens.ts'

export function createIdentity(platform: Platform): IdentityServices {
  const { store, clock, ids, random, log, config } = platform
  const auth = createAuth({
    mode: config.auth,
    tokens: createTokens({ store: store.tokens, clock, ids, random, log }),
    grants: createGrants(store.grants, clock, random),
    streams: createCredentialStreams(clock),
    jwt: jwtCheck(platform),
  })
  return { auth }
}

function jwtCheck({ config, clock, log }: Platform) {
  const { jwtIssuer, jwtAudience, jwtJwksUrl, jwtRoleClaim } = config
  if (jwtIssuer === undefined || jwtAudience === undefined || jwtJwksUrl === undefined) return undefined
  return createJwtCheck({
    settings: { issuer: jwtIssuer, audience: jwtAudience, roleClaim: jwtRoleClaim },
    clock,
    log,
    keys: async () => (await import('../effects/remote-keys.ts')).remoteKeys(jwtJwksUrl),
  })
}
