import type { AuditAction, AuditActorKind, AuditOutcome, AuditSubjectType } from '@millrace/model'
import type { Page } from './page.ts'

/** An entry of the audit log. */
export interface AuditRecord {
  readonly id: string
  readonly at: number
  readonly actor: { readonly kind: AuditActorKind; readonly id: string; readonly name: string }
  readonly address: string
  readonly action: AuditAction
  readonly subject: { readonly type: AuditSubjectType; readonly id: string; readonly name: string }
  readonly outcome: AuditOutcome
  /** Short facts; never values or secrets. */
  readonly details: AuditDetails
  readonly requestId: string
}

export type AuditDetails = Readonly<Record<string, string | number | boolean>>

export interface AuditFilter {
  /** Part of the name in any case, or the whole id. */
  readonly actor?: string
  readonly actorKind?: AuditActorKind
  readonly action?: AuditAction
  /** The whole id. */
  readonly subject?: string
  readonly subjectType?: AuditSubjectType
  readonly outcome?: AuditOutcome
  /** At or after this time. */
  readonly from?: number
  /** Before this time. */
  readonly before?: number
  /** Part of any text, in any case. */
  readonly search?: string
}

/** The audit log. Entries are never changed, and removed only by `purge`; the database refuses anything else. */
export interface AuditStore {
  write(entry: AuditRecord): Promise<void>
  /** Newest first. */
  list(query: AuditFilter & { readonly limit: number; readonly offset: number }): Promise<Page<AuditRecord>>
  /** The newest entries below a position, and the position to continue at; for exports, which read all of them. */
  read(
    query: AuditFilter & { readonly below?: number | undefined; readonly limit: number },
  ): Promise<{ readonly items: readonly AuditRecord[]; readonly next: number | undefined }>
  /**
   * Removes at most `batch` entries older than a time and returns their number. Writes `entry` in the same transaction if
   * there are any.
   */
  purge(before: number, entry: AuditRecord, batch: number): Promise<number>
}
