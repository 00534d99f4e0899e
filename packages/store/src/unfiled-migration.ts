/** The table of executions that are to be filed; see `journal/unfiled.ts`. Postgres has none. */
export const unfiledExecutions = {
  sqlite: [
    `CREATE TABLE unfiled_executions (
      slot INTEGER PRIMARY KEY,
      num INTEGER NOT NULL,
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
      events TEXT NOT NULL
    ) STRICT`,
  ],
  postgres: [],
} as const
