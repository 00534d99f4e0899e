/** Steps that the process which drives an execution offers to others: a queue of rows, and the results in them. */
import type { ExecutionRecord } from '@millrace/engine'
import type { OfferedStepStore, OfferState, TakenStep } from './cluster-store.ts'
import { FINAL_STATUS_NUMBERS } from './journal/statuses.ts'
import type { Sql } from './sql.ts'

/** The time of the database, which all processes share. */
const NOW = 'CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)'
/** True if no living process has taken the step `s`. */
const IS_OPEN = `(s.taken_by IS NULL OR s.lease_until < ${NOW})`
const TOKENS = 'SELECT token FROM json_array_elements_text(CAST($1 AS json)) AS given (token)'

const OFFER = `INSERT INTO offered_steps (id, token, execution_id, owner, offered_by, version, hash, request)
  SELECT $1, $2, e.id, e.owner, $5, $6, $7, $8 FROM executions e WHERE e.id = $3 AND e.owner = CAST($4 AS BIGINT)
  ON CONFLICT (id) DO UPDATE SET token = excluded.token, owner = excluded.owner, offered_by = excluded.offered_by,
    version = excluded.version, hash = excluded.hash, request = excluded.request,
    taken_by = NULL, lease_until = NULL, result = NULL`

const STATES = `SELECT s.token, s.result, ${IS_OPEN} AS "isOpen" FROM offered_steps s WHERE s.token IN (${TOKENS})`

const WITHDRAW = `DELETE FROM offered_steps s WHERE s.token = $1 AND s.result IS NULL AND ${IS_OPEN}`

const ADOPT = `UPDATE offered_steps s SET owner = e.owner, offered_by = $3 FROM executions e
  WHERE s.execution_id = $1 AND e.id = $1 AND e.owner = CAST($2 AS BIGINT) RETURNING s.id, s.token, s.hash`

// Two processes that look at the same time take different steps.
const TAKE = `UPDATE offered_steps SET taken_by = $1, lease_until = ${NOW} + CAST($2 AS BIGINT)
  WHERE seq = (
    SELECT s.seq FROM offered_steps s JOIN executions e ON e.id = s.execution_id AND e.owner = s.owner
    WHERE s.result IS NULL AND s.offered_by <> $1 AND s.version = $3 AND ${IS_OPEN}
    ORDER BY s.seq LIMIT 1 FOR UPDATE OF s SKIP LOCKED
  ) RETURNING token, execution_id AS "executionId", request`

const RENEW = `UPDATE offered_steps s SET lease_until = ${NOW} + CAST($3 AS BIGINT) FROM executions e
  WHERE s.token IN (${TOKENS}) AND s.taken_by = $2 AND s.result IS NULL AND e.id = s.execution_id AND e.owner = s.owner
  RETURNING s.token`

// The row has the number of the last claim, unless a process of an earlier version has claimed the execution: it knows
// nothing of offers and computes the step itself.
const FINISH = `UPDATE offered_steps s SET result = $3 FROM executions e
  WHERE s.token = $1 AND s.taken_by = $2 AND s.result IS NULL AND e.id = s.execution_id AND e.owner = s.owner`

const RELEASE = `UPDATE offered_steps s SET taken_by = NULL, lease_until = NULL
  WHERE s.token IN (${TOKENS}) AND s.taken_by = $2 AND s.result IS NULL`

const REMOVE_ENDED = `DELETE FROM offered_steps s USING executions e
  WHERE e.id = s.execution_id AND e.status IN (${FINAL_STATUS_NUMBERS.join(', ')})`

interface StateRow {
  readonly token: string
  readonly result: string | null
  readonly isOpen: boolean
}

interface TakenRow extends Omit<TakenStep, 'record'> {
  readonly executionId: string
}

export function offeredStepStore(
  sql: Sql,
  recordOf: (executionId: string) => Promise<ExecutionRecord | undefined>,
): OfferedStepStore {
  return {
    async offer({ id, token, executionId, owner, offeredBy, version, hash, request }) {
      return (await sql.run(OFFER, [id, token, executionId, owner, offeredBy, version, hash, request])) > 0
    },

    async states(tokens) {
      const rows = await sql.all<StateRow>(STATES, [JSON.stringify(tokens)])
      return new Map(rows.map((row) => [row.token, stateOf(row)]))
    },

    async withdraw(token) {
      if ((await sql.run(WITHDRAW, [token])) > 0) return true
      return (await sql.get('SELECT 1 AS found FROM offered_steps WHERE token = $1', [token])) === undefined
    },

    async remove(token) {
      await sql.run('DELETE FROM offered_steps WHERE token = $1', [token])
    },

    adopt: (executionId, { owner, process }) => sql.all(ADOPT, [executionId, owner, process]),

    async take({ process, leaseMs, version }) {
      const row = await sql.get<TakenRow>(TAKE, [process, leaseMs, version])
      const record = row && (await recordOf(row.executionId))
      return record && { token: row.token, record, request: row.request }
    },

    async renew({ process, leaseMs }, tokens) {
      const rows = await sql.all<{ token: string }>(RENEW, [JSON.stringify(tokens), process, leaseMs])
      return rows.map(({ token }) => token)
    },

    finish: async (process, token, result) => (await sql.run(FINISH, [token, process, result])) > 0,

    async release(process, tokens) {
      await sql.run(RELEASE, [JSON.stringify(tokens), process])
    },

    removeEnded: () => sql.run(REMOVE_ENDED, []),
  }
}

function stateOf({ result, isOpen }: StateRow): OfferState {
  if (result !== null) return { is: 'done', result }
  return { is: isOpen ? 'open' : 'taken' }
}
