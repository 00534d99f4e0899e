import { Problem } from '@millrace/model'
import { defineRoute, page, text } from '../http/define-route.ts'
import { pathPrefix } from '../platform/public-address.ts'
import type { PlatformServices } from '../platform/services.ts'
import { guideFile } from './guide-files.ts'

/** Redirects to a file: the links of the site are relative, so its address must end with a name below the folder. */
export default defineRoute({
  operation: 'getGuide',
  method: 'GET',
  path: '/docs/guide',
  mount: 'root',
  access: 'open',
  summary: 'The documentation',
  description: 'Redirects to the first page of the documentation of this version.',
  tags: ['System'],
  reply: page('text/html'),
  alsoAnswers: { 302: 'Redirects to the first page.' },
  errors: ['NOT_FOUND'],

  async handle(_, { config }: PlatformServices) {
    if ((await guideFile('index.html')) === undefined)
      throw new Problem('NOT_FOUND', { message: 'The documentation was not built.' })
    const location = `${pathPrefix(config)}/docs/guide/index.html`
    return text('text/html; charset=utf-8', '', { status: 302, headers: { location } })
  },
})
