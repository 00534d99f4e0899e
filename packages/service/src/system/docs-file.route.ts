import { DocsFileParams, Problem } from '@millrace/model'
import { defineRoute, page, text } from '../http/define-route.ts'
import type { PlatformServices } from '../platform/services.ts'
import { DOCS_FILES, docsFile, isDocsFile } from './docs-page.ts'

/** The files of the page at `/docs`. They contain no user data, so they are open. */
export default defineRoute({
  operation: 'getDocsFile',
  method: 'GET',
  path: '/docs/:file',
  mount: 'root',
  access: 'open',
  summary: 'A file of the page at /docs',
  description: 'Scripts and styles of the page. They contain no user data.',
  tags: ['System'],
  params: DocsFileParams,
  reply: page(...new Set(Object.values(DOCS_FILES))),
  errors: ['NOT_FOUND'],
  example: { params: { file: 'swagger-ui.css' } },

  async handle({ params }, { config }: PlatformServices) {
    if (!isDocsFile(params.file)) throw new Problem('NOT_FOUND', { message: 'There is no such path.' })
    const body = await docsFile(params.file, config)
    const type = DOCS_FILES[params.file]
    return text(type.startsWith('text/') ? `${type}; charset=utf-8` : type, body, {
      headers: { 'cache-control': 'no-cache' },
    })
  },
})
