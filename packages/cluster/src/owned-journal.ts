/**
 * The journal of a worker. Every write carries the number of the worker's claim, so that a worker that lost an execution
 * without noticing cannot write. An append also records which calls its events handle, and removes the offers of steps that end
 * with it, in the same transaction. One that took
 * long is followed by a look at the claim: the worker may have been frozen, and the steps that it was about to start may have
 * run elsewhere.
 */
import type { Clock, ExecutionEvent, ExecutionSummary, Journal } from '@millrace/engine'
import { type ClusterStore, OwnershipLost } from '@millrace/store'
import type { HeavySteps } from './heavy-steps.ts'

/** A worker that is silent for longer may have lost its executions. */
const SILENT_MS = 1_000

export interface OwnedJournalNeeds {
  readonly cluster: Pick<ClusterStore, 'owned' | 'claims'>
  readonly clock: Clock
  readonly offers: Pick<HeavySteps, 'endedBy' | 'removed'>
}

type Handled = { readonly id: string; readonly position: number }[]

export class OwnedJournal implements Journal {
  readonly #journal: Journal
  readonly #needs: OwnedJournalNeeds
  readonly #owners = new Map<string, number>()
  /** The calls that events handle, by event. */
  readonly #calls = new WeakMap<ExecutionEvent, string>()

  constructor(journal: Journal, needs: OwnedJournalNeeds) {
    this.#journal = journal
    this.#needs = needs
  }

  own(id: string, owner: number): void {
    this.#owners.set(id, owner)
  }

  disown(id: string): void {
    this.#owners.delete(id)
  }

  ownerOf(id: string): number | undefined {
    return this.#owners.get(id)
  }

  /** Records, when the event is appended, that it handles a call. */
  tie(event: ExecutionEvent, call: string): ExecutionEvent {
    this.#calls.set(event, call)
    return event
  }

  async append(
    id: string,
    length: number,
    events: readonly ExecutionEvent[],
    summary?: ExecutionSummary,
  ): Promise<void> {
    const { cluster, clock, offers } = this.#needs
    const handled = this.#handledBy(events, length)
    const offered = offers.endedBy(id, events)
    const owner = this.#owner(id)
    const sentAt = clock.now()
    await cluster.owned.append({ id, owner, length, events, summary, handled, ...(offered && { offered }) })
    if (offered !== undefined) offers.removed(id, offered)
    if (clock.now() - sentAt >= SILENT_MS) await this.#confirm(id, owner)
  }

  async confirmOwner(id: string): Promise<void> {
    await this.#confirm(id, this.#owner(id))
  }

  async setSummary(id: string, summary: ExecutionSummary): Promise<void> {
    await this.#needs.cluster.owned.setSummary(id, summary, this.#owner(id))
  }

  create(...creation: Parameters<Journal['create']>): Promise<void> {
    return this.#journal.create(...creation)
  }

  load(id: string) {
    return this.#journal.load(id)
  }

  active(after: string, limit: number) {
    return this.#journal.active(after, limit)
  }

  due(now: number, limit: number) {
    return this.#journal.due(now, limit)
  }

  pending(limit: number) {
    return this.#journal.pending(limit)
  }

  nextDue() {
    return this.#journal.nextDue()
  }

  async #confirm(id: string, owner: number): Promise<void> {
    const newest = await this.#needs.cluster.claims.owner(id)
    if (newest !== owner) throw new OwnershipLost(`another process has execution ${id}`)
  }

  #owner(id: string): number {
    const owner = this.#owners.get(id)
    if (owner === undefined) throw new OwnershipLost(`this process has not claimed execution ${id}`)
    return owner
  }

  #handledBy(events: readonly ExecutionEvent[], length: number): Handled | undefined {
    const handled: Handled = []
    for (const [at, event] of events.entries()) {
      const id = this.#calls.get(event)
      if (id !== undefined) handled.push({ id, position: length + at })
    }
    return handled.length > 0 ? handled : undefined
  }
}
