/** Those who wait for the end of an execution. They are told from memory, the moment it is on disk. */
import type { ExecutionState, Written } from '@millrace/engine'
import { Broadcast } from '../../platform/broadcast.ts'

export interface Ending {
  /** What the execution was in the end; undefined for whoever stopped waiting. */
  readonly state: Promise<ExecutionState | undefined>
  /** Must be called, sooner or later; a second time does nothing. */
  stop(): void
}

export class Completions {
  readonly #finished = new Broadcast<ExecutionState>()

  publish({ record, state }: Written): void {
    if (state.finishedAt !== undefined) this.#finished.publish(record.id, state)
  }

  /** From now on: whoever asks before an execution exists misses nothing, everybody else has to look first. */
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

  /** How many executions somebody waits for. */
  get waited(): number {
    return this.#finished.size
  }
}
