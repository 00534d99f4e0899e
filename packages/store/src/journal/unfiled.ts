/**
 * Executions that were completed when they were created, and are not in the tables of executions yet.
 *
 * A commit of one execution changes twelve pages: the tables, six indexes and the counts. Most of the time of a short
 * execution is the commit, and the time of a commit depends on its pages. `unfiled_executions` has no further index, and
 * its rows stay when they are filed, until another execution takes their slot: such a commit changes one page, while
 * adding a row to an empty table changes four. The rows are filed later, all at once: then they share most of the pages.
 *
 * U1  Filing is one transaction. A row is filed if its number is not above the highest number that `executions` ever had:
 *     numbers ascend and are never used twice.
 * U2  They are filed before anything else is written, so everything that refers to an execution finds it, and before
 *     the tables of executions are read (`serializedWrites`). A database is filed when it is opened.
 * U3  There are at most `MAX_UNFILED`, so no read waits long.
 * U4  No subscriber is notified of them: the triggers of `executions` add events to the outbox when they are filed. So failed
 *     executions are filed at once, and all of them if there is a subscription.
 * U5  No copy outlives its execution: filed rows are removed before anything but the journal is written.
 * U6  An execution never takes the slot of one that is not filed, even if the ids in memory are wrong.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { SqlValue } from '../sql.ts'
import type { Change, Creation } from './changes.ts'
import { addedUp, addToCounts } from './counts.ts'
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

/** The highest number that an execution in the tables of executions has or had. */
const FILED = `(SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'executions')`

/**
 * Its parameters are the slot, its place among those that are to be filed, and what `Unfiled.add` gets. Changes nothing if
 * the slot has an execution that is to be filed.
 */
const ADD = `INSERT INTO unfiled_executions (slot, num, ${COLUMNS}, count, events)
  VALUES (?, ? + ${FILED}, ${NEW_EXECUTION_COLUMNS.map(() => '?').join(', ')}, ?, ?)
  ON CONFLICT (slot) DO UPDATE
  SET ${['num', ...NEW_EXECUTION_COLUMNS, 'count', 'events'].map((column) => `${column} = excluded.${column}`).join(', ')}
  WHERE unfiled_executions.num <= ${FILED}`

// The executions last: they change `FILED`.
const FILE = [
  `INSERT INTO journal (chapter, first, count, events)
    SELECT num, 0, count, events FROM unfiled_executions WHERE num > ${FILED} ORDER BY num`,
  addToCounts(addedUp(`SELECT workflow, status, num, 1 AS by FROM unfiled_executions WHERE num > ${FILED}`)),
  `INSERT INTO executions (num, ${COLUMNS})
    SELECT num, ${COLUMNS} FROM unfiled_executions WHERE num > ${FILED} ORDER BY num`,
]

const ANY = 'SELECT 1 FROM unfiled_executions LIMIT 1'
const REMOVE = 'DELETE FROM unfiled_executions'

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
  readonly #add
  readonly #slots
  readonly #file
  readonly #any
  readonly #remove
  readonly #subscriptions
  /** The ids; undefined if they must be read again. */
  #ids: Set<string> | undefined

  constructor(database: DatabaseSync) {
    this.#add = database.prepare(ADD)
    this.#slots = database.prepare(`SELECT id, num > ${FILED} AS waits FROM unfiled_executions ORDER BY slot`)
    this.#file = FILE.map((text) => database.prepare(text))
    this.#any = database.prepare(ANY)
    this.#remove = database.prepare(REMOVE)
    this.#subscriptions = database.prepare('SELECT 1 FROM subscriptions LIMIT 1')
  }

  /** Whether these changes may be added to them. */
  mayAdd(changes: readonly Change[]): changes is readonly Creation[] {
    if (!mayBeUnfiled(changes) || this.size + changes.length > MAX_UNFILED) return false
    return this.#subscriptions.get() === undefined
  }

  get size(): number {
    return this.#known().size
  }

  has(id: string): boolean {
    return this.#known().has(id)
  }

  /** Adds an execution: the values of `NEW_EXECUTION_COLUMNS`, then the number and the text of its events. */
  add(id: string, values: readonly SqlValue[]): void {
    const ids = this.#known()
    const { changes } = this.#add.run(ids.size, ids.size + 1, ...values)
    if (changes === 0) throw new Error(`Slot ${ids.size} has an execution that is not filed.`)
    ids.add(id)
  }

  /** Called when the transaction was rolled back, and after another connection has written. */
  forget(): void {
    this.#ids = undefined
  }

  file(): void {
    const ids = this.#known()
    if (ids.size === 0) return
    for (const statement of this.#file) statement.run()
    ids.clear()
  }

  /** Files all of them, and removes the filed rows. */
  empty(): void {
    this.file()
    // Deleting nothing would change a page too.
    if (this.#any.get() !== undefined) this.#remove.run()
  }

  #known(): Set<string> {
    this.#ids ??= this.#read()
    return this.#ids
  }

  /** Those that are to be filed have the first slots. */
  #read(): Set<string> {
    const ids = new Set<string>()
    for (const { id, waits } of this.#slots.iterate()) {
      if (waits === 0) break
      ids.add(String(id))
    }
    return ids
  }
}

/** Files the executions that a process left which was killed, and removes the filed rows. */
export function fileExecutions(database: DatabaseSync): void {
  if (database.prepare(ANY).get() === undefined) return
  database.exec(`BEGIN IMMEDIATE; ${[...FILE, REMOVE].join('; ')}; COMMIT`)
}
