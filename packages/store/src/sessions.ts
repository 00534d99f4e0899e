/**
 * Conversations. This file creates, lists and removes sessions; `session-steps.ts` changes them, and `messages.ts` and
 * `session-turns.ts` read their contents.
 *
 * `transaction` is for maintenance: on SQLite the journal thread runs it, so that the main thread, which streams
 * messages, does not wait for the disk with every message.
 */
import { pruneMessages } from './message-retention.ts'
import { messageReads } from './messages.ts'
import type { SessionStore, StoredSession } from './playground-store.ts'
import { removeSession } from './session-removal.ts'
import { pruneSessions } from './session-retention.ts'
import { SESSION_COLUMNS, SESSION_SOURCE, type SessionRow, sessionOf, sessionRow } from './session-rows.ts'
import { beginTurn, takeStep } from './session-steps.ts'
import { turnReads } from './session-turns.ts'
import { isStorable, type Sql, type Statement } from './sql.ts'

/** A condition: sessions of the workflow with the id `$1`. */
const OF_WORKFLOW = 's.workflow_seq = (SELECT seq FROM workflows WHERE id = $1)'

export function sessionStore(sql: Sql, transaction: Sql['transaction']): SessionStore {
  return {
    ...messageReads(sql),
    ...turnReads(sql),

    async create(session) {
      if (!isStorable(session.workflowId)) return false
      return transaction([
        {
          text: 'UPDATE workflows SET sessions = sessions + 1 WHERE id = $1',
          params: [session.workflowId],
          mustChange: true,
        },
        insertSession(session),
      ])
    },

    async get(id) {
      const row = await sessionRow(sql, id)
      return row && sessionOf(row)
    },

    async list(workflowId, { limit, offset }) {
      if (!isStorable(workflowId)) return { items: [], total: 0 }
      const count = await sql.get<{ total: number }>(`SELECT count(*) AS total FROM sessions s WHERE ${OF_WORKFLOW}`, [
        workflowId,
      ])
      const rows = await sql.all<SessionRow>(
        `SELECT ${SESSION_COLUMNS} FROM ${SESSION_SOURCE} WHERE ${OF_WORKFLOW} ORDER BY s.num DESC LIMIT $2 OFFSET $3`,
        [workflowId, limit, offset],
      )
      return { items: rows.map(sessionOf), total: count?.total ?? 0 }
    },

    async count(workflowId) {
      if (!isStorable(workflowId)) return 0
      const row = await sql.get<{ sessions: number }>('SELECT sessions FROM workflows WHERE id = $1', [workflowId])
      return row?.sessions ?? 0
    },

    async remove(id) {
      const row = await sessionRow(sql, id)
      return row !== undefined && removeSession(transaction, row)
    },

    prune: (query) => pruneSessions(sql, transaction, query),

    pruneMessages: (query) => pruneMessages(sql, transaction, query),

    beginTurn: (turn, message) => beginTurn(sql, transaction, { turn, message }),

    step: (step) => takeStep(sql, transaction, step),
  }
}

/** Removes the sessions of a workflow, when the workflow is deleted. */
export async function removeSessionsOf(sql: Sql, transaction: Sql['transaction'], workflowId: string): Promise<void> {
  for (;;) {
    const rows = await sql.all<SessionRow>(
      `SELECT ${SESSION_COLUMNS} FROM ${SESSION_SOURCE} WHERE ${OF_WORKFLOW} ORDER BY s.num LIMIT 100`,
      [workflowId],
    )
    if (rows.length === 0) return
    for (const row of rows) await removeSession(transaction, row)
  }
}

function insertSession(session: Parameters<SessionStore['create']>[0]): Statement {
  const { id, workflowId, name, createdAt, updatedAt, metadata } = session
  return {
    text: `INSERT INTO sessions (workflow_seq, id, status, created_at, updated_at, name, metadata)
      VALUES ((SELECT seq FROM workflows WHERE id = $1), $2, '${'idle' satisfies StoredSession['status']}', $3, $4, $5, $6)`,
    params: [workflowId, id, createdAt, updatedAt, JSON.stringify(name), JSON.stringify(metadata)],
  }
}
