import { AuditEntry, AuditQuery } from '@millrace/model'
import { defineRoute, envelopeList } from '../http/define-route.ts'
import { pageAnswer } from '../http/paged-list.ts'
import { auditEntry, auditFilter, exampleEntry } from './audit-wire.ts'
import type { IdentityServices } from './services.ts'

/** Lists the audit log, newest first. */
export default defineRoute({
  operation: 'listAudit',
  method: 'GET',
  path: '/audit',
  access: 'admin',
  summary: 'List the audit log',
  description: 'Newest first: who signed in, changed, exported, answered, created or revoked what, and when.',
  tags: ['Audit'],
  query: AuditQuery,
  reply: envelopeList(AuditEntry, 'Entries found'),
  errors: [],
  example: { query: { action: 'workflow.changed' }, reply: [exampleEntry] },

  async handle({ query: { limit, offset, ...filters } }, { audit }: IdentityServices) {
    return pageAnswer(await audit.list({ ...auditFilter(filters), limit, offset }), { limit, offset }, auditEntry)
  },
})
