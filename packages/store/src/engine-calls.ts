/** Calls to executions: rows that the process that drives an execution reads, handles in order, and replies to. */
import type { EngineCall, EngineCallStore } from './cluster-store.ts'
import { FINAL_STATUS_NUMBERS, PHASES } from './journal/statuses.ts'
import type { Sql } from './sql.ts'

interface Row {
  readonly id: string
  readonly op: string
  readonly args: string
  readonly position: number | null
}

// A call with a known id is not added again, but its execution is reported all the same. One that is over takes no calls.
const ADD = `WITH
  execution AS (
    SELECT e.id, e.phase FROM executions e WHERE e.id = $2 AND e.status NOT IN (${FINAL_STATUS_NUMBERS.join(', ')})
  ),
  added AS (
    INSERT INTO engine_calls (id, execution_id, op, args, created_at)
    SELECT $1, id, $3, $4, CAST($5 AS BIGINT) FROM execution ON CONFLICT (id) DO NOTHING
  )
  SELECT phase FROM execution`

// The number of an earlier claim does not replace that of a later one.
const TAKE = `WITH taken AS (
    UPDATE engine_calls SET taken_by = greatest(taken_by, CAST($2 AS BIGINT))
    WHERE execution_id = $1 AND replied_at IS NULL RETURNING seq, id, op, args, position
  )
  SELECT id, op, args, position FROM taken ORDER BY seq`

// The writes of a process with an earlier claim are rejected, so what it has taken is as good as not taken.
const WITHDRAW = `DELETE FROM engine_calls c USING executions e
  WHERE c.id = $1 AND e.id = c.execution_id AND c.position IS NULL AND c.replied_at IS NULL
    AND (c.taken_by IS NULL OR c.taken_by < e.owner)`

// A process that was frozen may see the effect that the call had in the process that took it over, and would deny its own.
const REPLY = `UPDATE engine_calls SET reply = $3, replied_at = $4
  WHERE id = $1 AND taken_by = CAST($2 AS BIGINT) AND replied_at IS NULL`

export function engineCallStore(sql: Sql): EngineCallStore {
  return {
    async add({ id, executionId, op, args, at }) {
      const values = [id, executionId, op, JSON.stringify(args), at]
      const row = await sql.get<{ phase: number }>(ADD, values)
      return row && { isActive: row.phase === PHASES.active }
    },

    async take(executionId, owner) {
      const rows = await sql.all<Row>(TAKE, [executionId, owner])
      return rows.map(({ id, op, args, position }): EngineCall => ({ id, op, args: JSON.parse(args), position }))
    },

    reply: async ({ id, owner, reply, at }) => (await sql.run(REPLY, [id, owner, JSON.stringify(reply), at])) > 0,

    async replyTo(id) {
      const row = await sql.get<{ reply: string | null; at: number | null; position: number | null }>(
        'SELECT reply, replied_at AS at, position FROM engine_calls WHERE id = $1',
        [id],
      )
      if (row === undefined) return 'gone'
      const { reply, at, position } = row
      if (at !== null && reply !== null) return { reply: JSON.parse(reply) }
      return position === null ? 'open' : { position }
    },

    withdraw: async (id) => (await sql.run(WITHDRAW, [id])) > 0,

    removeReplied: (before) => sql.run('DELETE FROM engine_calls WHERE replied_at < $1', [before]),
  }
}
