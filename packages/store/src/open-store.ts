import type { ChatStore } from './ai-store.ts'
import { auditStore } from './audit.ts'
import { budgetStore, priceStore } from './budgets.ts'
import { chatStore } from './chats.ts'
import { connectionStore } from './connections.ts'
import { credentialStore } from './credentials.ts'
import { deliveryStore } from './deliveries.ts'
import { draftStore } from './drafts.ts'
import { grantStore } from './grants.ts'
import { interruptStore } from './interrupts.ts'
import { executionStore } from './journal/executions.ts'
import { FileWriter } from './journal/file-writer.ts'
import { InlineWriter } from './journal/inline-writer.ts'
import { type OpenJournal, openJournal } from './journal/open-journal.ts'
import { serializedWrites } from './journal/serialized-writes.ts'
import { fileExecutions } from './journal/unfiled.ts'
import { keyValueStore } from './key-values.ts'
import { isPostgres } from './lock-database.ts'
import { memoryStore } from './memories.ts'
import { migrate } from './migrate.ts'
import { Mutex } from './mutex.ts'
import { openCluster } from './open-cluster.ts'
import { personStore } from './people.ts'
import type { PostgresOptions } from './postgres/postgres-sql.ts'
import { projectStore } from './projects.ts'
import { ANY_SEALED, sealedStore } from './sealed-values.ts'
import { removeSessionsOf, sessionStore } from './sessions.ts'
import type { Sql } from './sql.ts'
import { readInThread } from './sqlite/read-in-thread.ts'
import { openSqlite, type SqliteSql } from './sqlite/sqlite-sql.ts'
import type { ExecutionStore, Store, WorkflowStore } from './store.ts'
import { tokenStore } from './tokens.ts'
import { triggerStore } from './triggers.ts'
import { StoreUnavailable } from './unavailable.ts'
import { usageStore } from './usage.ts'
import type { PointSearch } from './vector-points.ts'
import { vectorStore } from './vectors.ts'
import { watchedSql, watchedWriter } from './watched.ts'
import { workflowStore } from './workflows.ts'
import { WriteStamp } from './write-stamp.ts'
import { WriteWatch, type WriteWatchNeeds } from './write-watch.ts'

export interface StoreOptions extends Partial<PostgresOptions>, WriteWatchNeeds {
  /** The path of a SQLite file, or a URL that starts with `postgres://`. */
  readonly database: string
  /** Whether other processes work on the same Postgres database. */
  readonly cluster?: boolean
}

const DEFAULTS: PostgresOptions = {
  poolSize: 10,
  statementTimeoutMs: 30_000,
  connectTimeoutMs: 5_000,
  // A lost connection fails the next call that uses it; callers that log it set `onLost`.
  onLost: () => {},
}

/** Opens a database, creates it if necessary, and migrates its tables. */
export async function openStore({
  database,
  cluster: isCluster = false,
  onTrouble,
  onRecovered,
  onCommit,
  ...options
}: StoreOptions): Promise<Store> {
  const watch = new WriteWatch({ ...(onTrouble && { onTrouble }), ...(onRecovered && { onRecovered }), onCommit })
  const { sql, journal, maintain, check, points, checkIntegrity, tidy, stamps } = isPostgres(database)
    ? await onPostgres(database, { ...DEFAULTS, ...options, isShared: isCluster }, watch)
    : await onSqlite(database, watch)
  const { onLost = DEFAULTS.onLost } = options
  const cluster = isCluster ? await openCluster(database, { sql, journal, onLost }) : undefined
  const executions = executionStore(sql, maintain, tidy)
  const chats = chatStore(sql, maintain)
  return {
    workflows: withHistory(workflowStore(sql), {
      executions,
      chats,
      removeSessions: (id) => removeSessionsOf(sql, maintain, id),
    }),
    drafts: draftStore(sql),
    tokens: tokenStore(sql),
    grants: grantStore(sql),
    people: personStore(sql),
    projects: projectStore(sql),
    audit: auditStore(sql),
    journal,
    executions,
    keyValues: keyValueStore(sql),
    triggers: triggerStore(sql),
    sessions: sessionStore(sql, maintain),
    interrupts: interruptStore(sql),
    memories: memoryStore(sql, maintain),
    connections: connectionStore(sql),
    credentials: credentialStore(sql),
    deliveries: deliveryStore(sql),
    usage: usageStore(sql),
    budgets: budgetStore(sql),
    prices: priceStore(sql),
    chats,
    vectors: vectorStore({ sql, transaction: maintain, points }),
    ...(cluster && { cluster }),
    ping: async () => {
      watch.refuseDamaged()
      check()
      await sql.get('SELECT 1 AS alive', [])
      // A real write, so that a service without traffic notices when the disk has space again.
      if (watch.failure !== undefined) await probe(sql)
    },
    checkIntegrity,
    hasSealedValues: async () => (await sql.get<{ one: number }>(ANY_SEALED, [])) !== undefined,
    sealedValues: sealedStore(sql, maintain),
    writeStamp: () => stamps?.writes.current,
    historyStamp: () => stamps?.history.current,
    close: async () => {
      stamps?.writes.close()
      stamps?.history.close()
      await journal.close()
      await cluster?.close()
      await sql.close()
    },
  }
}

async function checkFile(file: string, watch: WriteWatch): Promise<void> {
  try {
    const [verdict] = await readInThread(file, 'PRAGMA quick_check(1)')
    const found = String(verdict?.quick_check)
    if (found !== 'ok') watch.damaged(new StoreUnavailable('damaged', new Error(found)))
  } catch (error) {
    watch.failed(error)
  }
}

const PROBE = 'probe'
const PROBE_CHARACTERS = 64 * 1024

/** Writes as much as a step may, and removes it: a single page often fits where nothing else does. */
async function probe(sql: Sql): Promise<void> {
  await sql.run('INSERT INTO large_values (hash, value) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    PROBE,
    '0'.repeat(PROBE_CHARACTERS),
  ])
  await sql.run('DELETE FROM large_values WHERE hash = $1', [PROBE])
}

/** The parts that the stores need. */
interface Opened {
  readonly sql: Sql
  readonly journal: OpenJournal
  /** Like `Sql.transaction`, for long maintenance work. */
  readonly maintain: Sql['transaction']
  /** Throws if the opened file no longer exists. */
  readonly check: () => void
  readonly checkIntegrity: () => Promise<void>
  /** Like `maintain`, for retention: it leaves `Store.writeStamp` as it is. */
  readonly tidy?: Sql['transaction']
  /** Set if no other process writes to the database. */
  readonly stamps?: { readonly writes: WriteStamp; readonly history: WriteStamp }
  /** Set if the database can search vectors itself. */
  readonly points?: PointSearch | undefined
}

async function onSqlite(file: string, watch: WriteWatch): Promise<Opened> {
  const direct = await openMigratedSqlite(file)
  const writeLock = new Mutex()
  const stamps = { writes: new WriteStamp(), history: new WriteStamp() }
  const isFile = file !== ':memory:'
  const writer = isFile ? new FileWriter(file) : new InlineWriter(direct)
  const during = <T>(write: () => Promise<T>) => stamps.history.during(write)
  const sql = watchedSql(
    serializedWrites(direct, writer, { writeLock, during: (write) => stamps.writes.during(() => during(write)) }),
    watch,
  )
  const tidying = watchedSql(serializedWrites(direct, writer, { writeLock, during }), watch)
  watch.onMissing = () => direct.saveLog()
  return {
    sql,
    stamps,
    tidy: (statements) => tidying.transaction(statements),
    journal: openJournal({ sql, writer: watchedWriter(writer, watch), writeLock }),
    maintain: (statements) => sql.transaction(statements),
    checkIntegrity: async () => {
      if (isFile) await checkFile(file, watch)
    },
    check: () => {
      try {
        direct.checkFile()
      } catch (error) {
        watch.failed(error)
        throw error
      }
    },
  }
}

async function onPostgres(url: string, options: PostgresOptions, watch: WriteWatch): Promise<Opened> {
  const sql = watchedSql(await openMigratedPostgres(url, options), watch)
  // Imported here, like the driver, so that an embedded start does not load it.
  const { openPostgres } = await import('./postgres/postgres-sql.ts')
  const { openPgvector } = await import('./postgres/pgvector.ts')
  const { PostgresWriter, WRITER_SETTINGS } = await import('./journal/postgres-writer.ts')
  // Separate connections, so that the journal never waits for a list: one for new executions, one for appends.
  const writer = new PostgresWriter(openPostgres(url, { ...options, poolSize: 2, settings: WRITER_SETTINGS }))
  return {
    sql,
    journal: openJournal({ sql, writer: watchedWriter(writer, watch), writeLock: new Mutex() }),
    maintain: (statements) => sql.transaction(statements),
    check: () => {},
    // The server checks its own files.
    checkIntegrity: async () => {},
    points: await openPgvector(sql),
  }
}

/** Data that is deleted with a workflow and has no foreign key to it. */
interface History {
  readonly executions: ExecutionStore
  readonly chats: ChatStore
  readonly removeSessions: (workflowId: string) => Promise<void>
}

/** Workflows whose deletion also removes their sessions, executions and chat. */
function withHistory(workflows: WorkflowStore, { executions, chats, removeSessions }: History): WorkflowStore {
  return {
    ...workflows,
    async remove(id) {
      if ((await workflows.get(id))?.id !== id) return false
      // Remove the history first, in small steps: after a crash the workflow still exists and can be deleted again. Then
      // remove executions and messages that were added meanwhile.
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
    fileExecutions(sql.database)
  } catch (error) {
    await sql.close()
    throw error
  }
  return sql
}

async function openMigratedPostgres(url: string, options: PostgresOptions): Promise<Sql> {
  // Imported here, so that an embedded start does not load the driver.
  const { openPostgres, requireSupportedServer } = await import('./postgres/postgres-sql.ts')
  const { preparePgvector } = await import('./postgres/pgvector.ts')
  const { refuseUnfinished } = await import('./move/unfinished.ts')
  // No timeout: a migration of a large table, or waiting for another process that migrates, may take long.
  const migrator = openPostgres(url, { ...options, poolSize: 1, statementTimeoutMs: 0 })
  try {
    await requireSupportedServer(migrator)
    await refuseUnfinished(migrator)
    await migrate(migrator)
    await preparePgvector(migrator)
  } finally {
    await migrator.close()
  }
  return openPostgres(url, options)
}
