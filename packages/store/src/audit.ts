import { listedText } from '@millrace/model'
import type { AuditFilter, AuditRecord, AuditStore } from './audit-store.ts'
import { foldCase } from './fold-case.ts'
import { type Bind, binder, isStorable, type Sql, type Statement } from './sql.ts'

const COLUMNS = `id, at, actor_kind AS "actorKind", actor_id AS "actorId", actor_name AS "actorName", address, action,
  subject_type AS "subjectType", subject_id AS "subjectId", subject_name AS "subjectName", outcome, details,
  request_id AS "requestId"`

interface Row {
  readonly id: string
  readonly at: number
  readonly actorKind: AuditRecord['actor']['kind']
  readonly actorId: string
  readonly actorName: string
  readonly address: string
  readonly action: AuditRecord['action']
  readonly subjectType: AuditRecord['subject']['type']
  readonly subjectId: string
  readonly subjectName: string
  readonly outcome: AuditRecord['outcome']
  readonly details: string
  readonly requestId: string
}

/** The statement that appends an entry; `purgedBefore` allows the database to remove older ones. */
export function insertAudit(entry: AuditRecord, purgedBefore: number | null = null): Statement {
  const { id, at, actor, address, action, subject, outcome, details, requestId } = entry
  const [actorId, actorName, subjectId, subjectName, from, request] = [
    ...[actor.id, actor.name, subject.id, subject.name, address, requestId],
  ].map(listedText) as [string, string, string, string, string, string]
  const facts = JSON.stringify(details)
  const texts = [actorId, actorName, from, action, subjectId, subjectName, outcome, facts, request]
  return {
    text: `INSERT INTO audit (id, at, actor_kind, actor_id, actor_name, actor_key, address, action, subject_type,
        subject_id, subject_name, outcome, details, request_id, search_key, purged_before)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    params: [
      ...[id, at, actor.kind, actorId, actorName, foldCase(actorName), from, action, subject.type],
      ...[subjectId, subjectName, outcome, facts, request, foldCase(texts.join(' ')), purgedBefore],
    ],
  }
}

export function auditStore(sql: Sql): AuditStore {
  return {
    async write(entry) {
      await sql.transaction([insertAudit(entry)])
    },

    async list({ limit, offset, ...filter }) {
      if (!isPossible(filter)) return { items: [], total: 0 }
      const counting = binder()
      const count = await sql.all<{ total: number }>(
        `SELECT count(*) AS total FROM audit WHERE ${matches(sql, filter, counting.bind)}`,
        counting.params,
      )
      const { bind, params } = binder()
      const rows = await sql.all<Row>(
        `SELECT ${COLUMNS} FROM audit WHERE ${matches(sql, filter, bind)}
        ORDER BY num DESC LIMIT ${bind(limit)} OFFSET ${bind(offset)}`,
        params,
      )
      return { items: rows.map(recordOf), total: count[0]?.total ?? 0 }
    },

    async read({ below, limit, ...filter }) {
      if (!isPossible(filter)) return { items: [], next: undefined }
      const { bind, params } = binder()
      const rest = below === undefined ? '' : `AND num < ${bind(below)}`
      const rows = await sql.all<Row & { num: number }>(
        `SELECT num, ${COLUMNS} FROM audit WHERE ${matches(sql, filter, bind)} ${rest} ORDER BY num DESC LIMIT ${bind(limit)}`,
        params,
      )
      return { items: rows.map(recordOf), next: rows.length < limit ? undefined : rows.at(-1)?.num }
    },

    async purge(before, entry, batch) {
      const old = await sql.all<{ num: number }>('SELECT num FROM audit WHERE at < $1 ORDER BY at, num LIMIT $2', [
        before,
        batch,
      ])
      if (old.length === 0) return 0
      const { bind, params } = binder()
      const text = `DELETE FROM audit WHERE num IN (${old.map(({ num }) => bind(num)).join(', ')})`
      await sql.transaction([insertAudit(entry, before), { text, params }])
      return old.length
    },
  }
}

/** No stored text has a NUL character. */
function isPossible({ actor = '', subject = '', search = '' }: AuditFilter): boolean {
  return [actor, subject, search].every(isStorable)
}

function matches({ dialect }: Sql, filter: AuditFilter, bind: Bind): string {
  const { actor, actorKind, action, subject, subjectType, outcome, from, before, search } = filter
  const has = (column: 'actor_key' | 'search_key', text: string) => dialect.auditContains(column, foldCase(text), bind)
  return [
    '1 = 1',
    actor === undefined ? [] : `(${has('actor_key', actor)} OR actor_id = ${bind(actor)})`,
    actorKind === undefined ? [] : `actor_kind = ${bind(actorKind)}`,
    action === undefined ? [] : `action = ${bind(action)}`,
    subject === undefined ? [] : `subject_id = ${bind(subject)}`,
    subjectType === undefined ? [] : `subject_type = ${bind(subjectType)}`,
    outcome === undefined ? [] : `outcome = ${bind(outcome)}`,
    from === undefined ? [] : `at >= ${bind(from)}`,
    before === undefined ? [] : `at < ${bind(before)}`,
    search === undefined ? [] : has('search_key', search),
  ]
    .flat()
    .join(' AND ')
}

function recordOf(row: Row): AuditRecord {
  const { id, at, address, action, outcome, requestId } = row
  return {
    ...{ id, at, address, action, outcome, requestId },
    actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
    subject: { type: row.subjectType, id: row.subjectId, name: row.subjectName },
    details: JSON.parse(row.details) as AuditRecord['details'],
  }
}
