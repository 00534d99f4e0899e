/** Claims of executions by the processes of a cluster, and executions that need a process. */
import type { ClaimStore } from './cluster-store.ts'
import { Gather } from './gather.ts'
import { PHASES } from './journal/statuses.ts'
import type { Sql } from './sql.ts'

// The offers of earlier claims belong to the new one at once: a process that computes one of them continues.
const CLAIM = `WITH
  claimed AS (
    UPDATE executions SET owner = owner + 1
    WHERE id = $1 AND (CAST($2 AS BIGINT) = 1 OR owner = 0 OR phase <> ${PHASES.active})
    RETURNING id, owner, phase, workflow
  ),
  adopted AS (
    UPDATE offered_steps s SET owner = c.owner FROM claimed c WHERE s.execution_id = c.id RETURNING s.seq
  )
  SELECT owner, phase, workflow,
    EXISTS (SELECT 1 FROM engine_calls c WHERE c.execution_id = $1 AND c.replied_at IS NULL) AS "hasCalls",
    EXISTS (SELECT 1 FROM adopted) AS "hasOffers"
  FROM claimed`

// Leaves out rows that another process has locked, so that no claim waits because of another one.
const CLAIM_MANY = `WITH
  locked AS (
    SELECT e.num FROM executions e
    WHERE e.id = ANY (ARRAY(SELECT json_array_elements_text($1::json))) AND (e.owner = 0 OR e.phase <> ${PHASES.active})
    ORDER BY e.num FOR UPDATE SKIP LOCKED
  ),
  claimed AS (
    UPDATE executions e SET owner = e.owner + 1 WHERE e.num = ANY (ARRAY(SELECT num FROM locked))
    RETURNING e.id, e.owner, e.phase, e.workflow
  ),
  adopted AS (
    UPDATE offered_steps s SET owner = c.owner FROM claimed c WHERE s.execution_id = c.id RETURNING s.execution_id
  )
  SELECT claimed.id, owner, phase, workflow,
    EXISTS (SELECT 1 FROM engine_calls c WHERE c.execution_id = claimed.id AND c.replied_at IS NULL) AS "hasCalls",
    EXISTS (SELECT 1 FROM adopted WHERE adopted.execution_id = claimed.id) AS "hasOffers"
  FROM claimed`

/** Executions that are claimed with one statement, at most. */
const MANY = 16

interface Claimed {
  readonly owner: number
  readonly phase: number
  readonly workflow: number
  readonly hasCalls: boolean
  readonly hasOffers: boolean
}

/** A page of the executions that meet a condition which one index answers. */
const pageOf = (condition: string) =>
  `(SELECT e.id, e.owner FROM executions e WHERE ${condition} AND e.id > $1 ORDER BY e.id LIMIT $3)`

// A call concerns its execution in any phase.
const UNATTENDED = `SELECT id, owner FROM (
    ${pageOf(`e.phase = ${PHASES.active} AND e.updated_at <= $2`)}
    UNION ${pageOf(`e.phase = ${PHASES.queued} AND e.updated_at <= $2`)}
    UNION ${pageOf('e.wake_at IS NOT NULL AND e.wake_at <= $2')}
    UNION ${pageOf(`e.id IN (
      SELECT c.execution_id FROM engine_calls c WHERE c.replied_at IS NULL AND c.created_at <= $2)`)}
  ) AS found ORDER BY id LIMIT $3`

export function claimStore(sql: Sql): ClaimStore {
  const single = (id: string, isForced: boolean) => sql.get<Claimed>(CLAIM, [id, isForced ? 1 : 0])
  const gathered = new Gather<Claimed>(MANY, async (ids) => {
    const [only = '', ...others] = ids
    if (others.length === 0) {
      const claim = await single(only, false)
      return new Map(claim && [[only, claim]])
    }
    const found = await sql.rows<Claimed & { readonly id: string }>(CLAIM_MANY, [JSON.stringify(ids)])
    return new Map(found.map(({ id, ...claim }) => [id, claim]))
  })
  return {
    async claim(id, { isForced }) {
      // Two claims of the same execution are never one.
      const isAlone = isForced || gathered.has(id)
      const claimed = (isAlone ? undefined : await gathered.get(id)) ?? (await single(id, isForced))
      if (claimed !== undefined) {
        const { phase, workflow, ...claim } = claimed
        return { ...claim, isQueued: phase === PHASES.queued, queue: String(workflow) }
      }
      const row = await sql.get<{ id: string }>('SELECT id FROM executions WHERE id = $1', [id])
      return row === undefined ? 'missing' : 'in use'
    },

    owner: async (id) => (await sql.get<{ owner: number }>('SELECT owner FROM executions WHERE id = $1', [id]))?.owner,

    unattended: ({ after, before, limit }) => sql.all(UNATTENDED, [after, before, limit]),
  }
}
