/** The audit log as clients see it. */
import { AUDIT_ACTION_NAMES, AUDIT_ACTOR_KINDS, AUDIT_OUTCOMES, AUDIT_SUBJECT_TYPES } from '../audit.ts'
import { AnyObject, DateTime, type Static, Type, Uuid } from '../schema.ts'
import { pageParameters } from './paging.ts'

export const AuditEntry = Type.Object(
  {
    id: Uuid,
    time: DateTime,
    actor: Type.Object({
      kind: Type.Enum(AUDIT_ACTOR_KINDS),
      id: Type.String({ description: 'Id of the token or person; empty for an anonymous caller.' }),
      name: Type.String(),
    }),
    address: Type.String({ description: 'The address of the client.' }),
    action: Type.Enum(AUDIT_ACTION_NAMES),
    subject: Type.Object({
      type: Type.Enum(AUDIT_SUBJECT_TYPES),
      id: Type.String(),
      name: Type.String({ description: 'Its name at that time, if it had one.' }),
    }),
    outcome: Type.Enum(AUDIT_OUTCOMES, {
      description:
        '`refused`: not authenticated or not allowed. `failed`: an error of the service. `unknown`: the reply was `OUTCOME_UNKNOWN`, so the change may have been made.',
    }),
    details: { ...AnyObject, description: 'Short facts, such as a revision; never values or secrets.' },
    request_id: Type.String({ description: 'As in the header `X-Request-Id` and in the log.' }),
  },
  { $id: 'AuditEntry' },
)
export type AuditEntry = Static<typeof AuditEntry>

const text = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 200, description }))

const FILTERS = {
  actor: text('Part of the name, or the whole id, of the actor.'),
  actor_kind: Type.Optional(Type.Enum(AUDIT_ACTOR_KINDS)),
  action: Type.Optional(Type.Enum(AUDIT_ACTION_NAMES)),
  subject: text('The whole id of the subject.'),
  subject_type: Type.Optional(Type.Enum(AUDIT_SUBJECT_TYPES)),
  outcome: Type.Optional(Type.Enum(AUDIT_OUTCOMES)),
  from: Type.Optional({ ...DateTime, description: 'At or after this time.' }),
  to: Type.Optional({ ...DateTime, description: 'Before this time.' }),
  search: text('Part of any text of the entry, in any case.'),
}

export const AuditQuery = Type.Object({ ...FILTERS, ...pageParameters() })
export type AuditQuery = Static<typeof AuditQuery>

export const AuditExportQuery = Type.Object({
  ...FILTERS,
  format: Type.Enum(['ndjson', 'csv'], { default: 'ndjson' }),
  limit: Type.Optional(Type.Integer({ minimum: 1, description: 'The newest entries only.' })),
})
export type AuditExportQuery = Static<typeof AuditExportQuery>
