/** The filters of the audit log, their request and the addresses of exports. Pure. */
import type { AuditAction, AuditOutcome } from '@millrace/model'

export interface AuditChoice {
  readonly action: AuditAction | undefined
  readonly outcome: AuditOutcome | undefined
  /** Part of the name, or the id, of the actor. */
  readonly actor: string
  readonly search: string
  readonly page: number
}

export const AUDIT_PAGE = 50

export const ANY_ENTRY: AuditChoice = { action: undefined, outcome: undefined, actor: '', search: '', page: 0 }

function filtersOf({ action, outcome, actor, search }: AuditChoice) {
  return {
    ...(action && { action }),
    ...(outcome && { outcome }),
    ...(actor.trim() !== '' && { actor: actor.trim() }),
    ...(search.trim() !== '' && { search: search.trim() }),
  }
}

/** The request of a page. */
export function auditRequest(choice: AuditChoice) {
  return { ...filtersOf(choice), limit: AUDIT_PAGE, offset: choice.page * AUDIT_PAGE }
}

/** The address of a file with all entries that match. */
export function auditExport(baseUrl: string, choice: AuditChoice, format: 'csv' | 'ndjson'): string {
  return `${baseUrl}/audit/export?${new URLSearchParams({ ...filtersOf(choice), format })}`
}
