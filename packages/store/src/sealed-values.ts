/**
 * All values in the database that are encrypted with the secret key, for its rotation. A value is bound to a context, so
 * each place names the context that its owner uses.
 */
import type { SealedCursor, SealedStore, SealedValue } from './sealed-store.ts'
import type { Sql, SqlValue, Statement } from './sql.ts'
import { textOf } from './workflow-rows.ts'

/** Namespaces of encrypted key-values; longer than those that nodes may use. */
export const SEALED_NAMESPACES = {
  agentSpec: 'millrace agentspec registry'.padEnd(101, '.'),
  cluster: 'millrace cluster'.padEnd(101, '.'),
} as const

interface Place {
  readonly table: string
  readonly keys: readonly string[]
  readonly column: string
  /** An expression on rows `t`. */
  readonly context: string
  readonly where?: string
  /** How many rows one call reads. */
  readonly many?: number
  /** Encodes bytes as the column stores them; absent for columns of bytes. */
  readonly codec?: { decode(stored: string): string; encode(base64: string): string }
}

const workflowOf = '(SELECT w.id FROM workflows w WHERE w.seq = t.workflow_seq)'

const PLACES: readonly Place[] = [
  { table: 'workflow_versions', keys: ['workflow_seq', 'revision'], column: 'secrets', context: workflowOf },
  {
    table: 'drafts',
    keys: ['workflow_seq', 'owner'],
    column: 'secrets',
    context: `'draft ' || ${workflowOf} || ' ' || t.owner`,
  },
  { table: 'connections', keys: ['id'], column: 'secret', context: `'connection:' || t.id` },
  { table: 'credentials', keys: ['id'], column: 'secret', context: `'credential:' || t.id` },
  {
    table: 'credential_authorizations',
    keys: ['state_hash'],
    column: 'secret',
    context: `'authorization:' || t.state_hash`,
  },
  { table: 'grants', keys: ['kind', 'hash'], column: 'provider_session', context: `'oidc:session'` },
  { table: 'subscriptions', keys: ['id'], column: 'secret', context: `'subscription:' || t.id` },
  { table: 'executions', keys: ['num'], column: 'secrets', context: 't.id' },
  {
    table: 'turns',
    keys: ['num'],
    column: 'inputs',
    // They may have megabytes each.
    many: 20,
    context: 't.execution_id',
    codec: {
      decode: (stored) => String((JSON.parse(stored) as { sealed?: unknown }).sealed ?? ''),
      encode: (sealed) => JSON.stringify({ sealed }),
    },
  },
  {
    table: 'key_values',
    keys: ['namespace', 'key'],
    column: 'value',
    where: `t.namespace IN ('${SEALED_NAMESPACES.agentSpec}', '${SEALED_NAMESPACES.cluster}')`,
    context: `CASE WHEN t.namespace = '${SEALED_NAMESPACES.cluster}' THEN t.key ELSE t.namespace || t.key END`,
    codec: { decode: (stored) => String(JSON.parse(stored)), encode: (sealed) => JSON.stringify(sealed) },
  },
]

/** A query with a row if these tables contain values that are encrypted with the secret key. */
export function anySealedIn(tables: readonly string[]): string {
  const found = PLACES.filter(({ table, codec }) => codec === undefined && tables.includes(table))
  const conditions = found.map(({ table, column }) => `EXISTS (SELECT 1 FROM ${table} WHERE ${column} IS NOT NULL)`)
  return `SELECT 1 AS one WHERE ${conditions.join(' OR ') || '1 = 0'}`
}

export const ANY_SEALED = anySealedIn(PLACES.map(({ table }) => table))

/** Rows that one call reads if the place has no other number. Most executions have no secrets. */
const MANY = 500

type Row = Readonly<Record<string, SqlValue>>

export function sealedStore(sql: Sql, maintain: Sql['transaction'], many = MANY): SealedStore {
  return {
    async resealNext(cursor, reseal) {
      const at = cursor?.place ?? 0
      const place = PLACES[at]
      if (place === undefined) return undefined
      const most = Math.min(many, place.many ?? many)
      const rows = await read(sql, place, cursor?.after, most)
      const last = rows.at(-1)
      const changes = rows.flatMap((row): Statement[] => {
        const value = valueIn(place, row)
        const next = value && reseal(value)
        return next === undefined ? [] : [replacing(sql, place, row, next)]
      })
      if (changes.length > 0) await maintain(changes)
      const isOver = rows.length < most || last === undefined
      if (isOver) return at + 1 < PLACES.length ? { place: at + 1, after: undefined } : undefined
      return { place: at, after: place.keys.map((key) => last[key] ?? null) }
    },
  }
}

function read(sql: Sql, place: Place, after: SealedCursor['after'], many: number): Promise<Row[]> {
  const { table, keys, column, context, where } = place
  const list = keys.map((key) => `t.${key}`).join(', ')
  const later = after && `(${list}) > (${keys.map((_, at) => `$${at + 1}`).join(', ')})`
  const conditions = [where, later].filter((one) => one !== undefined).join(' AND ')
  return sql.all<Row>(
    `SELECT ${list}, t.${column} AS stored, CASE WHEN t.${column} IS NULL THEN '' ELSE ${context} END AS context
    FROM ${table} t ${conditions === '' ? '' : `WHERE ${conditions}`}
    ORDER BY ${list} LIMIT ${many}`,
    after ?? [],
  )
}

function valueIn({ codec }: Place, { stored, context }: Row): SealedValue | undefined {
  if (stored === null || stored === undefined || context === null || context === undefined) return undefined
  if (codec === undefined) return { context: String(context), sealed: stored as Uint8Array }
  const sealed = Buffer.from(codec.decode(textOf(stored as string | Uint8Array)), 'base64')
  return sealed.length === 0 ? undefined : { context: String(context), sealed }
}

/** Changes the value only if it is still the one that was read. */
function replacing({ dialect }: Sql, { table, keys, column, codec }: Place, row: Row, next: Uint8Array): Statement {
  const encoded = codec === undefined ? next : dialect.longText(codec.encode(Buffer.from(next).toString('base64')))
  const where = keys.map((key, at) => `${key} = $${at + 3}`).join(' AND ')
  return {
    text: `UPDATE ${table} SET ${column} = $1 WHERE ${column} = $2 AND ${where}`,
    params: [encoded, row.stored ?? null, ...keys.map((key) => row[key] ?? null)],
  }
}

/** Records whose values are encrypted for their id. */
export type SealedKind = 'workflow' | 'connection' | 'credential' | 'subscription'

interface SealedQuery {
  readonly kind: SealedKind
  readonly table: string
  readonly text: string
}

const MAX_SAMPLES = 20

/** Queries for some encrypted values in use, without old versions: those may be encrypted with a key that was lost. */
export const SEALED_SAMPLES: readonly SealedQuery[] = [
  {
    kind: 'workflow',
    table: 'workflow_versions',
    text: `SELECT workflows.id AS id, secrets AS sealed FROM workflows JOIN workflow_versions
      ON workflow_seq = seq AND workflow_versions.revision = workflows.revision
      WHERE secrets IS NOT NULL LIMIT ${MAX_SAMPLES}`,
  },
  ...(['connection', 'credential', 'subscription'] as const).map((kind) => ({
    kind,
    table: `${kind}s`,
    text: `SELECT id, secret AS sealed FROM ${kind}s WHERE secret IS NOT NULL LIMIT ${MAX_SAMPLES}`,
  })),
]
