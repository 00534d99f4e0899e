import { Version } from '@millrace/model'
import { bare, defineRoute } from '../http/define-route.ts'
import type { PlatformServices } from '../platform/services.ts'
import { API_VERSION, VERSION } from '../platform/version.ts'

/** The version of the service. */
export default defineRoute({
  operation: 'getVersion',
  method: 'GET',
  path: '/system/version',
  access: 'open',
  summary: 'Version of the service and of its API',
  description: 'Open without a credential.',
  tags: ['System'],
  reply: bare(Version),
  errors: [],
  example: { reply: { version: '0.1.0', build: 'source', api_version: 'v1' } },

  handle(_request, { config }: PlatformServices) {
    return { version: VERSION, build: config.build, api_version: API_VERSION }
  },
})
