/**
 * Finds out which worker drives an execution. Restate lets one worker at a time do it, but a worker continues if only its
 * connection to Restate is lost; another worker then asks here before it takes over.
 */
import type { Clock } from '@millrace/engine'
import type { ClusterStore } from '@millrace/store'
import { type CallMessage, isCallMessage, isReplyMessage } from './cluster-calls.ts'

export interface CurrentDriversNeeds {
  readonly bus: ClusterStore['bus']
  readonly clock: Clock
  /** How long to wait for an answer. */
  readonly askMs: number
  /** The number of this worker's claim of an execution that it drives. */
  readonly ownerOf: (id: string) => number | undefined
  /** The number of the newest claim of an execution. */
  readonly newestOwner: (id: string) => Promise<number | undefined>
  /** Called if another worker has claimed an execution that this one drives. */
  readonly onLost: (id: string) => void
  /** Called if an execution has a new call. */
  readonly onCall: (id: string) => void
}

export class CurrentDrivers {
  readonly #needs: CurrentDriversNeeds
  readonly #asking = new Map<string, () => void>()
  readonly #stop: readonly (() => void)[]

  constructor(needs: CurrentDriversNeeds) {
    this.#needs = needs
    this.#stop = [
      needs.bus.listen('calls', (payload, isOwn) => this.#received(JSON.parse(payload), isOwn)),
      needs.bus.listen('replies', (payload) => this.#answered(JSON.parse(payload))),
    ]
  }

  /** True if another worker reports that it drives the execution. */
  isDrivenElsewhere(id: string): Promise<boolean> {
    const { clock, askMs } = this.#needs
    return new Promise((resolve) => {
      const settle = (isDriven: boolean) => {
        cancel()
        this.#asking.delete(id)
        resolve(isDriven)
      }
      const cancel = clock.at(clock.now() + askMs, () => settle(false))
      this.#asking.set(id, () => settle(true))
      this.#publish({ about: 'who', id })
    })
  }

  /** Notifies the worker that has lost an execution. */
  announce(id: string, owner: number): void {
    this.#publish({ about: 'claimed', id, owner })
  }

  /** Looks whether another worker has claimed an execution; its message may have been lost. */
  async check(id: string): Promise<void> {
    const { ownerOf, newestOwner, onLost } = this.#needs
    const own = ownerOf(id)
    if (own === undefined) return
    // While the database is away, no other worker can claim it.
    const newest = await newestOwner(id).catch(() => own)
    if (newest !== undefined && newest > own) onLost(id)
  }

  close(): void {
    for (const stop of this.#stop) stop()
  }

  #publish(message: CallMessage): void {
    this.#needs.bus.publish('calls', JSON.stringify(message))
  }

  #received(message: unknown, isOwn: boolean): void {
    if (!isCallMessage(message)) return
    const { about, id, owner = 0 } = message
    const { ownerOf, onCall, onLost, bus } = this.#needs
    if (about === 'call') return onCall(id)
    const own = ownerOf(id)
    if (isOwn || own === undefined) return
    if (about === 'who') bus.publish('replies', JSON.stringify({ about: 'mine', id }))
    else if (own < owner) onLost(id)
  }

  #answered(message: unknown): void {
    if (isReplyMessage(message) && message.about === 'mine') this.#asking.get(message.id)?.()
  }
}
