/**
 * Sign-in at an OpenID Connect provider: authorization code with PKCE, state and nonce. What a sign-in has to remember is
 * in a sealed cookie of the browser, so that any process can finish it.
 */
import { PERSON_ROLES, type PersonRole } from '@millrace/model'
import type { Configuration } from 'openid-client'
import type { Config } from '../platform/config.ts'
import type { Clock, Log } from '../platform/ports.ts'
import type { Vault } from '../platform/secrets.ts'
import type { ProviderPerson } from './accounts.ts'
import { claimAt, groupsIn, printable } from './claims.ts'

export interface Oidc {
  /** For the label of the button. */
  readonly name: string
  /** Where the browser goes to sign in, and the value of its cookie. */
  begin(options?: SignInOptions): Promise<{ url: URL; cookie: string }>
  /** Finishes a sign-in; `search` is the query that the provider has sent. */
  finish(search: string, cookie: string): Promise<FinishedSignIn>
  /** Where the browser signs out at the provider; undefined if the provider does not offer it. */
  signOutUrl(providerSession: Uint8Array): Promise<URL | undefined>
}

export interface SignInOptions {
  /** The location in the page that is shown afterwards. */
  readonly next?: string | undefined
  /** Lets a person choose who is signed in at the provider already. */
  readonly isOtherAccount?: boolean
}

export type FinishedSignIn =
  | {
      readonly person: ProviderPerson
      readonly providerSession: Uint8Array | undefined
      readonly next: string | undefined
    }
  | { readonly refused: 'too_late' | 'rejected' }
  | { readonly refused: 'no_role'; readonly name: string; readonly person: WithoutRole }

/** A person whose groups give no role, neither in the service nor in a project. */
export type WithoutRole = Omit<ProviderPerson, 'name' | 'expiresAt' | 'role'>

export type OidcConfig = Pick<
  Config,
  | 'oidcIssuer'
  | 'oidcClientId'
  | 'oidcScopes'
  | 'oidcRoleClaim'
  | 'oidcRoleMap'
  | 'oidcDefaultRole'
  | 'oidcName'
  | 'oidcSessionHours'
  | 'publicUrl'
>

export interface OidcNeeds {
  readonly config: OidcConfig
  readonly vault: Vault
  readonly clock: Clock
  readonly log: Log
  /** Whether one of the groups is a member of a project. */
  readonly isMember: (groups: readonly string[]) => Promise<boolean>
  /** Reads the settings of the provider. */
  readonly discover: () => Promise<Configuration>
}

export const OIDC_CALLBACK = '/sign-in/oidc/callback'
export const OIDC_COOKIE_SECONDS = 600
const SEALED_FLOW = 'oidc:sign-in'
const SEALED_SESSION = 'oidc:session'
const HOUR_MS = 3600_000

interface Flow {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly until: number
  readonly next?: string | undefined
}

type Claims = Readonly<Record<string, unknown>>

export function createOidc({ config, vault, clock, log, discover, isMember }: OidcNeeds): Oidc {
  const address = `${config.publicUrl?.origin}${config.publicUrl?.path}`
  const provider = refreshed(discover, clock)

  function flowIn(cookie: string): Flow | undefined {
    try {
      const flow = JSON.parse(vault.open(Buffer.from(cookie, 'base64url'), SEALED_FLOW)) as Flow
      return flow.until > clock.now() ? flow : undefined
    } catch {
      return undefined
    }
  }

  async function claimsOf(search: string, flow: Flow): Promise<{ claims: Claims; idToken: string | undefined }> {
    const { authorizationCodeGrant, fetchUserInfo } = await import('openid-client')
    const known = await provider()
    const tokens = await authorizationCodeGrant(known, new URL(`${address}${OIDC_CALLBACK}?${search}`), {
      pkceCodeVerifier: flow.verifier,
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      idTokenExpected: true,
    })
    const own: Claims = { ...tokens.claims() }
    const isComplete = claimAt(own, config.oidcRoleClaim) !== undefined && own.email !== undefined
    if (isComplete || known.serverMetadata().userinfo_endpoint === undefined) {
      return { claims: own, idToken: tokens.id_token }
    }
    // Many providers keep the ID token small and return groups and address only here.
    const more = await fetchUserInfo(known, tokens.access_token, String(own.sub))
    return { claims: { ...more, ...own }, idToken: tokens.id_token }
  }

  return {
    name: config.oidcName,

    async begin({ next, isOtherAccount = false } = {}) {
      const client = await import('openid-client')
      const verifier = client.randomPKCECodeVerifier()
      const [state, nonce] = [client.randomState(), client.randomNonce()]
      const known = await provider()
      const url = client.buildAuthorizationUrl(known, {
        ...(isOtherAccount && { prompt: otherAccountPrompt(known) }),
        redirect_uri: `${address}${OIDC_CALLBACK}`,
        scope: config.oidcScopes,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      })
      const flow: Flow = { state, nonce, verifier, next, until: clock.now() + OIDC_COOKIE_SECONDS * 1000 }
      const cookie = Buffer.from(vault.seal(JSON.stringify(flow), SEALED_FLOW)).toString('base64url')
      return { url, cookie }
    },

    async finish(search, cookie) {
      const flow = flowIn(cookie)
      if (flow === undefined) return { refused: 'too_late' }
      try {
        const { claims, idToken } = await claimsOf(search, flow)
        const person = personOf(claims, config)
        const role = roleOf(claims, config) ?? ((await isMember(person.groups)) ? 'member' : undefined)
        const name = nameIn(claims)
        if (role === undefined) return { refused: 'no_role', name, person }
        const expiresAt = clock.now() + config.oidcSessionHours * HOUR_MS
        const providerSession = idToken === undefined ? undefined : vault.seal(idToken, SEALED_SESSION)
        return { person: { ...person, name, role, expiresAt }, providerSession, next: flow.next }
      } catch (error) {
        log.warn(factsOf(error), 'a sign-in at the identity provider failed')
        return { refused: 'rejected' }
      }
    },

    async signOutUrl(providerSession) {
      try {
        const known = await provider()
        if (known.serverMetadata().end_session_endpoint === undefined) return undefined
        const { buildEndSessionUrl } = await import('openid-client')
        const hint = vault.open(providerSession, SEALED_SESSION)
        return buildEndSessionUrl(known, { id_token_hint: hint, post_logout_redirect_uri: `${address}/` })
      } catch (error) {
        log.warn(factsOf(error), 'a person could not be signed out at the identity provider')
        return undefined
      }
    },
  }
}

/** Providers that list their prompts may lack the choice of an account; a new login also allows another one. */
function otherAccountPrompt(known: Configuration): string {
  const { prompt_values_supported: prompts } = known.serverMetadata()
  return Array.isArray(prompts) && !prompts.includes('select_account') ? 'login' : 'select_account'
}

/** Reads the settings of the provider again after an hour, and after a failure. */
function refreshed(discover: () => Promise<Configuration>, clock: Clock): () => Promise<Configuration> {
  let last: { readonly at: number; readonly settings: Promise<Configuration> } | undefined
  return () => {
    if (last !== undefined && clock.now() - last.at < HOUR_MS) return last.settings
    const settings = discover()
    last = { at: clock.now(), settings }
    settings.catch(() => {
      last = undefined
    })
    return settings
  }
}

function personOf(claims: Claims, config: OidcConfig): WithoutRole {
  const groups = groupsIn(claimAt(claims, config.oidcRoleClaim))
  // Some providers send the flag as a text.
  const isOwn = typeof claims.email === 'string' && String(claims.email_verified) !== 'false'
  const email = isOwn ? printable(claims.email).slice(0, 254) : null
  return { issuer: String(claims.iss), subject: String(claims.sub), email, groups }
}

function nameIn(claims: Claims): string {
  const names = [claims.name, claims.preferred_username, claims.email, claims.sub]
  return printable(names.find((one) => typeof one === 'string' && one.trim() !== '')).slice(0, 100)
}

/** The strongest role of the groups in the claim. Without a map, groups are named like roles. */
export function roleOf(
  claims: Claims,
  { oidcRoleClaim, oidcRoleMap, oidcDefaultRole }: Pick<Config, 'oidcRoleClaim' | 'oidcRoleMap' | 'oidcDefaultRole'>,
): PersonRole | undefined {
  const claim = claimAt(claims, oidcRoleClaim)
  const groups: readonly unknown[] = Array.isArray(claim) ? claim : [claim]
  const given = oidcRoleMap.size === 0 ? groups : groups.map((group) => oidcRoleMap.get(String(group)))
  const strongest = PERSON_ROLES.findLast((role) => given.includes(role))
  return strongest ?? (oidcDefaultRole === 'none' ? undefined : oidcDefaultRole)
}

/** Only facts that contain no token: the cause of an error may be a whole response. */
function factsOf(error: unknown): Record<string, unknown> {
  const { name, message, code, error: reason } = error as Error & { code?: unknown; error?: unknown }
  return { name, message, code, reason }
}
