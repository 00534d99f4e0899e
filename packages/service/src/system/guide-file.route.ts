import { PageFileParams, Problem } from '@millrace/model'
import { defineRoute, page } from '../http/define-route.ts'
import { FOREVER, fileReply } from './built-files.ts'
import { GUIDE_POLICY, guideFile } from './guide-files.ts'

/** The pages of the documentation. They contain no user data, so they are open. */
export default defineRoute({
  operation: 'getGuideFile',
  method: 'GET',
  path: '/docs/guide/:name*',
  mount: 'root',
  access: 'open',
  summary: 'A page of the documentation',
  description: 'Pages, scripts, styles and images of the documentation. They contain no user data.',
  tags: ['System'],
  params: PageFileParams,
  reply: page('text/html', 'text/javascript', 'text/css', 'text/plain', 'image/svg+xml', 'image/png'),
  errors: ['NOT_FOUND'],
  example: { params: { name: 'index.html' } },

  async handle({ params: { name }, headers }) {
    const file = await guideFile(name)
    if (file === undefined) throw new Problem('NOT_FOUND', { message: 'There is no such page.' })
    const policy = { 'content-security-policy': GUIDE_POLICY }
    // Names in `assets` change with their content; the other files are always revalidated.
    const extras = name.startsWith('assets/')
      ? { headers: { ...policy, 'cache-control': FOREVER } }
      : { headers: policy, isRevalidated: true }
    return fileReply(file, headers['accept-encoding'], extras)
  },
})
