/** Those who wait for an event that they brought to become durable. */
import type { ExecutionEvent } from '../core/events.ts'

interface Waiter extends PromiseWithResolvers<true> {
  readonly isPatient: boolean
}

export class Waiters {
  readonly #of = new WeakMap<ExecutionEvent, Waiter>()

  /** Steps are patient: they wait for a journal that fails. Callers from outside do not. */
  waitFor(event: ExecutionEvent, isPatient: boolean): Promise<true> {
    const waiter = { ...Promise.withResolvers<true>(), isPatient }
    this.#of.set(event, waiter)
    return waiter.promise
  }

  isDurable(events: readonly ExecutionEvent[]): void {
    for (const event of events) this.#of.get(event)?.resolve(true)
  }

  reject(events: readonly ExecutionEvent[], reason: unknown): void {
    for (const event of events) this.#of.get(event)?.reject(reason)
  }

  /** Rejects callers from outside; the result is the events that others brought. */
  rejectCallers(events: readonly ExecutionEvent[], reason: unknown): ExecutionEvent[] {
    return events.filter((event) => {
      const waiter = this.#of.get(event)
      if (waiter?.isPatient !== false) return true
      waiter.reject(reason)
      return false
    })
  }
}
