import { defineRoute, page, text } from '../http/define-route.ts'
import { apiPath, pathPrefix } from '../platform/public-address.ts'
import type { PlatformServices } from '../platform/services.ts'
import { builtFile, PAGE_POLICY } from './built-page.ts'

/** The editor. */
export default defineRoute({
  operation: 'getPage',
  method: 'GET',
  path: '/',
  mount: 'root',
  access: 'open',
  summary: 'The editor',
  description: 'Redirects to the API page if the editor was not built.',
  tags: ['System'],
  reply: page('text/html'),
  alsoAnswers: { 302: 'Redirects to the API page.' },
  errors: [],

  async handle(_, { config }: PlatformServices) {
    const prefix = pathPrefix(config)
    const file = await builtFile('index.html')
    if (file === undefined)
      return text('text/html; charset=utf-8', '', { status: 302, headers: { location: `${prefix}/docs` } })
    const base = JSON.stringify(apiPath(config)).slice(1, -1).replaceAll('"', '&quot;')
    const html = Buffer.from(file.plain)
      .toString('utf8')
      .replaceAll(/(src|href)="\.\//g, `$1="${prefix}/web/`)
      .replace(
        '<head>',
        `<head>\n    <meta name="millrace-api" content="${base}" />\n    <meta name="millrace-root" content="${prefix}" />`,
      )
    return text(file.type, html, { headers: { 'content-security-policy': PAGE_POLICY, 'cache-control': 'no-cache' } })
  },
})
