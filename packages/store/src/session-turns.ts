/** Mutex of sessions: a user message and the execution that answers it. */
import type { SessionStep, SessionStore, StoredTurn } from './playground-store.ts'
import { binder, isStorable, type Sql, type SqlValue, type Statement } from './sql.ts'
import { textOf } from './workflow-rows.ts'

/** Sessions that one statement reads. SQLite allows 500 terms of a compound SELECT. */
const MANY = 100

const BRIEF = `t.num, t.session_id AS "sessionId", t.execution_id AS "executionId", t.message_id AS "messageId",
  t.started_at AS "startedAt", t.status, t.seen`

const COLUMNS = `${BRIEF}, t.inputs`

interface Row extends Omit<StoredTurn, 'seen' | 'inputs'> {
  readonly num: number
  readonly seen: string
  readonly inputs?: string | Uint8Array
}

type TurnReads = Pick<SessionStore, 'turns' | 'openTurn' | 'openTurns' | 'turnOf'>

export function turnReads(sql: Sql): TurnReads {
  const read = async (rest: string, ...params: SqlValue[]): Promise<readonly StoredTurn[]> =>
    (await sql.all<Row>(`SELECT ${COLUMNS} FROM turns t WHERE ${rest}`, params)).map(turnOf)

  return {
    async turns(sessionIds, limit) {
      const ids = [...new Set(sessionIds)].filter(isStorable)
      const rows: Row[] = []
      while (ids.length > 0) rows.push(...(await newestOfEach(sql, ids.splice(0, MANY), limit)))
      return rows.sort((a, b) => a.num - b.num).map(turnOf)
    },

    async openTurn(sessionId) {
      if (!isStorable(sessionId)) return undefined
      return (await read(`t.session_id = $1 AND t.status = 'running' ORDER BY t.num DESC LIMIT 1`, sessionId))[0]
    },

    openTurns: (after, limit) =>
      read(`t.status = 'running' AND t.session_id > $1 ORDER BY t.session_id LIMIT $2`, after, limit),

    async turnOf(executionId) {
      return isStorable(executionId) ? (await read('t.execution_id = $1', executionId))[0] : undefined
    },
  }
}

/** The executions of all turns of a session, and those that they called. */
export async function executionsOfSession(sql: Sql, sessionId: string): Promise<readonly string[]> {
  const rows = await sql.all<Row>(`SELECT ${BRIEF} FROM turns t WHERE t.session_id = $1 ORDER BY t.num`, [sessionId])
  return [...new Set(rows.map(turnOf).flatMap(({ executionId, seen }) => [executionId, ...Object.keys(seen)]))]
}

// UNION ALL of limited queries: a window function would read all turns of every session.
function newestOfEach(sql: Sql, ids: readonly string[], limit: number): Promise<Row[]> {
  const { bind, params } = binder()
  const most = bind(limit)
  const lists = ids.map(
    (id, at) =>
      `SELECT * FROM (SELECT ${BRIEF} FROM turns t WHERE t.session_id = ${bind(id)}
      ORDER BY t.num DESC LIMIT ${most}) AS s${at}`,
  )
  return sql.all<Row>(lists.join(' UNION ALL '), params)
}

export function insertTurn({ dialect }: Sql, turn: Omit<StoredTurn, 'status' | 'seen'>): Statement {
  const { sessionId, executionId, messageId, startedAt, inputs } = turn
  return {
    text: `INSERT INTO turns (session_id, execution_id, message_id, started_at, status, seen, inputs)
      VALUES ($1, $2, $3, $4, 'running', $5, $6)`,
    params: [sessionId, executionId, messageId, startedAt, seenText({}), dialect.longText(JSON.stringify(inputs))],
  }
}

/** Advances a turn if its stored `seen` is as expected. */
export function moveTurn(sessionId: string, turn: NonNullable<SessionStep['turn']>): Statement {
  const { executionId, expect, seen, status = null } = turn
  return {
    text: `UPDATE turns SET seen = $4, status = coalesce($5, status)
      WHERE execution_id = $1 AND session_id = $2 AND seen = $3`,
    params: [executionId, sessionId, seenText(expect), seenText(seen), status],
    mustChange: true,
  }
}

/** The same text for equal values, independent of key order. */
function seenText(seen: StoredTurn['seen']): string {
  return JSON.stringify(Object.entries(seen).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function turnOf({ num: _, seen, inputs, ...row }: Row): StoredTurn {
  return {
    ...row,
    seen: Object.fromEntries(JSON.parse(seen) as [string, number][]),
    inputs: inputs === undefined ? {} : (JSON.parse(textOf(inputs)) as StoredTurn['inputs']),
  }
}
