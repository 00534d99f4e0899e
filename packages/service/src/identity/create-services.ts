import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ProjectStore } from '@millrace/store'
import { PROJECT_FILES } from '../effects/files/file-name.ts'
import type { Platform } from '../platform/create-services.ts'
import { processBus } from '../platform/process-bus.ts'
import { createAccounts, personSightings } from './accounts.ts'
import { createAuth } from './auth.ts'
import { createCredentialStreams } from './credential-streams.ts'
import { createGrants } from './grants.ts'
import { createJwtCheck } from './jwt.ts'
import { createOidc } from './oidc.ts'
import { createPasswordHashes } from './password-hash.ts'
import { createPasswords } from './passwords.ts'
import { createProjects } from './projects.ts'
import { connectCredentials } from './remote-credentials.ts'
import type { IdentityServices } from './services.ts'
import { createTokens } from './tokens.ts'

export interface IdentityCapability extends IdentityServices {
  /** Ends the streams of credentials that another process of a cluster has revoked. */
  checkStreams(): void
}

export function createIdentity(platform: Platform): IdentityCapability {
  const { store, clock, ids, random, log, config } = platform
  const seen = personSightings(store.people, clock, log)
  const rolesOf: ProjectStore['rolesOf'] = (who) => store.projects.rolesOf(who)
  const people = { get: (id: string) => store.people.get(id), seen, rolesOf }
  const tokens = createTokens({ store: store.tokens, people, clock, ids, random, log })
  const grants = createGrants({ store: store.grants, clock, random, people, tokens: store.tokens })
  const streams = createCredentialStreams(clock)
  const bus = processBus(platform)
  const peers = bus && connectCredentials({ bus, store, tokens, grants, streams, clock, log })
  const auth = createAuth({ mode: config.auth, tokens, grants, streams, jwt: jwtCheck(platform), peers })
  const accounts = createAccounts({ store: store.people, auth, clock, ids })
  const hashes = createPasswordHashes(random)
  const passwords = createPasswords({ store: store.people, accounts, auth, hashes, clock })
  const projects = createProjects({
    ...{ store, auth, clock },
    removeFiles: (project) =>
      rm(join(config.dataDir, 'files', PROJECT_FILES, project), { recursive: true, force: true }),
  })
  const checkStreams = () => peers?.check()
  return { auth, accounts, passwords, oidc: oidcSignIn(platform), audit: store.audit, projects, checkStreams }
}

function oidcSignIn({ config, vault, clock, log, store }: Platform) {
  const { oidcIssuer } = config
  if (oidcIssuer === undefined) return undefined
  const discover = async () => (await import('../effects/oidc-discovery.ts')).discoverProvider(oidcIssuer, config)
  const isMember = async (groups: readonly string[]) => (await store.projects.rolesOf({ groups })).size > 0
  return createOidc({ config, vault, clock, log, discover, isMember })
}

function jwtCheck({ config, clock, log, store }: Platform) {
  const { jwtIssuer, jwtAudience, jwtJwksUrl, jwtRoleClaim } = config
  if (jwtIssuer === undefined || jwtAudience === undefined || jwtJwksUrl === undefined) return undefined
  return createJwtCheck({
    settings: { issuer: jwtIssuer, audience: jwtAudience, roleClaim: jwtRoleClaim },
    clock,
    log,
    rolesOf: (who) => store.projects.rolesOf(who),
    keys: async () => (await import('../effects/remote-keys.ts')).remoteKeys(jwtJwksUrl),
  })
}
