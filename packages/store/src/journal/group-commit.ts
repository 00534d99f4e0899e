/**
 * Group commit: changes that arrive in one turn of the event loop, and those that arrive while the previous batch is
 * being flushed, form one transaction; each write resolves when that transaction is on disk. A flush costs the same for
 * one change as for a thousand, so the cost of a change falls with the load.
 *
 * A caller whose write resolves usually writes again soon. In a thread that is mostly idle it is best to wait for all of
 * them: one flush for all. In a busy thread the callers take longer than the disk, which would be idle while they work,
 * and they while it works; so a batch starts as soon as half of the changes in flight are queued and the previous batch
 * is on disk: then the callers of one half work while the other half is being written. With a fixed, small number
 * instead of half, 100 callers at once made batches of 12 and 88 in turn, and the thread waited for a third of the time.
 *
 * To find out whether the previous batch is on disk, the writer is polled: the event loop delivers its answer only after
 * all requests that it has received, and by then every caller waits for the next batch. With 50 requests at once the
 * thread waited for 8 % of the time without polling, and for 3 % with it.
 *
 * Only one batch is being written at a time and its size is bounded, so memory use is bounded too. Back-pressure is
 * that callers wait for their writes.
 */
import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import type { Mutex } from '../mutex.ts'
import { OwnershipLost } from '../ownership-lost.ts'
import { StoreUnavailable } from '../unavailable.ts'
import { noteWrite, type WriteScope, writeScope } from '../write-scope.ts'
import { type Change, type JournalWriter, type Refusal, sizeOf } from './changes.ts'

const MAX_CHANGES = 2000
const MAX_SIZE = 16 * 1024 * 1024

/** The thread counts as busy above this utilization. */
const BUSY = 0.4
/** A busy thread starts no batch with fewer changes before its turn is over: they are not worth a separate flush. */
const ENOUGH = 12
/** How much of the highest number of changes in flight is left after a batch with fewer. */
const KEPT = 0.95

interface Waiting {
  readonly change: Change
  /** Of the caller: the batch is written outside of it. */
  readonly scope: WriteScope | undefined
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

export class GroupCommit {
  readonly #writer: JournalWriter
  readonly #writeLock: Mutex
  #queue: Waiting[] = []
  #isScheduled = false
  #isUnderWay = false
  #isClosed = false
  /** Start a batch without waiting for more when this many changes are queued. */
  #enough = Number.POSITIVE_INFINITY
  /** The highest number of changes that were queued or being written at once; decreases slowly when there are fewer. */
  #inFlight = 0
  #lastUse: EventLoopUtilization = performance.eventLoopUtilization()

  constructor(writer: JournalWriter, writeLock: Mutex) {
    this.#writer = writer
    this.#writeLock = writeLock
  }

  /** Resolves when the change is durable. */
  write(change: Change): Promise<void> {
    if (this.#isClosed) return Promise.reject(new Error('The database is closed.'))
    return new Promise((resolve, reject) => {
      this.#queue.push({ change, scope: writeScope.getStore(), resolve, reject })
      if (this.#queue.length < this.#enough) this.#schedule()
      else if (this.#isUnderWay) this.#writer.poll?.()
      else void this.#commit()
    })
  }

  /** Writes everything that is queued and accepts no more. */
  async close(): Promise<void> {
    this.#isClosed = true
    while (this.#isUnderWay || this.#queue.length > 0) await this.#commit()
  }

  /** Starts a batch after the current turn of the event loop, so that all its changes are in the batch. */
  #schedule(): void {
    if (this.#isScheduled || this.#isUnderWay || this.#queue.length === 0) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      if (!this.#isUnderWay) void this.#commit()
    })
  }

  async #commit(): Promise<void> {
    this.#isUnderWay = true
    let batch: Waiting[] = []
    const answer = await this.#writeLock.run(async () => {
      // Taken after the lock is acquired: more changes may have arrived.
      batch = this.#nextBatch()
      if (batch.length === 0) return []
      return this.#writer.commit(batch.map(({ change }) => change)).catch(errorOf)
    })
    this.#isUnderWay = false
    this.#inFlight = Math.max(batch.length + this.#queue.length, this.#inFlight * KEPT)
    this.#enough = this.#isBusy() ? Math.max(ENOUGH, Math.ceil(this.#inFlight / 2)) : Number.POSITIVE_INFINITY
    if (this.#queue.length >= this.#enough) void this.#commit()
    settle(batch, answer)
    this.#schedule()
  }

  #isBusy(): boolean {
    const use = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(use, this.#lastUse)
    this.#lastUse = use
    return utilization > BUSY
  }

  #nextBatch(): Waiting[] {
    const queue = this.#queue
    let size = 0
    let end = 0
    for (const { change } of queue) {
      size += sizeOf(change)
      if (end === MAX_CHANGES || (size > MAX_SIZE && end > 0)) break
      end += 1
    }
    const batch = queue.slice(0, end)
    this.#queue = queue.slice(end)
    return this.#writer.isOneEach ? this.#firstOfEach(batch) : batch
  }

  /** Re-queues changes that must wait for an earlier change of the same execution. */
  #firstOfEach(batch: readonly Waiting[]): Waiting[] {
    const ids = new Set<string>()
    const first: Waiting[] = []
    const later: Waiting[] = []
    for (const each of batch) {
      if (ids.has(each.change.id)) later.push(each)
      else first.push(each)
      ids.add(each.change.id)
    }
    this.#queue.unshift(...later)
    return first
  }
}

function settle(batch: readonly Waiting[], answer: readonly Refusal[] | Error): void {
  if (answer instanceof Error) {
    for (const { reject } of batch) reject(answer)
    return
  }
  const refused = new Set(answer.map(({ at }) => at))
  for (const refusal of answer) batch[refusal.at]?.reject(refusalError(refusal))
  for (const [at, { scope, resolve }] of batch.entries()) {
    if (refused.has(at)) continue
    noteWrite(scope)
    resolve()
  }
}

function refusalError({ why, reason, isForeign }: Refusal): Error {
  if (isForeign) return new OwnershipLost(why)
  const error = new Error(why)
  return reason === undefined ? error : new StoreUnavailable(reason, error)
}

function errorOf(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
