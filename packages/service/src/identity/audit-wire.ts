/** Converts entries of the audit log to the shapes of the API and of its exports. */

import type { AuditEntry, AuditExportQuery, AuditQuery } from '@millrace/model'
import type { AuditFilter, AuditRecord } from '@millrace/store'
import { csvRow } from '../http/csv.ts'
import { badParameter } from '../http/parameters.ts'
import { iso } from '../platform/iso.ts'

export const exampleEntry: AuditEntry = {
  id: '3c9f2d51-6a0e-4b8e-9a53-2a8f4b6f1c11',
  time: '2026-01-01T12:00:00.000Z',
  actor: { kind: 'token', id: '9d6a3a52-7f0e-4b8e-9a53-2a8f4b6f1c10', name: 'Ada' },
  address: '127.0.0.1',
  action: 'workflow.changed',
  subject: { type: 'workflow', id: '5f0c7a52-1f0e-4f57-9a3e-2f5a1f6f9b10', name: 'Orders' },
  outcome: 'done',
  details: { revision: 3, active: true },
  request_id: '6b1f0f9e-4f5b-4f0c-8a6b-0d6c2c1b9a12',
}

export function auditEntry({ at, requestId, ...entry }: AuditRecord): AuditEntry {
  return { ...entry, time: iso(at), request_id: requestId, details: { ...entry.details } }
}

type Filters = Omit<AuditQuery | AuditExportQuery, 'limit' | 'offset' | 'format'>

export function auditFilter({ actor_kind, subject_type, from, to, ...same }: Filters): AuditFilter {
  const given: AuditFilter = {
    ...same,
    ...(actor_kind && { actorKind: actor_kind }),
    ...(subject_type && { subjectType: subject_type }),
    ...(from !== undefined && { from: timeIn('from', from) }),
    ...(to !== undefined && { before: timeIn('to', to) }),
  }
  return given
}

function timeIn(name: string, text: string): number {
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw badParameter(name, 'is not an ISO 8601 time')
  return time
}

export const CSV_HEADER = csvRow([
  ...['time', 'actor_kind', 'actor_id', 'actor_name', 'address', 'action', 'subject_type', 'subject_id'],
  ...['subject_name', 'outcome', 'details', 'request_id', 'id'],
])

export function csvRowOf(entry: AuditEntry): string {
  const { id, time, actor, address, action, subject, outcome, details, request_id } = entry
  return csvRow([
    ...[time, actor.kind, actor.id, actor.name, address, action, subject.type, subject.id, subject.name, outcome],
    ...[JSON.stringify(details), request_id, id],
  ])
}

export function ndjsonLineOf(entry: AuditEntry): string {
  return `${JSON.stringify(entry)}\n`
}
