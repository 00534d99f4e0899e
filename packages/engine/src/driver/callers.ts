/** Callers that wait until the event they sent is durable. */
import type { ExecutionEvent } from '../core/events.ts'

interface Caller extends PromiseWithResolvers<boolean> {
  readonly isPatient: boolean
  accepted: boolean
}

/** How long callers wait for a failing journal before they are rejected. */
export const CALLER_PATIENCE_MS = 3000

/** Shared by all runs without callers; replaced before the first one is added. */
const NO_CALLERS = new Map<ExecutionEvent, Caller>()

export class Callers {
  #waiting = NO_CALLERS
  readonly #observers: PromiseWithResolvers<void>[] = []

  /**
   * Resolves once the event is durable, with whether it had an effect. A patient caller (a step) waits as long as the
   * journal fails; any other (a request) is rejected after a while.
   */
  wait(event: ExecutionEvent, isPatient: boolean): Promise<boolean> {
    const caller = { ...Promise.withResolvers<boolean>(), isPatient, accepted: false }
    if (this.#waiting === NO_CALLERS) this.#waiting = new Map()
    this.#waiting.set(event, caller)
    return caller.promise
  }

  applied(event: ExecutionEvent, accepted: boolean): void {
    if (this.#waiting.size === 0) return
    const caller = this.#waiting.get(event)
    if (caller !== undefined) caller.accepted = accepted
  }

  durable(events: readonly ExecutionEvent[]): void {
    if (this.#observers.length > 0) for (const { resolve } of this.#observers.splice(0)) resolve()
    if (this.#waiting.size === 0) return
    for (const event of events) {
      const caller = this.#waiting.get(event)
      if (caller === undefined) continue
      this.#waiting.delete(event)
      caller.resolve(caller.accepted)
    }
  }

  /** Resolves once the append in flight is durable. Rejected like a caller whose event is in it. */
  waitForAppend(): Promise<void> {
    const observer = Promise.withResolvers<void>()
    this.#observers.push(observer)
    return observer.promise
  }

  rejectAll(reason: unknown): void {
    for (const { reject } of this.#waiting.values()) reject(reason)
    this.#waiting.clear()
    this.rejectObservers(reason)
  }

  rejectObservers(reason: unknown): void {
    for (const { reject } of this.#observers.splice(0)) reject(reason)
  }

  /** Rejects impatient callers. Returns the events of all others. */
  rejectImpatient(events: readonly ExecutionEvent[], reason: unknown): ExecutionEvent[] {
    return events.filter((event) => {
      const caller = this.#waiting.get(event)
      if (caller === undefined || caller.isPatient) return true
      this.#waiting.delete(event)
      caller.reject(reason)
      return false
    })
  }
}
