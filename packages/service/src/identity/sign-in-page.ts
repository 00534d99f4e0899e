/** The page at `/sign-in`: what happened to the link, and the ways to sign in. It loads no other files. */
import { createHash } from 'node:crypto'
import type { SignInMethods } from '@millrace/model'
import { text } from '../http/define-route.ts'
import type { Config } from '../platform/config.ts'
import { apiPath, pathPrefix } from '../platform/public-address.ts'

type Addressed = Pick<Config, 'basePath' | 'publicUrl'>

// The fields of a form are those of the request.
const SCRIPT = `
for (const form of document.forms) form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const { token, ...fields } = Object.fromEntries(new FormData(form))
  const answer = await fetch(document.body.dataset.session, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(token === undefined ? fields : { token: token.trim() }),
  }).catch(() => undefined)
  if (answer?.ok) location.assign(document.body.dataset.page)
  else document.querySelector('output').textContent =
    answer === undefined ? 'The service does not respond.' : (await answer.json()).error
})
`

// Copies the colours and the card of the editor; the page loads no stylesheet.
const STYLE = `
:root { color-scheme: light dark; font: 14px/1.5 ui-sans-serif, system-ui, sans-serif;
  background: light-dark(#f7f8fa, #101317); color: light-dark(#1a202b, #e8ebf0) }
body { display: grid; min-height: 100vh; margin: 0; place-items: center }
main { box-sizing: border-box; width: min(400px, calc(100vw - 32px)); margin: 24px 0; padding: 28px;
  border: 1px solid light-dark(#e2e5ea, #2a313b); border-radius: 10px; background: light-dark(#ffffff, #171b21);
  box-shadow: 0 2px 6px light-dark(rgb(16 24 40 / 8%), rgb(0 0 0 / 45%)) }
svg { display: block }
rect { fill: light-dark(#0f766e, #2dd4bf) }
path { fill: none; stroke: light-dark(#ffffff, #06231f); stroke-width: 2; stroke-linecap: round }
h1 { margin: 14px 0 8px; font-size: 20px; font-weight: 650; letter-spacing: -.01em }
p { margin: 0 0 8px }
details p, svg ~ p + p { color: light-dark(#4b5565, #b1bac7) }
code { font: 12px ui-monospace, monospace }
label { display: block; margin: 16px 0 5px; font-size: 12px; font-weight: 500 }
input, button, a { box-sizing: border-box; width: 100%; height: 36px; padding: 0 11px; border-radius: 7px; font: inherit }
input { border: 1px solid light-dark(#868f9e, #6b7686); background: light-dark(#ffffff, #101317); color: inherit }
button, a { margin-top: 14px; border: 0; background: light-dark(#0f766e, #2dd4bf); color: light-dark(#ffffff, #06231f);
  font-weight: 500; cursor: pointer }
a { display: block; line-height: 36px; text-align: center; text-decoration: none }
a ~ form button, details button { border: 1px solid light-dark(#868f9e, #6b7686); background: none; color: inherit }
details { margin-top: 18px }
summary { cursor: pointer }
details p { margin: 8px 0 0 }
:focus-visible { outline: 2px solid light-dark(#0d9488, #2dd4bf); outline-offset: 2px }
output { display: block; margin-top: 10px; color: light-dark(#c22525, #f87171) }
output:empty { display: none }
`

function allowed(source: string): string {
  return `'sha256-${createHash('sha256').update(source).digest('base64')}'`
}

const POLICY = [
  "default-src 'none'",
  `script-src ${allowed(SCRIPT)}`,
  `style-src ${allowed(STYLE)}`,
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

interface SignInPage {
  /** Explains why the page is shown. It must be ours, never part of a request. */
  readonly sentence: string
  readonly status: number
  readonly config: Addressed
  readonly methods: SignInMethods
}

export function signInPage({ sentence, status, config, methods }: SignInPage) {
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in to Millrace</title><style>${STYLE}</style></head>
<body data-session="${apiPath(config)}/auth/session" data-page="${pathPrefix(config)}/"><main>
<svg width="40" height="40" viewBox="0 0 24 24" aria-hidden="true"><rect width="24" height="24" rx="6"/>
<path d="M4.5 9c2.5 0 2.5 2 5 2s2.5-2 5-2 2.5 2 5 2M4.5 14c2.500 0 2.500 2 5 2s2.500-2 5-2 2.500 2 5 2"/></svg>
<h1>Sign in to Millrace</h1>
<p>${sentence}</p>
${waysIn(methods)}
<output role="alert"></output>
</main><script>${SCRIPT}</script></body>
</html>
`
  return text('text/html; charset=utf-8', html, { status, headers: { 'content-security-policy': POLICY } })
}

const PASSWORD_FORM = `<form><label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="username" required>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<button>Sign in</button></form>`

const TOKEN_FORM = `<p>Every start of the service prints a new link. Or use an API token: the one in the file
<code>admin-token</code> of the data folder, or one that an admin created for you.</p>
<form><label for="token">API token</label>
<input id="token" name="token" type="password" autocomplete="off" required><button>Sign in</button></form>`

/** The token is for operators: it is folded if people have another way. */
function waysIn({ provider, password }: SignInMethods): string {
  if (provider === null && !password) return TOKEN_FORM
  const parts = [
    provider && `<a href="${escaped(provider.url)}">Sign in with ${escaped(provider.name)}</a>`,
    password && PASSWORD_FORM,
    `<details><summary>Use an API token</summary>${TOKEN_FORM}</details>`,
  ]
  return parts.filter(Boolean).join('\n')
}

function escaped(plain: string): string {
  return plain.replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
