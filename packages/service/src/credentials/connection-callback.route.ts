import { defineRoute, page, text } from '../http/define-route.ts'
import type { Authenticator } from '../http/http-services.ts'
import { sessionIn } from '../http/session-cookie.ts'
import { type Caller, may } from '../platform/caller.ts'
import { pathPrefix } from '../platform/public-address.ts'
import type { PlatformServices } from '../platform/services.ts'
import { OAUTH_CALLBACK } from './authorizations.ts'
import type { CredentialServices } from './services.ts'

type Needs = PlatformServices & CredentialServices & { readonly auth: Authenticator }

const HTML = 'text/html; charset=utf-8'

/** The redirect URI of OAuth 2.0 credentials: the provider sends the browser here. */
export default defineRoute({
  operation: 'connectionCallback',
  method: 'GET',
  path: OAUTH_CALLBACK,
  mount: 'root',
  access: 'open',
  hasCredential: true,
  summary: 'Finish to connect a credential in the browser',
  description: 'Redirects to the list of credentials, with the result.',
  tags: ['Credentials'],
  reply: page('text/html'),
  alsoAnswers: { 303: 'Connected, or refused.', 503: 'The browser only prefetches the address.' },
  errors: [],

  async handle({ method, headers, search, record, recordChange }, { authorizations, auth, config }: Needs) {
    if (method === 'HEAD') return text(HTML, '', { status: 503 })
    const caller = await adminOf(auth, sessionIn(headers))
    const actor = caller && { actor: caller }
    const finished = await recordChange('credential.connected', { ...actor }, async (note) => {
      const result = await authorizations.finish(new URLSearchParams(search), caller)
      if (!('connected' in result)) note({ isNothing: true })
      return result
    })
    const isDone = 'connected' in finished
    // The program that has started it needs the address of this page.
    if (!isDone && finished.refused === 'other_caller' && finished.isByProgram) return text(HTML, FOR_PROGRAM)
    if (!isDone && finished.credential !== undefined) {
      const { id, name } = finished.credential
      await record('credential.connected', {
        ...actor,
        subject: { id, name },
        outcome: finished.refused === 'failed' ? 'failed' : 'refused',
        details: finished.reason === undefined ? {} : { reason: finished.reason },
      })
    }
    const query = new URLSearchParams({ part: 'credentials', connection: isDone ? 'done' : finished.refused })
    const location = `${pathPrefix(config)}/#/settings?${query}`
    return text(HTML, '', { status: 303, headers: { location } })
  },
})

async function adminOf(auth: Authenticator, session: string | undefined): Promise<Caller | undefined> {
  try {
    const none = { authorization: undefined, apiKey: undefined, ticket: undefined }
    const caller = await auth.callerOf({ ...none, session })
    return may(caller, 'admin') ? caller : undefined
  } catch {
    return undefined
  }
}

const FOR_PROGRAM = `<!doctype html><html lang="en"><title>Connect a credential</title>
<p>A program has started this connection. Pass the address of this page to it, so that it can finish:
<code>POST /credentials/{id}/connection</code> with <code>{"url": "…"}</code>.</p></html>
`
