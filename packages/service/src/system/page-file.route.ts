import { PageFileParams, Problem } from '@millrace/model'
import { defineRoute, page } from '../http/define-route.ts'
import { FOREVER, fileReply } from './built-files.ts'
import { builtFile } from './built-page.ts'

/** The files of the editor, and the module and stylesheet with which other pages embed it. */
export default defineRoute({
  operation: 'getPageFile',
  method: 'GET',
  path: '/web/:name*',
  mount: 'root',
  access: 'open',
  summary: 'A file of the editor',
  description: 'Import `/web/millrace.js` and `/web/millrace.css` to embed the editor in your own page.',
  tags: ['System'],
  params: PageFileParams,
  reply: page('text/javascript', 'text/css', 'image/svg+xml', 'image/png', 'font/woff2'),
  errors: ['NOT_FOUND'],
  example: { params: { name: 'millrace.css' } },

  async handle({ params: { name }, headers }) {
    const file = await builtFile(name)
    if (file === undefined || name.endsWith('.html')) throw new Problem('NOT_FOUND')
    return fileReply(file, headers['accept-encoding'], {
      headers: {
        // Names in `assets` change with their content; the other files are always revalidated.
        'cache-control': name.startsWith('assets/') ? FOREVER : 'no-cache',
        // The files contain no secrets, and pages of other origins may embed the editor.
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
      },
    })
  },
})
