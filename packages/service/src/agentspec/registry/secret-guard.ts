/** Masks the keys of registered tools and agents in external responses. */
import { masked, maskedError } from '../../platform/masking.ts'
import type { Named } from './named-components.ts'
import { secretsOfNamed } from './registered-secrets.ts'

export interface Guard {
  /** The value with every key masked. */
  clean<T>(value: T): T
  /** Wraps a call so that its result and failure are masked. */
  around<A extends readonly unknown[], R>(call: (...given: A) => Promise<R>): (...given: A) => Promise<R>
}

export function guardFor(named: Named): Guard {
  const secrets = secretsOfNamed(named)
  const clean = <T>(value: T): T => masked(value, secrets)
  return {
    clean,
    around:
      (call) =>
      async (...given) => {
        try {
          return clean(await call(...given))
        } catch (error) {
          throw maskedError(error, secrets)
        }
      },
  }
}
