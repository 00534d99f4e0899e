/** The registry of actions that are recorded in the audit log. Routes, filters and labels of the page derive from it. */
import { CREDENTIAL_KINDS } from './statuses.ts'

/** Every action with the type of its subject. Stored entries contain the names, so a name never changes its meaning. */
export const AUDIT_ACTIONS = {
  'session.signed_in': 'session',
  'session.signed_out': 'session',
  'session.ended': 'session',
  'token.created': 'token',
  'token.revoked': 'token',
  'person.invited': 'person',
  'person.changed': 'person',
  'person.link_created': 'person',
  'person.password_set': 'person',
  'workflow.created': 'workflow',
  'workflow.imported': 'workflow',
  'workflow.changed': 'workflow',
  'workflow.published': 'workflow',
  'workflow.restored': 'workflow',
  'workflow.exported': 'workflow',
  'workflow.deleted': 'workflow',
  'execution.started': 'execution',
  'execution.cancelled': 'execution',
  'execution.paused': 'execution',
  'execution.resumed': 'execution',
  'question.answered': 'question',
  'question.cancelled': 'question',
  'conversation.stopped': 'conversation',
  'conversation.reset': 'conversation',
  'conversation.deleted': 'conversation',
  'connection.created': 'connection',
  'connection.changed': 'connection',
  'connection.deleted': 'connection',
  'credential.created': 'credential',
  'credential.changed': 'credential',
  'credential.deleted': 'credential',
  'credential.connected': 'credential',
  'credential.disconnected': 'credential',
  'credential.connection_lost': 'credential',
  'subscription.created': 'subscription',
  'subscription.changed': 'subscription',
  'subscription.deleted': 'subscription',
  'subscription.tested': 'subscription',
  'subscription.replayed': 'subscription',
  'budget.created': 'budget',
  'budget.changed': 'budget',
  'budget.deleted': 'budget',
  'price.changed': 'price',
  'price.deleted': 'price',
  'usage.exported': 'usage',
  'project.created': 'project',
  'project.changed': 'project',
  'project.deleted': 'project',
  'project.member_set': 'project',
  'project.member_removed': 'project',
  'workflow.moved': 'workflow',
  'error_workflow.changed': 'service',
  'assistant.changed': 'assistant',
  'assistant.chat_cleared': 'workflow',
  'agent.registered': 'agent',
  'agent.removed': 'agent',
  'tool.registered': 'tool',
  'tool.removed': 'tool',
  'backup.created': 'backup',
  'service.resumed': 'service',
  'service.key_rotated': 'service',
  'audit.exported': 'audit',
  'audit.purged': 'audit',
} as const
export type AuditAction = keyof typeof AUDIT_ACTIONS
export type AuditSubjectType = (typeof AUDIT_ACTIONS)[AuditAction]

export const AUDIT_ACTION_NAMES = Object.keys(AUDIT_ACTIONS) as [AuditAction, ...AuditAction[]]
export const AUDIT_SUBJECT_TYPES = [...new Set(Object.values(AUDIT_ACTIONS))]

/** Who acted: a caller with a credential, a caller without one, or the service itself. */
export const AUDIT_ACTOR_KINDS = [...CREDENTIAL_KINDS, 'anonymous', 'service'] as const
export type AuditActorKind = (typeof AUDIT_ACTOR_KINDS)[number]

/**
 * `refused`: not authenticated or not allowed. `failed`: an error of the service. `unknown`: the change may have been made,
 * as with `OUTCOME_UNKNOWN`.
 */
export const AUDIT_OUTCOMES = ['done', 'refused', 'failed', 'unknown'] as const
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number]
