/** Wraps a store that steps use: like journal writes, its calls are retried while the database is unavailable. */
import { type Clock, whileTransient } from '@millrace/engine'

/** Never aborted: closing the database ends the retries with an error that is not transient. */
const { signal: NEVER } = new AbortController()

/** Returns the same object with asynchronous methods that retry. All of them must be safe to repeat. */
export function retryingStore<T extends object>(store: T, clock: Clock): T {
  return new Proxy(store, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key, target)
      if (typeof member !== 'function') return member
      return (...given: unknown[]): unknown => {
        const first: unknown = Reflect.apply(member, target, given)
        if (!(first instanceof Promise)) return first
        let attempt: Promise<unknown> | undefined = first
        return whileTransient(
          () => {
            const promise = attempt ?? Promise.resolve(Reflect.apply(member, target, given))
            attempt = undefined
            return promise
          },
          { clock, signal: NEVER },
        )
      }
    },
  })
}
