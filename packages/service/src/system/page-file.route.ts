import { PageFileParams, Problem } from '@millrace/model'
import { defineRoute, page, text } from '../http/define-route.ts'
import { builtFile } from './built-page.ts'

const FOREVER = 'public, max-age=31536000, immutable'

/** What the editor is made of: its parts, and the module and stylesheet that other pages mount it with. */
export default defineRoute({
  operation: 'getPageFile',
  method: 'GET',
  path: '/web/:name*',
  mount: 'root',
  access: 'open',
  summary: 'A file of the editor',
  description: '`/web/millrace.js` and `/web/millrace.css` are what a page of your own imports to mount it.',
  tags: ['System'],
  params: PageFileParams,
  reply: page('text/javascript', 'text/css', 'image/svg+xml', 'image/png', 'font/woff2'),
  errors: ['NOT_FOUND'],
  example: { params: { name: 'millrace.css' } },

  async handle({ params: { name }, headers }) {
    const file = await builtFile(name)
    if (file === undefined || name.endsWith('.html')) throw new Problem('NOT_FOUND')
    const isBrotli = file.brotli !== undefined && /\bbr\b/.test(String(headers['accept-encoding'] ?? ''))
    return text(file.type, isBrotli ? (file.brotli ?? file.plain) : file.plain, {
      headers: {
        // Names in `assets` change with their content; the others are always the newest.
        'cache-control': name.startsWith('assets/') ? FOREVER : 'no-cache',
        vary: 'accept-encoding',
        ...(isBrotli ? { 'content-encoding': 'br' } : {}),
        // Nothing in it is anybody's secret, and pages of other origins may mount it.
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
      },
    })
  },
})
