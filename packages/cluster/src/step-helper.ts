/**
 * Computes heavy steps that other workers have offered, while this worker has slots. It renews its lease of a step while it
 * computes it, and stops when the result is not needed: the step was cancelled or timed out, or another worker has taken it.
 */
import { type Clock, failureOf, type Outcome, type Runner, whileTransient } from '@millrace/engine'
import type { ClusterStore, TakenStep } from '@millrace/store'
import type { ComputeSlots } from './compute-slots.ts'
import type { ClusterEngineNeeds, ClusterTiming } from './ports.ts'
import { listenToSteps, publishStep } from './step-messages.ts'
import { taskOf, textOfOutcome } from './step-text.ts'
import { WorkerStops } from './worker-stops.ts'

export interface StepHelperNeeds extends Pick<ClusterEngineNeeds, 'onMoved'> {
  readonly runner: Runner
  readonly cluster: Pick<ClusterStore, 'steps' | 'bus'>
  readonly slots: ComputeSlots
  readonly clock: Clock
  /** The id of this process. */
  readonly process: string
  readonly version: string
  readonly timing: ClusterTiming
  readonly onFault: (id: string, error: unknown) => void
}

interface Computing {
  readonly abort: AbortController
  readonly done: Promise<void>
}

export class StepHelper {
  readonly #needs: StepHelperNeeds
  readonly #computing = new Map<string, Computing>()
  readonly #stop: readonly (() => void)[]
  #cancelTimer: () => void = () => {}
  #isLooking = false
  /** True if there may be offers. */
  #hasOffers = false
  /** Counts the hints, so that a look under way does not hide a later one. */
  #hints = 0
  #isStopping = false

  constructor(needs: StepHelperNeeds) {
    this.#needs = needs
    const { bus } = needs.cluster
    this.#stop = [
      listenToSteps(bus, ({ about, token }) => {
        if (about === 'offered') this.look()
        if (about === 'dropped') this.#abort(token)
      }),
      bus.onGap(() => void this.#renew()),
    ]
    this.#repeat()
  }

  /** There may be offers: takes them while there are slots. */
  look(): void {
    this.#hints++
    this.#hasOffers = true
    this.slotIsFree()
  }

  /** Takes an offer if there may be one. */
  slotIsFree(): void {
    if (this.#hasOffers && !this.#isLooking) void this.#look()
  }

  /** Takes no more steps. Resolves when those that it has are computed. */
  async drain(): Promise<void> {
    this.#isStopping = true
    await Promise.all([...this.#computing.values()].map(({ done }) => done))
  }

  /** Stops computing; other workers take the steps at once. */
  async close(): Promise<void> {
    const { cluster, process } = this.#needs
    this.#isStopping = true
    this.#cancelTimer()
    for (const stop of this.#stop) stop()
    if (this.#computing.size === 0) return
    const tokens = [...this.#computing.keys()]
    for (const { abort } of this.#computing.values()) abort.abort(new WorkerStops())
    // Without it they wait until the leases end.
    await cluster.steps.release(process, tokens).catch(() => {})
  }

  async #look(): Promise<void> {
    this.#isLooking = true
    try {
      while (this.#hasOffers && !this.#isStopping && this.#needs.slots.hasFree) await this.#takeOne()
    } finally {
      this.#isLooking = false
    }
  }

  /** Takes a step. The slot stays free for own steps until there is one. */
  async #takeOne(): Promise<void> {
    const { cluster, process, version, timing, slots } = this.#needs
    const hints = this.#hints
    const taken = await cluster.steps.take({ process, version, leaseMs: timing.leaseMs }).catch(() => undefined)
    if (taken === undefined || this.#isStopping) {
      if (taken === undefined) this.#hasOffers = hints !== this.#hints
      else await cluster.steps.release(process, [taken.token]).catch(() => {})
      return
    }
    slots.take()
    const abort = new AbortController()
    const done = this.#compute(taken, abort).finally(() => {
      this.#computing.delete(taken.token)
      slots.release()
    })
    this.#computing.set(taken.token, { abort, done })
    publishStep(cluster.bus, 'taken', taken.token)
  }

  async #compute(taken: TakenStep, { signal }: AbortController): Promise<void> {
    const { cluster, clock, process, onFault, onMoved } = this.#needs
    const { token, record } = taken
    const finish = (text: string) => whileTransient(() => cluster.steps.finish(process, token, text), { clock, signal })
    try {
      const outcome = await this.#outcomeOf(taken, signal)
      if (signal.aborted) return
      if (!(await finish(await textOfOutcome(outcome)))) return
      onMoved?.('in')
      publishStep(cluster.bus, 'done', token)
    } catch (error) {
      if (!signal.aborted) onFault(record.id, error)
    }
  }

  async #outcomeOf(taken: TakenStep, signal: AbortSignal): Promise<Outcome> {
    try {
      return await this.#needs.runner.run(await taskOf(taken, signal))
    } catch (error) {
      return { failure: failureOf(error) }
    }
  }

  #abort(token: string): void {
    this.#computing.get(token)?.abort.abort()
  }

  #repeat(): void {
    const { clock, timing } = this.#needs
    this.#cancelTimer = clock.at(clock.now() + timing.renewMs, () => {
      if (this.#isStopping && this.#computing.size === 0) return
      void this.#renew()
      this.look()
      this.#repeat()
    })
  }

  async #renew(): Promise<void> {
    const { cluster, process, timing } = this.#needs
    const tokens = [...this.#computing.keys()]
    if (tokens.length === 0) return
    // Without the database it continues: its result may still be the first.
    const needed = await cluster.steps.renew({ process, leaseMs: timing.leaseMs }, tokens).catch(() => tokens)
    for (const token of tokens) if (!needed.includes(token)) this.#abort(token)
  }
}
