/**
 * Runs the heavy steps of the executions that this worker drives: here while there are slots; a step that waits longer is
 * offered to the other workers through the database, and whichever has a slot first computes it. Heavy steps have no effects,
 * so computing one twice is harmless; what counts is which result is written. A result is written only while the worker that
 * waits for it has the execution, and its row is removed by the append that records it.
 */
import {
  type Clock,
  type ExecutionEvent,
  isSuspended,
  isTransient,
  type Outcome,
  type Runner,
  type Task,
} from '@millrace/engine'
import type { ClusterStore, OfferState } from '@millrace/store'
import type { ComputeSlots } from './compute-slots.ts'
import type { ClusterEngineNeeds, ClusterTiming } from './ports.ts'
import { listenToSteps, publishStep } from './step-messages.ts'
import { outcomeOf, requestOf } from './step-text.ts'
import { WaitingStep } from './waiting-step.ts'

export interface HeavyStepsNeeds extends Pick<ClusterEngineNeeds, 'onMoved'> {
  readonly runner: Runner
  readonly cluster: Pick<ClusterStore, 'steps' | 'bus'>
  readonly slots: ComputeSlots
  readonly clock: Clock
  readonly newId: () => string
  /** The id of this process. */
  readonly process: string
  readonly version: string
  /** The number of this worker's claim of an execution. */
  readonly ownerOf: (id: string) => number | undefined
  readonly timing: ClusterTiming
  readonly onFault: (id: string, error: unknown) => void
}

/** An offer whose result can be used by another run of the same step. */
interface Known {
  readonly token: string
  readonly hash: string
}

/** Offers of one worker at a time. The other steps stay in its own queue, where executions take turns. */
const MAX_OFFERED = 32

export class HeavySteps {
  readonly #needs: HeavyStepsNeeds
  /** Steps that are offered, or about to be. */
  readonly #offered = new Set<WaitingStep>()
  /** Offers by execution and place. */
  readonly #known = new Map<string, Map<string, Known>>()
  readonly #stop: readonly (() => void)[]
  #cancelPoll: (() => void) | undefined
  #isClosed = false

  constructor(needs: HeavyStepsNeeds) {
    this.#needs = needs
    const { bus } = needs.cluster
    this.#stop = [
      listenToSteps(bus, ({ about, token }) => {
        const step = this.#withToken(token)
        if (about === 'taken') step?.taken()
        if (about === 'done' && step !== undefined) void this.#read([step])
      }),
      bus.onGap(() => void this.#read(this.#offered)),
    ]
  }

  run(task: Task): Outcome | Promise<Outcome> {
    const { runner } = this.#needs
    return runner.isHeavy?.(task) === true ? this.#run(task) : runner.run(task)
  }

  /** Continues to wait for the steps that an earlier claim of the execution has offered. */
  async adopt(id: string, owner: number): Promise<void> {
    const { cluster, process } = this.#needs
    for (const offer of await cluster.steps.adopt(id, { owner, process })) this.#knownOf(id).set(offer.id, offer)
  }

  /** The offers of steps that end with these events. */
  endedBy(id: string, events: readonly ExecutionEvent[]): readonly string[] | undefined {
    const known = this.#known.get(id)
    if (known === undefined) return undefined
    const tokens: string[] = []
    for (const event of events) {
      if (!isEnd(event)) continue
      const offer = known.get(placeOf(id, event.node, event.scope))
      if (offer !== undefined) tokens.push(offer.token)
    }
    return tokens.length > 0 ? tokens : undefined
  }

  /** Forgets offers that are removed. */
  removed(id: string, tokens: readonly string[] = []): void {
    const known = this.#known.get(id)
    for (const [place, { token }] of known ?? []) if (tokens.includes(token)) known?.delete(place)
  }

  /** This worker no longer drives the execution. */
  forget(id: string): void {
    this.#known.delete(id)
  }

  close(): void {
    this.#isClosed = true
    this.#cancelPoll?.()
    for (const stop of this.#stop) stop()
    for (const step of this.#offered) step.wake()
  }

  async #run(task: Task): Promise<Outcome> {
    const { clock, timing } = this.#needs
    const step = new WaitingStep(task)
    const wake = () => step.wake()
    task.signal.addEventListener('abort', wake)
    const timers = { cancel: () => {} }
    const offerLater = () => {
      timers.cancel = clock.at(clock.now() + timing.offerAfterMs, () => {
        if (!this.#offer(step)) offerLater()
      })
    }
    try {
      await this.#attach(step)
      offerLater()
      return await this.#wait(step)
    } finally {
      timers.cancel()
      task.signal.removeEventListener('abort', wake)
      step.isOver = true
      void this.#leave(step)
    }
  }

  /** Uses the offer of an earlier run of the same step, if it had the same request. */
  async #attach(step: WaitingStep): Promise<void> {
    const { record, node, scope } = step.task
    const place = placeOf(record.id, node, scope)
    const offers = this.#known.get(record.id)
    const known = offers?.get(place)
    if (known === undefined) return
    const request = await requestOf(step.task)
    if (request?.hash === known.hash) {
      step.token = known.token
      step.hash = known.hash
      step.taken()
      this.#offered.add(step)
      void this.#read([step])
      this.#poll()
    } else {
      offers?.delete(place)
      void this.#drop(record.id, known.token)
    }
  }

  async #wait(step: WaitingStep): Promise<Outcome> {
    const { slots, runner } = this.#needs
    const { signal, record } = step.task
    const queue = record.about.queueKey ?? record.workflowId
    for (;;) {
      if (step.result !== undefined) {
        // Before the result is recorded, which removes the offer.
        this.#keep(step)
        this.#needs.onMoved?.('out')
        return step.result
      }
      signal.throwIfAborted()
      if (this.#isClosed) throw new Error('The worker stops.')
      if (step.isTaken) {
        await step.changed()
        continue
      }
      if (!(await slots.acquire(queue, step.slotSignal()))) continue
      try {
        if (!signal.aborted && (await this.#withdraw(step))) return await runner.run(step.task)
      } finally {
        slots.release()
      }
    }
  }

  /** True if no other worker computes it, so that it can run here. */
  async #withdraw(step: WaitingStep): Promise<boolean> {
    const { cluster } = this.#needs
    step.isOver = true
    await step.offering
    const { token } = step
    if (token === undefined) return true
    const isWithdrawn = await cluster.steps.withdraw(token).catch(() => false)
    if (isWithdrawn) {
      step.token = undefined
      return true
    }
    step.taken()
    void this.#read([step])
    return false
  }

  /** Offers a step to other workers; false if it should be tried again. */
  #offer(step: WaitingStep): boolean {
    const { record } = step.task
    const owner = this.#needs.ownerOf(record.id)
    if (step.isOver || step.token !== undefined || owner === undefined) return true
    if (this.#offered.size >= MAX_OFFERED) return false
    this.#offered.add(step)
    // If it cannot be offered, it runs here when there is a slot.
    step.offering = this.#write(step, owner).catch((error: unknown) => this.#failed(record.id, error))
    return true
  }

  async #write(step: WaitingStep, owner: number): Promise<void> {
    const { cluster, newId, process: offeredBy, version } = this.#needs
    const { record, node, scope } = step.task
    const request = await requestOf(step.task)
    if (request === undefined || step.isOver) return
    const { text, hash } = request
    const token = newId()
    const offer = {
      id: placeOf(record.id, node, scope),
      token,
      executionId: record.id,
      owner,
      offeredBy,
      version,
      hash,
    }
    step.hash = hash
    step.token = token
    if (await cluster.steps.offer({ ...offer, request: text })) publishStep(cluster.bus, 'offered', token)
    this.#poll()
  }

  /** The step has its result, or is aborted. */
  async #leave(step: WaitingStep): Promise<void> {
    const { record, signal } = step.task
    await step.offering
    this.#offered.delete(step)
    if (step.token === undefined) return
    if (signal.aborted && !isSuspended(signal)) await this.#drop(record.id, step.token)
    else this.#keep(step)
  }

  /** Keeps an offer until its result is recorded: after a failed append the step runs again. */
  #keep({ task: { record, node, scope }, token, hash }: WaitingStep): void {
    if (token !== undefined && this.#needs.ownerOf(record.id) !== undefined)
      this.#knownOf(record.id).set(placeOf(record.id, node, scope), { token, hash })
  }

  async #drop(id: string, token: string): Promise<void> {
    const { cluster } = this.#needs
    publishStep(cluster.bus, 'dropped', token)
    await cluster.steps.remove(token).catch((error: unknown) => this.#failed(id, error))
  }

  /** While the database is away, the execution itself reports it. */
  #failed(id: string, error: unknown): void {
    if (!isTransient(error)) this.#needs.onFault(id, error)
  }

  async #read(steps: Iterable<WaitingStep>): Promise<void> {
    const byToken = new Map([...steps].flatMap((step) => (step.token === undefined ? [] : [[step.token, step]])))
    if (byToken.size === 0) return
    try {
      const states = await this.#needs.cluster.steps.states([...byToken.keys()])
      for (const [token, step] of byToken) await this.#see(step, token, states.get(token))
    } catch {
      // The next poll reads again.
    }
  }

  async #see(step: WaitingStep, token: string, state: OfferState | undefined): Promise<void> {
    if (step.token !== token || step.result !== undefined) return
    if (state?.is === 'done') step.finish(await outcomeOf(state.result))
    else if (state?.is === 'taken') step.taken()
    else step.opened()
  }

  /** Reads the offers regularly: a message may be lost, and a worker that computes a step may have died. */
  #poll(): void {
    if (this.#cancelPoll !== undefined || this.#isClosed) return
    const { clock, timing, cluster } = this.#needs
    const waitMs = cluster.bus.isConnected ? timing.renewMs : timing.pollMs
    this.#cancelPoll = clock.at(clock.now() + waitMs, () => {
      this.#cancelPoll = undefined
      void this.#read(this.#offered).then(() => {
        if (this.#offered.size > 0) this.#poll()
      })
    })
  }

  #withToken(token: string): WaitingStep | undefined {
    for (const step of this.#offered) if (step.token === token) return step
    return undefined
  }

  #knownOf(id: string): Map<string, Known> {
    const known = this.#known.get(id) ?? new Map<string, Known>()
    this.#known.set(id, known)
    return known
  }
}

/** Identifies a step; a later attempt of it replaces the offer of an earlier one. */
function placeOf(id: string, node: number, scope = ''): string {
  return `${id}:${node}:${scope}`
}

type StepEnd = Extract<ExecutionEvent, { readonly node: number; readonly scope?: string }>

const NOT_ENDS: ReadonlySet<string> = new Set(['step-started', 'step-noted'])

function isEnd(event: ExecutionEvent): event is StepEnd {
  return 'node' in event && typeof event.node === 'number' && !NOT_ENDS.has(event.type)
}
