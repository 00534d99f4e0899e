/** A certified OAuth 2.0 provider and an API that accepts only its tokens, both on loopback. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { signInWith } from '../../identity/testing/oidc-server.ts'

export const CLIENT_SECRET = 'the-secret-of-the-client-1234'
/** How long a token is valid. */
export const TOKEN_SECONDS = 600

export interface OAuthServer extends AsyncDisposable {
  readonly issuer: string
  readonly api: string
  /** The access tokens that the API got, in order. */
  readonly sent: string[]
  /** How many requests the token endpoint got. */
  tokenRequests(): number
  isValid(accessToken: string): Promise<boolean>
  revoke(accessToken: string): Promise<void>
  /** Ends everything that people have allowed. */
  revokeGrants(): Promise<void>
  /** Allows the access as a person with a new browser; returns where the provider sends it. */
  allow(url: string): Promise<URL>
  /** Whether the API refuses every token. */
  refuseAll(isOn: boolean): void
}

/** `redirectUri` is that of the clients `web` and `public`, which people connect. */
export async function startOAuthServer(redirectUri = 'http://localhost/oauth2/callback'): Promise<OAuthServer> {
  const server = createServer()
  const issuer = await listening(server)
  const clientOf = (method: 'basic' | 'post') => ({
    client_id: method,
    client_secret: CLIENT_SECRET,
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: [],
    token_endpoint_auth_method: `client_secret_${method}` as const,
  })
  const connectable = {
    grant_types: ['authorization_code', 'refresh_token'],
    redirect_uris: [redirectUri],
    response_types: ['code' as const],
  }
  const provider = new Provider(issuer, {
    clients: [
      clientOf('basic'),
      clientOf('post'),
      { ...connectable, client_id: 'web', client_secret: CLIENT_SECRET },
      { ...connectable, client_id: 'public', token_endpoint_auth_method: 'none' },
      { ...connectable, client_id: 'short', client_secret: CLIENT_SECRET, grant_types: ['authorization_code'] },
    ],
    features: { clientCredentials: { enabled: true }, revocation: { enabled: true } },
    claims: { openid: ['sub', 'email'] },
    conformIdTokenClaims: false,
    findAccount: (_, login) => ({ accountId: login, claims: () => ({ sub: login, email: `${login}@example.com` }) }),
    issueRefreshToken: async (_, client) => client.grantTypeAllowed('refresh_token'),
    // Every use replaces the refresh token, and a second use of one ends the grant.
    rotateRefreshToken: true,
    pkce: { required: () => true },
    scopes: ['openid', 'orders.read'],
    ttl: { ClientCredentials: TOKEN_SECONDS, AccessToken: TOKEN_SECONDS },
    cookies: { keys: ['of the test'] },
  })
  const grants = new Set<string>()
  provider.on('grant.success', ({ oidc }) => void grants.add(oidc.entities.Grant?.jti ?? ''))
  let requests = 0
  const handle = provider.callback()
  server.on('request', (request, response) => {
    if (request.url === '/token') requests += 1
    handle(request, response)
  })
  const tokenOf = async (text: string) =>
    (await provider.ClientCredentials.find(text)) ?? (await provider.AccessToken.find(text))
  const sent: string[] = []
  let refusesAll = false
  const api = createServer(async ({ headers }, response) => {
    const [, token = ''] = headers.authorization?.split(' ') ?? []
    sent.push(token)
    const found = await tokenOf(token)
    response.statusCode = found === undefined || refusesAll ? 401 : 200
    response.end(JSON.stringify({ scope: found?.scope ?? null, echo: token }))
  })
  return {
    ...{ issuer, sent, api: await listening(api) },
    tokenRequests: () => requests,
    refuseAll(isOn) {
      refusesAll = isOn
    },
    isValid: async (accessToken) => (await tokenOf(accessToken)) !== undefined,
    async revoke(accessToken) {
      await (await tokenOf(accessToken))?.destroy()
    },
    async revokeGrants() {
      for (const id of grants) {
        await provider.RefreshToken.revokeByGrantId(id)
        await provider.AccessToken.revokeByGrantId(id)
      }
    },
    allow: (url) => signInWith(url, 'ada', issuer),
    async [Symbol.asyncDispose]() {
      for (const one of [server, api]) {
        one.closeAllConnections()
        await new Promise((closed) => one.close(closed))
      }
    },
  }
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
