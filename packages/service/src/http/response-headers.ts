/** Headers of every answer, and of those for pages of another origin. */
import type { FastifyInstance } from 'fastify'

/** An answer of the API is data: never guessed at, framed, cached or linked from. Pages bring their own policy. */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const

/** Lets pages of the listed origins use the API with credentials; to all others nothing is said. */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  const { default: cors } = await import('@fastify/cors')
  const listed = new Set(origins)
  await app.register(cors, {
    origin: (origin, decide) => decide(null, origin !== undefined && listed.has(origin) ? origin : false),
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    // The last one is of the public editor, which names its instance.
    allowedHeaders: [
      'Content-Type',
      'Accept',
      'Authorization',
      'X-API-Key',
      'If-Match',
      'Last-Event-ID',
      'X-FlowDrop-Instance',
    ],
    exposedHeaders: ['ETag', 'X-Total-Count', 'X-Page-Size', 'X-Page-Offset', 'X-Request-Id', 'Retry-After'],
    credentials: true,
    strictPreflight: false,
    maxAge: 600,
  })
}
