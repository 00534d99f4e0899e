/**
 * All migrations, oldest first. A released migration is never edited, because existing databases have already run it. A
 * new change is a new entry at the end.
 *
 * Statements are written once, with `words` for the parts that differ; features of one database have their own list.
 */

import { audit, auditSearch } from './audit-migrations.ts'
import { cluster, offeredSteps, takenCalls } from './cluster-migrations.ts'
import { credentialAuthorizations, credentials, ticketEnds } from './credential-migrations.ts'
import { deliveries } from './delivery-migrations.ts'
import { drafts, publishing } from './draft-migrations.ts'
import { executionReasons, executionStarters, sampledCreations } from './execution-reasons.ts'
import { keptValues } from './kept-value-migrations.ts'
import { forBothDialects } from './migration-dialect.ts'
import { models } from './model-migrations.ts'
import { people, tokenOwners } from './people-migrations.ts'
import { projects } from './project-migrations.ts'
import { retention } from './retention-migrations.ts'
import type { Dialect } from './sql.ts'
import { unfiledExecutions, unfiledSlots } from './unfiled-migration.ts'
import { unlisted } from './unlisted-migration.ts'
import { projectTotals, usage } from './usage-migrations.ts'

export interface Migration {
  readonly name: string
  readonly statements: Readonly<Record<Dialect['name'], readonly string[]>>
}

// `seq` is for joins and the search index, which need a small number; it is not visible outside the database.
// The newest version is the document: it is stored in workflow_versions only.
// Long columns come last, so that SQLite can read the others without skipping over them.
const tables = forBothDialects((is) => [
  `CREATE TABLE workflows (
    seq ${is.serial},
    id ${is.text} NOT NULL UNIQUE,
    machine_name ${is.text} NOT NULL UNIQUE,
    revision ${is.integer} NOT NULL,
    created_at ${is.integer} NOT NULL,
    updated_at ${is.integer} NOT NULL,
    tags ${is.text} NOT NULL,
    name ${is.text} NOT NULL,
    name_key ${is.text} NOT NULL,
    description ${is.text} NOT NULL,
    description_key ${is.text} NOT NULL
  ) ${is.end}`,
  'CREATE INDEX workflows_by_name ON workflows (name_key, id)',
  'CREATE INDEX workflows_by_created_at ON workflows (created_at, id)',
  'CREATE INDEX workflows_by_updated_at ON workflows (updated_at, id)',
  `CREATE TABLE workflow_tags (
    tag_key ${is.text} NOT NULL,
    workflow_seq ${is.integer} NOT NULL REFERENCES workflows (seq) ON DELETE CASCADE,
    PRIMARY KEY (tag_key, workflow_seq)
  ) ${is.endOfKeys}`,
  'CREATE INDEX workflow_tags_by_workflow ON workflow_tags (workflow_seq)',
  `CREATE TABLE workflow_versions (
    workflow_seq ${is.integer} NOT NULL REFERENCES workflows (seq) ON DELETE CASCADE,
    revision ${is.integer} NOT NULL,
    version_id ${is.text} NOT NULL,
    saved_at ${is.integer} NOT NULL,
    saved_by ${is.text} NOT NULL,
    secrets ${is.bytes},
    document ${is.longText} NOT NULL,
    PRIMARY KEY (workflow_seq, revision)
  ) ${is.end}`,
  `CREATE TABLE tokens (
    id ${is.text} PRIMARY KEY NOT NULL,
    hash ${is.text} NOT NULL UNIQUE,
    name ${is.text} NOT NULL,
    role ${is.text} NOT NULL,
    created_at ${is.integer} NOT NULL,
    created_by ${is.text} NOT NULL,
    expires_at ${is.integer},
    last_used_at ${is.integer}
  ) ${is.end}`,
  'CREATE INDEX tokens_by_created_at ON tokens (created_at, id)',
  `CREATE TABLE grants (
    kind ${is.text} NOT NULL,
    hash ${is.text} NOT NULL,
    caller_id ${is.text} NOT NULL,
    caller_name ${is.text} NOT NULL,
    role ${is.text} NOT NULL,
    created_at ${is.integer} NOT NULL,
    expires_at ${is.integer} NOT NULL,
    token_id ${is.text} REFERENCES tokens (id) ON DELETE CASCADE,
    PRIMARY KEY (kind, hash)
  ) ${is.end}`,
  'CREATE INDEX grants_by_expires_at ON grants (expires_at)',
  'CREATE INDEX grants_by_token ON grants (token_id)',
])

// The keys are already case-folded, hence case_sensitive. Triggers maintain the index, so that the statements of the
// store are the same for both databases; a save that does not change the name does not touch it.
// It reads the texts from the table and gets the old ones from the trigger ("external content" in FTS5): with
// contentless_delete, searches were two to eight times slower after 6 % of the workflows had been renamed.
const forget = `INSERT INTO workflow_search (workflow_search, rowid, name_key, description_key)
    VALUES ('delete', old.seq, old.name_key, old.description_key);`
const learn = `INSERT INTO workflow_search (rowid, name_key, description_key)
    VALUES (new.seq, new.name_key, new.description_key);`
const sqliteSearch = [
  `CREATE VIRTUAL TABLE workflow_search USING fts5 (
    name_key, description_key, content = 'workflows', content_rowid = 'seq', tokenize = 'trigram case_sensitive 1'
  )`,
  `CREATE TRIGGER workflow_search_insert AFTER INSERT ON workflows BEGIN ${learn} END`,
  `CREATE TRIGGER workflow_search_update AFTER UPDATE OF name_key, description_key ON workflows
  WHEN old.name_key <> new.name_key OR old.description_key <> new.description_key BEGIN ${forget} ${learn} END`,
  `CREATE TRIGGER workflow_search_delete AFTER DELETE ON workflows BEGIN ${forget} END`,
]

// Some hosts do not have the extension or do not allow us to create it. Without it, a search reads every name and
// description: slower, with the same result.
const postgresSearch = [
  `DO $$ BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE INDEX workflows_search ON workflows USING gin (name_key gin_trgm_ops, description_key gin_trgm_ops);
  EXCEPTION WHEN insufficient_privilege OR undefined_file OR undefined_object OR feature_not_supported THEN
    NULL;
  END $$`,
]

// Lists, queues and timers read `executions` and never the journal. Statuses and phases are the numbers of
// `journal/statuses.ts`. The queries of the engine use partial indexes by phase (0 waits, 1 active, 2 queued, 3 over),
// which contain no finished execution, so a million of those cost nothing; likewise for pruning and compaction. Phase
// is a separate column because SQLite would prefer an index by status to a partial one.
// `plans` and `large_values` are identified by their content and stored once for all executions.
// The journal is append-only. Its index is by chapter: a history starts in the one with the number of the execution
// and continues in those of `journal_chapters`; see `journal/segments.ts`.
// `execution_counts` has the number of executions in each range of `num`, for each workflow and status (0 means all);
// see `journal/counts.ts`.
// The foreign key of a use is deferred: values are found by their uses when both are deleted.
const executions = forBothDialects((is) => [
  `CREATE TABLE execution_workflows (num ${is.ordinal}, id ${is.text} NOT NULL UNIQUE) ${is.end}`,
  `CREATE TABLE plans (num ${is.serial}, hash ${is.text} NOT NULL UNIQUE, plan ${is.longText} NOT NULL) ${is.end}`,
  `CREATE TABLE executions (
    num ${is.ordinal},
    id ${is.text} NOT NULL UNIQUE,
    workflow ${is.integer} NOT NULL REFERENCES execution_workflows (num),
    status ${is.integer} NOT NULL,
    phase ${is.integer} NOT NULL,
    is_compact ${is.integer} NOT NULL DEFAULT 0,
    created_at ${is.integer} NOT NULL,
    updated_at ${is.integer} NOT NULL,
    wake_at ${is.integer},
    plan ${is.integer} NOT NULL REFERENCES plans (num),
    record ${is.text} NOT NULL,
    secrets ${is.bytes}
  ) ${is.end}`,
  `CREATE INDEX executions_by_workflow ON executions (workflow${is.thenNum})`,
  `CREATE INDEX executions_by_status ON executions (status${is.thenNum})`,
  `CREATE INDEX executions_by_workflow_and_status ON executions (workflow, status${is.thenNum})`,
  'CREATE INDEX executions_by_plan ON executions (plan)',
  'CREATE INDEX executions_active ON executions (id) WHERE phase = 1',
  `CREATE INDEX executions_queued ON executions (workflow${is.thenNum}) WHERE phase = 2`,
  'CREATE INDEX executions_due ON executions (wake_at) WHERE wake_at IS NOT NULL',
  'CREATE INDEX executions_ended ON executions (updated_at) WHERE phase = 3',
  'CREATE INDEX executions_loose ON executions (num) WHERE phase = 3 AND is_compact = 0',
  `CREATE TABLE execution_counts (
    workflow ${is.integer} NOT NULL,
    status ${is.integer} NOT NULL,
    level ${is.integer} NOT NULL,
    bucket ${is.integer} NOT NULL,
    executions ${is.integer} NOT NULL,
    PRIMARY KEY (workflow, status, level, bucket)
  ) ${is.endOfKeys}`,
  `CREATE TABLE journal (
    chapter ${is.integer} NOT NULL,
    first ${is.integer} NOT NULL,
    count ${is.integer} NOT NULL,
    events ${is.text} NOT NULL,
    PRIMARY KEY (chapter, first)
  ) ${is.end}`,
  `CREATE TABLE journal_chapters (
    num ${is.integer} NOT NULL,
    chapter ${is.integer} NOT NULL,
    PRIMARY KEY (num, chapter)
  ) ${is.endOfKeys}`,
  `CREATE TABLE large_values (hash ${is.text} PRIMARY KEY NOT NULL, value ${is.longText} NOT NULL) ${is.end}`,
  `CREATE TABLE large_value_uses (
    num ${is.integer} NOT NULL,
    hash ${is.text} NOT NULL REFERENCES large_values (hash) DEFERRABLE INITIALLY DEFERRED,
    PRIMARY KEY (num, hash)
  ) ${is.endOfKeys}`,
  'CREATE INDEX large_value_uses_by_value ON large_value_uses (hash)',
  `CREATE TABLE key_values (
    namespace ${is.text} NOT NULL,
    key ${is.text} NOT NULL,
    value ${is.longText} NOT NULL,
    PRIMARY KEY (namespace, key)
  ) ${is.end}`,
])

// `since` is the time from which a workflow has had a path: several may want one, and it belongs to the first. Not a
// unique index, so that a draft can be saved anyway, and gets the path when the first workflow releases it.
const triggers = forBothDialects((is) => [
  `CREATE TABLE triggers (
    workflow_seq ${is.integer} NOT NULL REFERENCES workflows (seq) ON DELETE CASCADE,
    node_id ${is.text} NOT NULL,
    kind ${is.text} NOT NULL,
    path ${is.text} NOT NULL,
    method ${is.text} NOT NULL,
    cron ${is.text} NOT NULL,
    timezone ${is.text} NOT NULL,
    settings ${is.text} NOT NULL,
    is_inert ${is.integer} NOT NULL,
    since ${is.integer} NOT NULL,
    next_at ${is.integer},
    waiting_at ${is.integer},
    last_at ${is.integer},
    last_execution ${is.text},
    PRIMARY KEY (workflow_seq, node_id)
  ) ${is.end}`,
  "CREATE INDEX triggers_by_path ON triggers (path) WHERE kind = 'webhook'",
  'CREATE INDEX triggers_due ON triggers (next_at) WHERE next_at IS NOT NULL',
  'CREATE INDEX triggers_waiting ON triggers (waiting_at) WHERE waiting_at IS NOT NULL',
])

// Names, labels, node ids and contents are JSON texts, which can represent NUL and lone surrogates; the databases
// cannot. `workflows.sessions` counts all sessions that a workflow ever had. The row of a session is its lock, and all
// numbers in the session are assigned from it; see `session-steps.ts`.
const conversations = forBothDialects((is) => [
  `ALTER TABLE workflows ADD COLUMN sessions ${is.integer} NOT NULL DEFAULT 0`,
  `CREATE TABLE sessions (
    num ${is.ordinal},
    id ${is.text} NOT NULL UNIQUE,
    workflow_seq ${is.integer} NOT NULL REFERENCES workflows (seq) ON DELETE CASCADE,
    status ${is.text} NOT NULL,
    created_at ${is.integer} NOT NULL,
    updated_at ${is.integer} NOT NULL,
    last_message ${is.integer} NOT NULL DEFAULT 0,
    last_change ${is.integer} NOT NULL DEFAULT 0,
    reset_at ${is.integer} NOT NULL DEFAULT 0,
    name ${is.text} NOT NULL,
    metadata ${is.text} NOT NULL
  ) ${is.end}`,
  `CREATE INDEX sessions_by_workflow ON sessions (workflow_seq${is.thenNum})`,
  `CREATE TABLE messages (
    session ${is.integer} NOT NULL REFERENCES sessions (num) ON DELETE CASCADE,
    number ${is.integer} NOT NULL,
    change ${is.integer} NOT NULL,
    id ${is.text} NOT NULL,
    role ${is.text} NOT NULL,
    status ${is.text} NOT NULL,
    at ${is.integer} NOT NULL,
    parent_id ${is.text},
    execution_id ${is.text},
    node_id ${is.text},
    metadata ${is.longText} NOT NULL,
    content ${is.longText} NOT NULL,
    PRIMARY KEY (session, number)
  ) ${is.end}`,
  'CREATE UNIQUE INDEX messages_by_id ON messages (session, id)',
  'CREATE UNIQUE INDEX messages_by_change ON messages (session, change)',
  'CREATE INDEX messages_by_time ON messages (session, at, number)',
  `CREATE INDEX messages_said ON messages (session, number)
    WHERE role IN ('user', 'assistant') AND status = 'completed'`,
  `CREATE TABLE turns (
    num ${is.ordinal},
    session_id ${is.text} NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    execution_id ${is.text} NOT NULL UNIQUE,
    message_id ${is.text} NOT NULL,
    started_at ${is.integer} NOT NULL,
    status ${is.text} NOT NULL,
    seen ${is.text} NOT NULL,
    inputs ${is.longText} NOT NULL
  ) ${is.end}`,
  `CREATE INDEX turns_by_session ON turns (session_id${is.thenNum})`,
  `CREATE INDEX turns_open ON turns (session_id) WHERE status = 'running'`,
  // No foreign key to the session: an execution that outlives it keeps its questions. `approvers` and `answered_by` are
  // lists as written by `journal/question-text.ts`.
  `CREATE TABLE interrupts (
    num ${is.ordinal},
    id ${is.text} NOT NULL UNIQUE,
    execution_id ${is.text} NOT NULL REFERENCES executions (id) ON DELETE CASCADE,
    root_id ${is.text} NOT NULL,
    workflow_id ${is.text} NOT NULL,
    session_id ${is.text},
    type ${is.text} NOT NULL,
    status ${is.text} NOT NULL,
    approvers ${is.text},
    answered_by ${is.text},
    details ${is.longText} NOT NULL
  ) ${is.end}`,
  `CREATE INDEX interrupts_by_execution ON interrupts (execution_id${is.thenNum})`,
  `CREATE INDEX interrupts_by_root ON interrupts (root_id${is.thenNum})`,
  `CREATE INDEX interrupts_by_session ON interrupts (session_id${is.thenNum}) WHERE session_id IS NOT NULL`,
  `CREATE INDEX interrupts_by_status ON interrupts (status${is.thenInbox})`,
  `CREATE INDEX interrupts_by_type ON interrupts (status, type${is.thenInbox})`,
  `CREATE INDEX interrupts_by_workflow ON interrupts (workflow_id, status${is.thenInbox})`,
  `CREATE INDEX interrupts_by_workflow_and_type ON interrupts (workflow_id, status, type${is.thenInbox})`,
  // Exactly one of the three is the owner. `last` is the number of the newest message, `steps` the number of keys so far.
  `CREATE TABLE memory_owners (
    num ${is.serial},
    session_id ${is.text} UNIQUE REFERENCES sessions (id) ON DELETE CASCADE,
    workflow_id ${is.text} UNIQUE REFERENCES workflows (id) ON DELETE CASCADE,
    execution_id ${is.text} UNIQUE REFERENCES executions (id) ON DELETE CASCADE,
    last ${is.integer} NOT NULL,
    steps ${is.integer} NOT NULL
  ) ${is.end}`,
  `CREATE TABLE memories (
    owner ${is.integer} NOT NULL REFERENCES memory_owners (num) ON DELETE CASCADE,
    number ${is.integer} NOT NULL,
    message ${is.longText} NOT NULL,
    PRIMARY KEY (owner, number)
  ) ${is.end}`,
  `CREATE TABLE memory_keys (
    owner ${is.integer} NOT NULL REFERENCES memory_owners (num) ON DELETE CASCADE,
    key ${is.text} NOT NULL,
    step ${is.integer} NOT NULL,
    PRIMARY KEY (owner, key)
  ) ${is.endOfKeys}`,
  'CREATE INDEX memory_keys_by_step ON memory_keys (owner, step)',
])

const tools = forBothDialects(() => ["CREATE INDEX triggers_tools ON triggers (path, since) WHERE kind = 'tool'"])

export const MIGRATIONS: readonly Migration[] = [
  {
    name: 'workflows, tokens and grants',
    statements: {
      sqlite: [...tables.sqlite, ...sqliteSearch],
      postgres: [...tables.postgres, ...postgresSearch],
    },
  },
  { name: 'executions, their journal, and keyed values', statements: executions },
  { name: 'triggers', statements: triggers },
  { name: 'sessions, messages, questions and memories', statements: conversations },
  { name: 'connections, chats and vectors', statements: models },
  { name: 'workflows as tools', statements: tools },
  { name: 'the end of the credential behind a ticket', statements: ticketEnds },
  { name: 'executions that are not listed', statements: unlisted },
  { name: 'drafts', statements: drafts },
  { name: 'what started an execution and why it failed', statements: executionReasons },
  { name: 'published and active workflows', statements: publishing },
  { name: 'owners of executions, and calls to them', statements: cluster },
  { name: 'which process handles a call', statements: takenCalls },
  { name: 'who started an execution, and its revision', statements: executionStarters },
  { name: 'the audit log', statements: audit },
  { name: 'credentials', statements: credentials },
  { name: 'steps that any process may compute', statements: offeredSteps },
  { name: 'people', statements: people },
  { name: 'subscriptions and the outbox of events', statements: deliveries },
  { name: 'ages of sessions and keyed values', statements: retention },
  { name: 'connections that a person has started', statements: credentialAuthorizations },
  { name: 'usage of models, budgets and prices', statements: usage },
  { name: 'executions that do not keep their values', statements: keptValues },
  { name: 'search of the audit log', statements: auditSearch },
  { name: 'projects', statements: projects },
  { name: 'owners of tokens', statements: tokenOwners },
  { name: 'samples of the times of executions', statements: sampledCreations },
  { name: 'what projects used', statements: projectTotals },
  { name: 'executions that are to be filed', statements: unfiledExecutions },
  { name: 'slots of executions that are to be filed', statements: unfiledSlots },
]
