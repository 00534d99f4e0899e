/**
 * Triggers of workflows. They are written in the transaction that saves the workflow, so a version never has the triggers
 * of another one; the state of a schedule is in the same row.
 */
import { binder, isStorable, type Sql, type SqlValue, type Statement } from './sql.ts'
import type { StoredTrigger, TakenPath, TriggerSave, TriggerStore } from './store.ts'
import { STATE_COLUMNS, type StateRow, stateOf } from './workflow-rows.ts'

/** The `seq` of the workflow with the id `$1`. */
const SEQ = '(SELECT seq FROM workflows WHERE id = $1)'

const COLUMNS = `w.id AS "workflowId", t.node_id AS "nodeId", t.kind, t.path, t.method, t.cron, t.timezone, t.settings,
  t.is_inert AS "isInert", t.next_at AS "nextAt", t.waiting_at AS "waitingAt", t.last_at AS "lastAt",
  t.last_execution AS "lastExecution"`

const FROM = 'FROM triggers t JOIN workflows w ON w.seq = t.workflow_seq'

/** A condition: one trigger has had its path longer than the other. */
const isEarlier = (one: string, other: string) =>
  `(${one}.since < ${other}.since OR (${one}.since = ${other}.since AND ${one}.workflow_seq < ${other}.workflow_seq))`

const PATH_KINDS = ['webhook', 'tool'] as const

/** Paths that a workflow has registered and that belong to another one, which had them earlier. */
const takenPaths = (
  kind: (typeof PATH_KINDS)[number],
) => `SELECT own.kind, own.path, w.machine_name AS "machineName", w.project
  FROM triggers own JOIN triggers t ON t.path = own.path AND t.kind = '${kind}' AND t.is_inert = 0
    AND t.workflow_seq <> own.workflow_seq AND ${isEarlier('t', 'own')}
  JOIN workflows w ON w.seq = t.workflow_seq
  WHERE own.workflow_seq = ${SEQ} AND own.kind = '${kind}' AND own.is_inert = 0
  ORDER BY own.path, t.since, t.workflow_seq`

interface Row extends Omit<StoredTrigger, 'settings' | 'isInert'> {
  readonly settings: string
  readonly isInert: number
}

export function triggerStore(sql: Sql): TriggerStore {
  const read = async (rest: string, params: readonly SqlValue[]): Promise<readonly StoredTrigger[]> =>
    (await sql.all<Row>(`SELECT ${COLUMNS} ${FROM} ${rest}`, params)).map(triggerOf)

  return {
    ofWorkflow: async (id) => (isStorable(id) ? read('WHERE w.id = $1 ORDER BY t.node_id', [id]) : []),

    async webhooks(path) {
      if (!isStorable(path)) return []
      // Every call of a webhook reads this, so it is prepared: Postgres plans it for five times as long as it runs.
      const rows = await sql.rows<Row>(
        `SELECT ${COLUMNS} ${FROM} WHERE t.kind = 'webhook' AND t.path = $1 AND t.is_inert = 0
        ORDER BY t.since, t.workflow_seq, t.node_id`,
        [path],
      )
      return rows.filter(({ workflowId }) => workflowId === rows[0]?.workflowId).map(triggerOf)
    },

    async inertWebhook(path) {
      if (!isStorable(path)) return undefined
      const [row] = await sql.all<StateRow>(
        `SELECT ${STATE_COLUMNS} ${FROM} WHERE t.kind = 'webhook' AND t.path = $1 AND t.is_inert = 1
        ORDER BY t.since, t.workflow_seq LIMIT 1`,
        [path],
      )
      return row && stateOf(row)
    },

    async taken(workflowId) {
      if (!isStorable(workflowId)) return []
      // One query for each kind, because there is one partial index by path for each kind.
      const rows = (
        await Promise.all(PATH_KINDS.map((kind) => sql.all<TakenPath>(takenPaths(kind), [workflowId])))
      ).flat()
      const byPath = rows.toReversed().map((row) => [`${row.kind} ${row.path}`, { ...row }] as const)
      return [...new Map(byPath).values()].toReversed()
    },

    ...toolReads(read),

    due: (now, limit) => read('WHERE t.next_at <= $1 ORDER BY t.next_at LIMIT $2', [now, limit]),

    scheduledAfter: (now) => read('WHERE t.next_at > $1', [now]),

    waiting: () => read('WHERE t.waiting_at IS NOT NULL ORDER BY t.waiting_at', []),

    async nextDue() {
      const row = await sql.get<{ at: number | null }>(
        'SELECT min(next_at) AS at FROM triggers WHERE next_at IS NOT NULL',
        [],
      )
      return row?.at ?? null
    },

    // Does not replace a waiting run: the caller has checked that there is none.
    async advance({ workflowId, nodeId }, { from, nextAt, accept }) {
      const changed = await sql.run(
        `UPDATE triggers SET next_at = $4, waiting_at = coalesce(waiting_at, $5)
        WHERE workflow_seq = ${SEQ} AND node_id = $2 AND next_at = $3`,
        [workflowId, JSON.stringify(nodeId), from, nextAt, accept],
      )
      return changed > 0
    },

    async settle({ workflowId, nodeId }, { waitingAt, execution }) {
      const note = execution === null ? '' : ', last_at = $3, last_execution = $4'
      const changed = await sql.run(
        `UPDATE triggers SET waiting_at = NULL${note} WHERE workflow_seq = ${SEQ} AND node_id = $2 AND waiting_at = $3`,
        [workflowId, JSON.stringify(nodeId), waitingAt, ...(execution === null ? [] : [execution])],
      )
      return changed > 0
    },
  }
}

type ReadTriggers = (rest: string, params: readonly SqlValue[]) => Promise<readonly StoredTrigger[]>

/** Workflows that are tools. */
function toolReads(read: ReadTriggers): Pick<TriggerStore, 'tools' | 'tool'> {
  return {
    async tools({ limit, offset, projects }) {
      if (projects?.length === 0) return []
      const { bind, params } = binder()
      const visible = (one: string) =>
        projects === undefined
          ? ''
          : `AND ${one}.workflow_seq IN (SELECT seq FROM workflows WHERE project IN (${projects.map(bind).join(', ')}))`
      return read(
        `WHERE t.kind = 'tool' AND t.is_inert = 0 ${visible('t')} AND NOT EXISTS (SELECT 1 FROM triggers o
          WHERE o.kind = 'tool' AND o.is_inert = 0 ${visible('o')} AND o.path = t.path AND ${isEarlier('o', 't')})
        ORDER BY t.path LIMIT ${bind(limit)} OFFSET ${bind(offset)}`,
        params,
      )
    },

    async tool(name, projects) {
      if (!isStorable(name) || projects?.length === 0) return undefined
      const { bind, params } = binder()
      const visible = projects === undefined ? '' : `AND w.project IN (${projects.map(bind).join(', ')})`
      const [first] = await read(
        `WHERE t.kind = 'tool' AND t.path = ${bind(name)} AND t.is_inert = 0 ${visible}
        ORDER BY t.since, t.workflow_seq LIMIT 1`,
        params,
      )
      return first
    },
  }
}

/** Triggers that replace those of a workflow. */
export interface TriggerChange {
  readonly id: string
  readonly triggers: readonly TriggerSave[]
  readonly at: number
}

/** Replaces the triggers of a workflow. */
export function replaceTriggers(change: TriggerChange): Statement[] {
  return [dropTriggers(change), ...writeTriggers(change)]
}

function dropTriggers({ id, triggers }: TriggerChange): Statement {
  const kept = triggers.map((_, at) => `$${at + 2}`)
  const others = kept.length === 0 ? '' : ` AND node_id NOT IN (${kept.join(', ')})`
  return {
    text: `DELETE FROM triggers WHERE workflow_seq = ${SEQ}${others}`,
    params: [id, ...triggers.map(({ nodeId }) => JSON.stringify(nodeId))],
  }
}

/**
 * Writes the triggers of a save. A schedule with the same cron line keeps its next time: a save at the moment it is due
 * must not lose that run. Disabling a schedule also drops an accepted run.
 */
export function writeTriggers({ id, triggers, at }: TriggerChange): Statement[] {
  return triggers.map((trigger) => ({
    text: `INSERT INTO triggers (workflow_seq, node_id, kind, path, method, cron, timezone, settings, is_inert, since,
        next_at)
      VALUES (${SEQ}, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
      ON CONFLICT (workflow_seq, node_id) DO UPDATE SET
        kind = excluded.kind, path = excluded.path, method = excluded.method, cron = excluded.cron,
        timezone = excluded.timezone, settings = excluded.settings, is_inert = excluded.is_inert,
        since = CASE WHEN triggers.path = excluded.path AND triggers.is_inert = 0 THEN triggers.since
          ELSE excluded.since END,
        next_at = CASE WHEN excluded.next_at IS NOT NULL AND triggers.next_at IS NOT NULL
            AND triggers.cron = excluded.cron AND triggers.timezone = excluded.timezone THEN triggers.next_at
          ELSE excluded.next_at END,
        waiting_at = CASE WHEN excluded.next_at IS NULL THEN NULL ELSE triggers.waiting_at END`,
    params: [id, ...valuesOf(trigger, at)],
  }))
}

/** Node ids are stored as JSON, because they may contain NUL and lone surrogates. */
function valuesOf(trigger: TriggerSave, savedAt: number): SqlValue[] {
  const { nodeId, kind, path, method, cron, timezone, settings, isInert, nextAt } = trigger
  return [
    JSON.stringify(nodeId),
    kind,
    path,
    method,
    cron,
    timezone,
    JSON.stringify(settings),
    isInert ? 1 : 0,
    savedAt,
    nextAt,
  ]
}

function triggerOf({ nodeId, settings, isInert, ...row }: Row): StoredTrigger {
  return {
    ...row,
    nodeId: JSON.parse(nodeId) as string,
    settings: JSON.parse(settings) as Readonly<Record<string, string>>,
    isInert: isInert === 1,
  }
}
