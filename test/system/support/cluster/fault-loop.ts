/** Runs faults one after the other in a cluster under load, and returns the violated guarantees. */
import { Random } from '@millrace/engine/testing/random'
import { corpus } from '../crash-corpus.ts'
import { client, emptyMemory, type Load, MAX_OPEN, type Memory } from '../crash-load.ts'
import { poll } from '../crash-service.ts'
import { lostSaves, stuck, verdicts } from '../crash-verdict.ts'
import { type Call, type Recorder, startRecorder } from '../recorder.ts'
import type { Cluster } from './cluster.ts'
import { ClusterService } from './cluster-service.ts'
import { FAULTS, type Fault, type Scene } from './faults.ts'

export interface FaultSummary {
  readonly violations: string[]
  /** Requests that failed while a process was away. */
  failures: string[]
  started: number
  checked: number
  calls: number
}

const CLIENTS = 4
/** Executions that clients start before and after each fault. */
const SOME = 15
const PROGRESS_MS = 60_000
const SETTLE_MS = 60_000
const WAKING_MS = 1000
/** Executions that clients have started, without those that other executions started. */
const STARTS = '/executions?trigger=manual&limit=1'

/**
 * Requests that a worker was about to send when it was frozen are sent when it wakes, with their idempotency key. On a busy
 * machine it gets time for that only shortly before it responds.
 */
function isWakingCall({ at }: Call, { woken }: Scene): boolean {
  return woken !== undefined && at >= woken.from && at < Math.max(woken.from + WAKING_MS, woken.to)
}

export class FaultLoop implements AsyncDisposable {
  readonly #cluster: Cluster
  readonly #service: ClusterService
  readonly #recorder: Recorder
  readonly #random: Random
  readonly #memory: Memory = emptyMemory()
  readonly #workflows: ReturnType<typeof corpus>

  private constructor(cluster: Cluster, recorder: Recorder, random: Random) {
    this.#cluster = cluster
    this.#service = new ClusterService(cluster)
    this.#recorder = recorder
    this.#random = random
    this.#workflows = corpus(recorder.origin)
  }

  /** Creates the workflows. The cluster must allow requests to 127.0.0.1. */
  static async begin(cluster: Cluster, seed: number): Promise<FaultLoop> {
    const random = new Random(seed)
    const loop = new FaultLoop(cluster, await startRecorder(() => random.below(25)), random)
    await loop.#createWorkflows()
    return loop
  }

  async #createWorkflows(): Promise<void> {
    for (const { name, document } of this.#workflows) {
      const { status, body } = await this.#service.call('POST', '/workflows', document)
      if (status !== 201 || body.data.machineName !== name) throw new Error(`${name}: ${JSON.stringify(body)}`)
    }
    for (let number = 0; number < CLIENTS; number++) {
      const document = { name: `saved by ${number}`, nodes: [], edges: [] }
      const { body } = await this.#service.call('POST', '/workflows', document)
      this.#memory.saved.push({ id: body.data.id, asked: 0, promised: 0, revision: body.data.revision })
    }
  }

  /** Load, the fault, more load; then everything must come to its end and be as promised. */
  async run(fault: Fault | ((scene: Scene) => Promise<void>)): Promise<FaultSummary> {
    const load: Load = {
      service: this.#service,
      workflows: this.#workflows,
      memory: this.#memory,
      random: this.#random,
      continues: true,
      isOver: false,
    }
    const { counts } = this.#memory
    const before = counts.started
    const requestedBefore = this.#memory.tokens
    const existedBefore = await this.#service.count(STARTS)
    const failuresBefore = this.#service.failures.length
    const clients = Array.from({ length: CLIENTS }, (_, number) => client(load, number))
    const progress = (starts: number) => this.#progress(starts)
    const scene: Scene = { cluster: this.#cluster, random: this.#random, progress }
    const summary: FaultSummary = { violations: [], failures: [], started: 0, checked: 0, calls: 0 }
    try {
      await this.#progress(SOME)
      await (typeof fault === 'function' ? fault : FAULTS[fault])(scene)
      await this.#progress(SOME)
    } catch (error) {
      summary.violations.push(`${error instanceof Error ? error.message : error}`)
    } finally {
      load.isOver = true
      await Promise.all(clients)
    }
    summary.started = counts.started - before
    summary.failures = this.#service.failures.slice(failuresBefore)
    await this.#check(summary, (call) => isWakingCall(call, scene))
    const existing = (await this.#service.count(STARTS)) - existedBefore
    const requested = this.#memory.tokens - requestedBefore
    if (existing > requested)
      summary.violations.push(`${requested} starts were requested, ${existing} executions exist`)
    if (summary.violations.length > 0) {
      const { woken } = scene
      if (woken !== undefined) {
        const from = new Date(woken.from).toISOString()
        summary.violations.push(
          `the frozen worker was woken at ${from} and responded after ${woken.to - woken.from} ms`,
        )
      }
      summary.violations.push(this.#cluster.log())
    }
    return summary
  }

  async #check(summary: FaultSummary, isExcused: (call: Call) => boolean): Promise<void> {
    const { violations } = summary
    violations.push(...this.#memory.counts.refused.splice(0))
    violations.push(...(await stuck(this.#service, SETTLE_MS)), ...(await lostSaves(this.#service, this.#memory)))
    summary.checked = this.#memory.open.size
    for (const calls of this.#recorder.calls.values()) summary.calls += calls.length
    violations.push(...(await verdicts(this.#service, this.#memory, this.#recorder, isExcused)))
  }

  async #progress(starts: number): Promise<void> {
    const { counts, open } = this.#memory
    const until = counts.started + starts
    const isReached = () => counts.started >= until || open.size >= MAX_OPEN
    const reached = await poll(() => (isReached() ? true : undefined), PROGRESS_MS)
    if (reached === undefined)
      throw new Error(`clients could not start ${starts} executions: ${this.#service.failures.at(-1)}`)
  }

  async [Symbol.asyncDispose]() {
    await this.#recorder[Symbol.asyncDispose]()
  }
}
