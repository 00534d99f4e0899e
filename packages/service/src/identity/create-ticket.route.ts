import { Ticket } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { iso } from '../platform/iso.ts'
import type { IdentityServices } from './services.ts'

/** Creates a credential for one stream: browsers cannot set headers when they open a WebSocket or an event stream. */
export default defineRoute({
  operation: 'createTicket',
  method: 'POST',
  path: '/auth/tickets',
  access: 'read',
  scope: 'shared',
  audit: { none: 'The page creates one for every stream.' },
  hasCredential: true,
  summary: 'Create a ticket for one stream',
  description: 'Valid for one use within 60 seconds, with the role of the caller.',
  tags: ['Authentication'],
  reply: envelope(Ticket, 'Ticket created'),
  status: 201,
  errors: [],
  example: {
    reply: { ticket: '3q2-7wAAAAB0aWNrZXQtZXhhbXBsZS0wMDAwMDAwMDA', expiresAt: '2026-01-01T12:01:00.000Z' },
  },

  async handle({ caller }, { auth }: IdentityServices) {
    const { secret, expiresAt } = await auth.grants.create('ticket', caller)
    return { ticket: secret, expiresAt: iso(expiresAt) }
  },
})
