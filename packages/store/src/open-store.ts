import type { ChatStore } from './ai-store.ts'
import { chatStore } from './chats.ts'
import { connectionStore } from './connections.ts'
import { grantStore } from './grants.ts'
import { interruptStore } from './interrupts.ts'
import { executionStore } from './journal/executions.ts'
import { FileWriter } from './journal/file-writer.ts'
import { InlineWriter } from './journal/inline-writer.ts'
import { type OpenJournal, openJournal } from './journal/open-journal.ts'
import { sqlInTurns } from './journal/sql-in-turns.ts'
import { Turns } from './journal/turns.ts'
import { keyValueStore } from './key-values.ts'
import { isPostgres } from './lock-database.ts'
import { memoryStore } from './memories.ts'
import { migrate } from './migrate.ts'
import type { PostgresOptions } from './postgres/postgres-sql.ts'
import { removeSessionsOf, sessionStore } from './sessions.ts'
import type { Sql } from './sql.ts'
import { openSqlite, type SqliteSql } from './sqlite/sqlite-sql.ts'
import type { ExecutionStore, Store, WorkflowStore } from './store.ts'
import { tokenStore } from './tokens.ts'
import { triggerStore } from './triggers.ts'
import type { PointSearch } from './vector-points.ts'
import { vectorStore } from './vectors.ts'
import { workflowStore } from './workflows.ts'

export interface StoreOptions extends Partial<PostgresOptions> {
  /** The path of a SQLite file, or a URL that starts with `postgres://`. The other options are for Postgres only. */
  readonly database: string
}

const DEFAULTS: PostgresOptions = {
  poolSize: 10,
  statementTimeoutMs: 30_000,
  connectTimeoutMs: 5_000,
  // A lost connection shows itself to whoever uses it next; a log is the caller's to keep.
  onLost: () => {},
}

/** Opens a database, making it and bringing its tables up to date if need be. */
export async function openStore({ database, ...options }: StoreOptions): Promise<Store> {
  const { sql, journal, maintain, check, points } = isPostgres(database)
    ? await onPostgres(database, { ...DEFAULTS, ...options })
    : await onSqlite(database)
  const executions = executionStore(sql, maintain)
  const chats = chatStore(sql, maintain)
  return {
    workflows: withHistory(workflowStore(sql), {
      executions,
      chats,
      removeSessions: (id) => removeSessionsOf(sql, maintain, id),
    }),
    tokens: tokenStore(sql),
    grants: grantStore(sql),
    journal,
    executions,
    keyValues: keyValueStore(sql),
    triggers: triggerStore(sql),
    sessions: sessionStore(sql, maintain),
    interrupts: interruptStore(sql),
    memories: memoryStore(sql, maintain),
    connections: connectionStore(sql),
    chats,
    vectors: vectorStore({ sql, transaction: maintain, points }),
    ping: async () => {
      check()
      await sql.get('SELECT 1 AS alive', [])
    },
    close: async () => {
      await journal.close()
      await sql.close()
    },
  }
}

/** What the stores are made of. */
interface Opened {
  readonly sql: Sql
  readonly journal: OpenJournal
  /** For long work: as `Sql.transaction`, where it is least in the way. */
  readonly maintain: Sql['transaction']
  /** Fails when what was opened is no longer there. */
  readonly check: () => void
  /** Where the database can search through vectors itself. */
  readonly points?: PointSearch | undefined
}

async function onSqlite(file: string): Promise<Opened> {
  const sql = await openMigratedSqlite(file)
  const turns = new Turns()
  const writer = file === ':memory:' ? new InlineWriter(sql) : new FileWriter(file)
  return {
    sql: sqlInTurns(sql, turns),
    journal: openJournal({ sql, writer, turns }),
    maintain: (statements) => turns.take(() => writer.transaction(statements)),
    check: () => sql.checkFile(),
  }
}

async function onPostgres(url: string, options: PostgresOptions): Promise<Opened> {
  const sql = await openMigratedPostgres(url, options)
  // Here and not above, as the driver.
  const { openPostgres } = await import('./postgres/postgres-sql.ts')
  const { openPgvector } = await import('./postgres/pgvector.ts')
  const { PostgresWriter, WRITER_SETTINGS } = await import('./journal/postgres-writer.ts')
  // Connections of its own, so that the journal never waits for a list: one for what is made, one for what goes on.
  const writer = new PostgresWriter(openPostgres(url, { ...options, poolSize: 2, settings: WRITER_SETTINGS }))
  return {
    sql,
    journal: openJournal({ sql, writer, turns: new Turns() }),
    maintain: (statements) => sql.transaction(statements),
    check: () => {},
    points: await openPgvector(sql),
  }
}

/** What goes with a workflow that is deleted, beside what refers to it. */
interface History {
  readonly executions: ExecutionStore
  readonly chats: ChatStore
  readonly removeSessions: (workflowId: string) => Promise<void>
}

/** The workflows, where one that is deleted takes its sessions, executions and chat with it. */
function withHistory(workflows: WorkflowStore, { executions, chats, removeSessions }: History): WorkflowStore {
  return {
    ...workflows,
    async remove(id) {
      if ((await workflows.get(id))?.id !== id) return false
      // First the history, which may be long and is removed bit by bit: should we be cut off, the workflow is still
      // there to be deleted again. Then what was started or said meanwhile.
      await removeSessions(id)
      await executions.removeOfWorkflow(id)
      await chats.clear(id)
      const isRemoved = await workflows.remove(id)
      await executions.removeOfWorkflow(id)
      await chats.clear(id)
      return isRemoved
    },
  }
}

async function openMigratedSqlite(file: string): Promise<SqliteSql> {
  const sql = openSqlite(file)
  try {
    await migrate(sql)
  } catch (error) {
    await sql.close()
    throw error
  }
  return sql
}

async function openMigratedPostgres(url: string, options: PostgresOptions): Promise<Sql> {
  // Here and not above, so that an embedded start does not load the driver.
  const { openPostgres, requireSupportedServer } = await import('./postgres/postgres-sql.ts')
  const { preparePgvector } = await import('./postgres/pgvector.ts')
  // A migration of a large table, or the wait for another process that does one, may take its time.
  const migrator = openPostgres(url, { ...options, poolSize: 1, statementTimeoutMs: 0 })
  try {
    await requireSupportedServer(migrator)
    await migrate(migrator)
    await preparePgvector(migrator)
  } finally {
    await migrator.close()
  }
  return openPostgres(url, options)
}
