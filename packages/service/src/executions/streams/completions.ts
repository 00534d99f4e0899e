/** Those who wait for the end of an execution. They are told from memory, the moment it is on disk. */
import type { ExecutionState, Written } from '@millrace/engine'
import { Listeners } from '../../platform/listeners.ts'

export interface Ending {
  /** What the execution was in the end; undefined for whoever stopped waiting. */
  readonly state: Promise<ExecutionState | undefined>
  /** Must be called, sooner or later; a second time does nothing. */
  stop(): void
}

export class Ends {
  readonly #listeners = new Listeners<ExecutionState>()

  publish({ record, state }: Written): void {
    if (state.finishedAt !== undefined) this.#listeners.tell(record.id, state)
  }

  /** From now on: whoever asks before an execution exists misses nothing, everybody else has to look first. */
  wait(id: string): Ending {
    const { promise, resolve } = Promise.withResolvers<ExecutionState | undefined>()
    const forget = this.#listeners.add(id, resolve)
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
    return this.#listeners.size
  }
}
