/** The audit log: an append-only table. Its triggers refuse changes from every program that uses the database. */
import { forBothDialects } from './migration-dialect.ts'

const table = forBothDialects((is) => [
  `CREATE TABLE audit (
    num ${is.ordinal},
    id ${is.text} NOT NULL UNIQUE,
    at ${is.integer} NOT NULL,
    actor_kind ${is.text} NOT NULL,
    actor_id ${is.text} NOT NULL,
    actor_name ${is.text} NOT NULL,
    actor_key ${is.text} NOT NULL,
    address ${is.text} NOT NULL,
    action ${is.text} NOT NULL,
    subject_type ${is.text} NOT NULL,
    subject_id ${is.text} NOT NULL,
    subject_name ${is.text} NOT NULL,
    outcome ${is.text} NOT NULL,
    details ${is.text} NOT NULL,
    request_id ${is.text} NOT NULL,
    search_key ${is.text} NOT NULL,
    purged_before ${is.integer}
  ) ${is.end}`,
  'CREATE INDEX audit_by_time ON audit (at)',
  `CREATE INDEX audit_by_subject ON audit (subject_id${is.thenNum})`,
  'CREATE INDEX audit_purges ON audit (purged_before) WHERE purged_before IS NOT NULL',
])

// The purge first appends an entry that names its time: only entries before that time can be removed, and the removal
// leaves a trace.
const isPurged = 'EXISTS (SELECT 1 FROM audit p WHERE p.purged_before > old.at)'

const sqliteTriggers = [
  `CREATE TRIGGER audit_keeps_entries BEFORE UPDATE ON audit
  BEGIN SELECT RAISE(ABORT, 'Entries of the audit log cannot be changed.'); END`,
  `CREATE TRIGGER audit_removes_nothing BEFORE DELETE ON audit WHEN NOT ${isPurged}
  BEGIN SELECT RAISE(ABORT, 'Entries of the audit log cannot be deleted.'); END`,
]

const postgresTriggers = [
  `CREATE FUNCTION audit_refuses() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'DELETE' THEN
      IF ${isPurged} THEN RETURN old; END IF;
      RAISE EXCEPTION 'Entries of the audit log cannot be deleted.';
    END IF;
    RAISE EXCEPTION 'Entries of the audit log cannot be changed.';
  END $$`,
  `CREATE TRIGGER audit_refuses BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION audit_refuses()`,
]

export const audit = {
  sqlite: [...table.sqlite, ...sqliteTriggers],
  postgres: [...table.postgres, ...postgresTriggers],
}

const columns = 'actor_key, search_key'

// `search` and `actor` look for a part of a text; see the search of workflows in `migrations.ts`.
export const auditSearch = {
  sqlite: [
    `CREATE VIRTUAL TABLE audit_search USING fts5 (
      ${columns}, content = 'audit', content_rowid = 'num', tokenize = 'trigram case_sensitive 1'
    )`,
    `INSERT INTO audit_search (audit_search) VALUES ('rebuild')`,
    `CREATE TRIGGER audit_search_insert AFTER INSERT ON audit
    BEGIN INSERT INTO audit_search (rowid, ${columns}) VALUES (new.num, new.actor_key, new.search_key); END`,
    `CREATE TRIGGER audit_search_delete AFTER DELETE ON audit BEGIN
      INSERT INTO audit_search (audit_search, rowid, ${columns}) VALUES ('delete', old.num, old.actor_key, old.search_key);
    END`,
  ],
  postgres: [
    `DO $$ BEGIN
      CREATE EXTENSION IF NOT EXISTS pg_trgm;
      CREATE INDEX audit_search ON audit USING gin (actor_key gin_trgm_ops, search_key gin_trgm_ops);
    EXCEPTION WHEN insufficient_privilege OR undefined_file OR undefined_object OR feature_not_supported THEN
      NULL;
    END $$`,
  ],
}
