/** Removes conversations without activity for a long time, and never one that is still in progress. */

import { inLists } from './journal/number-list.ts'
import { PHASES } from './journal/statuses.ts'
import type { PrunedSession, SessionPruneQuery } from './playground-store.ts'
import { type RemovableSession, removeSession } from './session-removal.ts'
import { executionsOfSession } from './session-turns.ts'
import { binder, type Sql } from './sql.ts'

interface Candidate extends RemovableSession {
  readonly updatedAt: number
  readonly lastChange: number
}

export async function pruneSessions(
  sql: Sql,
  transaction: Sql['transaction'],
  { inactiveBefore, batch }: SessionPruneQuery,
): Promise<readonly PrunedSession[]> {
  const pruned: PrunedSession[] = []
  let last = { updatedAt: -1, num: -1 }
  while (pruned.length < batch) {
    const rows = await candidates(sql, { inactiveBefore, batch, last })
    for (const row of rows) {
      if (pruned.length === batch) break
      const executions = await executionsOfSession(sql, row.id)
      if (await hasUnfinished(sql, executions)) continue
      if (!(await transaction([closeIfUnchanged(row)]))) continue
      if (await removeSession(transaction, row)) pruned.push({ id: row.id, executions })
    }
    last = rows.at(-1) ?? last
    if (rows.length < batch) break
  }
  return pruned
}

function candidates(
  sql: Sql,
  { inactiveBefore, batch, last }: SessionPruneQuery & { readonly last: Pick<Candidate, 'updatedAt' | 'num'> },
): Promise<Candidate[]> {
  return sql.all<Candidate>(
    `SELECT s.num, s.id, s.updated_at AS "updatedAt", s.last_message AS "lastMessage", s.last_change AS "lastChange"
      FROM sessions s WHERE s.updated_at < $1 AND (s.updated_at, s.num) > ($2, $3)
      AND s.status NOT IN ('running', 'awaiting_input')
      AND NOT EXISTS (SELECT 1 FROM turns t WHERE t.session_id = s.id AND t.status = 'running')
      AND NOT EXISTS (SELECT 1 FROM interrupts i WHERE i.session_id = s.id AND coalesce(i.status, '') = 'pending')
      ORDER BY s.updated_at, s.num LIMIT $4`,
    [inactiveBefore, last.updatedAt, last.num, batch],
  )
}

/** A workflow that a turn started without waiting for it may outlive the turn. */
async function hasUnfinished(sql: Sql, executions: readonly string[]): Promise<boolean> {
  for (const some of inLists(executions)) {
    const { bind, params } = binder()
    const ids = some.map((id) => bind(id)).join(', ')
    const text = `SELECT id FROM executions WHERE id IN (${ids}) AND phase <> ${PHASES.finished} LIMIT 1`
    if ((await sql.all(text, params)).length > 0) return true
  }
  return false
}

/**
 * Refuses further messages, unless one arrived meanwhile. The time of the last activity stays, so that a session whose
 * removal was interrupted is found again.
 */
function closeIfUnchanged({ num, lastChange }: Candidate) {
  return {
    text: `UPDATE sessions SET status = 'failed', last_change = last_change + 1 WHERE num = $1 AND last_change = $2`,
    params: [num, lastChange],
    mustChange: true,
  }
}
