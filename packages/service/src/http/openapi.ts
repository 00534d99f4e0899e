/** Generates the OpenAPI 3.1 document of the API from the routes. */
import { VERSION } from '../platform/version.ts'
import type { Endpoint } from './load-routes.ts'
import { operationOf } from './openapi-operation.ts'
import { createSchemaBook } from './openapi-schemas.ts'
import { tagsOf } from './openapi-tags.ts'
import { SESSION_COOKIE } from './session-cookie.ts'

type Json = Record<string, unknown>

/** The document for all endpoints; `server` is the address that their paths continue. */
export function openApiOf(endpoints: readonly Endpoint[], server = '/'): Json {
  const book = createSchemaBook()
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.url.replace(/:(\w+)\*?/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [endpoint.route.method.toLowerCase()]: entryOf(endpoint, operationOf(endpoint.route, book)),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Millrace',
      version: VERSION,
      description: 'The backend of a visual workflow editor for AI applications and data-processing pipelines.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: server }],
    security: [{ bearer: [] }, { apiKey: [] }, { session: [] }],
    tags: tagsOf(endpoints),
    paths,
    components: { securitySchemes: SECURITY_SCHEMES, schemas: book.named() },
  }
}

const SECURITY_SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer', description: 'An API token, or a JWT of the configured issuer.' },
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API token.' },
  session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE, description: 'Set by POST /auth/session.' },
}

function entryOf({ route, url, aliasOf }: Endpoint, operation: Json): Json {
  if (aliasOf === undefined) return { operationId: route.operation, ...operation }
  // A route that is mounted twice has two equal addresses; other aliases exist only for older clients.
  const isDeprecated = url !== route.path
  const own = `${route.method} ${aliasOf}`.replace(/:(\w+)/g, '{$1}')
  return {
    operationId: `${route.operation}At${url.replace(/[^A-Za-z0-9]+(\w?)/g, (_, letter: string) => letter.toUpperCase())}`,
    ...operation,
    description: `The same as \`${own}\`${isDeprecated ? ', which new clients should use' : ''}.`,
    ...(isDeprecated ? { deprecated: true } : {}),
    'x-alias-of': route.operation,
  }
}
