/**
 * Writes batches of changes to SQLite, each batch in one transaction. Runs on the thread of its connection: a thread of
 * its own or the main thread for a file, the main thread for a database in memory.
 *
 * W1  Either a whole batch is on disk, except for the changes it refuses, or nothing of it.
 * W2  A change that cannot be written (wrong length, unknown execution, too large) does not affect the others.
 * W3  The cache equals the file: it is cleared after a rollback and after another connection has written (SQLite's
 *     `data_version` changes then).
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { ExecutionSummary } from '@millrace/engine'
import { sqliteDialect } from '../sqlite/sqlite-dialect.ts'
import { sqliteError } from '../sqlite/sqlite-unavailable.ts'
import { StoreUnavailable } from '../unavailable.ts'
import type { Addition, Change, Creation, Entry, PlanText, Refusal, SummaryOnly } from './changes.ts'
import { ADD_TO_COUNTS, COUNT_COLUMNS, CountChanges } from './counts.ts'
import { QUESTION_COLUMNS, type QuestionText, REPLACE_QUESTION } from './question-text.ts'
import { RowInserts } from './row-inserts.ts'
import { searchText, starterColumns } from './search-text.ts'
import { SEGMENT_ROWS, segmentsIn } from './segments.ts'
import { isFault, reasonOf } from './sqlite-faults.ts'
import { isFinalStatusNumber, phaseOf, STATUS_NUMBERS, TRIGGER_NUMBERS } from './statuses.ts'
import { NEW_EXECUTION_COLUMNS, Unfiled } from './unfiled.ts'
import { addProjectTotal, addTotal, addUsage, totalAdditions, type UsageText, usageValues } from './usage-text.ts'

/** Cached executions: those that are likely to be appended to. */
const MAX_CACHED = 20_000

interface CachedExecution {
  readonly num: number
  readonly workflow: number
  status: number
  length: number
  /** The segment for the next events, and how many more rows fit into it. */
  chapter: number
  rowsLeft: number
}

export class SqliteWriter {
  readonly #database: DatabaseSync
  readonly #run: ReturnType<typeof prepare>
  readonly #cache = new Map<string, CachedExecution>()
  readonly #workflows = new Map<string, number>()
  /** Numbers of plans by their hash. */
  readonly #plans = new Map<string, number>()
  readonly #counts = new CountChanges()
  /** Journal rows that are not inserted yet. Flush them before reading the journal. */
  readonly #entries: RowInserts
  readonly #buckets: RowInserts
  readonly #unfiled: Unfiled
  /** Whether completed executions may be filed later: all readers of the tables must then file them first. */
  readonly #filesLater: boolean
  /** The newest segment. */
  #newestSegment: number | undefined
  /** SQLite's `data_version`: changes after every commit of another connection. */
  #version: unknown

  constructor(database: DatabaseSync, { filesLater = false } = {}) {
    this.#database = database
    this.#filesLater = filesLater
    this.#unfiled = new Unfiled(database)
    this.#run = prepare(database)
    this.#entries = new RowInserts(database, {
      before: 'INSERT INTO journal (chapter, first, count, events)',
      columns: 4,
      rows: 8,
    })
    // Not more than six: starting or ending a single execution changes twelve.
    this.#buckets = new RowInserts(database, {
      before: `INSERT INTO execution_counts (${COUNT_COLUMNS.join(', ')})`,
      columns: COUNT_COLUMNS.length,
      rows: 6,
      after: ADD_TO_COUNTS,
    })
  }

  commit(changes: readonly Change[]): Refusal[] {
    try {
      return this.commitTogether(changes)
    } catch (error) {
      if (changes.length === 1 || isFault(error)) throw error
      return this.#commitOneByOne(changes)
    }
  }

  /** Clears the cache. Call it after this connection has written anything else. */
  clearCache(): void {
    this.#cache.clear()
    this.#workflows.clear()
    this.#plans.clear()
    this.#newestSegment = undefined
    this.#unfiled.forget()
  }

  /** The number of executions that are to be filed. */
  get unfiled(): number {
    return this.#unfiled.size
  }

  /** Files all executions. */
  file(): void {
    this.#together(() => this.#unfiled.file())
  }

  /** Files all executions and removes their copies. Call it before this connection writes anything else. */
  emptyUnfiled(): void {
    this.#together(() => this.#unfiled.empty())
  }

  /** Throws if any change cannot be written; then none is. */
  commitTogether(changes: readonly Change[]): Refusal[] {
    return this.#together(() => {
      if (this.#filesLater && this.#unfiled.mayAdd(changes)) {
        return refused(changes, (creation) => this.#createUnfiled(creation))
      }
      this.#unfiled.file()
      const refusals = refused(changes, (change) => this.#write(change))
      this.#entries.flush()
      this.#writeCounts()
      return refusals
    })
  }

  /** Runs the work in a transaction. */
  #together<T>(work: () => T): T {
    this.#run.begin.run()
    try {
      const version = this.#run.version.get()?.data_version
      if (version !== this.#version) this.clearCache()
      this.#version = version
      const result = work()
      this.#run.commit.run()
      return result
    } catch (error) {
      this.clearCache()
      this.#counts.take()
      this.#entries.drop()
      this.#buckets.drop()
      // SQLite rolls back automatically after some errors, such as a full disk.
      if (this.#database.isTransaction) this.#run.rollback.run()
      throw error
    }
  }

  /** Finds the change that cannot be written, and writes the others. */
  #commitOneByOne(changes: readonly Change[]): Refusal[] {
    let fault: unknown
    return changes.flatMap((change, at) => {
      if (fault !== undefined) return [refusalOf(at, fault)]
      try {
        return this.commitTogether([change]).map(({ why }) => ({ at, why }))
      } catch (error) {
        if (isFault(error)) fault = error
        return [refusalOf(at, error)]
      }
    })
  }

  #write(change: Change): string | undefined {
    if (change.kind === 'append') return this.#append(change)
    if (change.kind === 'create') return this.#create(change)
    return this.#setSummary(change)
  }

  #create(creation: Creation): string | undefined {
    const { id, summary, entry } = creation
    const workflow = this.#workflow(creation.workflowId)
    const { changes, lastInsertRowid } = this.#run.create.run(...this.#columnsOf(creation, workflow))
    if (changes === 0) return `execution ${id} exists`
    const num = Number(lastInsertRowid)
    const cached = {
      num,
      workflow,
      status: STATUS_NUMBERS[summary.status],
      length: 0,
      chapter: num,
      rowsLeft: SEGMENT_ROWS,
    }
    this.#add(cached, entry)
    this.#counts.add(cached, cached.num, 1)
    this.#store(id, cached)
    return undefined
  }

  /** Like `#create`, for an execution that is filed later. */
  #createUnfiled(creation: Creation): string | undefined {
    const { id, workflowId, entry } = creation
    if (this.#unfiled.has(id) || this.#run.exists.get(id) !== undefined) return `execution ${id} exists`
    this.#unfiled.add(id, [...this.#columnsOf(creation, this.#workflow(workflowId)), entry.count, entry.text])
    return undefined
  }

  /** The values of `NEW_EXECUTION_COLUMNS`. */
  #columnsOf(creation: Creation, workflow: number) {
    return [
      creation.id,
      workflow,
      ...valuesOf(creation.summary),
      creation.createdAt,
      TRIGGER_NUMBERS[creation.trigger],
      ...searchText(creation.startedBy),
      ...starterColumns(creation.starter),
      creation.revision ?? null,
      this.#plan(creation.plan),
      creation.record,
      creation.secrets,
      creation.tidiness,
    ] as const
  }

  #append({ id, length, entry, summary, questions, usage }: Addition): string | undefined {
    const cached = this.#find(id)
    if (cached === undefined) return `no execution ${id}`
    if (cached.length !== length) return `execution ${id} has ${cached.length} events, not ${length}`
    this.#add(cached, entry)
    if (summary !== undefined) this.#changeSummary(id, cached, summary)
    if (questions !== undefined) this.#ask(questions)
    if (usage !== undefined) this.#countUsage(usage)
    return undefined
  }

  #countUsage(usage: readonly UsageText[]): void {
    for (const text of usage) {
      this.#run.addUsage.run(...usageValues(text))
      for (const { statement, values } of totalAdditions(text)) this.#run[statement].run(...values)
    }
  }

  #ask(questions: readonly QuestionText[]): void {
    for (const { details, ...question } of questions) {
      const row = { ...question, details: sqliteDialect.longText(details) }
      this.#run.ask.run(...QUESTION_COLUMNS.map((column) => row[column]))
    }
  }

  #setSummary({ id, summary }: SummaryOnly): undefined {
    const cached = this.#find(id)
    if (cached !== undefined) this.#changeSummary(id, cached, summary)
  }

  #add(cached: CachedExecution, { count, text, values }: Entry): void {
    for (const { hash, text: value } of values) {
      this.#run.addValue.run(hash, sqliteDialect.longText(value))
      this.#run.useValue.run(cached.num, hash)
    }
    if (count === 0) return
    if (cached.rowsLeft === 0) this.#openSegment(cached)
    this.#entries.add(cached.chapter, cached.length, count, text)
    cached.length += count
    cached.rowsLeft -= 1
  }

  #openSegment(cached: CachedExecution): void {
    if (this.#newestSegment === undefined) {
      this.#entries.flush()
      this.#newestSegment = Math.min(0, Number(this.#run.newestSegment.get()?.chapter ?? 0))
    }
    this.#newestSegment -= 1
    this.#run.openSegment.run(cached.num, this.#newestSegment)
    cached.chapter = this.#newestSegment
    cached.rowsLeft = SEGMENT_ROWS
  }

  #changeSummary(id: string, cached: CachedExecution, summary: ExecutionSummary): void {
    this.#run.setSummary.run(...valuesOf(summary), cached.num)
    const status = STATUS_NUMBERS[summary.status]
    if (status === cached.status) return
    this.#counts.add(cached, cached.num, -1)
    cached.status = status
    this.#counts.add(cached, cached.num, 1)
    if (isFinalStatusNumber(status)) this.#cache.delete(id)
  }

  #writeCounts(): void {
    const changes = this.#counts.take()
    for (const { bucket, by } of changes) this.#buckets.add(...bucket, by)
    this.#buckets.flush()
    for (const { bucket, by } of changes) if (by < 0) this.#run.dropEmptyBucket.run(...bucket)
  }

  #find(id: string): CachedExecution | undefined {
    const cached = this.#cache.get(id)
    if (cached !== undefined) return cached
    this.#entries.flush()
    const found = this.#run.find.get(id) as (Omit<CachedExecution, 'rowsLeft'> & { readonly rows: number }) | undefined
    return found && this.#store(id, { ...found, rowsLeft: Math.max(0, SEGMENT_ROWS - found.rows) })
  }

  #store(id: string, cached: CachedExecution): CachedExecution {
    if (isFinalStatusNumber(cached.status)) return cached
    for (const oldest of this.#cache.keys()) {
      if (this.#cache.size < MAX_CACHED) break
      this.#cache.delete(oldest)
    }
    this.#cache.set(id, cached)
    return cached
  }

  #workflow(id: string): number {
    const cached = this.#workflows.get(id)
    if (cached !== undefined) return cached
    this.#run.addWorkflow.run(id)
    const num = Number(this.#run.findWorkflow.get(id)?.num)
    if (this.#workflows.size >= MAX_CACHED) this.#workflows.clear()
    this.#workflows.set(id, num)
    return num
  }

  /** Null if the plan is neither given nor stored: then the execution cannot be inserted. */
  #plan({ hash, text }: PlanText): number | null {
    const cached = this.#plans.get(hash)
    if (cached !== undefined) return cached
    if (text !== undefined) this.#run.addPlan.run(hash, sqliteDialect.longText(text))
    const num = this.#run.findPlan.get(hash)?.num
    if (num === undefined) return null
    if (this.#plans.size >= MAX_CACHED) this.#plans.clear()
    this.#plans.set(hash, Number(num))
    return Number(num)
  }
}

/** Writes the changes, and returns those that were refused. */
function refused<C extends Change>(changes: readonly C[], write: (change: C) => string | undefined): Refusal[] {
  const refusals: Refusal[] = []
  for (const [at, change] of changes.entries()) {
    const why = write(change)
    if (why !== undefined) refusals.push({ at, why })
  }
  return refusals
}

function refusalOf(at: number, error: unknown): Refusal {
  const reported = sqliteError(error)
  return { at, why: reasonOf(error), reason: reported instanceof StoreUnavailable ? reported.reason : undefined }
}

function valuesOf(summary: ExecutionSummary) {
  const { status, updatedAt, wakeAt, error } = summary
  return [STATUS_NUMBERS[status], phaseOf(summary), updatedAt, wakeAt, ...searchText(error)] as const
}

function prepare(database: DatabaseSync) {
  const segments = segmentsIn({ name: 'sqlite' })
  return {
    begin: database.prepare('BEGIN IMMEDIATE'),
    commit: database.prepare('COMMIT'),
    rollback: database.prepare('ROLLBACK'),
    addWorkflow: database.prepare('INSERT INTO execution_workflows (id) VALUES (?) ON CONFLICT DO NOTHING'),
    findWorkflow: database.prepare('SELECT num FROM execution_workflows WHERE id = ?'),
    findPlan: database.prepare('SELECT num FROM plans WHERE hash = ?'),
    addPlan: database.prepare('INSERT INTO plans (hash, plan) VALUES (?, ?) ON CONFLICT DO NOTHING'),
    create: database.prepare(`INSERT INTO executions (${NEW_EXECUTION_COLUMNS.join(', ')})
      VALUES (${NEW_EXECUTION_COLUMNS.map(() => '?').join(', ')}) ON CONFLICT (id) DO NOTHING`),
    exists: database.prepare('SELECT 1 FROM executions WHERE id = ?'),
    version: database.prepare('PRAGMA data_version'),
    find: database.prepare(`SELECT e.num, e.workflow, e.status, ${segments.newest} AS chapter, ${segments.length} AS length,
      (SELECT count(*) FROM journal j WHERE j.chapter = ${segments.newest}) AS rows FROM executions e WHERE e.id = ?`),
    newestSegment: database.prepare('SELECT min(chapter) AS chapter FROM journal'),
    openSegment: database.prepare('INSERT INTO journal_chapters (num, chapter) VALUES (?, ?)'),
    setSummary: database.prepare(
      `UPDATE executions SET status = ?, phase = ?, updated_at = ?, wake_at = ?, error = ?, error_key = ? WHERE num = ?`,
    ),
    addValue: database.prepare('INSERT INTO large_values (hash, value) VALUES (?, ?) ON CONFLICT DO NOTHING'),
    useValue: database.prepare('INSERT INTO large_value_uses (num, hash) VALUES (?, ?) ON CONFLICT DO NOTHING'),
    ask: database.prepare(`INSERT INTO interrupts (${QUESTION_COLUMNS.join(', ')})
      VALUES (${QUESTION_COLUMNS.map(() => '?').join(', ')}) ${REPLACE_QUESTION}`),
    addUsage: database.prepare(addUsage(Array.from({ length: 10 }, () => '?'))),
    addTotal: database.prepare(addTotal(Array.from({ length: 5 }, () => '?'))),
    addProjectTotal: database.prepare(addProjectTotal(['?', '?', '?', '?'])),
    dropEmptyBucket: database.prepare(
      'DELETE FROM execution_counts WHERE workflow = ? AND status = ? AND level = ? AND bucket = ? AND executions = 0',
    ),
  } satisfies Record<string, StatementSync>
}
