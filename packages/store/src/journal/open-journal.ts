/**
 * The engine's journal on a database. Writes are grouped (`GroupCommit`) and passed to a writer; reads query the tables
 * directly. A write that has resolved is on disk and visible to the next read.
 */
import type { ExecutionRecord, ExecutionSummary, Journal } from '@millrace/engine'
import { executionStarterOf, executionTriggerOf } from '@millrace/model'
import type { OwnedAppend } from '../cluster-store.ts'
import type { Mutex } from '../mutex.ts'
import { isStorable, type Sql } from '../sql.ts'
import type { Creation, JournalWriter } from './changes.ts'
import { UNLISTED } from './counts.ts'
import { preparedEntry } from './event-text.ts'
import { GroupCommit } from './group-commit.ts'
import { histories } from './histories.ts'
import { Plans } from './plans.ts'
import { questionTexts } from './question-text.ts'
import { printRecord } from './record-text.ts'
import { tidinessOf } from './statuses.ts'
import { usageTexts } from './usage-text.ts'
import { WriteOrder } from './write-order.ts'

export interface JournalNeeds {
  /** For reading. */
  readonly sql: Sql
  readonly writer: JournalWriter
  /** Acquired for every batch. */
  readonly writeLock: Mutex
}

export interface OpenJournal extends Journal {
  /** Like `append`. Rejects with `OwnershipLost` if the execution has another owner. */
  appendOwned(append: OwnedAppend): Promise<void>
  /** Like `setSummary`. Rejects with `OwnershipLost` if the execution has another owner. */
  setOwnedSummary(id: string, summary: ExecutionSummary, owner: number): Promise<void>
  /** The record of an execution without its history. */
  record(id: string): Promise<ExecutionRecord | undefined>
  /** Writes everything that is queued, then rejects further writes. */
  close(): Promise<void>
}

export function openJournal({ sql, writer, writeLock }: JournalNeeds): OpenJournal {
  const plans = new Plans()
  const commits = new GroupCommit(writer, writeLock)
  const reads = histories(sql, plans)
  const order = new WriteOrder()
  const append = async ({ id, length, events, summary, ...owned }: Unowned & Partial<OwnedAppend>) => {
    if (!isStorable(id)) throw new Error(`no execution ${id}`)
    const questions = summary?.questions && questionTexts(summary.questions)
    const usage = summary?.usage && usageTexts(summary.usage)
    await order.add(id, preparedEntry(events), (entry) =>
      commits.write({ kind: 'append', id, length, entry, summary, questions, usage, ...owned }),
    )
  }
  const setSummary = async (id: string, summary: ExecutionSummary, owner?: number) => {
    if (isStorable(id)) await order.add(id, summary, () => commits.write({ kind: 'summary', id, summary, owner }))
  }
  return {
    ...reads,

    create(record, events, summary, size) {
      const { id, createdAt } = record
      const workflowId = record.isUnlisted ? UNLISTED : record.workflowId
      if (!isStorable(id) || !isStorable(workflowId))
        return Promise.reject(new Error('An id with a NUL character cannot be stored.'))
      const { about, parent } = record
      const prepared = both(plans.shortest(record.plan), preparedEntry(events, size))
      return order.add(id, prepared, ([plan, entry]) => {
        const creation: Creation = {
          kind: 'create',
          id,
          workflowId,
          createdAt,
          trigger: executionTriggerOf(about, parent),
          startedBy: about.startedBy ?? '',
          starter: executionStarterOf(about, parent),
          revision: about.revision,
          plan,
          // Copy: posting a view of a larger buffer to the thread would copy the whole buffer.
          secrets: record.secrets && new Uint8Array(record.secrets),
          record: printRecord(record),
          tidiness: tidinessOf(summary, about),
          entry,
          summary,
        }
        const noteStored = () => plans.noteStored(plan.hash)
        return commits.write(creation).then(noteStored, async (error: unknown) => {
          // The stored plan may have been pruned with the last execution that used it: write it again.
          if (plan.text !== undefined) throw error
          await commits.write({ ...creation, plan: await plans.whole(record.plan) })
          noteStored()
        })
      })
    },

    append: (id, length, events, summary) => append({ id, length, events, summary }),
    appendOwned: append,
    setSummary: (id, summary) => setSummary(id, summary),
    setOwnedSummary: setSummary,

    // The engine calls this first. It will write soon, so the writer starts meanwhile.
    active(after, limit) {
      writer.start()
      return reads.active(after, limit)
    },

    async close() {
      await order.idle()
      await commits.close()
      // After the writes of other stores that wait for the lock.
      await writeLock.run(() => writer.close())
    },
  }
}

type Unowned = Pick<OwnedAppend, 'id' | 'length' | 'events' | 'summary'>

/** Both values; synchronous if neither is a promise. */
function both<A, B>(a: A | Promise<A>, b: B | Promise<B>): readonly [A, B] | Promise<readonly [A, B]> {
  return a instanceof Promise || b instanceof Promise ? Promise.all([a, b]) : [a, b]
}
