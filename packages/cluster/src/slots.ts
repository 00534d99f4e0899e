/** The slots of a worker: how many executions or computing steps it has in memory, and which queued one is next. */

export interface SlotNeeds {
  readonly max: number
  /** The number of executions in memory that take a slot. */
  readonly inUse: () => number
}

interface Waiter {
  readonly isUrgent: boolean
  readonly grant: (isGranted: boolean) => void
}

/** Urgent executions may use this many times the slots. */
const URGENT_FACTOR = 2

export class Slots {
  readonly #needs: SlotNeeds
  /** Waiting executions by queue. The queue at the front is served next and moves to the end. */
  readonly #queues = new Map<string, Waiter[]>()
  /** Granted slots of executions that are not in memory yet. */
  #granted = 0
  #isClosed = false

  constructor(needs: SlotNeeds) {
    this.#needs = needs
  }

  get waiting(): number {
    let count = 0
    for (const waiters of this.#queues.values()) count += waiters.length
    return count
  }

  /** True if `acquire` would succeed at once. */
  get hasFree(): boolean {
    return !this.#isClosed && this.waiting === 0 && this.#isFree(false)
  }

  /** Resolves with true when there is a slot, and with false if the wait was ended. Call `entered` after true. */
  acquire(queue: string, { isUrgent, signal }: { isUrgent: boolean; signal: AbortSignal }): Promise<boolean> {
    if (this.#isClosed || signal.aborted) return Promise.resolve(false)
    if (this.waiting === 0 && this.#isFree(isUrgent)) return this.take()
    if (isUrgent && this.#isFree(true)) return this.take()
    return new Promise((resolve) => {
      const waiter: Waiter = {
        isUrgent,
        grant: (isGranted) => {
          signal.removeEventListener('abort', end)
          resolve(isGranted)
        },
      }
      const end = () => {
        this.#remove(queue, waiter)
        waiter.grant(false)
      }
      signal.addEventListener('abort', end)
      this.#queues.set(queue, [...(this.#queues.get(queue) ?? []), waiter])
    })
  }

  /** Takes a slot, whether or not one is free. */
  take(): Promise<boolean> {
    this.#granted++
    return Promise.resolve(true)
  }

  /** The execution with a granted slot is in memory, or does not need the slot. */
  entered(): void {
    this.#granted--
    this.check()
  }

  /** Grants free slots. Call it when an execution leaves memory or waits for another one. */
  check(): void {
    while (this.#queues.size > 0 && this.#isFree(false)) {
      const [queue, waiters] = this.#queues.entries().next().value ?? ['', []]
      const [next, ...others] = waiters
      this.#queues.delete(queue)
      if (others.length > 0) this.#queues.set(queue, others)
      if (next === undefined) continue
      this.#granted++
      next.grant(true)
    }
  }

  /** Ends all waits. */
  close(): void {
    this.#isClosed = true
    const all = [...this.#queues.values()].flat()
    this.#queues.clear()
    for (const waiter of all) waiter.grant(false)
  }

  #isFree(isUrgent: boolean): boolean {
    const { max, inUse } = this.#needs
    return inUse() + this.#granted < max * (isUrgent ? URGENT_FACTOR : 1)
  }

  #remove(queue: string, waiter: Waiter): void {
    const others = (this.#queues.get(queue) ?? []).filter((each) => each !== waiter)
    if (others.length > 0) this.#queues.set(queue, others)
    else this.#queues.delete(queue)
  }
}
