/** Waits for the end of executions. Waiters are resolved from memory as soon as the end is on disk. */
import type { ExecutionState, Written } from '@millrace/engine'
import { Broadcast } from '../../platform/broadcast.ts'

export interface Ending {
  /** The final state of the execution; undefined if the wait was aborted. */
  readonly state: Promise<ExecutionState | undefined>
  /** Must be called in the end; repeated calls do nothing. */
  stop(): void
}

export class Completions {
  readonly #finished = new Broadcast<ExecutionState>()

  publish({ record, state }: Written): void {
    if (state.finishedAt !== undefined) this.#finished.publish(record.id, state)
  }

  /** Waits from now on. Subscribe before the execution exists, or check its state afterwards. */
  wait(id: string): Ending {
    const { promise, resolve } = Promise.withResolvers<ExecutionState | undefined>()
    const forget = this.#finished.listen(id, resolve)
    return {
      state: promise,
      stop() {
        forget()
        resolve(undefined)
      },
    }
  }

  /** The number of executions with waiters. */
  get waited(): number {
    return this.#finished.size
  }
}
