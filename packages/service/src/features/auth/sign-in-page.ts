/** The small page of `/sign-in`: what happened to the link, and another way in. It needs no file and no other host. */
import { createHash } from 'node:crypto'
import { text } from '../../http/define-route.ts'

const SCRIPT = `
const form = document.querySelector('form')
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const token = new FormData(form).get('token').trim()
  const answer = await fetch(form.dataset.session, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  }).catch(() => undefined)
  if (answer?.ok) location.assign('/')
  else document.querySelector('output').textContent =
    answer === undefined ? 'The service does not answer.' : (await answer.json()).error
})
`

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
main { max-width: 34rem; margin: 12vh auto; padding: 0 1rem }
form { display: flex; gap: .5rem; margin-top: 1.5rem }
input { flex: 1 }
input, button { font: inherit; padding: .4rem .6rem }
output { display: block; margin-top: .5rem }
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

/** The page with one sentence of why it is shown. The sentence is ours; nothing of a request is written into it. */
export function signInPage(sentence: string, basePath: string, status: number) {
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in to Millrace</title><style>${STYLE}</style></head>
<body><main>
<h1>Sign in</h1>
<p>${sentence}</p>
<p>Every start of the service prints a new link. Or use an API token: the one in the file
<code>admin-token</code> of the data folder, or one that an admin made for you.</p>
<form data-session="${basePath}/auth/session"><input name="token" type="password" aria-label="API token" placeholder="API token"
autocomplete="off" required><button>Sign in</button></form>
<output role="alert"></output>
</main><script>${SCRIPT}</script></body>
</html>
`
  return text('text/html; charset=utf-8', html, { status, headers: { 'content-security-policy': POLICY } })
}
