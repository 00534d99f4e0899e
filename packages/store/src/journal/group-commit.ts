/**
 * Group commit: changes that arrive in one turn of the event loop, and those that arrive while the one before is being
 * flushed, go into one transaction; each is answered when that transaction is on disk. A flush costs the same for one
 * change as for a thousand, so the busier it is, the cheaper a change becomes.
 *
 * One batch is under way at a time and a batch is bounded, so what is held beside the callers' own changes is too; the
 * callers wait for their answers, which is all the back-pressure there is to it.
 */
import { type Change, type JournalWriter, type Refusal, sizeOf } from './changes.ts'
import type { Turns } from './turns.ts'

const MAX_CHANGES = 2000
const MAX_SIZE = 16 * 1024 * 1024

interface Waiting {
  readonly change: Change
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

export class GroupCommit {
  readonly #writer: JournalWriter
  readonly #turns: Turns
  #queue: Waiting[] = []
  #isScheduled = false
  #isClosed = false

  constructor(writer: JournalWriter, turns: Turns) {
    this.#writer = writer
    this.#turns = turns
  }

  /** Resolves when the change is durable. */
  write(change: Change): Promise<void> {
    if (this.#isClosed) return Promise.reject(new Error('The database is closed.'))
    return new Promise((resolve, reject) => {
      this.#queue.push({ change, resolve, reject })
      this.#schedule()
    })
  }

  /** Writes what is waiting and takes nothing more. */
  close(): Promise<void> {
    this.#isClosed = true
    return this.#turns.take(async () => {
      while (this.#queue.length > 0) await this.#commitNext()
    })
  }

  #schedule(): void {
    if (this.#isScheduled || this.#queue.length === 0) return
    this.#isScheduled = true
    setImmediate(() => void this.#turns.take(() => this.#commitNext()))
  }

  async #commitNext(): Promise<void> {
    this.#isScheduled = false
    const batch = this.#nextBatch()
    if (batch.length === 0) return
    try {
      settle(batch, await this.#writer.commit(batch.map(({ change }) => change)))
    } catch (error) {
      for (const { reject } of batch) reject(error instanceof Error ? error : new Error(String(error)))
    }
    this.#schedule()
  }

  #nextBatch(): Waiting[] {
    const queue = this.#queue
    let size = 0
    let end = 0
    while (end < queue.length && end < MAX_CHANGES) {
      size += sizeOf((queue[end] as Waiting).change)
      if (size > MAX_SIZE && end > 0) break
      end += 1
    }
    const batch = queue.slice(0, end)
    const rest = queue.slice(end)
    if (!this.#writer.isOneEach) {
      this.#queue = rest
      return batch
    }
    const ids = new Set<string>()
    const isFirst = ({ change }: Waiting) => ids.size < ids.add(change.id).size
    const { yes = [], no = [] } = Object.groupBy(batch, (each) => (isFirst(each) ? 'yes' : 'no'))
    this.#queue = [...no, ...rest]
    return yes
  }
}

function settle(batch: readonly Waiting[], refusals: readonly Refusal[]): void {
  const reasons = new Map(refusals.map(({ at, why }) => [at, why]))
  for (const [at, { resolve, reject }] of batch.entries()) {
    const why = reasons.get(at)
    if (why === undefined) resolve()
    else reject(new Error(why))
  }
}
