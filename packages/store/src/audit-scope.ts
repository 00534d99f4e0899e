/**
 * Connects a request with the change that it makes: the service runs the request in a scope that holds its audit entry,
 * and the store writes the entry in the transaction of the change. So an entry exists exactly if its change does, without
 * passing it through every function in between.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { AuditAction } from '@millrace/model'
import { insertAudit } from './audit.ts'
import type { AuditDetails, AuditRecord } from './audit-store.ts'
import type { Sql, Statement } from './sql.ts'

/** The entry of a request that has not been written yet. */
export interface PendingAudit {
  readonly action: AuditAction
  isWritten: boolean
  entryFor(subject: AuditSubject): AuditRecord
}

export interface AuditSubject {
  readonly id: string
  readonly name: string
  readonly details?: AuditDetails
}

export const auditScope = new AsyncLocalStorage<PendingAudit>()

/** A transaction that also writes the entry of the request, if its action has this prefix, such as `workflow.`. */
export async function auditedTransaction(
  sql: Sql,
  prefix: string,
  subject: AuditSubject | (() => Promise<AuditSubject>),
  statements: readonly Statement[],
): Promise<boolean> {
  const pending = auditScope.getStore()
  if (pending === undefined || pending.isWritten || !pending.action.startsWith(prefix))
    return sql.transaction(statements)
  const entry = pending.entryFor(typeof subject === 'function' ? await subject() : subject)
  const isWritten = await sql.transaction([...statements, insertAudit(entry)])
  if (isWritten) pending.isWritten = true
  return isWritten
}
