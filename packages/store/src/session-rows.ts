/** The columns of a session and their conversion. */

import type { StoredSession } from './playground-store.ts'
import { isStorable, type Sql } from './sql.ts'

/** Columns of a session, read from `SESSION_SOURCE`. */
export const SESSION_COLUMNS = `s.num, s.id, w.id AS "workflowId", s.name, s.status, s.created_at AS "createdAt",
  s.updated_at AS "updatedAt", s.last_message AS "lastMessage", s.last_change AS "lastChange", s.reset_at AS "resetAt",
  s.metadata`

export const SESSION_SOURCE = 'sessions s JOIN workflows w ON w.seq = s.workflow_seq'

export interface SessionRow extends Omit<StoredSession, 'metadata'> {
  /** For joins; not visible outside the database. */
  readonly num: number
  readonly metadata: string
}

export async function sessionRow(sql: Sql, id: string): Promise<SessionRow | undefined> {
  if (!isStorable(id)) return undefined
  return sql.get<SessionRow>(`SELECT ${SESSION_COLUMNS} FROM ${SESSION_SOURCE} WHERE s.id = $1`, [id])
}

export function sessionOf({ num: _, name, metadata, ...row }: SessionRow): StoredSession {
  return { ...row, name: JSON.parse(name) as string, metadata: JSON.parse(metadata) as StoredSession['metadata'] }
}
