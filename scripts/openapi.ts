/**
 * `node scripts/openapi.ts FILE` writes the OpenAPI document of the service with the default base path. The builds of the
 * service and of the client include it, so that a client can be generated without a running service.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { endpointsOf } from '../packages/service/src/http/load-routes.ts'
import { openApiOf } from '../packages/service/src/http/openapi.ts'
import { SETTINGS } from '../packages/service/src/platform/settings.ts'
import { loadRoutes } from '../packages/service/src/routes.ts'

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('usage: node scripts/openapi.ts FILE')

const document = openApiOf(endpointsOf(await loadRoutes(), SETTINGS.basePath.default))
mkdirSync(dirname(resolve(file)), { recursive: true })
writeFileSync(file, `${JSON.stringify(document)}\n`)
