/** The table of executions that are to be filed; see `journal/unfiled.ts`. Postgres has none. */

/** The definitions of the columns after the number. */
const DEFINITIONS = `
      id TEXT NOT NULL,
      workflow INTEGER NOT NULL,
      status INTEGER NOT NULL,
      phase INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      wake_at INTEGER,
      error TEXT,
      error_key TEXT,
      created_at INTEGER NOT NULL,
      trigger_kind INTEGER NOT NULL,
      started_by TEXT,
      started_by_key TEXT,
      started_by_kind INTEGER,
      started_by_id TEXT,
      revision INTEGER,
      plan INTEGER NOT NULL,
      record TEXT NOT NULL,
      secrets BLOB,
      is_compact INTEGER NOT NULL,
      count INTEGER NOT NULL,
      events TEXT NOT NULL`

export const unfiledExecutions = {
  sqlite: [
    `CREATE TABLE unfiled_executions (
      num INTEGER PRIMARY KEY, ${DEFINITIONS}
    ) STRICT`,
  ],
  postgres: [],
} as const

const COLUMNS = `num, id, workflow, status, phase, updated_at, wake_at, error, error_key, created_at, trigger_kind, started_by,
  started_by_key, started_by_kind, started_by_id, revision, plan, record, secrets, is_compact, count, events`

/**
 * Numbers the rows by slots, so that an execution can take the row of a filed one. The columns are named because some
 * databases have the slots already: for a short time, the migration before this one created them.
 */
export const unfiledSlots = {
  sqlite: [
    'ALTER TABLE unfiled_executions RENAME TO unfiled_before',
    `CREATE TABLE unfiled_executions (
      slot INTEGER PRIMARY KEY,
      num INTEGER NOT NULL, ${DEFINITIONS}
    ) STRICT`,
    // Rows with a number up to this one are copies of filed executions.
    `INSERT INTO unfiled_executions (slot, ${COLUMNS})
      SELECT row_number() OVER (ORDER BY num) - 1, ${COLUMNS} FROM unfiled_before
      WHERE num > (SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'executions')`,
    'DROP TABLE unfiled_before',
  ],
  postgres: [],
} as const
