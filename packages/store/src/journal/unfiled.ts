/**
 * Executions that were completed when they were created, and are not in the tables of executions yet.
 *
 * A commit of one execution changes twelve pages: the tables, six indexes and the counts. Most of the time of a short
 * execution is the commit, and the time of a commit depends on its pages. `unfiled_executions` has no further index, so
 * such a commit changes four. The rows are filed later, all at once: then they share most of the pages.
 *
 * U1  An execution is in one of the two places. Filing is one transaction.
 * U2  They are filed before anything else is written, so everything that refers to an execution finds it, and before
 *     the tables of executions are read (`serializedWrites`). A database is filed when it is opened.
 * U3  There are at most `MAX_UNFILED`, so no read waits long.
 * U4  No subscriber is notified of them: the triggers of `executions` add events to the outbox when they are filed. So failed
 *     executions are filed at once, and all of them if there is a subscription.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { Change, Creation } from './changes.ts'
import { addToCounts } from './counts.ts'
import { TIDINESS } from './statuses.ts'

export const MAX_UNFILED = 64
/** The executions of a larger batch share their pages anyway. */
const MAX_TOGETHER = 4

/** The columns that a new execution has in both tables. */
export const NEW_EXECUTION_COLUMNS = [
  'id',
  'workflow',
  'status',
  'phase',
  'updated_at',
  'wake_at',
  'error',
  'error_key',
  'created_at',
  'trigger_kind',
  'started_by',
  'started_by_key',
  'started_by_kind',
  'started_by_id',
  'revision',
  'plan',
  'record',
  'secrets',
  'is_compact',
] as const

const COLUMNS = NEW_EXECUTION_COLUMNS.join(', ')

// Numbers ascend and are never used twice, as those of `executions`.
const NEXT_NUMBER = `1 + max(coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'executions'), 0),
  coalesce((SELECT max(num) FROM unfiled_executions), 0))`

/** Its parameters are the columns of a new execution, and the number and the text of its events. */
export const ADD_UNFILED = `INSERT INTO unfiled_executions (num, ${COLUMNS}, count, events)
  VALUES (${NEXT_NUMBER}, ${NEW_EXECUTION_COLUMNS.map(() => '?').join(', ')}, ?, ?)`

const FILE = [
  `INSERT INTO executions (num, ${COLUMNS}) SELECT num, ${COLUMNS} FROM unfiled_executions ORDER BY num`,
  `INSERT INTO journal (chapter, first, count, events)
    SELECT num, 0, count, events FROM unfiled_executions ORDER BY num`,
  addToCounts('SELECT workflow, status, num, 1 AS by FROM unfiled_executions'),
  'DELETE FROM unfiled_executions',
]

/** Whether these changes, apart from others, may wait to be filed. */
export function mayBeUnfiled(changes: readonly Change[]): changes is readonly Creation[] {
  return changes.length <= MAX_TOGETHER && changes.every(isComplete)
}

/**
 * Nothing follows: no further events, no error workflow, no values to store or to remove, no history to rewrite, and no
 * secrets, which are looked for in the tables when the key is replaced.
 */
function isComplete(change: Change): boolean {
  if (change.kind !== 'create') return false
  const { summary, entry, tidiness, secrets } = change
  const isCompact = tidiness === TIDINESS.compact && entry.count > 0 && entry.values.length === 0
  return isCompact && summary.status === 'completed' && secrets === null
}

/** The unfiled executions of a database, for the writer of a connection. Called within its transactions. */
export class Unfiled {
  readonly #all
  readonly #file
  readonly #subscriptions
  /** The ids; undefined if they must be read again. */
  #ids: Set<string> | undefined

  constructor(database: DatabaseSync) {
    this.#all = database.prepare('SELECT id FROM unfiled_executions')
    this.#file = FILE.map((text) => database.prepare(text))
    this.#subscriptions = database.prepare('SELECT 1 FROM subscriptions LIMIT 1')
  }

  /** Whether these changes may be added to them. */
  mayAdd(changes: readonly Change[]): changes is readonly Creation[] {
    if (!mayBeUnfiled(changes) || this.ids.size + changes.length > MAX_UNFILED) return false
    return this.#subscriptions.get() === undefined
  }

  get ids(): Set<string> {
    this.#ids ??= new Set(this.#all.all().map(({ id }) => String(id)))
    return this.#ids
  }

  /** Called when the transaction was rolled back, and after another connection has written. */
  forget(): void {
    this.#ids = undefined
  }

  file(): void {
    if (this.ids.size === 0) return
    for (const statement of this.#file) statement.run()
    this.ids.clear()
  }
}

/** Files the executions that a process left which was killed. */
export function fileExecutions(database: DatabaseSync): void {
  if (database.prepare('SELECT 1 FROM unfiled_executions LIMIT 1').get() === undefined) return
  database.exec(`BEGIN IMMEDIATE; ${FILE.join('; ')}; COMMIT`)
}
