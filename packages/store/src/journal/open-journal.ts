/**
 * The journal of the engine on a database. Writes are grouped (`GroupCommit`) and handed to a writer; reads go straight
 * to the tables. What has been answered is on disk and is what the next read sees.
 */
import type { Journal } from '@millrace/engine'
import { isStorable, type Sql } from '../sql.ts'
import type { JournalWriter, PlanText } from './changes.ts'
import { UNLISTED } from './counts.ts'
import { preparedEntry } from './event-text.ts'
import { GroupCommit } from './group-commit.ts'
import { histories } from './histories.ts'
import { Plans } from './plans.ts'
import { questionTexts } from './question-text.ts'
import { printRecord } from './record-text.ts'
import type { Turns } from './turns.ts'
import { WriteOrder } from './write-order.ts'

export interface JournalNeeds {
  /** For reading. */
  readonly sql: Sql
  readonly writer: JournalWriter
  /** Taken for every batch. */
  readonly turns: Turns
}

export interface OpenJournal extends Journal {
  /** Writes what is waiting, then refuses everything. */
  close(): Promise<void>
}

export function openJournal({ sql, writer, turns }: JournalNeeds): OpenJournal {
  const plans = new Plans()
  const commits = new GroupCommit(writer, turns)
  const reads = histories(sql, plans)
  const order = new WriteOrder()
  return {
    ...reads,

    async create(record, events, head) {
      const { id, createdAt } = record
      const workflowId = record.isUnlisted ? UNLISTED : record.workflowId
      if (!isStorable(id) || !isStorable(workflowId)) throw new Error('An id with a NUL character cannot be stored.')
      const creation = {
        kind: 'create',
        id,
        workflowId,
        createdAt,
        // A copy, because a part of a larger buffer would go to another thread with the whole of it.
        secrets: record.secrets && new Uint8Array(record.secrets),
        record: printRecord(record),
        head,
      } as const
      const prepared = both(plans.shortest(record.plan), preparedEntry(events))
      await order.add(id, prepared, async ([plan, entry]) => {
        const write = (text: PlanText) => commits.write({ ...creation, plan: text, entry })
        // A plan that was stored may have been pruned since, with the last execution that had it.
        await write(plan).catch(async (error: unknown) => {
          if (plan.text !== undefined) throw error
          return write(await plans.whole(record.plan))
        })
        plans.noteStored(plan.hash)
      })
    },

    async append(id, length, events, head) {
      if (!isStorable(id)) throw new Error(`no execution ${id}`)
      const questions = head?.questions && questionTexts(head.questions)
      await order.add(id, preparedEntry(events), (entry) =>
        commits.write({ kind: 'append', id, length, entry, head, questions }),
      )
    },

    async setSummary(id, head) {
      if (isStorable(id)) await order.add(id, head, () => commits.write({ kind: 'head', id, head }))
    },

    // The first thing that an engine asks for. Soon it will write, and the writer can get ready meanwhile.
    active(after, limit) {
      writer.start()
      return reads.active(after, limit)
    },

    async close() {
      await order.idle()
      await commits.close()
      // After the writes of other stores that wait for their turn.
      await turns.take(() => writer.close())
    },
  }
}

/** Both values, at once if neither has to be waited for. */
function both<A, B>(a: A | Promise<A>, b: B | Promise<B>): readonly [A, B] | Promise<readonly [A, B]> {
  return a instanceof Promise || b instanceof Promise ? Promise.all([a, b]) : [a, b]
}
