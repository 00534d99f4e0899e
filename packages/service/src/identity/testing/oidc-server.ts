/** A certified OpenID Connect provider on loopback, with people and groups for tests. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export interface OidcPerson {
  readonly name: string
  readonly email: string
  readonly groups: readonly string[]
  /** True unless a test sets it. */
  readonly email_verified?: boolean | string
}

export interface OidcServer extends AsyncDisposable {
  readonly issuer: string
  /** The people who can sign in, by login; a test may change them. */
  readonly people: Map<string, OidcPerson>
  /** Signs in as a browser would, with a new browser; returns where the provider sends it. */
  signIn(url: string, login: string): Promise<URL>
}

export const CLIENT_ID = 'millrace'
export const CLIENT_SECRET = 'a secret of the client'

/** `address` is the public address of the service. */
export async function startOidcServer(address: string): Promise<OidcServer> {
  const server = createServer()
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people = new Map<string, OidcPerson>([
    ['ada', { name: 'Ada Lovelace', email: 'ada@example.com', groups: ['staff', 'flow-admins'] }],
    ['bob', { name: 'Bob', email: 'bob@example.com', groups: ['visitors'] }],
  ])
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [`${address}/sign-in/oidc/callback`],
        post_logout_redirect_uris: [`${address}/`],
      },
    ],
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'], groups: ['groups'] },
    scopes: ['openid', 'profile', 'email', 'groups'],
    pkce: { required: () => true },
    cookies: { keys: ['of the test'] },
    findAccount: (_, login) => {
      const person = people.get(login)
      return person && { accountId: login, claims: () => ({ sub: login, email_verified: true, ...person }) }
    },
  })
  server.on('request', provider.callback())
  return {
    issuer,
    people,
    signIn: (url, login) => signInWith(url, login, issuer),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** Follows redirects with cookies, and submits the forms of the provider. */
export async function signInWith(start: string, login: string, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let [url, body] = [start, undefined as URLSearchParams | undefined]
  for (let step = 0; step < 20; step += 1) {
    if (!url.startsWith(issuer)) return new URL(url)
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const sent = body === undefined ? {} : { method: 'POST', body }
    const reply = await fetch(url, { redirect: 'manual', headers: { cookie }, ...sent })
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = reply.headers.get('location')
    const page = await reply.text()
    if (location !== null) [url, body] = [new URL(location, url).href, undefined]
    else {
      const action = /<form[^>]+action="([^"]+)"/.exec(page)?.[1]
      if (action === undefined) throw new Error(`the provider responded with ${reply.status}: ${page.slice(0, 500)}`)
      const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1] ?? ''
      ;[url, body] = [new URL(action, url).href, new URLSearchParams({ prompt, login, password: 'x' })]
    }
  }
  throw new Error('the provider does not finish the sign-in')
}
