/**
 * Finds executions that have something to do and that no worker seems to drive, and asks Restate to have them driven. So
 * Restate may lose all its data, or be away while executions start. A request for an execution that a worker drives waits
 * in Restate until that has ended, and then finds nothing to do. One worker sweeps at a time.
 */
import type { Clock } from '@millrace/engine'
import type { ClusterStore } from '@millrace/store'
import { pauseUntil } from './drive.ts'
import type { ClusterTiming } from './ports.ts'

export interface SweepNeeds {
  readonly cluster: Pick<ClusterStore, 'claims' | 'calls' | 'steps' | 'leader'>
  readonly clock: Clock
  /** Resolves with false if Restate did not accept the request. */
  readonly drive: (id: string, key: string) => Promise<boolean>
  readonly timing: ClusterTiming
  readonly onFault: (error: unknown) => void
}

const PAGE = 200
/** Replies are removed after this time; a caller has read them long before. */
const REPLIES_MS = 10 * 60_000
/** A request is sent again after this time: Restate may have lost it. */
const AGAIN_MS = 60_000

/** The key of a request to drive an execution that has been claimed this many times. */
export function driveKey(id: string, owner: number): string {
  return `drive:${id}:${owner}`
}

export class Sweep {
  readonly #needs: SweepNeeds
  /** When the requests of the last minute were sent, by key. */
  #sent = new Map<string, number>()
  #leadership: ReturnType<ClusterStore['leader']> | undefined

  constructor(needs: SweepNeeds) {
    this.#needs = needs
  }

  /** Sweeps regularly, while no other process does. */
  start(): void {
    this.#leadership ??= this.#needs.cluster.leader('sweep', (signal) => this.#repeat(signal))
  }

  async close(): Promise<void> {
    await this.#leadership?.stop()
  }

  async #repeat(signal: AbortSignal): Promise<void> {
    const { clock, timing, onFault } = this.#needs
    while (!signal.aborted) {
      await this.#sweep(signal).catch(onFault)
      await pauseUntil(clock.now() + timing.sweepEveryMs, clock, signal)
    }
  }

  async #sweep(signal: AbortSignal): Promise<void> {
    const { cluster, clock, timing } = this.#needs
    const before = clock.now() - timing.unattendedMs
    const sent = new Map<string, number>()
    for (let after = ''; !signal.aborted; ) {
      const found = await cluster.claims.unattended({ after, before, limit: PAGE })
      for (const { id, owner } of found) this.#send(id, driveKey(id, owner), sent)
      const last = found.at(-1)
      if (last === undefined || found.length < PAGE) break
      after = last.id
    }
    this.#sent = sent
    await cluster.calls.removeReplied(clock.now() - REPLIES_MS)
    await cluster.steps.removeEnded()
  }

  #send(id: string, key: string, sent: Map<string, number>): void {
    const now = this.#needs.clock.now()
    const last = this.#sent.get(key)
    const isRecent = last !== undefined && last > now - AGAIN_MS
    sent.set(key, isRecent ? last : now)
    if (!isRecent) void this.#drive(id, key, sent)
  }

  /** A request that was not accepted is sent again by the next sweep. */
  async #drive(id: string, key: string, sent: Map<string, number>): Promise<void> {
    if (await this.#needs.drive(id, key)) return
    sent.delete(key)
    this.#sent.delete(key)
  }
}
