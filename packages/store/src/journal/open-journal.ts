/**
 * The engine's journal on a database. Writes are grouped (`GroupCommit`) and passed to a writer; reads query the tables
 * directly. A write that has resolved is on disk and visible to the next read.
 */
import type { Journal } from '@millrace/engine'
import { executionTriggerOf } from '@millrace/model'
import type { Mutex } from '../mutex.ts'
import { isStorable, type Sql } from '../sql.ts'
import type { JournalWriter, PlanText } from './changes.ts'
import { UNLISTED } from './counts.ts'
import { preparedEntry } from './event-text.ts'
import { GroupCommit } from './group-commit.ts'
import { histories } from './histories.ts'
import { Plans } from './plans.ts'
import { questionTexts } from './question-text.ts'
import { printRecord } from './record-text.ts'
import { WriteOrder } from './write-order.ts'

export interface JournalNeeds {
  /** For reading. */
  readonly sql: Sql
  readonly writer: JournalWriter
  /** Acquired for every batch. */
  readonly writeLock: Mutex
}

export interface OpenJournal extends Journal {
  /** Writes everything that is queued, then rejects further writes. */
  close(): Promise<void>
}

export function openJournal({ sql, writer, writeLock }: JournalNeeds): OpenJournal {
  const plans = new Plans()
  const commits = new GroupCommit(writer, writeLock)
  const reads = histories(sql, plans)
  const order = new WriteOrder()
  return {
    ...reads,

    async create(record, events, summary) {
      const { id, createdAt } = record
      const workflowId = record.isUnlisted ? UNLISTED : record.workflowId
      if (!isStorable(id) || !isStorable(workflowId)) throw new Error('An id with a NUL character cannot be stored.')
      const creation = {
        kind: 'create',
        id,
        workflowId,
        createdAt,
        trigger: executionTriggerOf(record.about, record.parent),
        startedBy: record.about.startedBy ?? '',
        // Copy: posting a view of a larger buffer to the thread would copy the whole buffer.
        secrets: record.secrets && new Uint8Array(record.secrets),
        record: printRecord(record),
        summary,
      } as const
      const prepared = both(plans.shortest(record.plan), preparedEntry(events))
      await order.add(id, prepared, async ([plan, entry]) => {
        const write = (text: PlanText) => commits.write({ ...creation, plan: text, entry })
        // The stored plan may have been pruned with the last execution that used it: write it again.
        await write(plan).catch(async (error: unknown) => {
          if (plan.text !== undefined) throw error
          return write(await plans.whole(record.plan))
        })
        plans.noteStored(plan.hash)
      })
    },

    async append(id, length, events, summary) {
      if (!isStorable(id)) throw new Error(`no execution ${id}`)
      const questions = summary?.questions && questionTexts(summary.questions)
      await order.add(id, preparedEntry(events), (entry) =>
        commits.write({ kind: 'append', id, length, entry, summary, questions }),
      )
    },

    async setSummary(id, summary) {
      if (isStorable(id)) await order.add(id, summary, () => commits.write({ kind: 'summary', id, summary }))
    },

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

/** Both values; synchronous if neither is a promise. */
function both<A, B>(a: A | Promise<A>, b: B | Promise<B>): readonly [A, B] | Promise<readonly [A, B]> {
  return a instanceof Promise || b instanceof Promise ? Promise.all([a, b]) : [a, b]
}
