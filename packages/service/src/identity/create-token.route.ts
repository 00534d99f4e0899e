import { NewTokenRecord, Problem, TokenRequest } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import type { PlatformServices } from '../platform/services.ts'
import type { IdentityServices } from './services.ts'
import { exampleToken, tokenRecord } from './token-record.ts'

/** Creates an API token. Only this reply contains its secret. */
export default defineRoute({
  operation: 'createToken',
  method: 'POST',
  path: '/auth/tokens',
  access: 'admin',
  audit: 'token.created',
  hasCredential: true,
  summary: 'Create an API token',
  description: 'Only this reply contains the secret of the token.',
  tags: ['Authentication'],
  body: TokenRequest,
  reply: envelope(NewTokenRecord, 'Token created; its secret is shown only once'),
  status: 201,
  errors: ['NOT_FOUND'],
  example: {
    body: { name: 'nightly import', role: 'operator', expiresAt: '2027-01-01T00:00:00.000Z' },
    reply: { ...exampleToken, token: 'mrt_…' },
  },

  async handle({ body, caller }, { auth, accounts, projects, clock }: PlatformServices & IdentityServices) {
    const expiresAt = body.expiresAt == null ? null : expiryIn(body.expiresAt, clock.now())
    if (body.project != null) await projects.require(body.project)
    // A token that was created with a token belongs to the same person.
    const owner = caller.person?.id ?? caller.owner?.id ?? null
    const { record, secret } = await auth.tokens.create({
      name: body.name,
      role: body.role,
      createdBy: caller.name,
      expiresAt,
      project: body.project ?? null,
      owner,
    })
    const ownerName = owner === null ? null : (await accounts.get(owner)).name
    return { ...tokenRecord({ ...record, ownerName, ownerDisabledAt: null }), token: secret }
  },
})

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/

function expiryIn(text: string, now: number): number {
  const time = ISO.test(text) ? Date.parse(text) : Number.NaN
  if (time > now) return time
  const message = Number.isNaN(time) ? 'must be an ISO 8601 date-time with an offset' : 'must be in the future'
  throw new Problem('VALIDATION_ERROR', {
    message: `The body is invalid: /expiresAt ${message}.`,
    details: [{ code: 'INVALID_VALUE', message, path: '/expiresAt' }],
  })
}
