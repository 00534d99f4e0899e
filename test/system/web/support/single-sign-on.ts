/** The started program with an identity provider, and people who sign in there with a browser. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll } from 'vitest'
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type OidcServer,
  startOidcServer,
} from '../../../../packages/service/src/identity/testing/oidc-server.ts'
import { freePort } from '../../support/proxies.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { useWeb, type Web } from './web.ts'

export interface SingleSignOn {
  readonly web: Web
  /** The public address of the service. */
  readonly address: string
  readonly provider: OidcServer
  /** A browser without a session, in which the pages of the provider load no fonts. */
  visitor(locale?: string): Promise<Page>
  /** Follows the link of the sign-in page and signs in at the provider. */
  signIn(page: Page, login: string): Promise<void>
  /** Signs out here and at the provider. */
  signOut(page: Page): Promise<void>
}

/** One program for the tests of a suite, below a path if one is given. The group `flow-admins` has the role admin. */
export function useSingleSignOn(path = ''): SingleSignOn {
  let provider: OidcServer | undefined
  let address = ''
  const web = useWeb(async () => {
    const port = await freePort()
    address = `http://127.0.0.1:${port}${path}`
    provider = await startOidcServer(address)
    const secret = join(temporaryFolder('oidc'), 'secret')
    writeFileSync(secret, CLIENT_SECRET)
    return [
      ...['--port', String(port), '--public-url', address, '--oidc-issuer', provider.issuer, '--oidc-name', 'Example'],
      ...['--oidc-client-id', CLIENT_ID, '--oidc-client-secret-file', secret],
      ...['--oidc-scopes', 'openid profile email groups', '--oidc-role-map', 'flow-admins=admin'],
    ]
  })
  afterAll(() => provider?.[Symbol.asyncDispose]())
  const started = () => {
    if (provider === undefined) throw new Error('the provider has not been started')
    return provider
  }
  return {
    web,
    get address() {
      return address
    },
    get provider() {
      return started()
    },
    async visitor(locale = 'en-US') {
      web.allowOrigin(started().issuer)
      web.allowOrigin('https://fonts.googleapis.com')
      web.expectConsoleError(/status of 401/)
      const context = await web.newContext({ locale })
      await context.route(/fonts\.googleapis/, (route) => route.fulfill({ contentType: 'text/css', body: '' }))
      return context.newPage()
    },
    async signIn(page, login) {
      await page.getByRole('link', { name: 'Sign in with Example' }).click()
      await page.getByPlaceholder('Enter any login').fill(login)
      await page.getByPlaceholder('and password').fill('any')
      await page.getByRole('button', { name: 'Sign-in' }).click()
      await page.getByRole('button', { name: 'Continue' }).click()
    },
    async signOut(page) {
      await page.getByRole('button', { name: 'Account' }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await page.getByRole('button', { name: 'Yes, sign me out' }).click()
      // The provider has ended its session when it leads back.
      await page.getByRole('link', { name: 'Sign in with Example' }).waitFor()
    },
  }
}
