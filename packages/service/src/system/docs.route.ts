import { defineRoute, page, text } from '../http/define-route.ts'
import { DOCS_HTML, DOCS_POLICY } from './docs-page.ts'

/** A page to read and try the API, for signed-in users. */
export default defineRoute({
  operation: 'getDocs',
  method: 'GET',
  path: '/docs',
  mount: 'root',
  access: 'open',
  summary: 'A page to read and try the API',
  tags: ['System'],
  reply: page('text/html'),
  errors: [],

  handle() {
    return text('text/html; charset=utf-8', DOCS_HTML, { headers: { 'content-security-policy': DOCS_POLICY } })
  },
})
