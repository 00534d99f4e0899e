import { AnyObject } from '@millrace/model'
import { bare, defineRoute } from '../http/define-route.ts'
import { endpointsOf } from '../http/load-routes.ts'
import type { PlatformServices } from '../platform/services.ts'
import type { SystemServices } from './services.ts'

/** The OpenAPI 3.1 document of the API, generated from the routes. */
export default defineRoute({
  operation: 'getOpenApi',
  method: 'GET',
  path: '/openapi.json',
  access: 'read',
  scope: 'shared',
  openWith: 'publicOpenapi',
  revalidates: true,
  summary: 'This document',
  description: 'The OpenAPI 3.1 document of the API. With the setting `--public-openapi` it needs no credential.',
  tags: ['System'],
  reply: bare(AnyObject),
  errors: [],
  example: { reply: { openapi: '3.1.0', info: { title: 'Millrace', version: '0.1.0' }, paths: {} } },

  async handle(_request, { config, routes }: PlatformServices & SystemServices) {
    const { openApiOf } = await import('../http/openapi.ts')
    const { publicUrl } = config
    const server = publicUrl === undefined ? '/' : publicUrl.origin + publicUrl.path
    return openApiOf(endpointsOf(await routes(), config.basePath), server)
  },
})
