/** Waits for the end of executions. Waiters are resolved from memory as soon as the end is on disk. */
import type { ExecutionState, Written } from '@millrace/engine'
import { Broadcast } from '../../platform/broadcast.ts'
import type { FollowedStream } from './remote-events.ts'

export interface Ending {
  /** The final state of the execution; undefined if the wait was aborted. */
  readonly state: Promise<ExecutionState | undefined>
  /** The final state of an execution that has ended; undefined before. */
  readonly reached: ExecutionState | undefined
  /** Must be called in the end; repeated calls do nothing. */
  stop(): void
}

export class Completions implements FollowedStream {
  readonly needsOnlyEnds = true
  readonly #finished = new Broadcast<ExecutionState>()
  #waits: () => void = () => {}

  /** Calls the listener whenever a caller begins to wait. */
  onWait(listener: () => void): void {
    this.#waits = listener
  }

  publish({ record, state }: Written): void {
    if (state.finishedAt !== undefined) this.#finished.publish(record.id, state)
  }

  /** Waits from now on. Subscribe before the execution exists, or check its state afterwards. */
  wait(id: string): Ending {
    const wait = new Wait(this.#finished, id)
    this.#waits()
    return wait
  }

  has(id: string): boolean {
    return this.#finished.has(id)
  }

  get topics(): readonly string[] {
    return this.#finished.topics
  }

  /** The end of an execution is always published. */
  refresh(): void {}

  /** The number of executions with waiters. */
  get waited(): number {
    return this.#finished.size
  }
}

class Wait implements Ending {
  readonly #forget: () => void
  #settled: PromiseWithResolvers<ExecutionState | undefined> | undefined
  #isOver = false
  #reached: ExecutionState | undefined

  constructor(finished: Broadcast<ExecutionState>, id: string) {
    this.#forget = finished.listen(id, (state) => this.#settle(state))
  }

  get state(): Promise<ExecutionState | undefined> {
    if (this.#isOver) return Promise.resolve(this.#reached)
    this.#settled ??= Promise.withResolvers()
    return this.#settled.promise
  }

  get reached(): ExecutionState | undefined {
    return this.#reached
  }

  /** Bound: callers pass it on as a listener. */
  readonly stop = (): void => this.#settle(undefined)

  #settle(state: ExecutionState | undefined): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#reached = state
    this.#forget()
    this.#settled?.resolve(state)
  }
}
