/** The columns of executions for what started them and why they failed, filled for existing executions. */
import { forBothDialects } from './migration-dialect.ts'

// Who and what started an execution, and why it failed. The keys are case-folded for the search.
const reasons = forBothDialects((is) => [
  `ALTER TABLE executions ADD COLUMN trigger_kind ${is.integer} NOT NULL DEFAULT 0`,
  ...['started_by', 'started_by_key', 'error', 'error_key'].map(
    (column) => `ALTER TABLE executions ADD COLUMN ${column} ${is.text}`,
  ),
  `CREATE INDEX executions_by_created ON executions (created_at${is.thenNum})`,
])

// Numbers as in `journal/statuses.ts`. Errors of earlier executions are only in their histories and stay there.
const kindFrom = (has: (path: readonly string[]) => string, kind: string) => `CASE
    WHEN ${has(['parent'])} THEN 4
    WHEN ${kind} = 'webhook' THEN 2
    WHEN ${kind} = 'schedule' THEN 3
    WHEN ${has(['about', 'session'])} THEN 5
    WHEN ${has(['about', 'agentspec'])} THEN 7
    ELSE 1 END`
const inSqlite = (path: readonly string[]) => `json_extract(record, '$.${path.join('.')}')`
const inPostgres = (path: readonly string[]) => `(record::json #>> '{${path.join(',')}}')`
const filled = (read: (path: readonly string[]) => string) => {
  const kind = kindFrom((path) => `${read(path)} IS NOT NULL`, read(['about', 'trigger', 'kind']))
  const by = read(['about', 'startedBy'])
  // Postgres cannot read an escaped NUL as text.
  return `UPDATE executions SET trigger_kind = ${kind}, started_by = ${by}, started_by_key = lower(${by})
    WHERE record NOT LIKE '%\\u0000%' ESCAPE '!'`
}

export const executionReasons = {
  sqlite: [...reasons.sqlite, filled(inSqlite)],
  postgres: [...reasons.postgres, filled(inPostgres)],
}

// Executions of earlier versions keep null: they recorded neither the credential nor the revision.
export const executionStarters = forBothDialects((is) => [
  `ALTER TABLE executions ADD COLUMN started_by_kind ${is.integer}`,
  `ALTER TABLE executions ADD COLUMN started_by_id ${is.text}`,
  `ALTER TABLE executions ADD COLUMN revision ${is.integer}`,
])

/** A condition on executions: one of each 64 consecutive numbers, at a changing place so that no rhythm of starts avoids it. */
export const SAMPLED = '(num + num / 64) % 64 = 0'

// A time range only has to start a search near the right number, so the index has samples: an insert seldom changes it.
export const sampledCreations = forBothDialects((is) => [
  'DROP INDEX executions_by_created',
  `CREATE INDEX executions_by_created_sampled ON executions (created_at${is.thenNum}) WHERE ${SAMPLED}`,
])
