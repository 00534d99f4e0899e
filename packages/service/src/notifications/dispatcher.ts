/**
 * Sends what is in the outbox. Runs in one process at a time; rows that it was sending when it ended are sent again, so
 * every event arrives at least once. Each recipient has its own queue and its own slots, and none are shared: a target that
 * never answers can delay neither other subscriptions nor error workflows. The number of subscriptions is the limit.
 */
import type { DeliveryRecord, DeliveryStore } from '@millrace/store'
import type { Clock, Log } from '../platform/ports.ts'

export interface Recipient {
  /** Deliveries that are sent at the same time. */
  readonly slots: number
  /** Attempts one delivery and records the result. */
  deliver(delivery: DeliveryRecord, signal: AbortSignal): Promise<void>
}

export interface DispatcherNeeds {
  readonly store: DeliveryStore
  /** Undefined if it does not exist any more, or is disabled. */
  readonly recipient: (id: string) => Promise<Recipient | undefined>
  readonly clock: Clock
  readonly log: Log
}

/** Other processes of a cluster add to the outbox, and retries become due. */
const POLL_MS = 2_000
/** Collects the events of a moment. */
const COLLECT_MS = 20
/** Deliveries of one recipient that are sent at the same time: one that fails gets one, so that it holds few connections. */
export const RECIPIENT_SLOTS = { healthy: 8, failing: 1 } as const

const DAY_MS = 24 * 3600 * 1000
const PRUNE_EVERY_MS = 60_000
export const OUTBOX_LIMITS = { keepDays: 30, keepEnded: 1_000, maxPending: 10_000 } as const
const PRUNE_BATCH = 500
const PRUNE_PASSES = 20

export class Dispatcher {
  readonly #needs: DispatcherNeeds
  readonly #busy = new Map<string, Promise<void>>()
  #stopped = new AbortController()
  #isOn = false
  #soon: NodeJS.Timeout | undefined
  #poll: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #pruneAt = 0

  constructor(needs: DispatcherNeeds) {
    this.#needs = needs
  }

  begin(): void {
    this.#isOn = true
    this.#stopped = new AbortController()
    this.wake()
  }

  /** There may be something to send. Does nothing in a process that does not dispatch. */
  wake(): void {
    if (!this.#isOn || this.#soon !== undefined) return
    this.#soon = setTimeout(() => {
      this.#soon = undefined
      this.#looking ??= this.#look().finally(() => {
        this.#looking = undefined
      })
    }, COLLECT_MS).unref()
  }

  /** Ends the requests that are under way; they are repeated by the next process. */
  async stop(): Promise<void> {
    this.#isOn = false
    clearTimeout(this.#soon)
    clearTimeout(this.#poll)
    this.#soon = undefined
    this.#stopped.abort(new Error('the service stops'))
    await this.#looking
    await Promise.all(this.#busy.values())
  }

  /** Sends everything that is due. */
  async pass(): Promise<void> {
    const { store, clock } = this.#needs
    const ids = await store.recipients(clock.now())
    await Promise.all(ids.map((id) => this.#drain(id)))
  }

  async #look(): Promise<void> {
    const { store, clock, log } = this.#needs
    clearTimeout(this.#poll)
    try {
      for (const id of await store.recipients(clock.now())) this.#start(id)
      if (clock.now() >= this.#pruneAt) await this.#prune()
    } catch (err) {
      log.warn({ err }, 'the outbox could not be read; it is read again')
    }
    if (this.#isOn) this.#poll = setTimeout(() => this.wake(), POLL_MS).unref()
  }

  #start(id: string): void {
    if (!this.#isOn || this.#busy.has(id)) return
    const work = this.#drain(id).then(
      () => {
        this.#busy.delete(id)
        // What was added meanwhile.
        this.wake()
      },
      (err: unknown) => {
        this.#busy.delete(id)
        if (!this.#stopped.signal.aborted) this.#needs.log.warn({ recipient: id, err }, 'deliveries could not go on')
      },
    )
    this.#busy.set(id, work)
  }

  async #drain(id: string): Promise<void> {
    const { store, recipient, clock } = this.#needs
    const { signal } = this.#stopped
    while (!signal.aborted) {
      const to = await recipient(id)
      const due = to === undefined ? [] : await store.due(id, clock.now(), to.slots)
      if (to === undefined || due.length === 0) return
      const ended = await Promise.allSettled(due.map((delivery) => to.deliver(delivery, signal)))
      const failed = ended.find((one) => one.status === 'rejected')
      if (failed !== undefined) throw failed.reason
    }
  }

  async #prune(): Promise<void> {
    const { store, clock } = this.#needs
    const now = clock.now()
    this.#pruneAt = now + PRUNE_EVERY_MS
    const { keepDays, keepEnded, maxPending } = OUTBOX_LIMITS
    const query = { createdBefore: now - keepDays * DAY_MS, keepEnded, maxPending, now, batch: PRUNE_BATCH }
    for (let pass = 0; pass < PRUNE_PASSES && this.#isOn; pass++) if ((await store.prune(query)) === 0) return
  }
}
