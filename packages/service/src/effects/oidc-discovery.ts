/** Connects to an OpenID Connect provider, through the outgoing proxy if there is one. */
import { allowInsecureRequests, type Configuration, customFetch, discovery, None } from 'openid-client'
import type { Config } from '../platform/config.ts'
import { createEgress } from './http/egress.ts'
import { createEgressFetch, type EgressFetch, type FetchLimits } from './http/egress-fetch.ts'
import { outgoingProxy } from './http/outgoing-proxy.ts'

const LIMITS: FetchLimits = {
  connectMs: 5_000,
  firstByteMs: 10_000,
  idleMs: 10_000,
  totalMs: 15_000,
  maxBytes: 1024 * 1024,
  maxHeaderBytes: 32 * 1024,
}

type ProviderConfig = Pick<
  Config,
  'oidcClientId' | 'oidcClientSecret' | 'oidcClientSecretFile' | 'httpProxy' | 'httpsProxy' | 'noProxy'
>

/** Reads the settings of the provider; the result sends all further requests. */
export function discoverProvider(issuer: string, config: ProviderConfig): Promise<Configuration> {
  const secret = config.oidcClientSecret ?? config.oidcClientSecretFile
  // The setting allows http for an issuer on this machine only.
  const insecure = issuer.startsWith('http:') ? { execute: [allowInsecureRequests] } : {}
  return discovery(new URL(issuer), config.oidcClientId ?? '', secret, secret === undefined ? None() : undefined, {
    ...insecure,
    [customFetch]: providerFetch(config),
  })
}

/** The operator has chosen the provider, so the policy for nodes does not apply: it may be in the private network. */
function providerFetch(config: ProviderConfig): (url: string, options: object) => Promise<Response> {
  const egress = createEgress(['0.0.0.0/0', '::/0'], undefined, outgoingProxy(config))
  const send = createEgressFetch(egress, LIMITS, new AbortController().signal)
  return (url, options) => {
    const { body, ...rest } = options as NonNullable<Parameters<EgressFetch>[1]>
    return send(url, { ...rest, ...(body != null && { body: String(body) }) })
  }
}
