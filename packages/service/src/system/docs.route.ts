import { defineRoute, page, text } from '../http/define-route.ts'
import { pathPrefix } from '../platform/public-address.ts'
import type { PlatformServices } from '../platform/services.ts'
import { DOCS_POLICY, docsHtml } from './docs-page.ts'

/** A page to read and try the API, for signed-in users. */
export default defineRoute({
  operation: 'getDocs',
  method: 'GET',
  path: '/docs',
  mount: 'root',
  access: 'open',
  summary: 'A page to read and try the API',
  description: 'Shows this document with a form for each operation.',
  tags: ['System'],
  reply: page('text/html'),
  errors: [],

  handle(_request, { config }: PlatformServices) {
    return text('text/html; charset=utf-8', docsHtml(pathPrefix(config)), {
      headers: { 'content-security-policy': DOCS_POLICY },
    })
  },
})
